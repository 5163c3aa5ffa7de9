// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Names of a concept stand in the order of use: rows of SAB RXNORM before
// other sources, the main row before extra names, unsuppressed before
// suppressed. The first row of the order gives the main name.

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
        keys.append((KeyHash.of(NameKey.of(bytes: Array(pool.text(row.text)))), UInt32(place)))
        addCode(of: row, ordinal: UInt32(ordinal))
        place += 1
      }
      describeConcept(ordinal, names: names[run])
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
    /// Rank by source, kind of row and suppression; smaller comes first.
    var rank: UInt32
    var row: NameRow
  }

  private func sortedNames() -> [OwnedName] {
    let source = WellKnownSymbol.number(of: "RXNORM") ?? 0
    var extra = Set<UInt16>()
    for termType in [TermType.prescribableName, .synonym, .tallManSynonym, .entryTerm] {
      if let number = WellKnownSymbol.number(of: termType.rawValue) { extra.insert(number) }
    }
    var names = rows.names.map { row in
      OwnedName(
        concept: ordinal(of: row.rxcui) ?? 0,
        rank: rank(of: row, rxnorm: source, extra: extra), row: row)
    }
    let strings = rows.strings
    names.sort { left, right in
      if left.concept != right.concept { return left.concept < right.concept }
      if left.rank != right.rank { return left.rank < right.rank }
      if left.row.text != right.row.text { return strings.precedes(left.row.text, right.row.text) }
      if left.row.code != right.row.code { return strings.precedes(left.row.code, right.row.code) }
      return left.row.rxaui < right.row.rxaui
    }
    return names
  }

  private func rank(of row: NameRow, rxnorm: UInt16, extra: Set<UInt16>) -> UInt32 {
    var rank: UInt32 = row.source == rxnorm ? 0 : 1 << 30
    if extra.contains(row.termType) { rank |= 1 << 29 }
    switch row.suppress {
    case UInt8(ascii: "N"): break
    case UInt8(ascii: "E"): rank |= 1 << 27
    case UInt8(ascii: "O"): rank |= 2 << 27
    default: rank |= 3 << 27
    }
    return rank | symbol(row.termType)
  }

  private mutating func describeConcept(_ ordinal: Int, names: ArraySlice<OwnedName>) {
    guard let main = names.first?.row else { return }
    let base = ordinal * 16
    let rxnorm = WellKnownSymbol.number(of: "RXNORM")
    let display = displayRow(names) ?? main
    conceptWords[base + ConceptField.name] = pool.reference(main.text)
    conceptWords[base + ConceptField.displayName] = pool.reference(display.text)
    conceptWords[base + ConceptField.firstName] = UInt32(names.startIndex)
    conceptWords[base + ConceptField.nameCount] = UInt32(names.count)
    conceptWords[base + ConceptField.source] = symbol(main.source)
    var flags: UInt32 = 0
    if main.source == rxnorm { flags |= ConceptField.liveFlag }
    if main.cvf & 4096 != 0 { flags |= ConceptField.prescribableFlag }
    conceptWords[base + ConceptField.kind] =
      symbol(main.termType) | UInt32(main.suppress) << 16 | flags << 24
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
