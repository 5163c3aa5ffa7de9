// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What the records of every section are. The reader takes their length from here, the builder
// counts records by it, and the verifier follows every reference that is described here.

package struct SectionSchema: Sendable {
  package let name: String
  package let stride: Int
  /// The words of a record that are references to strings.
  package let strings: [Int]
  /// Records of other sections that belong to a record: the word of the first one's index, behind
  /// which their count is.
  ///
  /// The runs of all records follow each other and leave no record of that section out; those in
  /// `tuples`, which many sections share, do so together.
  package let runs: [Run]
  /// The words that are indexes of records of another section.
  package let indexes: [Index]
  /// What records are sorted by: all of a section, or those of each concept where they are its runs.
  package private(set) var order: [Key] = []
  /// Whether no two records are equal in their order.
  package private(set) var isEachOnce = false

  package typealias Run = (section: SectionID, word: Int)
  /// One that counts from 1 may be 0, for no record.
  package typealias Index = (word: Int, section: SectionID, isFromOne: Bool)

  /// A number of a record, or a string by its bytes.
  package struct Key: Sendable {
    let word: Int
    var shift: UInt32 = 0
    var mask: UInt32 = .max
    var isString = false

    fileprivate static func string(_ word: Int) -> Key { Key(word: word, isString: true) }
    fileprivate static func word(_ word: Int) -> Key { Key(word: word) }
    fileprivate static func bits(_ bits: Range<UInt32>, of word: Int) -> Key {
      Key(word: word, shift: bits.lowerBound, mask: ~(.max << UInt32(bits.count)))
    }
  }

  /// The same, with the order of the records.
  fileprivate func sorted(by order: Key..., isEachOnce: Bool = false) -> SectionSchema {
    var schema = self
    (schema.order, schema.isEachOnce) = (order, isEachOnce)
    return schema
  }

  fileprivate static func bytes(_ name: String) -> SectionSchema {
    SectionSchema(name: name, stride: 1, strings: [], runs: [], indexes: [])
  }

  /// A letter for each word of a record: `s` a reference to a string, `r` and `c` the first index and
  /// the count of a run, `i` an index, `j` one that counts from 1, `-` anything else.
  ///
  /// Runs and indexes are of the sections that follow, in their order.
  fileprivate static func words(
    _ name: String, _ letters: String, _ sections: SectionID...
  ) -> SectionSchema {
    var sections = sections[...]
    var (strings, runs, indexes): ([Int], [Run], [Index]) = ([], [], [])
    for (word, letter) in letters.utf8.enumerated() {
      switch letter {
      case UInt8(ascii: "s"): strings.append(word)
      case UInt8(ascii: "r"): runs.append((sections.removeFirst(), word))
      case UInt8(ascii: "i"): indexes.append((word, sections.removeFirst(), false))
      case UInt8(ascii: "j"): indexes.append((word, sections.removeFirst(), true))
      default: break
      }
    }
    return SectionSchema(
      name: name, stride: letters.utf8.count * 4, strings: strings, runs: runs, indexes: indexes)
  }
}

