// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import RxNormRelease
internal import Threads

// Names of a concept are in order of preference: rows of SAB RXNORM before
// other sources, the main row before extra names, unsuppressed before
// suppressed; among other sources unsuppressed and unrestricted rows first. The
// first row of the order gives the main name.

extension CatalogLayout {
  mutating func layOutNames() {
    let owned = sortedNames()
    // Main and display names first, side by side: a look-up reads both, and of
    // 56,000 concepts they are 5 MB, not spread over all strings.
    for ordinal in 0..<owned.conceptCount { describeConcept(ordinal, owned) }
    let names = rows.names
    let hashes = nameHashes(owned)
    let views = ContentViews(names)
    let sources = renumbered.indices.map { sourceIndex(UInt16($0)) << 16 }
    let rxnorm = WellKnownSymbol.number(of: "RXNORM")
    LargePages.reserve(owned.rows.count, in: &nameKeys)
    LargePages.reserve(owned.rows.count, in: &codeKeys)
    var words: [UInt32] = []
    LargePages.reserve(owned.rows.count * 6, in: &words)
    for ordinal in 0..<owned.conceptCount {
      for place in owned.run(of: ordinal) {
        let row = names[Int(owned.rows[place])]
        words.add([
          pool.reference(row.text), pool.reference(row.code), row.rxaui, UInt32(ordinal),
          symbol(row.termType) | sources[Int(row.source)] | UInt32(row.suppress) << 24,
          symbol(row.language) | views.index(of: row.cvf) << 16,
        ])
        nameKeys.append((hashes[place].name, UInt32(ordinal)))
        // RXNORM's codes are the RxCUIs.
        if row.code != 0, row.source != rxnorm {
          codeKeys.append((hashes[place].code, UInt32(place)))
        }
      }
    }
    contentViewCount = views.values.count
    sections.append(SectionBytes(.names, words: words))
    sections.append(SectionBytes(.contentViews, words: views.values))
    rows.names = []
  }

  /// The hashes of each name's key, and of its code within its source.
  private func nameHashes(_ owned: OwnedRows) -> [(name: UInt64, code: UInt64)] {
    let names = rows.names
    let strings = rows.strings
    let sources = renumbered.map { symbolStrings[Int($0)] }
    let parts = Workers.split(0..<owned.rows.count, threads: threads) { range in
      var hashes: [(name: UInt64, code: UInt64)] = []
      hashes.reserveCapacity(range.count)
      let bytes = strings.bytes.span
      for place in range {
        let row = names[Int(owned.rows[place])]
        hashes.append(
          (
            NameKey.hash(of: bytes.extracting(strings.range(of: row.text))),
            KeyHash.of(
              system: bytes.extracting(strings.range(of: sources[Int(row.source)])),
              code: bytes.extracting(strings.range(of: row.code)))
          ))
      }
      return hashes
    }
    return ParallelArray.joined(parts)
  }

  /// The final number of a symbol, widened for packing.
  func symbol(_ number: UInt16) -> UInt32 {
    UInt32(renumbered[Int(number)])
  }

  /// In the order of use within each concept.
  private mutating func sortedNames() -> OwnedRows {
    let owned = owned(rows.names.lazy.map { $0.rxcui }, what: "names")
    let restrictions = rows.sources.filter { $0.restriction > 0 }.map(\.abbreviation)
    let free = Set(rows.sources.map(\.abbreviation)).subtracting(restrictions)
    let ranking = NameRanking(freeSources: Set(free.map { sourceIndex($0) }))
    let sources = renumbered.indices.map { sourceIndex(UInt16($0)) }
    let names = rows.names
    let strings = rows.strings
    let renumbered = renumbered
    return owned.sorted(
      threads: threads,
      key: { row in
        // A rank has 44 bits; the text's first 20 decide most of the rest.
        let name = names[Int(row)]
        let rank = ranking.rank(
          termType: renumbered[Int(name.termType)], source: sources[Int(name.source)],
          suppress: name.suppress)
        return rank << 20 | strings.head(of: name.text) >> 44
      },
      precedes: { left, right in
        let (a, b) = (names[Int(left)], names[Int(right)])
        if a.text != b.text { return strings.precedes(a.text, b.text) }
        if a.code != b.code { return strings.precedes(a.code, b.code) }
        if a.rxaui != b.rxaui { return a.rxaui < b.rxaui }
        if a.language != b.language {
          return renumbered[Int(a.language)] < renumbered[Int(b.language)]
        }
        return (a.suppress, a.cvf) < (b.suppress, b.cvf)
      })
  }

