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
