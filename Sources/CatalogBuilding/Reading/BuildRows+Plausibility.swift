// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import RxNormRelease

// Signs that a release is not as its publisher made it: columns are in another order, or much of a
// table is missing. Each row is well formed for itself, so only all of them together show it. A
// sign is what holds of many rows, and in a sound release of hardly any: neither unknown term
// types nor odd rows, nor a release of few sources or of one week, are refused.

/// How many rows of a release were looked at, and how many of them are odd.
struct RowShare {
  var odd = 0
  var all = 0
  /// Fewer rows without a concept are an oddity of a small release that was made by hand.
  private static let leastAbsent = 100

  mutating func count(_ isOdd: Bool) {
    all += 1
    if isOdd { odd += 1 }
  }

  /// Throws if most rows of a table are odd; an earlier release is named.
  func check(
    _ table: RRFTable, _ what: String, of release: String? = nil
  ) throws(ReleaseError) {
    guard odd * 2 > all else { return }
    throw .columns(table, "\(odd) of \(all) rows \(what)", expected: "few or none", of: release)
  }

  /// Throws if the concepts of a third of the rows of a table are missing: they were cut off.
  func checkConcepts(of table: RRFTable, of release: String? = nil) throws(ReleaseError) {
    guard odd >= Self.leastAbsent, odd * 3 > all else { return }
    throw .cut(.concepts, lacking: odd, of: all, in: table, of: release)
  }
}

extension ReleaseError {
  /// The error of a table in which no row is RXNORM's own.
  static func lacksRXNORM(of release: String? = nil) -> ReleaseError {
    .columns(.concepts, "no row has SAB RXNORM", expected: "RXNORM's names", of: release)
  }
}

extension BuildRows {
  /// RXNORM among the symbols, which has the same number in every build.
  private static let rxnorm = WellKnownSymbol.number(of: "RXNORM") ?? 1
  /// The types of names that are known, as symbols.
  static let termTypes = Set(
    WellKnownSymbol.termTypes.compactMap { WellKnownSymbol.number(of: $0) })

  /// Throws if the rows cannot be those of a sound release.
  func checkPlausibility(isWeekly: Bool) throws(ReleaseError) {
    for (table, counts) in [
      (RRFTable.concepts, nameCounts), (.relations, relationCounts), (.attributes, attributeCounts),
    ] {
      // No text, or a word with a fixed number that is not a source's.
      let others = [0] + Array(WellKnownSymbol.sourceCount + 1..<WellKnownSymbol.all.count)
      let odd = others.reduce(0) { $0 + Int(counts.count(of: $1)) }
      try RowShare(odd: odd, all: counts.total).check(table, "have no source as SAB")
    }
    guard names.isEmpty || nameCounts.count(of: Int(Self.rxnorm)) > 0 else {
      throw .lacksRXNORM()
    }
    try refuseNames("have an unknown TTY") { !Self.termTypes.contains($0.termType) }
    try refuseNames("have their RXCUI as STR") { number($0.text) == $0.rxcui }
    try refuseNames("have CODE equal to RXAUI and not to RXCUI") {
      $0.rxaui != $0.rxcui && number($0.code) == $0.rxaui
    }
    try checkDirection(of: "consists_of", to: ["SCDC", "SBDC"])
    try checkDirection(of: "has_ingredient", to: ["IN", "BN"])
    if !isWeekly { try checkConcepts() }
  }

  /// The number that a string writes; `nil` for another string.
  private func number(_ string: UInt32) -> UInt32? {
    UInt32(String(decoding: strings.bytes(of: string), as: UTF8.self))
  }

  private static func share<Row>(
    _ rows: [Row], of isMeant: (Row) -> Bool, _ isOdd: (Row) -> Bool
  ) -> RowShare {
    rows.reduce(into: RowShare()) { share, row in if isMeant(row) { share.count(isOdd(row)) } }
  }

  private func refuseNames(_ what: String, _ isOdd: (NameRow) -> Bool) throws(ReleaseError) {
    try Self.share(names, of: { $0.source == Self.rxnorm }, isOdd).check(
      .concepts, "of RXNORM " + what)
  }

  /// Concepts of types that have a relationship to nothing have it to others: RXCUI1 is RXCUI2.
  private func checkDirection(
    of relationship: String, to types: [String]
  ) throws(ReleaseError) {
    let types = types.compactMap { WellKnownSymbol.number(of: $0) }
    let ends = Set(
      names.lazy.filter { $0.source == Self.rxnorm && types.contains($0.termType) }.map(\.rxcui))
    let word = WellKnownSymbol.number(of: relationship)
    let share = Self.share(
      relations, of: { $0.relationship == word && $0.source == Self.rxnorm },
      { ends.contains($0.subject) && !ends.contains($0.object) })
    try share.check(.relations, "of \(relationship) lead the wrong way")
  }

  /// RXNORM's statements are about its own concepts: if a third of these is missing, it was cut off.
  private func checkConcepts() throws(ReleaseError) {
    let concepts = OrdinalTable(names.lazy.map { $0.rxcui })
    func isAbsent(_ code: UInt32) -> Bool { concepts.ordinal(of: code) == nil }
    try Self.share(attributes, of: { $0.source == Self.rxnorm }, { isAbsent($0.rxcui) })
      .checkConcepts(of: .attributes)
    try Self.share(
      relations, of: { $0.source == Self.rxnorm }, { isAbsent($0.subject) && isAbsent($0.object) }
    ).checkConcepts(of: .relations)
  }
}
