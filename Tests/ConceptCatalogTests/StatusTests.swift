// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import RxNormRelease
import Testing

@Suite("What became of a code")
struct StatusTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let code: UInt32
    let status: ConceptStatus
    let successors: [UInt32]
    let deadEnds: [UInt32]
    let why: String

    init(
      _ code: UInt32, _ status: ConceptStatus, to successors: [UInt32] = [],
      deadEnds: [UInt32] = [], _ why: String
    ) {
      self.code = code
      self.status = status
      self.successors = successors
      self.deadEnds = deadEnds
      self.why = why
    }

    var testDescription: String { "\(code): \(why)" }
  }

  /// Worked out from the rows of Fixtures/release by the order of the rules.
  static let cases = [
    Case(6809, .active, "main row, SUPPRESS N"),
    Case(2_999_021, .active, "main row, SUPPRESS empty"),
    Case(861007, .active, "live, whatever the archive says of a name that left it"),
    Case(860978, .quantified, to: [860975], "main row, SUPPRESS E"),
    Case(860979, .quantified, to: [860977], "main row of a branded drug, SUPPRESS E"),
    Case(861023, .obsolete, "main row O, although its synonym is N"),
    Case(2_999_020, .obsolete, "main row Y"),
    Case(2_998_040, .remapped, to: [6809], "RXNCUICHANGES"),
    Case(2_998_001, .remapped, to: [861007], "RXNCUI, then the archive: a chain"),
    Case(2_998_002, .remapped, to: [861007], "the archive"),
    Case(2_998_010, .remapped, to: [861007, 861008], "two successors: a split"),
    Case(2_998_030, .remapped, to: [861023], "the target is obsolete itself"),
    Case(2_998_070, .remapped, to: [6809], "two paths that join"),
    Case(2_998_072, .remapped, to: [6809], "the second of them"),
    Case(2_998_080, .remapped, to: [6809], "a circle with a way out"),
    Case(2_998_081, .remapped, to: [6809], "the way out"),
    Case(2_998_090, .remapped, to: [6809], deadEnds: [2_998_091], "one of two targets is live"),
    Case(2_999_023, .remapped, to: [861007], "rows of another source only, and a target"),
    Case(2_999_022, .notCurrent, "rows of another source only"),
    Case(2_999_035, .notCurrent, "rows of two other sources only"),
    Case(2_998_020, .notCurrent, deadEnds: [2_998_021], "a circle"),
    Case(2_998_050, .notCurrent, "merged into itself"),
    Case(2_998_060, .notCurrent, "archived by another source: no edge"),
    Case(2_998_061, .notCurrent, "archived as an entry term: no edge"),
    Case(2_998_062, .notCurrent, "archived without a target"),
    Case(2_998_091, .notCurrent, "named only as a replacement"),
    Case(3618, .notCurrent, "a real row of the archive, merged into itself"),
    Case(541862, .notCurrent, deadEnds: [207346], "the target is in no RXNCONSO row"),
    Case(1_000_022, .notCurrent, deadEnds: [1_048_306], "so is this one's"),
    Case(207346, .notCurrent, "named only as a replacement"),
    Case(9_999_991, .unknown, "named by relations and attributes only"),
    Case(3_999_999, .unknown, "in no file"),
    Case(7, .unknown, "below the highest code, in no file"),
  ]

  @Test("S9 S20 A code has the status of the first rule that fits", arguments: cases)
  func status(_ it: Case) throws {
    let catalog = try FixtureRelease.catalog()
    let history = catalog.history(of: RxCUI(rawValue: it.code))
    #expect(history.status == it.status)
    #expect(history.successors.codes == it.successors)
    #expect(history.deadEnds.map(\.rawValue) == it.deadEnds)
    if let concept = catalog.concept(it.code) { #expect(concept.status == it.status) }
    #expect(catalog.damage == nil)
  }

  @Test("S20 A chain shows each of its steps")
  func steps() throws {
    let history = try FixtureRelease.catalog().history(of: RxCUI(rawValue: 2_998_001))
    #expect(
      history.steps.map { [$0.from.rawValue, $0.to.rawValue] }
        == [[2_998_001, 2_998_002], [2_998_002, 861007]])
  }

  @Test("S21 Archived names are told, each once, with the last release that held it")
  func archivedNames() throws {
    let history = try FixtureRelease.catalog().history(of: RxCUI(rawValue: 2_998_002))
    #expect(
      history.archivedNames.map(\.text)
        == ["Metformin tabs", "metformin hydrochloride 500 MG Tablet"])
    #expect(history.archivedNames.map(\.lastReleased) == ["20140407", "20140407"])
    #expect(history.archivedNames.map(\.termType) == [.synonym, .clinicalDrug])
  }

  @Test("A walk over a long chain of retired codes ends")
  func longChain() throws {
    let chain = (0..<20_000).map { "\(5_000_000 + $0)|||1|\(5_000_001 + $0)|" }
    let catalog = try FixtureRelease.catalog(adding: [
      .retiredConcepts: chain + ["5020000|||1|6809|"]
    ])
    let history = catalog.history(of: RxCUI(rawValue: 5_000_000))
    #expect(history.successors.codes == [6809])
    #expect(history.steps.count == 20_001)
  }
}
