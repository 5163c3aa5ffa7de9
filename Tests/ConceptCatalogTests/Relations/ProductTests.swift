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

  @Test("S4 A name that two concepts share brings the products of both, apart")
  func sharedName() throws {
    let found = try FixtureRelease.catalog().products(named: "metformin")
    #expect(found.named.codes == [6809, 2_999_025])
    #expect(found.related.map { $0[.clinicalDrug]?.concepts.codes } == [[860975, 861007], []])
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
}
