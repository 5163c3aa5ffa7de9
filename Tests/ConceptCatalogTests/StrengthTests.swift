// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

@Suite("Strengths, quantities and packs")
struct StrengthTests {
  @Test("S17 A strength names its ingredient, its salt and what it is the strength of")
  func basis() throws {
    let catalog = try FixtureRelease.catalog()
    let metformin = try #require(catalog.concept(861007)?.strengthList.strengths.first)
    #expect(metformin.ingredient?.rxcui.rawValue == 6809)
    #expect(metformin.preciseIngredient?.rxcui.rawValue == 235743)
    #expect(metformin.basis == nil)
    let sacubitril = try #require(catalog.concept(1_656_340)?.strengthList.strengths.first)
    #expect(sacubitril.component?.rxcui.rawValue == 1_656_334)
    #expect(sacubitril.basis == "sacubitril")
  }

  @Test("S39 A quantity is the attribute's, else what the name begins with")
  func quantity() throws {
    let catalog = try FixtureRelease.catalog()
    #expect(catalog.concept(860975)?.quantity == "24 HR")
    #expect(catalog.concept(860977)?.quantity == "24 HR", "from the name")
    #expect(catalog.concept(861007)?.quantity == nil)
    #expect(catalog.concept(860975)?.qualitativeDistinction == "Once-Daily")
    #expect(catalog.concept(861007)?.qualitativeDistinction == nil)
  }
}
