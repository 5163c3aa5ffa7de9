// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import MedicationModel
internal import RxNormRelease
internal import Threads

// Rows become sections. Every order here is total and depends only on the
// values, so that the same release gives the same bytes in whatever order its
// rows are.

struct CatalogLayout {
  var rows: BuildRows
  var pool: FilePool
  /// String numbers of the symbols, in their final order.
  let symbolStrings: [UInt32]
  /// Final number of each symbol that was given out while reading.
  let renumbered: [UInt16]

  /// Numbers of the properties that make the hierarchy of a code system.
  let hierarchyNames: HierarchyPropertyNames
  let threads: Int
  private let hasSearch: Bool
  private let lexicon: LexiconMaker?
  let ordinals: OrdinalTable
  /// Symbols of the sources; a position is the source index of relations and attributes.
  var sourceSymbols: [UInt16] = []
  var sourceIndexes: [UInt16: UInt32] = [:]
  /// 16 words a concept, filled part by part.
  var conceptWords: [UInt32] = []
  var nameKeys: [(hash: UInt64, record: UInt32)] = []
  var codeKeys: [(hash: UInt64, record: UInt32)] = []
  var codeWords: [UInt32] = []
  /// How many content view flags there are; their indexes have 16 bits.
  var contentViewCount = 0
  var sections: [SectionBytes] = []
  /// Runs that are put into the concepts when nothing reads them any more.
  var laterRuns: [(owned: OwnedRows, field: Int)] = []
  /// Rows without a code, or with one that the release does not hold, by kind; said in the facts.
  var strays: [String: Int]

  /// The catalog file, and how many rows of which kinds were skipped.
  ///
  /// - Throws: ``CatalogError`` `catalog.too-large` where a count exceeds its field.
  static func file(
    of rows: consuming BuildRows, path: String, threads: Int, leftOut: CatalogParts,
    lexicon: LexiconMaker?
  ) throws(CatalogError) -> ([FilePiece], skipped: [(kind: String, count: Int)]) {
    // Before anything is made of numbers that were cut.
    guard rows.strings.fits else { throw .tooLarge(path, "the text of the release") }
    guard !rows.hasTooManySymbols else {
      throw .tooLarge(path, "the release's count of distinct abbreviations")
    }
    var layout = CatalogLayout(
      rows: rows, threads: threads, hasSearch: !leftOut.contains(.searchIndex), lexicon: lexicon)
    try layout.layOut(path: path)
    let skipped = layout.strays.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return (
      SectionWriter.pieces(of: layout.sections, threads: threads),
      skipped.map { (kind: $0.key, count: $0.value) }
    )
  }

  private init(
    rows given: consuming BuildRows, threads: Int, hasSearch: Bool, lexicon: LexiconMaker?
  ) {
    var rows = given
    self.hasSearch = hasSearch
    self.threads = threads
    self.lexicon = hasSearch ? lexicon : nil
    ordinals = OrdinalTable(rows.names.lazy.map { $0.rxcui })
    let (texts, renumbered) = rows.symbols.sortedNumbers()
    symbolStrings = texts.map { rows.strings.number(of: $0) }
    hierarchyNames = HierarchyPropertyNames(&rows.strings)
    self.renumbered = renumbered
    rows.strings.finish()
    pool = FilePool(rows.strings)
    strays = rows.passedOver
    self.rows = rows
  }

  private mutating func layOut(path: String) throws(CatalogError) {
    numberConcepts()
    numberSources()
    guard sourceSymbols.count <= 255 else {
      throw .tooLarge(path, "\(sourceSymbols.count) sources")
    }
    layOutNamesAndRelations()
    guard contentViewCount <= 1 << 16 else {
      throw .tooLarge(path, "\(contentViewCount) content view flags")
    }
    layOutCodeSystems()
    layOutCodes()
    layOutSources()
    layOutSymbols()
    let strings = pool.takeBytes(threads: threads)
    layOutIndexesAndRest(searchSource(strings))
    for (owned, field) in laterRuns { setRuns(owned, field) }
    flagRetiredConcepts()
    sections.append(SectionBytes(.concepts, words: conceptWords))
    guard pool.byteCount < Int(UInt32.max) else { throw .tooLarge(path, "the string pool") }
    for section in sections where section.count > Int(UInt32.max) {
      throw .tooLarge(path, "section \(section.id.name)")
    }
    sections.append(
      SectionBytes(.strings, parts: [strings, pool.takeBytes(threads: threads)]))
  }

