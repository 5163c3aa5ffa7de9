// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import RxNormRelease
import Testing

/// Expected values were read off the rows of Fixtures/release by hand.
@Suite("Products, brands and packs by their relations")
struct ProductTests {
  private func concept(_ code: UInt32) throws -> Concept {
    try #require(FixtureRelease.catalog().concept(code))
  }

  static let generics: [(code: UInt32, generic: [UInt32])] = [
    (861008, [861007]), (861007, [861007]), (1_001_690, [1_001_689]), (1_001_689, [1_001_689]),
    (1_656_346, [1_656_340]), (861023, []), (860979, []), (6809, []), (151827, []), (2_999_031, []),
  ]

  @Test("A branded product gives its generic, a generic product itself", arguments: generics)
  func genericProduct(_ code: UInt32, _ generic: [UInt32]) throws {
    #expect(try concept(code).genericProducts.codes == generic)
  }

  static let named: [(name: String, products: [[UInt32]])] = [
    // BPCK, GPCK, SBD, SCD of an ingredient, a salt and a combination.
    ("metformin hydrochloride", [[], [], [860977, 861008], [860975, 861007]]),
    ("Sacubitril / VALSARTAN", [[], [], [1_656_346], [1_656_340]]),
    // GPCK and SCD of a component, a form, a group.
    ("metformin Oral Tablet", [[], [861007]]), ("metformin  pill", [[], [861007]]),
    ("betazol sodium 5 MG", [[2_999_030, 2_999_036], [2_999_007, 2_999_008, 2_999_017]]),
    // BPCK and SBD of a brand and of branded parts.
    ("glucophage", [[], [860977, 861008]]), ("metformin Oral Tablet [Glucophage]", [[], [861008]]),
  ]

  @Test("A name brings the products of its term type", arguments: named)
  func productsOfName(_ name: String, _ products: [[UInt32]]) throws {
    let found = try FixtureRelease.catalog().products(named: name)
    #expect(found.related.map { $0.groups.map(\.concepts.codes) } == [products])
  }

  @Test("S4 A name that two concepts share brings the products of both, apart")
  func sharedName() throws {
    let found = try FixtureRelease.catalog().products(named: "metformin")
    #expect(found.named.codes == [6809, 2_999_025])
    #expect(found.related.map { $0[.clinicalDrug]?.concepts.codes } == [[860975, 861007], []])
  }

  @Test(
    "The name of a product, of a dose form, or of nothing brings nothing",
    arguments: [
      "metformin hydrochloride 500 MG Oral Tablet", "Oral Tablet", "no such name", "",
    ])
  func noProducts(_ name: String) throws {
    #expect(try FixtureRelease.catalog().products(named: name).named.isEmpty)
  }

  @Test("Brands hold all of the ingredients that are asked for")
  func brands() throws {
    let catalog = try FixtureRelease.catalog()
    let valsartan = try concept(69749)
    #expect(catalog.brands(holding: [valsartan]).codes == [1_656_341])
    #expect(catalog.brands(holding: [valsartan, try concept(1_656_328)]).codes == [1_656_341])
    #expect(catalog.brands(holding: [valsartan, try concept(6809)]).isEmpty)
    #expect(catalog.brands(holding: [try concept(235743)]).codes == [151827])
    #expect(catalog.brands(holding: []).isEmpty)
  }

  @Test("A product knows its packs, and how many of it they hold")
  func packs() throws {
    let packs = try concept(2_999_007).packMemberships
    #expect(packs.map(\.pack.rxcui.rawValue) == [2_999_030, 2_999_036])
    #expect(packs.map(\.count) == [14, 7])
    #expect(packs.first?.items.map(\.count) == [7, 7], "the pack's name lists it twice")
    #expect(try concept(1_120_068).packMemberships.map(\.count) == [2, 2])
    #expect(try concept(6809).packMemberships.isEmpty)
  }

  @Test("A reformulation is told from both ends, and in the list of all")
  func reformulations() throws {
    let rows = [
      "151827||CUI|RN|1656341||CUI|reformulation_of|||RXNORM||||||",
      "861023||CUI|RN|861008||CUI|reformulation_of|||RXNORM||||||",
    ]
    let catalog = try FixtureRelease.catalog(adding: [.relations: rows])
    #expect(catalog.concept(151827)?.reformulatedTo.codes == [1_656_341])
    #expect(catalog.concept(1_656_341)?.reformulationOf.codes == [151827])
    #expect(catalog.concept(861008)?.reformulationOf.isEmpty == true, "861023 is not active")
    #expect(catalog.reformulations.map(\.former.rxcui.rawValue) == [151827])
    #expect(catalog.reformulations.map(\.reformulated.rxcui.rawValue) == [1_656_341])
    #expect(try FixtureRelease.catalog().reformulations.isEmpty)
  }

  static let cardinalities: [(code: UInt32, cardinality: GeneralCardinality?)] = [
    (6809, .single), (235743, .single), (1_656_339, .multiple), (1_656_334, .hybrid),
    (860974, .single), (1_656_340, .multiple), (1_656_346, .multiple), (861007, .single),
    (1_656_341, .multiple), (151827, .single), (1_001_690, .multiple), (1_656_338, .multiple),
    (317541, nil), (1_151_133, nil), (861023, nil),
  ]

  @Test(
    "A concept is about one ingredient, several, or is a part of both", arguments: cardinalities)
  func cardinality(_ code: UInt32, _ expected: GeneralCardinality?) throws {
    #expect(try concept(code).generalCardinality == expected)
  }
}
