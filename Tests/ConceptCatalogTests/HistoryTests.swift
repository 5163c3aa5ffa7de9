// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import RxNormRelease
import Testing
import TestSupport

@Suite("The history of several releases")
struct HistoryTests {
  @Test("The newest release alone does not know what earlier ones tell")
  func newestAlone() throws {
    let catalog = try Catalog(bytes: ThreeMonths.bytes(of: [ThreeMonths.march]))
    #expect(catalog.history(of: RxCUI(rawValue: 204897)).status == .unknown)
    #expect(catalog.history(of: RxCUI(rawValue: 310798)).status == .unknown)
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
    let release = MonthlyRelease("RxNorm_full_reconstructed_03022026", rows: "placeholder")
    let earlier = MonthlyRelease("RxNorm_full_reconstructed_02022026", rows: "placeholder before")
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
    let undated = MonthlyRelease("somewhere", rows: "aspirin alone")
    #expect(Self.refusal([full, try undated.opened()]) == "build.undated")
    let part = MonthlyRelease("RxNorm_full_prescribe_02022026", rows: "aspirin alone")
    #expect(Self.refusal([full, try part.opened()]) == "build.mixed-releases")
    let weekly = MonthlyRelease("RxNorm_weekly_02042026", rows: "aspirin alone")
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

@Suite("Names and NDCs through releases")
struct TimelineTests {
  @Test("The NDCs of a replaced code are told with the code that had them")
  func ndcsOfReplacedCodes() throws {
    let old = MonthlyRelease("RxNorm_full_01052026", rows: "gum with NDCs before")
    let new = MonthlyRelease("RxNorm_full_02022026", rows: "gum with NDCs after")
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