  /// The concepts' codes, ascending; a position is an ordinal.
  var codes: [UInt32] { ordinals.codes }

  /// Both at the same time: what is given to the other thread gives out no string reference.
  private mutating func layOutNamesAndRelations() {
    let relations = RelationLayout(self)
    let archive = ArchiveOrder(self)
    let ndcs = NDCOrder(self)
    rows.relations = []
    rows.archive = []
    rows.ndcs = []
    let (ready, _) = Workers.both(
      threads > 1, { (relations.laidOut(), archive.sorted(), ndcs.sorted()) },
      { layOutNames() })
    rows.archive = ready.1
    let laidOut = ready.0
    setRuns(laidOut.owned, ConceptField.relations)
    sections.append(SectionBytes(.relations, words: laidOut.words))
    if laidOut.strayCount > 0 {
      strays["relations between codes that are not in RXNCONSO"] = laidOut.strayCount
    }
    layOutNDCs(ready.2)
  }

  /// The indexes at the same time as the rest: they give out no reference, either.
  private mutating func layOutIndexesAndRest(_ source: SearchSource) {
    let (nameKeys, codeKeys, part) = (nameKeys, codeKeys, max(1, threads / 3))
    self.nameKeys = []
    self.codeKeys = []
    let hasSearch = hasSearch
    let (search, (indexes, lexicon)) = Workers.both(
      threads > 1, { hasSearch ? source.sections() : [] }
    ) {
      Workers.both(
        threads > 2,
        { (GroupIndex(nameKeys, threads: part), GroupIndex(codeKeys, threads: part)) },
        {
          layOutRest()
          return self.lexicon.map { source.lexicon(by: $0) }
        })
    }
    sections.append(SectionBytes(.nameSlots, words: indexes.0.slots))
    sections.append(SectionBytes(.nameEntries, words: indexes.0.entries))
    sections.append(SectionBytes(.codeSlots, words: indexes.1.slots))
    sections.append(SectionBytes(.codeEntries, words: indexes.1.entries))
    sections += search
    if let lexicon { sections.append(SectionBytes(.lexicon, words: lexicon)) }
  }

  private mutating func layOutRest() {
    layOutAttributes()
    layOutSemanticTypes()
    layOutArchive()
    layOutRetirements()
    layOutReleases()
    layOutVocabulary()
    layOutAttachments()
    layOutTerminology()
  }

  // MARK: Concepts and sources

  private mutating func numberConcepts() {
    conceptWords = [UInt32](repeating: 0, count: codes.count * 16)
    for (ordinal, code) in codes.enumerated() {
      conceptWords[ordinal * 16 + ConceptField.rxcui] = code
    }
    layOutCodeBitmap()
  }

  @inline(__always)
  func ordinal(of code: UInt32) -> UInt32? { ordinals.ordinal(of: code) }

  private mutating func layOutCodeBitmap() {
    let chunkCount = Int((codes.last ?? 0) >> CodeBitmap.chunkShift) + 1
    var chunks = [UInt32](repeating: 0, count: chunkCount)
    var words: [UInt32] = []
    var ordinal = 0
    for chunk in 0..<chunkCount {
      let start = ordinal
      while ordinal < codes.count, Int(codes[ordinal] >> CodeBitmap.chunkShift) == chunk {
        ordinal += 1
      }
      if start == ordinal { continue }
      chunks[chunk] = UInt32(words.count / 3 + 1)
      words += codeBitmapWords(ofChunk: start..<ordinal)
    }
    sections.append(SectionBytes(.codeChunks, words: chunks))
    sections.append(SectionBytes(.codeBits, words: words))
  }