extension SectionID {
  var describedSchema: SectionSchema {
    switch self {
    // String pool: a length as LEB128, then that many bytes of UTF-8, per string.
    case .strings: .bytes("STRS")
    // A string each; see `WellKnownSymbol`.
    case .symbols: .words("SYMB", "s")
    // Facts about the file: key and value.
    case .facts: .words("FACT", "ss").sorted(by: .string(0), isEachOnce: true)
    case .concepts:
      .words(
        "CONC", "-ss-rcrcrcrcrc--", .names, .relations, .attributes, .semanticTypes, .conceptNDCs)
    // Chunks of the RxCUI space: index of the first bitmap record plus 1, or 0.
    case .codeChunks: .words("CHNK", "-")
    // Bitmap records: 64 bits, then a rank.
    case .codeBits: .words("BITS", "---")
    // Of equal rank; see `NameRanking`.
    case .names:
      .words("NAME", "ss-i--", .concepts).sorted(
        by: .string(0), .string(1), .word(2), .bits(0..<16, of: 5), .bits(24..<32, of: 4),
        .bits(16..<32, of: 5))
    // Without the bit of a fact that no row states.
    case .relations:
      .words("RELS", "--").sorted(
        by: .bits(0..<16, of: 1), .bits(16..<24, of: 1), .bits(27..<28, of: 1),
        .bits(24..<26, of: 1), .word(0), isEachOnce: true)
    case .attributes:
      .words("ATTR", "s--s").sorted(
        by: .bits(0..<16, of: 1), .bits(16..<24, of: 1), .string(0), .word(2), .string(3),
        .bits(24..<32, of: 1))
    // Semantic types of concepts: an index into the next section each.
    case .semanticTypes:
      .words("STYP", "i", .semanticTypeKinds).sorted(by: .word(0), isEachOnce: true)
    // The distinct semantic types: TUI, STN, STY.
    case .semanticTypeKinds:
      .words("STYK", "sss").sorted(by: .string(0), .string(1), .string(2), isEachOnce: true)
    // NDCs, ascending.
    case .ndcs:
      .words("NDCS", "--i-", .concepts).sorted(
        by: .word(1), .word(0), .bits(0..<8, of: 3), .word(2), .word(3))
    // NDCs of concepts: an index into the section before each.
    case .conceptNDCs: .words("CNDC", "i", .ndcs).sorted(by: .word(0), isEachOnce: true)
    case .sources: .words("SABS", "ssss----")
    // RXNDOC.
    case .documentation:
      .words("DOCS", "ssss").sorted(by: .string(0), .string(1), .string(2), .string(3))
    // Archived names, by RxCUI.
    case .archive:
      .words("ARCH", "-s---sss").sorted(
        by: .word(0), .string(1), .bits(0..<16, of: 4), .bits(16..<32, of: 4), .string(5),
        .string(6), .string(7), .word(2), .word(3))
    // Retired codes (RXNCUI, RXNCUICHANGES), by RxCUI.
    case .retirements:
      .words("RETI", "---ss-").sorted(
        by: .word(0), .word(1), .word(2), .string(3), .string(4), .word(5))
    // Hash slots of names, and the concepts that share a key; see `HashProbe`.
    case .nameSlots: .words("NSLT", "--")
    case .nameEntries: .words("NENT", "-")
    // Hash slots of codes of other systems, and the records that share a key.
    case .codeSlots: .words("CSLT", "--")
    case .codeEntries: .words("CENT", "-")
    // Codes of code systems loaded from FHIR.
    case .codes: .words("CODE", "ss--")
    case .codeSystems: .words("CSYS", "ssssssssssssrc--", .codeSystemConcepts)
    case .codeSystemConcepts: .words("CSYC", "-ssss-rcrc--", .designations, .properties)
    // Language, use, value.
    case .designations: .words("DESG", "sss")
    // Code, kind, value.
    case .properties: .words("PROP", "sss")
    // Attached files: name, start, length; then their bytes.
    case .attachments: .words("ATCH", "s--")
    case .attachmentBytes: .bytes("ATCB")
    // Hash slots of NDCs: 1 + the index of a code's first record in `ndcs`, or 0.
    case .ndcSlots: .words("NDSL", "-")
    // Words of names, sorted by bytes, and these bytes.
    case .searchWords: .words("SWRD", "--")
    case .searchWordText: .bytes("SWTX")
    // Ranks of the concepts that have a word, ascending.
    case .searchPostings: .words("SPST", "-")
    // Concepts in the order of search results: an ordinal each.
    case .searchOrder: .words("SORD", "-")
    // Where the bands of that order begin: a rank each.
    case .searchBands: .words("SBND", "-")
    // Ranges of words that many concepts have: first word and end; and a bit for each rank.
    case .searchMaps: .words("SMAP", "--")
    case .searchMapBits: .words("SMPB", "--")
    // Normalised names: low half of the key, ordinal of the concept.
    case .normalNames: .words("NRML", "--")
    // Drug words and names for spelling, by length, and their bytes.
    case .spellings: .words("SPEL", "---")
    case .spellingText: .bytes("SPTX")
    // Pairs of letters, and where the drug words that have them begin; indexes of these words.
    case .spellingPairs: .words("SPPR", "--")
    case .spellingPostings: .words("SPPO", "-")
    // The releases that history was taken from, oldest first.
    case .releases: .words("RELE", "ss-")
    // Names with the releases that hold them, by RxCUI.
    case .nameSpans:
      .words("NSPN", "-s--").sorted(
        by: .word(0), .bits(0..<16, of: 3), .bits(16..<32, of: 3), .bits(0..<16, of: 2),
        .string(1), .bits(16..<24, of: 2))
    // NDCs with the releases that hold them, ascending; and their indexes by RxCUI.
    case .ndcSpans:
      .words("DSPN", "----").sorted(
        by: .word(1), .word(0), .bits(0..<16, of: 3), .bits(16..<32, of: 3), .word(2))
    case .ndcSpansByConcept: .words("DSPC", "-")
    // The distinct content view flags of names, ascending from 0.
    case .contentViews: .words("CVFS", "-").sorted(by: .word(0), isEachOnce: true)
    // What texts are matched with: words that the matcher wrote.
    case .lexicon: .words("LEXI", "-")

    // What FHIR terminology adds; a catalog without such resources has none of these sections.
    // Parallel to `codeSystems`.
    case .codeSystemDetails: .words("CSYX", "s-rcrc--", .tuples, .tuples)
    case .hierarchy:
      .words("CSYH", "ii-", .codeSystemConcepts, .codeSystemConcepts).sorted(
        by: .word(0), .word(1), .word(2), isEachOnce: true)
    case .propertyCodings:
      .words("PRCD", "isss", .properties).sorted(by: .word(0), isEachOnce: true)
    case .valueSets:
      .words("VSET", "sssssssrcrc--rcs", .valueSetClauses, .valueSetEntries, .tuples)
    case .valueSetClauses: .words("VCLS", "i-ss--rcrc--", .valueSets, .tuples, .tuples)
    case .valueSetEntries:
      .words("VENT", "issssj-rcj", .valueSets, .valueSetEntries, .tuples, .valueSetClauses)
    case .conceptMaps: .words("CMAP", "ssssssssrc--", .mapGroups)
    case .mapGroups: .words("CMGR", "issssrcssss-", .conceptMaps, .mappings)
    case .mappings: .words("CMEL", "issssssss-rc", .mapGroups, .tuples)
    case .namingSystems: .words("NSYS", "ssssrcss", .tuples)
    // Four strings that belong together.
    case .tuples: .words("TUPL", "ssss")
    // What terminology knows codes by.
    case .termKeys: .words("TKEY", "ss--")
    // Hash slots of these keys, and the groups that share a hash.
    case .termSlots: .words("TSLT", "--")
    case .termEntries: .words("TENT", "-")
    }
  }
}

