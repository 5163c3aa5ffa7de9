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

  package typealias Run = (section: SectionID, word: Int)
  /// One that counts from 1 may be 0, for no record.
  package typealias Index = (word: Int, section: SectionID, isFromOne: Bool)

  fileprivate static func bytes(_ name: String) -> SectionSchema {
    SectionSchema(name: name, stride: 1, strings: [], runs: [], indexes: [])
  }

  fileprivate static func words(
    _ name: String, _ count: Int, strings: [Int] = [], runs: [Run] = [], indexes: [Index] = []
  ) -> SectionSchema {
    SectionSchema(name: name, stride: count * 4, strings: strings, runs: runs, indexes: indexes)
  }
}

/// The words from one field to another.
private func words<Field: RawRepresentable<Int>>(_ first: Field, _ last: Field) -> [Int] {
  Array(first.rawValue...last.rawValue)
}

extension SectionID {
  var describedSchema: SectionSchema {
    switch self {
    // String pool: a length as LEB128, then that many bytes of UTF-8, per string.
    case .strings: .bytes("STRS")
    // A string each; see `WellKnownSymbol`.
    case .symbols: .words("SYMB", 1, strings: [0])
    // Facts about the file: key and value.
    case .facts: .words("FACT", 2, strings: [0, 1])
    case .concepts:
      .words(
        "CONC", 16, strings: [ConceptField.name, ConceptField.displayName],
        runs: [
          (.names, ConceptField.names),
          (.relations, ConceptField.relations),
          (.attributes, ConceptField.attributes),
          (.semanticTypes, ConceptField.semanticTypes),
          (.conceptNDCs, ConceptField.ndcs),
        ])
    // Chunks of the RxCUI space: index of the first bitmap record plus 1, or 0.
    case .codeChunks: .words("CHNK", 1)
    // Bitmap records: 64 bits, then a rank.
    case .codeBits: .words("BITS", 3)
    case .names: .words("NAME", 6, strings: [NameField.text, NameField.code])
    case .relations: .words("RELS", 2)
    case .attributes: .words("ATTR", 4, strings: [AttributeField.value, AttributeField.code])
    // Semantic types of concepts: an index into the next section each.
    case .semanticTypes: .words("STYP", 1)
    // The distinct semantic types: TUI, STN, STY.
    case .semanticTypeKinds: .words("STYK", 3, strings: [0, 1, 2])
    // NDCs, ascending.
    case .ndcs: .words("NDCS", 4)
    // NDCs of concepts: an index into the section before each.
    case .conceptNDCs: .words("CNDC", 1)
    case .sources: .words("SABS", 8, strings: Array(SourceField.abbreviation...SourceField.release))
    // RXNDOC.
    case .documentation: .words("DOCS", 4, strings: [0, 1, 2, 3])
    // Archived names, by RxCUI.
    case .archive:
      .words(
        "ARCH", 8,
        strings: [
          ArchiveField.text, ArchiveField.lastReleased, ArchiveField.code, ArchiveField.archived,
        ])
    // Retired codes (RXNCUI, RXNCUICHANGES), by RxCUI.
    case .retirements:
      .words("RETI", 6, strings: [RetirementField.versionStart, RetirementField.versionEnd])
    // Hash slots of names, and the concepts that share a key; see `HashProbe`.
    case .nameSlots: .words("NSLT", 2)
    case .nameEntries: .words("NENT", 1)
    // Hash slots of codes of other systems, and the records that share a key.
    case .codeSlots: .words("CSLT", 2)
    case .codeEntries: .words("CENT", 1)
    // Codes of code systems loaded from FHIR.
    case .codes: .words("CODE", 4, strings: [CodeField.system, CodeField.code])
    case .codeSystems:
      .words(
        "CSYS", 16, strings: words(CodeSystemField.url, CodeSystemField.resourceVersion),
        runs: [(.codeSystemConcepts, CodeSystemField.concepts.rawValue)])
    case .codeSystemConcepts:
      .words(
        "CSYC", 12, strings: words(CodeSystemConceptField.code, CodeSystemConceptField.parent),
        runs: [
          (.designations, CodeSystemConceptField.designations.rawValue),
          (.properties, CodeSystemConceptField.properties.rawValue),
        ])
    // Language, use, value.
    case .designations: .words("DESG", 3, strings: [0, 1, 2])
    // Code, kind, value.
    case .properties: .words("PROP", 3, strings: [0, 1, 2])
    // Attached files: name, start, length; then their bytes.
    case .attachments: .words("ATCH", 3, strings: [0])
    case .attachmentBytes: .bytes("ATCB")
    // Hash slots of NDCs: 1 + the index of a code's first record in `ndcs`, or 0.
    case .ndcSlots: .words("NDSL", 1)
    // Words of names, sorted by bytes, and these bytes.
    case .searchWords: .words("SWRD", 2)
    case .searchWordText: .bytes("SWTX")
    // Ranks of the concepts that have a word, ascending.
    case .searchPostings: .words("SPST", 1)
    // Concepts in the order of search results: an ordinal each.
    case .searchOrder: .words("SORD", 1)
    // Where the bands of that order begin: a rank each.
    case .searchBands: .words("SBND", 1)
    // Ranges of words that many concepts have: first word and end; and a bit for each rank.
    case .searchMaps: .words("SMAP", 2)
    case .searchMapBits: .words("SMPB", 2)
    // Normalised names: low half of the key, ordinal of the concept.
    case .normalNames: .words("NRML", 2)
    // Drug words and names for spelling, by length, and their bytes.
    case .spellings: .words("SPEL", 3)
    case .spellingText: .bytes("SPTX")
    // Pairs of letters, and where the drug words that have them begin; indexes of these words.
    case .spellingPairs: .words("SPPR", 2)
    case .spellingPostings: .words("SPPO", 1)
    // The releases that history was taken from, oldest first.
    case .releases: .words("RELE", 3, strings: [ReleaseField.name, ReleaseField.date])
    // Names with the releases that hold them, by RxCUI.
    case .nameSpans: .words("NSPN", 4, strings: [NameSpanField.text])
    // NDCs with the releases that hold them, ascending; and their indexes by RxCUI.
    case .ndcSpans: .words("DSPN", 4)
    case .ndcSpansByConcept: .words("DSPC", 1)
    // The distinct content view flags of names, ascending from 0.
    case .contentViews: .words("CVFS", 1)
    // What texts are matched with: words that the matcher wrote.
    case .lexicon: .words("LEXI", 1)
    default: terminologySchema
    }
  }

