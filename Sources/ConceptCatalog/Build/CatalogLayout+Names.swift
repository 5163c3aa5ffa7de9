// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Names of a concept stand in the order of use: rows of SAB RXNORM before
// other sources, the main row before extra names, unsuppressed before
// suppressed; among other sources unsuppressed and unrestricted rows first.
// The first row of the order gives the main name.

extension CatalogLayout {
  mutating func layOutNames() {
    let names = sortedNames()
    let owners = names.map(\.concept)
    var words: [UInt32] = []
    words.reserveCapacity(names.count * 8)
    var keys: [(hash: UInt64, record: UInt32)] = []
    keys.reserveCapacity(names.count)
    var place = 0
    var starts: [(ordinal: Int, run: Range<Int>)] = []
    forEachRun(of: owners) { starts.append(($0, $1)) }
    // Main and display names first, side by side: a look-up reads both, and of
    // 56,000 concepts they are 5 MB, not spread over all strings.
    for (ordinal, run) in starts { describeConcept(ordinal, names: names[run]) }
    for (ordinal, run) in starts {
      for index in run {
        let row = names[index].row
        countSource(row.source, 0)
        words.append(pool.reference(row.text))
        words.append(pool.reference(row.code))
        words.append(row.rxaui)
        words.append(UInt32(ordinal))
        words.append(symbol(row.source) | symbol(row.termType) << 16)
        words.append(symbol(row.language) | UInt32(row.suppress) << 16)
        words.append(row.cvf)
        words.append(0)
        let text = pool.text(row.text)
        keys.append((KeyHash.of(NameKey.of(text.span)), UInt32(place)))
        addCode(of: row, ordinal: UInt32(ordinal))
        place += 1
      }
    }
    sections.append(SectionBytes(.names, words: words))
    let index = GroupIndex(keys)
    sections.append(SectionBytes(.nameSlots, words: index.slots))
    sections.append(SectionBytes(.nameEntries, words: index.entries))
  }

  /// The final number of a symbol, widened for packing.
  func symbol(_ number: UInt16) -> UInt32 {
    UInt32(renumbered[Int(number)])
  }

  private struct OwnedName {
    var concept: UInt32
    var rank: UInt64
    var row: NameRow
  }

  private func sortedNames() -> [OwnedName] {
    let ranking = NameRanking(rows, renumbered)
    var names = rows.names.map { row in
      OwnedName(concept: ordinal(of: row.rxcui) ?? 0, rank: ranking.rank(of: row), row: row)
    }
    let strings = rows.strings
    names.sort { left, right in
      if left.concept != right.concept { return left.concept < right.concept }
      if left.rank != right.rank { return left.rank < right.rank }
      let (a, b) = (left.row, right.row)
      if a.text != b.text { return strings.precedes(a.text, b.text) }
      if a.code != b.code { return strings.precedes(a.code, b.code) }
      if a.rxaui != b.rxaui { return a.rxaui < b.rxaui }
      if a.language != b.language { return symbol(a.language) < symbol(b.language) }
      return (a.suppress, a.cvf) < (b.suppress, b.cvf)
    }
    return names
  }

  private mutating func describeConcept(_ ordinal: Int, names: ArraySlice<OwnedName>) {
    guard let main = names.first?.row else { return }
    let base = ordinal * 16
    let rxnorm = WellKnownSymbol.number(of: "RXNORM")
    let display = displayRow(names) ?? main
    conceptWords[base + ConceptField.name] = pool.reference(main.text)
    conceptWords[base + ConceptField.displayName] = pool.reference(display.text)
    conceptWords[base + ConceptField.lengths] =
      storedLength(main.text) | storedLength(display.text) << 16
    conceptWords[base + ConceptField.firstName] = UInt32(names.startIndex)
    conceptWords[base + ConceptField.nameCount] = UInt32(names.count)
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

  /// PSN unsuppressed, main row unsuppressed, main row, any row of RXNORM, best source.
  private func displayRow(_ names: ArraySlice<OwnedName>) -> NameRow? {
    let psn = WellKnownSymbol.number(of: TermType.prescribableName.rawValue)
    let rxnorm = WellKnownSymbol.number(of: "RXNORM")
    return names.first {
      $0.row.source == rxnorm && $0.row.termType == psn && $0.row.suppress == UInt8(ascii: "N")
    }?.row ?? names.first?.row
  }
}

/// The order of use of a concept's names; smaller comes first.
private struct NameRanking {
  private let rxnorm = WellKnownSymbol.number(of: "RXNORM") ?? 0
  private let renumbered: [UInt16]
  private var extra: Set<UInt16> = []
  private var unrestricted: Set<UInt16> = []

  init(_ rows: BuildRows, _ renumbered: [UInt16]) {
    self.renumbered = renumbered
    for termType in [TermType.prescribableName, .synonym, .tallManSynonym, .entryTerm] {
      if let number = WellKnownSymbol.number(of: termType.rawValue) { extra.insert(number) }
    }
    for row in rows.sources where row.restriction == 0 { unrestricted.insert(row.abbreviation) }
  }

  /// From high to low: another source; extra name (RXNORM); suppression;
  /// restricted, source (others); term type.
  func rank(of row: NameRow) -> UInt64 {
    let suppression: UInt64 =
      switch row.suppress {
      case UInt8(ascii: "N"): 0
      case UInt8(ascii: "E"): 1
      case UInt8(ascii: "O"): 2
      default: 3
      }
    var rank = suppression << 40 | UInt64(renumbered[Int(row.termType)])
    if row.source == rxnorm {
      if extra.contains(row.termType) { rank |= 1 << 42 }
    } else {
      rank |= 1 << 43 | UInt64(renumbered[Int(row.source)]) << 16
      if !unrestricted.contains(row.source) { rank |= 1 << 32 }
    }
    return rank
  }
}
