// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Rows become sections. Every order here is total and depends on the values
// alone, so that the same release gives the same bytes, however its rows are
// shuffled (S37, R24).

/// Lays out the sections of a catalog.
struct CatalogLayout {
  var rows: BuildRows
  var pool: FilePool
  /// String numbers of the symbols, in their final order.
  let symbolStrings: [UInt32]
  /// Final number of each symbol that was given out while reading.
  let renumbered: [UInt16]

  /// The concepts' codes, ascending; a position is an ordinal.
  var codes: [UInt32] = []
  /// Symbols of the sources; a position is the source index of relations and attributes.
  var sourceSymbols: [UInt16] = []
  var sourceIndexes: [UInt16: UInt32] = [:]
  var sourceCounts: [[UInt32]] = []
  /// 16 words a concept, filled part by part.
  var conceptWords: [UInt32] = []
  var codeKeys: [(hash: UInt64, record: UInt32)] = []
  var codeWords: [UInt32] = []
  var sections: [SectionBytes] = []
  /// Rows that name codes the release does not hold, by kind; said in the facts.
  var strays: [String: Int] = [:]

  /// The bytes of the catalog file.
  ///
  /// - Throws: ``CatalogError`` `catalog.too-large` where a count exceeds its field.
  static func file(of rows: consuming BuildRows, path: String) throws(CatalogError) -> [UInt8] {
    // Before anything is made of numbers that were cut.
    guard rows.strings.fits else { throw .tooLarge(path, "the text of the release") }
    guard !rows.hasTooManySymbols else {
      throw .tooLarge(path, "the release's count of distinct abbreviations")
    }
    var layout = CatalogLayout(rows: rows)
    try layout.layOut(path: path)
    return SectionWriter.file(of: layout.sections)
  }

  private init(rows given: consuming BuildRows) {
    var rows = given
    let (texts, renumbered) = rows.symbols.sortedNumbers()
    symbolStrings = texts.map { rows.strings.number(of: $0) }
    self.renumbered = renumbered
    pool = FilePool(rows.strings)
    self.rows = rows
  }

  private mutating func layOut(path: String) throws(CatalogError) {
    numberConcepts()
    numberSources()
    guard sourceSymbols.count <= 255 else {
      throw .tooLarge(path, "\(sourceSymbols.count) sources")
    }
    layOutNames()
    layOutRelations()
    layOutAttributes()
    layOutSemanticTypes()
    layOutNDCs()
    layOutArchive()
    layOutRetirements()
    flagRetiredConcepts()
    layOutReleases()
    layOutCodeSystems()
    layOutCodes()
    layOutSources()
    layOutVocabulary()
    layOutAttachments()
    sections.append(SectionBytes(.concepts, words: conceptWords))
    layOutSearch()
    guard pool.bytes.count < Int(UInt32.max) else { throw .tooLarge(path, "the string pool") }
    for section in sections where section.count > Int(UInt32.max) {
      throw .tooLarge(path, "section \(section.id.name)")
    }
    sections.append(SectionBytes(.strings, bytes: pool.bytes))
  }

  // MARK: Concepts and sources

  private mutating func numberConcepts() {
    var codes = rows.names.map(\.rxcui)
    codes.sort()
    var last: UInt32 = 0
    codes.removeAll { code in
      defer { last = code }
      return code == last
    }
    self.codes = codes
    conceptWords = [UInt32](repeating: 0, count: codes.count * 16)
    for (ordinal, code) in codes.enumerated() {
      conceptWords[ordinal * 16 + ConceptField.rxcui] = code
    }
    layOutCodeBitmap()
  }

  /// The ordinal of a code.
  ///
  /// - Complexity: O(log *n*).
  func ordinal(of code: UInt32) -> UInt32? {
    var low = 0
    var high = codes.count
    while low < high {
      let middle = (low + high) / 2
      if codes[middle] < code { low = middle + 1 } else { high = middle }
    }
    return low < codes.count && codes[low] == code ? UInt32(low) : nil
  }

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
    var used = Set(rows.names.map(\.source))
    used.formUnion(rows.relations.map(\.source))
    used.formUnion(rows.attributes.map(\.source))
    used.formUnion(rows.ndcs.map(\.source))
    used.formUnion(rows.sources.map(\.abbreviation))
    let rxnorm = WellKnownSymbol.number(of: "RXNORM") ?? 1
    used.remove(rxnorm)
    sourceSymbols = [rxnorm] + used.map { renumbered[Int($0)] }.sorted()
    for (index, symbol) in sourceSymbols.enumerated() { sourceIndexes[symbol] = UInt32(index) }
    sourceCounts = [[UInt32]](repeating: [0, 0, 0], count: sourceSymbols.count)
  }

  /// The index of a source, given its number while reading.
  func sourceIndex(_ number: UInt16) -> UInt32 {
    sourceIndexes[renumbered[Int(number)]] ?? 0
  }

  mutating func countSource(_ number: UInt16, _ column: Int) {
    sourceCounts[Int(sourceIndex(number))][column] += 1
  }

  /// Splits sorted rows into the runs of one concept each, dropping strays.
  func forEachRun(
    of owners: [UInt32], _ body: (_ ordinal: Int, _ run: Range<Int>) -> Void
  ) {
    var start = 0
    while start < owners.count {
      var end = start + 1
      while end < owners.count, owners[end] == owners[start] { end += 1 }
      body(Int(owners[start]), start..<end)
      start = end
    }
  }
}
