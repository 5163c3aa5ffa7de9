// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import RxNormRelease
import Testing

/// Expected values were read off the rows of Fixtures/release by hand.
@Suite("Subsumption")
struct SubsumptionTests {
  private func concept(_ code: UInt32) throws -> Concept {
    try #require(FixtureRelease.catalog().concept(code))
  }

  @Test("A concept is equivalent to itself")
  func itself() throws {
    let answer = try concept(6809).subsumption(of: concept(6809))
    #expect(answer.outcome == .equivalent)
    #expect(answer.way.isEmpty)
  }

  @Test("The words are those of FHIR")
  func words() {
    #expect(
      SubsumptionOutcome.allCases.map(\.rawValue) == [
        "equivalent", "subsumes", "subsumed-by", "not-subsumed",
      ])
  }

  @Test("Ancestors and descendants are closed, nearest first, each with its way")
  func closure() throws {
    let wider = try concept(861008).ancestors(basis: .kind)
    #expect(
      Set(wider.map(\.concept.rxcui.rawValue)) == [
        368254, 861007, 1_171_245, 372803, 1_161_610, 1_161_611,
      ])
    #expect(wider.map(\.way.count) == wider.map(\.way.count).sorted())
    let narrower = try concept(860978).descendants(basis: .kind)
    #expect(narrower.map(\.concept.rxcui.rawValue) == [860975, 860977], "860979 is not active")
    let way = try #require(narrower.last?.way)
    #expect(way.first?.from == narrower.last?.concept)
    #expect(try way.last?.to == concept(860978))
  }

  @Test("A brand is no bridge from one of its products to the ingredients of another")
  func brandsAreNoBridges() throws {
    // A second product of the brand Glucophage, with another ingredient.
    let concepts = ["2997011|ENG||||||1|1|1||RXNORM|SBD|1|valsartan 1 MG [Glucophage]||N||"]
    let relations = [
      "151827||CUI|RO|2997011||CUI|has_ingredient|||RXNORM||||||",
      "69749||CUI|RN|151827||CUI|tradename_of|||RXNORM||||||",
    ]
    let catalog = try FixtureRelease.catalog(adding: [.concepts: concepts, .relations: relations])
    let product = try #require(catalog.concept(2_997_011))
    let metformin = try #require(catalog.concept(6809))
    #expect(metformin.subsumption(of: product).outcome == .notSubsumed)
    #expect(!metformin.descendants().contains { $0.concept == product })
    let brand = try #require(catalog.concept(151827))
    #expect(metformin.subsumption(of: brand).outcome == .notSubsumed, "it has two generics")
    #expect(brand.subsumption(of: product).outcome == .subsumes)
  }

  @Test("An active concept is among the descendants of exactly its ancestors")
  func bothWays() throws {
    let catalog = try FixtureRelease.catalog()
    for basis in SubsumptionBasis.allCases {
      var upward: Set<[Concept]> = []
      var downward: Set<[Concept]> = []
      for concept in catalog.concepts {
        if concept.isActive {
          for wider in concept.ancestors(basis: basis) { upward.insert([wider.concept, concept]) }
        }
        for narrower in concept.descendants(basis: basis) {
          downward.insert([concept, narrower.concept])
        }
      }
      #expect(upward == downward)
      #expect(upward.count > 30)
    }
  }
}
