// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import RxNormRelease

// What is taken from several releases, each read separately: names and NDCs of
// SAB RXNORM with the releases that contain them, and from earlier ones what
// they say about retired codes. Everything else comes only from the newest.

struct EarlierReleases {
  /// Releases, oldest first; the last one is current.
  let releases: [RxNormRelease]
  private(set) var spans = ReleaseSpans()
  private(set) var tallies: [CatalogBuilder.EarlierTally] = []
  /// What each earlier release says of codes that it no longer held, oldest first.
  private(set) var statements: [Statements] = []

  struct Statements {
    /// The release's name, as a number in the pool.
    let release: UInt32
    var archive: [ArchiveRow] = []
    var retirements: [RetirementRow] = []
  }

  init(_ releases: [RxNormRelease]) {
    self.releases = releases
  }

  /// Bytes of the tables that are read.
  var byteCount: Int {
    releases.dropLast().reduce(0) { sum, release in
      sum + Self.tables.reduce(0) { $0 + release.byteCount(of: $1) }
    }
      + (releases.last.map { last in
        Self.tables.prefix(2).reduce(0) { $0 + last.byteCount(of: $1) }
      } ?? 0)
  }

  private static let tables: [RRFTable] = [
    .concepts, .attributes, .retiredConcepts, .conceptChanges, .atomArchive,
  ]

  /// Reads every release.
  ///
  /// - Throws: ``ReleaseError`` if a row cannot be read.
  mutating func read(
    strings: inout StringPool, symbols: inout SymbolTable,
    progress: ((String, Int) -> Void)?
  ) throws(ReleaseError) {
    var before = 0
    for (number, release) in releases.enumerated() {
      spans.releases.append(
        ReleaseSpans.Release(
          name: release.name, date: release.date ?? "", isOfficial: release.isOfficial,
          isPrescribable: release.isPrescribable))
      let isEarlier = number + 1 < releases.count
      var reading = EarlierReading(
        statements: Statements(release: strings.number(of: release.name)),
        isOfficial: release.isOfficial)
      // Taken out, so that what grows is not shared with what it was taken from.
      swap(&reading.spans, &spans)
      swap(&reading.strings, &strings)
      swap(&reading.symbols, &symbols)
      defer {
        spans = reading.spans
        strings = reading.strings
        symbols = reading.symbols
      }
      for table in isEarlier ? Self.tables : Array(Self.tables.prefix(2)) {
        let start = before
        let tally = try release.forEachRow(
          of: table,
          progress: progress.map { progress in
            { progress("\(table.fileName) of \(release.name)", start + $0) }
          }, { row throws(ReleaseError) in try reading.add(row) })
        before += release.byteCount(of: table)
        // The newest release is read and counted as a whole elsewhere.
        if isEarlier { tallies.append((release.name, table, tally)) }
      }
      guard isEarlier else { continue }
      try reading.checkPlausibility(of: release.name)
      statements.append(reading.statements)
    }
    spans.finish()
  }
}

private struct EarlierReading {
  var statements: EarlierReleases.Statements
  let isOfficial: Bool
  var spans = ReleaseSpans()
  var strings = StringPool()
  var symbols = SymbolTable()
  /// The codes that the release itself holds under SAB RXNORM.
  var live: Set<UInt32> = []
  /// RXNORM's names of an unknown type, and those that are their code; and its attributes of codes
  /// that have no name.
  private var (unknownTypes, codesAsNames, orphans) = (RowShare(), RowShare(), RowShare())

  init(statements: EarlierReleases.Statements, isOfficial: Bool) {
    (self.statements, self.isOfficial) = (statements, isOfficial)
  }

  /// Throws if the rows cannot be those of a sound release.
  func checkPlausibility(of release: String) throws(ReleaseError) {
    guard unknownTypes.all > 0 else { throw .lacksRXNORM(of: release) }
    try unknownTypes.check(.concepts, "of RXNORM have an unknown TTY", of: release)
    try codesAsNames.check(.concepts, "of RXNORM have their RXCUI as STR", of: release)
    try orphans.checkConcepts(of: .attributes, of: release)
  }

  mutating func add(_ row: borrowing RRFRow) throws(ReleaseError) {
    switch row.table {
    case .concepts: try addName(row)
    case .attributes: try addNDC(row)
    case .retiredConcepts: try addRetirement(row, from: 0, to: 4, origin: 4)
    case .conceptChanges: try addRetirement(row, from: 5, to: 6, origin: 5)
    case .atomArchive: try addArchive(row)
    default: break
    }
  }

  /// Numbers from 90000000 tie a reconstructed release together: they mean something else in
  /// each, so that nothing follows from one release to the next.
  private func isCode(_ rxcui: UInt32) -> Bool { isOfficial || rxcui < RxCUI.firstPlaceholder }

  private mutating func addName(_ row: borrowing RRFRow) throws(ReleaseError) {
    guard row.matches(11, "RXNORM"), let rxcui = try row.rxcui(0) else { return }
    let termType = symbols.number(of: row.field(12)) ?? 0
    unknownTypes.count(!BuildRows.termTypes.contains(termType))
    codesAsNames.count(
      row.field(14).count == row.field(0).count && row.string(14) == row.string(0))
    guard isCode(rxcui) else { return }
    live.insert(rxcui)
    spans.note(
      ReleaseSpans.NameKey(
        rxcui: rxcui, text: strings.number(of: row.field(14)), termType: termType,
        suppress: row.isEmpty(16) ? UInt8(ascii: "N") : row.field(16)[0]))
  }