extension SectionID {
  /// Whether a catalog without some parts may lack the section.
  ///
  /// Others are there also without records, so that none can be lost unnoticed.
  func mayBeMissing(leaving leftOut: CatalogParts) -> Bool {
    switch rawValue {
    case Self.searchWords.rawValue...Self.spellingPostings.rawValue:
      leftOut.contains(.searchIndex)
    case Self.releases.rawValue...Self.termEntries.rawValue, Self.lexicon.rawValue: true
    default: false
    }
  }
}

extension CatalogFile {
  /// Whether a record comes before another one in the order of its section.
  ///
  /// - Returns: Below 0 if so, above 0 if it comes behind, 0 if both are equal.
  package func order(_ id: SectionID, _ keys: [SectionSchema.Key], _ left: Int, _ right: Int) -> Int
  {
    let section = section(id)
    for key in keys {
      let (a, b) = (word(section, left, key.word), word(section, right, key.word))
      if a == b { continue }
      if key.isString {
        let order = withUTF8(a) { first in withUTF8(b) { second in Self.order(first, second) } }
        if order != 0 { return order }
      } else {
        let (a, b) = (a >> key.shift & key.mask, b >> key.shift & key.mask)
        if a != b { return a < b ? -1 : 1 }
      }
    }
    return 0
  }

  private static func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index] ? -1 : 1
    }
    return left.count - right.count
  }
}

/// A record of a section, whose words are read on access.
protocol CatalogRecord {
  associatedtype Field: RawRepresentable<Int>
  static var section: SectionID { get }
  var catalog: Catalog { get }
  var index: Int { get }
  init(catalog: Catalog, index: Int)
}

extension CatalogRecord {
  func word(_ field: Field) -> UInt32 { catalog.file.word(Self.section, index, field.rawValue) }
  func text(_ field: Field) -> String { catalog.file.text(Self.section, index, field.rawValue) }

  /// How many records the two words of a plural name.
  func count(_ field: Field) -> Int {
    Int(catalog.file.word(Self.section, index, field.rawValue + 1))
  }

  func run(_ id: SectionID, _ field: Field) -> Range<Int> {
    catalog.file.run(id, of: Self.section, index, field.rawValue)
  }

  func records<Record: CatalogRecord>(_ field: Field) -> [Record] {
    run(Record.section, field).map { Record(catalog: catalog, index: $0) }
  }

  func tuples(_ field: Field) -> [[String]] {
    catalog.tuples(word(field), UInt32(count(field)))
  }
}

extension Catalog {
  func records<Record: CatalogRecord>() -> [Record] {
    (0..<file.section(Record.section).count).map { Record(catalog: self, index: $0) }
  }

  /// A run of tuples, four strings each.
  func tuples(_ first: UInt32, _ count: UInt32) -> [[String]] {
    file.range(.tuples, first: first, count: count).map { place in
      (0..<4).map { file.text(.tuples, place, $0) }
    }
  }
}
