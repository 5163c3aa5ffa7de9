// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

@Suite("Names and NDCs through releases")
struct TimelineTests {
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
