// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import RxNormRelease
import TestSupport
import Testing

@Suite("The history of several releases")
struct HistoryTests {
  // MARK: Status

  struct Fate: Sendable, CustomTestStringConvertible {
    let code: UInt32
    let status: ConceptStatus
    let successors: [UInt32]
    let names: [String]
    let why: String

    init(
      _ code: UInt32, _ status: ConceptStatus, to successors: [UInt32] = [],
      names: [String] = [], _ why: String
    ) {
      self.code = code
      self.status = status
      self.successors = successors
      self.names = names
      self.why = why
    }

    var testDescription: String { "\(code): \(why)" }
  }

  /// Worked out by hand from the rows of `ThreeMonths`.
  static let fates = [
    Fate(861007, .active, "in all three"),
    Fate(6809, .active, names: ["Metformin"], "another spelling in January"),
    Fate(235743, .active, "another term type in January, the same name"),
    Fate(201372, .obsolete, "obsolete in March"),
    Fate(
      204897, .remapped, to: [853499], names: ["Aspirin 228 MG Chewing Gum"],
      "in January alone; February alone says what it went into"),
    Fate(
      315854, .remapped, to: [853499], names: ["Eicosapentaenoic Acid 180 MG"],
      "March corrects what February says: no split"),
    Fate(
      310798, .notCurrent, names: ["hydrochlorothiazide 25 MG Oral Tablet"],
      "an atom that left it while it was there is no replacement"),
    Fate(8356, .notCurrent, names: ["Piroxicam"], "in March of another source only"),
    Fate(723, .active, "away in February"),
    Fate(41493, .unknown, "in no release"),
  ]

  @Test("S9 S20 Codes of earlier releases have their status and last name", arguments: fates)
  func status(_ fate: Fate) throws {
    let catalog = try ThreeMonths.catalog()
    let history = catalog.history(of: RxCUI(rawValue: fate.code))
    #expect(history.status == fate.status)
    #expect(history.successors.codes == fate.successors)
    #expect(history.archivedNames.map(\.text) == fate.names)
    #expect(catalog.damage == nil)
  }

  @Test("The newest release alone does not know what earlier ones tell")
  func newestAlone() throws {
    let catalog = try Catalog(bytes: ThreeMonths.bytes(of: [ThreeMonths.march]))
    #expect(catalog.history(of: RxCUI(rawValue: 204897)).status == .unknown)
    #expect(catalog.history(of: RxCUI(rawValue: 310798)).status == .unknown)
  }

  @Test("S21 The last release that had a name is told as the archive writes it")
  func lastReleased() throws {
    let history = try ThreeMonths.catalog().history(of: RxCUI(rawValue: 310798))
    #expect(history.archivedNames.map(\.lastReleased) == ["20260202"])
    #expect(history.archivedNames.map(\.termType) == [.clinicalDrug])
  }

  @Test("S20 The generic of an obsolete brand is related, and no replacement")
  func relatedGeneric() throws {
    let history = try ThreeMonths.catalog().history(of: RxCUI(rawValue: 201372))
    #expect(history.status == .obsolete)
    #expect(history.successors.isEmpty)
    #expect(history.activeSuccessors.isEmpty)
    #expect(history.related.map(\.concept).codes == [317173])
    #expect(history.related.map(\.relationship) == [.tradenameOf])
  }

  @Test("S20 A chain gives its path; a quantified end gives its quantified forms as active")
  func chains() throws {
    let catalog = try FixtureRelease.catalog(adding: [.retiredConcepts: ["2997001|||1|860978|"]])
    let chain = catalog.history(of: RxCUI(rawValue: 2_998_001))
    let end = try #require(chain.successors.first)
    #expect(chain.path(to: end).map(\.rawValue) == [2_998_002, 861007])
    #expect(chain.activeSuccessors.codes == [861007])
    let quantified = catalog.history(of: RxCUI(rawValue: 2_997_001))
    #expect(quantified.successors.codes == [860978])
    #expect(quantified.activeSuccessors.codes == [860975])
  }

  @Test("A placeholder of a reconstructed release has no history")
  func placeholder() throws {
    var release = MonthlyRelease("RxNorm_full_reconstructed_03022026")
    release.name(90_000_001, "SCDC", "aspirin 1 MG")
    release.name(1191, "IN", "aspirin")
    var earlier = MonthlyRelease("RxNorm_full_reconstructed_02022026")
    earlier.name(90_000_001, "SCDC", "something else")
    earlier.name(1191, "IN", "aspirin")
    let catalog = try Catalog(bytes: ThreeMonths.bytes(of: [release, earlier]))
    let placeholder = RxCUI(rawValue: 90_000_001)
    #expect(catalog.concept(for: placeholder) != nil)
    #expect(catalog.history(of: placeholder).status == .unknown)
    #expect(catalog.history(of: placeholder).archivedNames.isEmpty)
    #expect(catalog.timeline(of: placeholder) == nil)
    #expect(catalog.ndcSpans(of: placeholder).isEmpty)
    #expect(catalog.verify().isSound)
  }

  // MARK: Order

  @Test("The newest release by date is current, and the order of naming leaves no trace")
  func order() throws {
    let expected = try ThreeMonths.bytes(of: ThreeMonths.all)
    let all = ThreeMonths.all
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      #expect(try ThreeMonths.bytes(of: order.map { all[$0] }) == expected)
    }
    let catalog = try Catalog(bytes: expected)
    #expect(catalog.release.date == "2026-03-02")
    #expect(catalog.releases.map(\.date) == ["2026-01-05", "2026-02-02", "2026-03-02"])
    #expect(catalog.releases.last == catalog.release)
    #expect(catalog.verify().isSound)
  }

  @Test("S37 The order of rows leaves no trace in the history")
  func shuffled() throws {
    var random = SeededGenerator(for: "shuffled months")
    let expected = try ThreeMonths.bytes(of: ThreeMonths.all)
    for _ in 0..<10 {
      let releases = try ThreeMonths.all.map { release in
        let files = release.rows.mapValues { rows in
          Array(rows.shuffled(using: &random).map { $0 + "\n" }.joined().utf8)
        }
        return try RxNormRelease(files: files, name: release.name)
      }
      let built = try CatalogBuilder(releases: releases, toolVersion: "0.0.0").build()
      #expect(built.bytes == expected)
    }
  }

  @Test("Releases that cannot be ordered are refused with a code")
  func refused() throws {
    let full = try ThreeMonths.march.opened()
    #expect(Self.refusal([full, try ThreeMonths.march.opened()]) == "build.same-date")
    var undated = MonthlyRelease("somewhere")
    undated.name(1191, "IN", "aspirin")
    #expect(Self.refusal([full, try undated.opened()]) == "build.undated")
    var part = MonthlyRelease("RxNorm_full_prescribe_02022026")
    part.name(1191, "IN", "aspirin")
    #expect(Self.refusal([full, try part.opened()]) == "build.mixed-releases")
    var weekly = MonthlyRelease("RxNorm_weekly_02042026")
    weekly.name(1191, "IN", "aspirin")
    #expect(Self.refusal([full, try weekly.opened()]) == "build.weekly")
    #expect(Self.refusal([try undated.opened()]) == nil, "one alone needs no date")
  }

  private static func refusal(_ releases: [RxNormRelease]) -> String? {
    do throws(BuildError) {
      _ = try CatalogBuilder(releases: releases, toolVersion: "0.0.0")
      return nil
    } catch {
      guard case .order(let error) = error else { return "another error" }
      return error.code
    }
  }
}

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
