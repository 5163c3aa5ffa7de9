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

  static let pairs: [(wide: UInt32, narrow: UInt32, kind: Bool, content: Bool)] = [
    (861007, 861008, true, true), (372803, 861008, true, true), (1_161_611, 861008, true, true),
    (6809, 235743, true, true), (1_151_133, 317541, true, true), (6809, 861008, false, true),
    (860978, 860975, true, true), (6809, 372803, false, true), (860974, 861008, false, true),
    (235743, 861008, false, true), (151827, 861008, false, true), (69749, 1_656_339, false, true),
    (1_656_339, 1_656_340, false, true), (69749, 1_656_346, false, true),
    (1_120_068, 1_001_690, false, true), (34323, 1_001_690, false, true),
    (861007, 861023, false, false), (317541, 861007, false, false), (6809, 1_656_340, false, false),
    // An obsolete product is still of its brand (S21).
    (151827, 861023, false, true),
    // A brand of one ingredient is narrower than it, one of several of none.
    (6809, 151827, true, true), (69749, 1_656_341, false, false),
  ]

  @Test("A wider concept subsumes a narrower one, and is told from both sides", arguments: pairs)
  func pair(_ wide: UInt32, _ narrow: UInt32, _ kind: Bool, _ content: Bool) throws {
    let (wide, narrow) = (try concept(wide), try concept(narrow))
    for (basis, holds) in [(SubsumptionBasis.kind, kind), (.content, content)] {
      #expect(
        wide.subsumption(of: narrow, basis: basis).outcome == (holds ? .subsumes : .notSubsumed))
      let back = narrow.subsumption(of: wide, basis: basis)
      #expect(back.outcome == (holds ? .subsumedBy : .notSubsumed))
      #expect(back.way.isEmpty == !holds)
      if holds {
        #expect(back.way.first?.from == narrow)
        #expect(back.way.last?.to == wide)
        for (step, next) in zip(back.way, back.way.dropFirst()) { #expect(step.to == next.from) }
      }
    }
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

  @Test("Circles end a walk")
  func circles() throws {
    #expect(try concept(2_999_033).ancestors().isEmpty)
    #expect(try concept(2_999_032).descendants().isEmpty)
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
