// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

@Suite("Names and NDCs through releases")
struct TimelineTests {
  struct Names: Sendable, CustomTestStringConvertible {
    let code: UInt32
    /// Each as `term type|text|suppress|first month|last month`.
    let spans: [String]
    let runs: [String]

    init(_ code: UInt32, _ spans: [String], runs: [String]) {
      self.code = code
      self.spans = spans
      self.runs = runs
    }

    var testDescription: String { String(code) }
  }

  /// Read off the rows of `ThreeMonths`.
  static let nameCases = [
    Names(
      861007,
      [
        "SCD|metformin hydrochloride 500 MG Oral Tablet|N|01|03",
        "SY|metformin HCl 500 MG Oral Tablet|N|01|03",
      ], runs: ["01-03"]),
    Names(6809, ["IN|Metformin|N|01|01", "IN|metformin|N|02|03"], runs: ["01-03"]),
    Names(
      235743, ["IN|metformin hydrochloride|N|01|01", "PIN|metformin hydrochloride|N|02|03"],
      runs: ["01-03"]),
    Names(
      201372,
      [
        "SBD|Captopril 25 MG Oral Tablet [Capoten]|N|01|02",
        "SBD|Captopril 25 MG Oral Tablet [Capoten]|O|03|03",
      ], runs: ["01-03"]),
    Names(723, ["IN|amoxicillin|N|01|01", "IN|amoxicillin|N|03|03"], runs: ["01-01", "03-03"]),
    Names(8356, ["IN|Piroxicam|N|01|02"], runs: ["01-02"]),
    Names(1886, ["IN|caffeine|N|03|03"], runs: ["03-03"]),
  ]

  @Test("A code tells its names, term types and SUPPRESS with their releases", arguments: nameCases)
  func namesThroughReleases(_ it: Names) throws {
    let catalog = try ThreeMonths.catalog()
    let timeline = try #require(catalog.timeline(of: RxCUI(rawValue: it.code)))
    let spans = timeline.names.map {
      "\($0.termType.rawValue)|\($0.text)|\($0.suppress)|\(Self.month($0.releases.first))|"
        + Self.month($0.releases.last)
    }
    #expect(spans == it.spans)
    #expect(timeline.runs.map(Self.run) == it.runs)
    #expect(timeline.seen.first.date?.dropFirst(5).prefix(2) == it.runs.first?.prefix(2))
    #expect(timeline.seen.last.date?.dropFirst(5).prefix(2) == it.runs.last?.suffix(2))
  }

  @Test("What is there from the oldest release on is said to be so: earlier is not known")
  func oldest() throws {
    let catalog = try ThreeMonths.catalog()
    let old = try #require(catalog.timeline(of: RxCUI(rawValue: 861007)))
    #expect(old.seen.isFromOldest && old.seen.isCurrent)
    let new = try #require(catalog.timeline(of: RxCUI(rawValue: 1886)))
    #expect(!new.seen.isFromOldest && new.seen.isCurrent)
    let gone = try #require(catalog.timeline(of: RxCUI(rawValue: 8356)))
    #expect(gone.seen.isFromOldest && !gone.seen.isCurrent)
    #expect(catalog.timeline(of: RxCUI(rawValue: 41493)) == nil)
  }

  struct Codes: Sendable, CustomTestStringConvertible {
    let asked: String
    /// Each as `digits STATUS code first-last …`.
    let answer: [String]

    init(_ asked: String, _ answer: String...) {
      self.asked = asked
      self.answer = answer
    }

    var testDescription: String { asked }
  }

  /// Read off the rows of `ThreeMonths`.
  static let codeCases = [
    Codes("0093-1048-01", "00093104801 ACTIVE 861007 01-01 860975 02-03"),
    Codes("00093-1048-05", "00093104805 OBSOLETE 861007 01-02"),
    Codes("00093999999", "00093999999 ACTIVE 861007 03-03"),
    Codes("00003045250", "00003045250 OBSOLETE 201372 01-03"),
    Codes("00003045254", "00003045254 OBSOLETE 201372 01-01"),
    Codes("00781-1506-10", "00781150610 ALIEN"),
    Codes("00093104877", "00093104877 OBSOLETE"),
    Codes("99999999999", "99999999999 UNKNOWN"),
    Codes("no NDC"),
    // Ten digits: 0093104805 is 0009-3104-805? no form; 00093-1048-05 exists.
    Codes("0093104805", "00093104805 OBSOLETE 861007 01-02"),
    // A product without package: every package that any release has.
    Codes(
      "0093-1048", "00093104801 ACTIVE 861007 01-01 860975 02-03",
      "00093104805 OBSOLETE 861007 01-02", "00093104877 OBSOLETE"),
  ]