  /// The sections that FHIR terminology adds; a catalog without such resources has none of them.
  private var terminologySchema: SectionSchema {
    switch self {
    // Parallel to `codeSystems`.
    case .codeSystemDetails:
      .words(
        "CSYX", 8, strings: [CodeSystemDetailField.hierarchyMeaning.rawValue],
        runs: [
          (.tuples, CodeSystemDetailField.declarations.rawValue),
          (.tuples, CodeSystemDetailField.identifiers.rawValue),
        ])
    case .hierarchy:
      .words(
        "CSYH", 3,
        indexes: [
          (HierarchyField.child, .codeSystemConcepts, false),
          (HierarchyField.parent, .codeSystemConcepts, false),
        ])
    case .propertyCodings:
      .words(
        "PRCD", 4, strings: Array(PropertyCodingField.system...PropertyCodingField.display),
        indexes: [(PropertyCodingField.property, .properties, false)])
    case .valueSets:
      .words(
        "VSET", 16,
        strings: words(ValueSetField.url, ValueSetField.inlineSystem) + [
          ValueSetField.timestamp.rawValue
        ],
        runs: [
          (.valueSetClauses, ValueSetField.clauses.rawValue),
          (.valueSetEntries, ValueSetField.entries.rawValue),
          (.tuples, ValueSetField.parameters.rawValue),
        ])
    case .valueSetClauses:
      .words(
        "VCLS", 12, strings: [ClauseField.system.rawValue, ClauseField.version.rawValue],
        runs: [
          (.tuples, ClauseField.filters.rawValue),
          (.tuples, ClauseField.imports.rawValue),
        ],
        indexes: [(ClauseField.valueSet.rawValue, .valueSets, false)])
    case .valueSetEntries:
      .words(
        "VENT", 10, strings: words(ValueSetEntryField.system, ValueSetEntryField.display),
        runs: [
          (.tuples, ValueSetEntryField.designations.rawValue)
        ],
        indexes: [
          (ValueSetEntryField.valueSet.rawValue, .valueSets, false),
          (ValueSetEntryField.clause.rawValue, .valueSetClauses, true),
          (ValueSetEntryField.parent.rawValue, .valueSetEntries, true),
        ])
    case .conceptMaps:
      .words(
        "CMAP", 12, strings: words(ConceptMapField.url, ConceptMapField.targetScope),
        runs: [(.mapGroups, ConceptMapField.groups.rawValue)])
    case .mapGroups:
      .words(
        "CMGR", 12,
        strings: words(MapGroupField.source, MapGroupField.targetVersion)
          + words(MapGroupField.unmappedMode, MapGroupField.unmappedURL),
        runs: [(.mappings, MapGroupField.mappings.rawValue)],
        indexes: [(MapGroupField.map.rawValue, .conceptMaps, false)])
    case .mappings:
      .words(
        "CMEL", 12, strings: words(MappingField.sourceSystem, MappingField.comment),
        runs: [(.tuples, MappingField.attributes.rawValue)],
        indexes: [(MappingField.group.rawValue, .mapGroups, false)])
    case .namingSystems:
      .words(
        "NSYS", 8,
        strings: words(NamingSystemField.name, NamingSystemField.file)
          + [NamingSystemField.url.rawValue, NamingSystemField.version.rawValue],
        runs: [(.tuples, NamingSystemField.names.rawValue)])
    // Four strings that belong together.
    case .tuples: .words("TUPL", 4, strings: [0, 1, 2, 3])
    // What terminology knows codes by.
    case .termKeys: .words("TKEY", 4, strings: [TermKeyField.system, TermKeyField.code])
    // Hash slots of these keys, and the groups that share a hash.
    case .termSlots: .words("TSLT", 2)
    case .termEntries: .words("TENT", 1)
    default: preconditionFailure("section \(self) has no schema")
    }
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
