// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import RxNormRelease
import Testing
import TestSupport

@Suite("Same input, same bytes")
struct DeterminismTests {
  @Test("S37 Building again gives the same bytes, and the order of rows leaves no trace")
  func shuffled() throws {
    var random = SeededGenerator(for: "shuffled rows")
    let rows = try FixtureRelease.rows().merging(FixtureRelease.ties) { $0 + $1 }
    let expected = try FixtureRelease.bytes(of: rows)
    #expect(try FixtureRelease.bytes(of: rows) == expected)
    for _ in 0..<Effort.rounds(fast: 6, full: 20) {
      let shuffled = rows.mapValues { $0.shuffled(using: &random) }
      #expect(try FixtureRelease.bytes(of: shuffled) == expected)
    }
  }

  @Test("Rows of `ties` have the right number of columns", arguments: RRFTable.allCases)
  func columns(_ table: RRFTable) {
    for row in FixtureRelease.ties[table] ?? [] {
      #expect(row.count { $0 == "|" } == table.columnCount, "\(row)")
    }
  }
}

@Suite("What a catalog leaves out")
struct ContentsTests {
  private static let more: [RRFTable: [String]] = [
    .relations: ["6809|1|AUI|RO|69749|2|AUI|has_active_ingredient|||MTHSPL||||||"],
    .attributes: [
      "6809|||1|AUI|x|||COLORTEXT|MTHSPL|BLUE|N||", "6809|||1|AUI|x|||SPL_SET_ID|MTHSPL|id-1|N||",
      "6809|||1|AUI|x|||ROUTE|MMSL|oral|N||", "6809|||1|AUI|x|||NDC|VANDF|011111222233|N||",
      "6809|||1|AUI|x|||RXN_ACTIVATED|RXNORM|01/01/2005|N||",
    ],
  ]

  private static func catalog(_ contents: CatalogContents) throws -> Catalog {
    let rows = try FixtureRelease.rows().merging(Self.more) { $0 + $1 }
    return try Catalog(bytes: FixtureRelease.bytes(of: rows, options: .init(contents: contents)))
  }

  @Test("Relations between atoms and labels' other attributes are kept on request")
  func kept() throws {
    let catalog = try Self.catalog(.everything)
    let concept = try #require(catalog.concept(for: RxCUI(rawValue: 6809)))
    #expect(concept.attributes("COLORTEXT") == ["BLUE"] && concept.attributes("ROUTE") == ["oral"])
    #expect(concept.relations.contains { $0.isBetweenAtoms })
    #expect(!catalog.facts.contains { $0.key.hasPrefix("left out") })
  }

  @Test("What is left out is counted in the facts, and answers to questions stay")
  func leftOut() throws {
    let catalog = try Self.catalog(.standard)
    let concept = try #require(catalog.concept(for: RxCUI(rawValue: 6809)))
    #expect(concept.attributes("COLORTEXT").isEmpty && concept.attributes("ROUTE").isEmpty)
    #expect(concept.labelSetIDs.contains("id-1"))
    #expect(concept.attributes("RXN_ACTIVATED") == ["01/01/2005"])
    let ndc = try #require(NationalDrugCode(number: 11_111_222_233))
    #expect(catalog.concepts(for: ndc).map(\.rxcui).contains(concept.rxcui))
    #expect(!concept.relations.contains { $0.isBetweenAtoms })
    let facts = Dictionary(uniqueKeysWithValues: catalog.facts.map { ($0.key, $0.value) })
    #expect(facts["contents.atom-relations"] == "no")
    let everything = try Self.catalog(.everything)
    let (all, some) = (everything.concepts, catalog.concepts)
    let attributes =
      all.reduce(0) { $0 + $1.attributeCount }
      - some.reduce(0) { $0 + $1.attributeCount }
    #expect(facts["left out: attributes of other sources"] == String(attributes))
    #expect(Int(facts["left out: relations between atoms"] ?? "") ?? 0 > 0)
    #expect(catalog.sources.map(\.attributeCount) == everything.sources.map(\.attributeCount))
  }
}