  @Test("S22 An NDC tells whose it is and was, and its status", arguments: codeCases)
  func ndcsThroughReleases(_ it: Codes) throws {
    let catalog = try ThreeMonths.catalog()
    let answer = catalog.ndcHistory(of: it.asked).map { history in
      ([history.ndc.digits, history.status.rawValue]
        + history.owners.map { "\($0.code?.description ?? "-") \(Self.run($0.releases))" })
        .joined(separator: " ")
    }
    #expect(answer == it.answer)
    #expect(
      catalog.ndcHistory(of: it.asked).filter(\.isMoved).map(\.ndc.digits)
        == it.answer.filter { $0.hasPrefix("00093104801") }.map { String($0.prefix(11)) })
    #expect(catalog.damage == nil)
  }

  @Test("A code tells the NDCs that it has and had")
  func ndcsOfCode() throws {
    let catalog = try ThreeMonths.catalog()
    let spans = catalog.ndcSpans(of: RxCUI(rawValue: 861007)).map {
      "\($0.ndc.digits) \(Self.run($0.releases))"
    }
    #expect(spans == ["00093104801 01-01", "00093104805 01-02", "00093999999 03-03"])
    #expect(catalog.ndcSpans(of: RxCUI(rawValue: 6809)).isEmpty)
  }

  @Test("The NDCs of a replaced code are told with the code that had them")
  func ndcsOfReplacedCodes() throws {
    var old = MonthlyRelease("RxNorm_full_01052026")
    old.name(204897, "SCD", "Aspirin 228 MG Chewing Gum")
    old.ndc("00093104801", of: 204897)
    old.name(853499, "SCD", "aspirin 228 MG Chewing Gum")
    old.name(8356, "IN", "Piroxicam")
    old.ndc("00093104877", of: 8356)
    var new = MonthlyRelease("RxNorm_full_02022026")
    new.name(853499, "SCD", "aspirin 228 MG Chewing Gum")
    new.ndc("00093104805", of: 853499)
    new.retired(204897, into: 853499)
    let catalog = try Catalog(bytes: ThreeMonths.bytes(of: [old, new]))
    let indirect = catalog.replacedNDCSpans(of: RxCUI(rawValue: 853499))
    #expect(
      indirect.map { "\($0.ndc.digits) \($0.through) \(Self.run($0.releases))" }
        == ["00093104801 204897 01-01"])
    #expect(
      catalog.ndcSpans(of: RxCUI(rawValue: 853499)).map(\.ndc.digits) == ["00093104805"])
    #expect(catalog.replacedNDCSpans(of: RxCUI(rawValue: 8356)).isEmpty)
  }

  @Test("A catalog of one release answers from that one, without sections of its own")
  func oneRelease() throws {
    let bytes = try FixtureRelease.bytes()
    #expect(PageDecoder(bytes).section("NSPN") == nil)
    let catalog = try FixtureRelease.catalog()
    #expect(catalog.releases == [catalog.release])
    let timeline = try #require(catalog.timeline(of: RxCUI(rawValue: 861007)))
    #expect(timeline.seen.isFromOldest && timeline.seen.isCurrent)
    #expect(timeline.mainNames.map(\.text) == ["metformin hydrochloride 500 MG Oral Tablet"])
    let ndc = try #require(catalog.concept(861007)?.ndcs.first)
    #expect(catalog.ndcHistory(of: ndc.digits).map(\.status) == [.active])
    #expect(catalog.ndcSpans(of: RxCUI(rawValue: 861007)).map(\.ndc).first == ndc)
  }

  private static func month(_ release: ReleaseIdentity) -> String {
    String((release.date ?? "").dropFirst(5).prefix(2))
  }

  private static func run(_ span: ReleaseSpan) -> String {
    "\(month(span.first))-\(month(span.last))"
  }
}