  private mutating func describeConcept(_ ordinal: Int, _ owned: OwnedRows) {
    let run = owned.run(of: ordinal)
    guard let first = run.first else { return }
    let main = rows.names[Int(owned.rows[first])]
    let base = ordinal * 16
    let rxnorm = WellKnownSymbol.number(of: "RXNORM")
    let display = displayRow(owned, run) ?? main
    conceptWords[base + ConceptField.name] = pool.reference(main.text)
    conceptWords[base + ConceptField.displayName] = pool.reference(display.text)
    conceptWords[base + ConceptField.lengths] =
      storedLength(main.text) | storedLength(display.text) << 16
    conceptWords[base + ConceptField.names] = UInt32(run.lowerBound)
    conceptWords[base + ConceptField.names + 1] = UInt32(run.count)
    conceptWords[base + ConceptField.source] = symbol(main.source)
    var flags: UInt32 = 0
    if main.source == rxnorm {
      flags |= ConceptField.liveFlag
      // Other sources' rows say nothing about the concept (RXNCONSO, CVF).
      if main.cvf & 4096 != 0 { flags |= ConceptField.prescribableFlag }
    }
    conceptWords[base + ConceptField.kind] =
      symbol(main.termType) | UInt32(main.suppress) << 16 | flags << 24
  }

  private func storedLength(_ text: UInt32) -> UInt32 {
    UInt32(min(pool.text(text).count, Int(ConceptField.longText)))
  }

  /// The first unsuppressed PSN; where there is none the main row is the display name.
  ///
  /// The order of the rows puts main row, any row of RXNORM and best source in this order.
  private func displayRow(_ owned: OwnedRows, _ run: Range<Int>) -> NameRow? {
    let psn = WellKnownSymbol.number(of: TermType.prescribableName.rawValue)
    let rxnorm = WellKnownSymbol.number(of: "RXNORM")
    for place in run {
      let row = rows.names[Int(owned.rows[place])]
      // Rows of RXNORM come first.
      guard row.source == rxnorm else { return nil }
      if row.termType == psn, row.suppress == UInt8(ascii: "N") { return row }
    }
    return nil
  }
}

/// The order of use of a concept's names; smaller comes first.
struct NameRanking {
  private let extra = WellKnownSymbol.numbers(of: TermType.extraNames)
  /// Indexes of the sources without restriction.
  private let freeSources: Set<UInt32>

  init(freeSources: Set<UInt32>) { self.freeSources = freeSources }

  /// From high to low: another source; extra name (RXNORM); suppression;
  /// restricted, source (others); term type.
  ///
  /// - Parameters:
  ///   - termType: A final symbol.
  ///   - source: The source's index, which is in the order of the symbols; RXNORM's is 0.
  ///   - suppress: The letter.
  /// - Returns: A number of 44 bits.
  func rank(termType: UInt16, source: UInt32, suppress: UInt8) -> UInt64 {
    let suppression: UInt64 =
      switch suppress {
      case UInt8(ascii: "N"): 0
      case UInt8(ascii: "E"): 1
      case UInt8(ascii: "O"): 2
      default: 3
      }
    var rank = suppression << 40 | UInt64(termType)
    if source == 0 {
      if extra.contains(termType) { rank |= 1 << 42 }
    } else {
      rank |= 1 << 43 | UInt64(source) << 16
      if !freeSources.contains(source) { rank |= 1 << 32 }
    }
    return rank
  }
}

private struct ContentViews {
  /// Ascending from 0.
  let values: [UInt32]
  private let indexes: [UInt32: UInt32]

  init(_ names: [NameRow]) {
    var found: Set<UInt32> = [0]
    var last: UInt32 = 0
    for row in names where row.cvf != last {
      last = row.cvf
      found.insert(last)
    }
    values = found.sorted()
    var indexes: [UInt32: UInt32] = [:]
    for (index, value) in values.enumerated() { indexes[value] = UInt32(index) }
    self.indexes = indexes
  }

  @inline(__always)
  func index(of flag: UInt32) -> UInt32 {
    flag == 0 ? 0 : indexes[flag] ?? 0
  }
}