  /// Only unsuppressed rows of RXNORM: no others say that an NDC belongs to this product.
  private mutating func addNDC(_ row: borrowing RRFRow) throws(ReleaseError) {
    guard row.matches(9, "RXNORM"), let rxcui = try row.rxcui(0), isCode(rxcui) else { return }
    orphans.count(!live.contains(rxcui))
    guard row.matches(8, "NDC"), row.isEmpty(11) || row.matches(11, "N"),
      let ndc = NationalDrugCode(elevenDigits: row.field(10))
    else { return }
    spans.note(ReleaseSpans.NDCKey(ndc: ndc.number, rxcui: rxcui))
  }

  /// Statements about a code that is still in the release are about its names, not the code.
  private mutating func addRetirement(
    _ row: borrowing RRFRow, from: Int, to: Int, origin: UInt32
  ) throws(ReleaseError) {
    guard let code = try row.rxcui(from), !live.contains(code), let target = try row.rxcui(to),
      target != code
    else { return }
    statements.retirements.append(
      RetirementRow(
        from: code, to: target, origin: origin, versionStart: statements.release, versionEnd: 0,
        cardinality: 0))
  }

  private mutating func addArchive(_ row: borrowing RRFRow) throws(ReleaseError) {
    guard row.matches(13, "RXNORM"), let code = try row.rxcui(12), !live.contains(code),
      !TermType(rawValue: row.string(14)).isExtraName
    else { return }
    try addRetirement(row, from: 12, to: 15, origin: 6)
    // Merges are among the retirements, so that the newest statement can count.
    statements.archive.append(
      ArchiveRow(
        rxcui: code, mergedInto: 0, rxaui: 0, text: strings.number(of: row.field(2)),
        source: symbols.number(of: row.field(13)) ?? 0,
        termType: symbols.number(of: row.field(14)) ?? 0,
        lastReleased: strings.number(of: row.field(9)), code: 0, archived: 0))
  }
}

// What was in which of several releases. A release has a number, 0 for the
// oldest; a span is a run of consecutive numbers. Rows that stay the same from
// release to release share one span, so twelve months cost little more than one.

/// A run of releases that hold something.
struct ReleaseRun: Hashable {
  var first: UInt16
  var last: UInt16
}

struct ReleaseSpans {
  /// One name of a code, as one release has it.
  struct NameKey: Hashable {
    let rxcui: UInt32
    /// Number of the text in the pool of strings.
    let text: UInt32
    /// Number of the term type among the symbols, as given out while reading.
    let termType: UInt16
    let suppress: UInt8
  }

  struct NDCKey: Hashable {
    let ndc: UInt64
    let rxcui: UInt32
  }

  var releases: [Release] = []
  private(set) var names: [(key: NameKey, run: ReleaseRun)] = []
  private(set) var ndcs: [(key: NDCKey, run: ReleaseRun)] = []
  private var lastOfName: [NameKey: Int] = [:]
  private var lastOfNDC: [NDCKey: Int] = [:]

  mutating func removeNames(where isRemoved: (NameKey) -> Bool) {
    names.removeAll { isRemoved($0.key) }
  }

  mutating func removeNDCs(where isRemoved: (NDCKey) -> Bool) {
    ndcs.removeAll { isRemoved($0.key) }
  }

  struct Release {
    let name: String
    let date: String
    let isOfficial: Bool
    let isPrescribable: Bool
  }

  /// The number of the release that is being read.
  private var current: UInt16 { UInt16(truncatingIfNeeded: releases.count - 1) }

  mutating func note(_ key: NameKey) { Self.note(key, current, &names, &lastOfName) }

  mutating func note(_ key: NDCKey) { Self.note(key, current, &ndcs, &lastOfNDC) }

  @inline(__always)
  private static func note<Key>(
    _ key: Key, _ number: UInt16, _ spans: inout [(key: Key, run: ReleaseRun)],
    _ last: inout [Key: Int]
  ) {
    if let place = last[key], Int(spans[place].run.last) + 1 >= Int(number) {
      spans[place].run.last = number
      return
    }
    last[key] = spans.count
    spans.append((key, ReleaseRun(first: number, last: number)))
  }

  /// Lets go of what is needed while reading only.
  mutating func finish() {
    lastOfName = [:]
    lastOfNDC = [:]
  }
}

// How statements of earlier releases about retired codes are combined with the
// newest. Only the newest statement about a code counts: a code that was merged
// into a second one, and later into a third, is now in the third, and a
// correction is not a split.

extension BuildRows {
  /// Takes over spans, and the statements that no newer release makes void.
  mutating func add(_ earlier: consuming EarlierReleases) {
    let statements = earlier.statements
    spans = earlier.spans
    var decided = codesWithReplacement
    var named = Set(archive.map { NameOfCode(rxcui: $0.rxcui, text: $0.text) })
    for release in statements.reversed() {
      let new = release.retirements.filter { !decided.contains($0.from) }
      retirements += Set(new).sorted { ($0.from, $0.to, $0.origin) < ($1.from, $1.to, $1.origin) }
      decided.formUnion(new.map(\.from))
      for row in release.archive
      where named.insert(NameOfCode(rxcui: row.rxcui, text: row.text)).inserted {
        archive.append(row)
      }
    }
  }

  private struct NameOfCode: Hashable {
    let rxcui: UInt32
    let text: UInt32
  }

  /// The codes of which the newest release itself says what took their place.
  private var codesWithReplacement: Set<UInt32> {
    var codes = Set(retirements.lazy.filter { $0.to != 0 && $0.to != $0.from }.map(\.from))
    let texts = symbols.texts
    for row in archive where row.mergedInto != 0 && row.mergedInto != row.rxcui {
      guard texts[Int(row.source)] == "RXNORM",
        !TermType(rawValue: texts[Int(row.termType)]).isExtraName
      else { continue }
      codes.insert(row.rxcui)
    }
    return codes
  }
}
