// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import RxNormRelease
import TestSupport
import Testing

@Suite("Catalogs with parts left out")
struct LeftOutTests {
  private static func bytes(
    leaving parts: CatalogParts, of rows: [RRFTable: [String]]? = nil, threads: Int = 2
  ) throws -> [UInt8] {
    try FixtureRelease.bytes(
      of: rows ?? FixtureRelease.rows(),
      options: .init(contents: .everything, leaving: parts, threads: threads)
    ) { $0.keepLexicon() }
  }

  private static func catalog(
    leaving parts: CatalogParts, of rows: [RRFTable: [String]]? = nil
  ) throws -> Catalog {
    try Catalog(bytes: bytes(leaving: parts, of: rows))
  }

  @Test("S37 Every choice gives one file, which says what it lacks and is verified")
  func everyChoice() throws {
    let whole = try Self.bytes(leaving: [])
    for rawValue in 1...CatalogParts.all.rawValue {
      let parts = CatalogParts(rawValue: rawValue)
      let bytes = try Self.bytes(leaving: parts)
      #expect(bytes.count < whole.count)
      if rawValue % 5 == 1 {
        #expect(try Self.bytes(leaving: parts, threads: 1) == bytes, "\(parts.names)")
      }
      let catalog = try Catalog(bytes: bytes)
      #expect(catalog.leftOut == parts)
      let report = catalog.verify()
      #expect(report.isSound, "\(parts.names): \(report.findings)")
      #expect(throws: CatalogError.self) { try catalog.require(parts) }
      #expect(throws: Never.self) {
        try catalog.require(CatalogParts.all.subtracting(parts))
      }
      #expect(catalog.reasonNotFound(parts) == "this catalog was built without \(parts.words)")
    }
  }

  @Test("An ordinary catalog lacks nothing")
  func ordinary() throws {
    let catalog = try FixtureRelease.catalog()
    #expect(catalog.leftOut.isEmpty)
    #expect(catalog.reasonNotFound(.all) == nil)
    #expect(throws: Never.self) { try catalog.require(.all) }
    #expect(!catalog.facts.contains { $0.key == "contents.left-out" })
  }

  @Test("The error names the parts and what to build without")
  func error() throws {
    let catalog = try Self.catalog(leaving: [.history, .ndcs, .otherConcepts])
    let error = #expect(throws: CatalogError.self) { try catalog.require([.ndcs, .otherConcepts]) }
    #expect(error?.code == "catalog.left-out")
    #expect(
      error?.reason
        == "this catalog was built without concepts that are not prescribable or NDCs")
    #expect(error?.remedy.hasSuffix("without --subset and --without ndcs") == true)
  }

  // MARK: Parts

  @Test("Without NDCs no concept has one, and nothing else is missing")
  func ndcs() throws {
    let catalog = try Self.catalog(leaving: .ndcs)
    #expect(catalog.ndcMatches(for: "00093104801").matches.isEmpty)
    #expect(catalog.concepts.allSatisfy { $0.ndcRowCount == 0 })
    #expect(catalog.concepts.allSatisfy { $0.attributes.allSatisfy { $0.name != "NDC" } })
    #expect(catalog.conceptCount == (try FixtureRelease.catalog()).conceptCount)
    #expect(!catalog.search("metformin").hits.isEmpty)
    #expect(catalog.history(of: RxCUI(rawValue: 2_998_040)).status == .remapped)
  }

  @Test("S9 Without history no concept stays whose status needs it")
  func history() throws {
    let catalog = try Self.catalog(leaving: .history)
    let whole = try FixtureRelease.catalog()
    for concept in whole.concepts {
      let found = catalog.concept(for: concept.rxcui)
      if concept.status == .remapped {
        #expect(found == nil, "\(concept.rxcui)")
      } else {
        #expect(found?.status == concept.status, "\(concept.rxcui)")
      }
    }
    #expect(catalog.history(of: RxCUI(rawValue: 861007)).archivedNames.isEmpty)
  }

  @Test("Without the search index whole names are found")
  func searchIndex() throws {
    let catalog = try Self.catalog(leaving: .searchIndex)
    #expect(catalog.search("metformin").hits.isEmpty)
    #expect(
      catalog.concepts(named: "metformin", comparing: .exact).map(\.rxcui.rawValue).contains(6809))
  }

  // MARK: Prescribable concepts

  @Test("A subset has every prescribable concept and nothing unprescribable but what they lead to")
  func subset() throws {
    let catalog = try Self.catalog(leaving: .otherConcepts)
    let whole = try FixtureRelease.catalog()
    for concept in whole.concepts where concept.isPrescribable && concept.source == "RXNORM" {
      let found = try #require(catalog.concept(for: concept.rxcui), "\(concept.rxcui)")
      #expect(found.name == concept.name)
      #expect(found.ingredients.map(\.rxcui) == concept.ingredients.map(\.rxcui))
      #expect(found.strengthList.strengths.count == concept.strengthList.strengths.count)
      #expect(found.ndcs == concept.ndcs)
    }
    for code: UInt32 in [861023, 2_999_015, 2_999_016, 2_999_022, 2_999_035] {
      #expect(catalog.concept(for: RxCUI(rawValue: code)) == nil, "\(code)")
    }
  }

  @Test("Without other sources RXNORM's names stay, and the codes of UNII, ATC and CVX")
  func otherSources() throws {
    let catalog = try Self.catalog(leaving: .otherSources)
    let names = catalog.concepts.flatMap { $0.names.map { "\($0.source) \($0.termType.rawValue)" } }
    #expect(names.allSatisfy { !$0.hasPrefix("MTHSPL") || $0 == "MTHSPL SU" })
    #expect(names.allSatisfy { !["GS", "MSH", "SNOMEDCT_US"].contains($0.prefix { $0 != " " }) })
    #expect(names.contains { $0.hasPrefix("ATC ") } && names.contains("MTHSPL SU"))
    #expect(catalog.concept(for: RxCUI(rawValue: 6809))?.uniis.isEmpty == false)
    #expect(catalog.ndcMatches(for: "00078065961").matches.isEmpty)
  }

  @Test("S22 An NDC that may also mean what only another source states is left out")
  func sharedNDCsOfOtherSources() throws {
    var rows = try FixtureRelease.rows()
    // The ten digits of 00093-1048-01 of 861007 as another product.
    rows[.attributes, default: []].append(
      "861008|||12365596|AUI|5|||NDC|GS|00931-0048-01|N|4096|")
    let whole = try Self.catalog(leaving: [], of: rows)
    #expect(whole.ndcMatches(for: "0093104801").concepts.map(\.rxcui.rawValue) == [861007, 861008])
    let catalog = try Self.catalog(leaving: .otherSources, of: rows)
    #expect(catalog.ndcMatches(for: "0093104801").matches.isEmpty)
    #expect(catalog.ndcMatches(for: "00093104801").matches.isEmpty)
    // MTHSPL states a further package of the same product, which is no other one.
    #expect(catalog.ndcMatches(for: "00078065920").concepts.map(\.rxcui.rawValue) == [1_656_346])
  }

  @Test("One prescribable product brings all that it is made of")
  func closure() throws {
    var rows = try FixtureRelease.rows()
    rows[.concepts] = rows[.concepts]?.map { row in
      row.hasPrefix("861008|") ? row : row.replacing("|4096|", with: "||")
    }
    let catalog = try Self.catalog(leaving: .otherConcepts, of: rows)
    // 69749 is the object of a relation of two atoms (RXNREL line 228), which may keep too much.
    #expect(
      catalog.concepts.map(\.rxcui.rawValue) == [
        6809, 69749, 151827, 235743, 317541, 368254, 372803, 860974, 860976, 861007, 861008,
        1_151_131, 1_151_133, 1_161_610, 1_161_611, 1_171_245,
      ])
  }

  @Test("S22 An NDC that may also mean a product that is left out is left out")
  func sharedNDCs() throws {
    var rows = try FixtureRelease.rows()
    // 861008 becomes a brand that is not prescribable; it shares 55555-4444-22 with 861007,
    // and its 12345-0678-90 ten digits with 01234-5678-90.
    rows[.concepts] = rows[.concepts]?.map { row in
      row.hasPrefix("861008|") ? row.replacing("|4096|", with: "||") : row
    }
    let catalog = try Self.catalog(leaving: .otherConcepts, of: rows)
    #expect(catalog.concept(for: RxCUI(rawValue: 861008)) == nil)
    #expect(catalog.ndcMatches(for: "55555444422").matches.isEmpty)
    #expect(catalog.ndcMatches(for: "1234567890").matches.isEmpty)
    #expect(catalog.ndcMatches(for: "00093104801").concepts.map(\.rxcui.rawValue) == [861007])
  }

  @Test("S20 A retired code stays only if all that took its place does")
  func retired() throws {
    let catalog = try Self.catalog(leaving: .otherConcepts)
    let kept = catalog.history(of: RxCUI(rawValue: 2_998_010))
    #expect(kept.status == .remapped && kept.successors.count == 2)
    // What took its place is obsolete, so not prescribable.
    #expect(catalog.history(of: RxCUI(rawValue: 2_998_030)).status == .unknown)
    #expect(catalog.reasonNotFound() != nil)
  }
}