  /// The records of a chunk that holds some codes.
  private func codeBitmapWords(ofChunk ordinals: Range<Int>) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: CodeBitmap.recordsPerChunk * 3)
    var next = ordinals.lowerBound
    for record in 0..<CodeBitmap.recordsPerChunk {
      words[record * 3 + 2] = UInt32(next)
      while next < ordinals.upperBound {
        let within = Int(codes[next] & CodeBitmap.chunkMask)
        guard within / CodeBitmap.codesPerRecord == record else { break }
        let bit = within % CodeBitmap.codesPerRecord
        words[record * 3 + bit / 32] |= 1 << UInt32(bit % 32)
        next += 1
      }
    }
    return words
  }

  private mutating func numberSources() {
    var used: Set<UInt16> = []
    for symbol in rows.symbols.texts.indices where rowCounts(ofSource: symbol) != [0, 0, 0] {
      used.insert(UInt16(symbol))
    }
    used.formUnion(rows.sources.map(\.abbreviation))
    let rxnorm = WellKnownSymbol.number(of: "RXNORM") ?? 1
    used.remove(rxnorm)
    sourceSymbols = [rxnorm] + used.map { renumbered[Int($0)] }.sorted()
    for (index, symbol) in sourceSymbols.enumerated() { sourceIndexes[symbol] = UInt32(index) }
  }

  func sourceIndex(_ number: UInt16) -> UInt32 {
    sourceIndexes[renumbered[Int(number)]] ?? 0
  }

  /// Rows of RXNCONSO, RXNREL and RXNSAT of a source, given its number while reading.
  func rowCounts(ofSource symbol: Int) -> [UInt32] {
    [
      rows.nameCounts.count(of: symbol), rows.relationCounts.count(of: symbol),
      rows.attributeCounts.count(of: symbol),
    ]
  }

  mutating func setRuns(_ owned: OwnedRows, _ field: Int) {
    for ordinal in 0..<owned.conceptCount {
      let run = owned.run(of: ordinal)
      if run.isEmpty { continue }
      conceptWords[ordinal * 16 + field] = UInt32(run.lowerBound)
      conceptWords[ordinal * 16 + field + 1] = UInt32(run.count)
    }
  }

  /// The rows whose code is a concept, by concept; the others are counted.
  mutating func owned(_ codes: some Collection<UInt32>, what: String) -> OwnedRows {
    var owners: [UInt32] = []
    owners.reserveCapacity(codes.count)
    var strayCount = 0
    for code in codes {
      if let owner = ordinal(of: code) {
        owners.append(owner)
      } else {
        owners.append(OwnedRows.none)
        strayCount += 1
      }
    }
    if strayCount > 0 {
      strays["\(what) of codes that are not in RXNCONSO", default: 0] += strayCount
    }
    return OwnedRows(owners, conceptCount: ordinals.codes.count)
  }
}

// The search index, and the lexicon, are made of finished sections and nothing else, so that a
// reader can make it again and compare (`Catalog.verifySearchIndex`). Of a
// concept's record it needs neither attributes nor semantic types nor what was
// retired: these are laid out at the same time.

extension CatalogLayout {
  /// What the search index is made of: shared, not copied.
  struct SearchSource: Sendable {
    fileprivate let concepts: [UInt32]
    fileprivate let names: [UInt32]
    fileprivate let relations: [UInt32]
    fileprivate let sources: [UInt32]
    fileprivate let strings: [UInt8]
    fileprivate let isOfficial: Bool

    func sections() -> [SectionBytes] { SearchIndexBuilder.sections(of: spans) }

    func lexicon(by maker: LexiconMaker) -> [UInt32] { maker(spans) }

    private var spans: SectionSpans {
      @_lifetime(borrow self)
      get {
        // Words as bytes: every bit pattern is one.
        unsafe SectionSpans(
          concepts: concepts.span.bytes, names: names.span.bytes, relations: relations.span.bytes,
          sources: sources.span.bytes, strings: strings.span, isOfficial: isOfficial)
      }
    }
  }

  /// Takes hold of the sections that the search index is made of; they must be there.
  func searchSource(_ strings: [UInt8]) -> SearchSource {
    func words(of id: SectionID) -> [UInt32] {
      sections.first { $0.id == id }?.content.first?.storedWords ?? []
    }
    return SearchSource(
      concepts: FilePiece.words(conceptWords).storedWords, names: words(of: .names),
      relations: words(of: .relations), sources: words(of: .sources), strings: strings,
      isOfficial: rows.facts["release.official"] == "yes")
  }
}
