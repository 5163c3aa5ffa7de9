// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import RxNormRelease
import Testing

@Suite("From a question to its path")
struct QuestionTests {
  @Test("S15 A branded component is complete where every part of its name is related")
  func brandedComponents() throws {
    let names = [
      (2_997_021, "valsartan 26 MG / metformin hydrochloride 500 MG [Glucophage]"),
      (2_997_022, "valsartan 26 MG / metformin hydrochloride 500 MG [Glucophage]"),
      (2_997_023, "valsartan 26 MG [Glucophage]"), (2_997_024, "metformin 1 / 2 / 3 [Glucophage]"),
    ]
    let concepts = names.map { "\($0.0)|ENG||||||\($0.0)||||RXNORM|SBDC|\($0.0)|\($0.1)||N||" }
    let components = [
      (2_997_021, 1_656_335), (2_997_021, 860974), (2_997_022, 1_656_335), (2_997_023, 1_656_335),
      (2_997_024, 860974),
    ]
    let relations = components.map {
      "\($0.1)||CUI|RO|\($0.0)||CUI|tradename_of|||RXNORM||||||"
    }
    let catalog = try FixtureRelease.catalog(adding: [.concepts: concepts, .relations: relations])
    let missing: [[String]] = [
      [], ["1 of 2 parts of \(names[1].1)"], [], ["2 of 3 parts of \(names[3].1)"],
    ]
    let ingredients: [[UInt32]] = [[6809, 69749], [69749], [69749], [6809]]
    let cardinalities: [GeneralCardinality?] = [.multiple, nil, .single, nil]
    for (index, name) in names.enumerated() {
      let concept = try #require(catalog.concept(UInt32(name.0)))
      #expect(concept.ingredientList.missing == missing[index])
      #expect(concept.ingredientList.isComplete == missing[index].isEmpty)
      #expect(concept.ingredients.map(\.rxcui.rawValue).sorted() == ingredients[index])
      #expect(concept.generalCardinality == cardinalities[index])
    }
  }
}
