// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import RxNormRelease
import Testing

@Suite("From a question to its path")
struct QuestionTests {
  /// Worked out from the rows of Fixtures/release, question by question.
  static let cases: [CodeCase] = [
    // Ingredients.
    CodeCase(.ingredients, of: 861007, is: 6809),
    CodeCase(.ingredients, of: 1_656_340, is: 69749, 1_656_328),
    CodeCase(.ingredients, of: 1_120_068, is: 6585, 34323, 36721),
    CodeCase(.ingredients, of: 2_999_012, is: 2_999_011),
    CodeCase(.ingredients, of: 2_999_008, is: 2_999_003),
    CodeCase(.ingredients, of: 2_999_013),
    CodeCase(.ingredients, of: 861008, is: 6809),
    CodeCase(.ingredients, of: 2_999_015, is: 2_999_003),
    CodeCase(.ingredients, of: 861023),
    CodeCase(.ingredients, of: 860974, is: 6809),
    CodeCase(.ingredients, of: 2_999_009),
    CodeCase(.ingredients, of: 1_656_338, is: 69749, 1_656_328),
    CodeCase(.ingredients, of: 1_161_611, is: 6809),
    CodeCase(.ingredients, of: 860976, is: 6809),
    CodeCase(.ingredients, of: 368254, is: 6809),
    CodeCase(.ingredients, of: 1_171_245, is: 6809),
    CodeCase(.ingredients, of: 2_999_014, is: 2_999_003),
    CodeCase(.ingredients, of: 151827, is: 6809),
    CodeCase(.ingredients, of: 1_656_341, is: 69749, 1_656_328),
    CodeCase(.ingredients, of: 2_999_016, is: 2_999_003),
    CodeCase(.ingredients, of: 1_656_339, is: 69749, 1_656_328),
    CodeCase(.ingredients, of: 2_999_001, is: 2_999_002, 2_999_003),
    CodeCase(.ingredients, of: 2_999_037, is: 2_999_002),
    CodeCase(.ingredients, of: 235743, is: 6809),
    CodeCase(.ingredients, of: 6809, is: 6809),
    CodeCase(.ingredients, of: 1_001_689, is: 6585, 34323, 36721),
    CodeCase(.ingredients, of: 1_001_690, is: 6585, 34323, 36721),
    CodeCase(.ingredients, of: 1_741_746, is: 1_667_655),
    CodeCase(.ingredients, of: 2_999_030, is: 2_999_002, 2_999_003, 2_999_011),
    CodeCase(.ingredients, of: 317541),
    // Precise ingredients and the MIN.
    CodeCase(.preciseIngredients, of: 861007, is: 235743),
    CodeCase(.preciseIngredients, of: 861008, is: 235743),
    CodeCase(.preciseIngredients, of: 860974, is: 235743),
    CodeCase(.preciseIngredients, of: 235743, is: 235743),
    CodeCase(.preciseIngredients, of: 151827, is: 235743),
    CodeCase(.preciseIngredients, of: 2_999_014, is: 2_999_004),
    CodeCase(.preciseIngredients, of: 2_999_030, is: 2_999_004),
    CodeCase(.preciseIngredients, of: 6809),
    CodeCase(.preciseIngredients, of: 1_656_340),
    CodeCase(.related(.hasForm), of: 6809, is: 235743),
    CodeCase(.related(.formOf), of: 235743, is: 6809),
    CodeCase(.multipleIngredients, of: 1_656_340, is: 1_656_339),
    CodeCase(.multipleIngredients, of: 1_656_346, is: 1_656_339),
    CodeCase(.multipleIngredients, of: 1_656_339, is: 1_656_339),
    CodeCase(.multipleIngredients, of: 1_120_068, is: 1_007_809),
    CodeCase(.multipleIngredients, of: 861007),
    // Generic and brand.
    CodeCase(.genericForms, of: 861008, is: 861007),
    CodeCase(.genericForms, of: 860976, is: 860974),
    CodeCase(.genericForms, of: 368254, is: 372803),
    CodeCase(.genericForms, of: 1_171_245, is: 1_161_611),
    CodeCase(.genericForms, of: 1_001_690, is: 1_001_689),
    CodeCase(.genericForms, of: 1_656_341, is: 69749, 1_656_328),
    CodeCase(.genericForms, of: 861023),
    CodeCase(.brandedForms, of: 861007, is: 861008),
    CodeCase(.brandedForms, of: 1_001_689, is: 1_001_690),
    CodeCase(.brandNames, of: 861008, is: 151827),
    CodeCase(.brandNames, of: 860976, is: 151827),
    CodeCase(.brandNames, of: 368254, is: 151827),
    CodeCase(.brandNames, of: 1_171_245, is: 151827),
    CodeCase(.brandNames, of: 861007, is: 151827),
    CodeCase(.brandNames, of: 1_656_340, is: 1_656_341),
    CodeCase(.brandNames, of: 6809, is: 151827),
    CodeCase(.brandNames, of: 151827, is: 151827),
    CodeCase(.brandNames, of: 1_120_068),
    // Components, forms, groups.
    CodeCase(.components, of: 861008, is: 860974),
    CodeCase(.components, of: 1_656_340, is: 1_656_334, 1_656_335),
    CodeCase(.components, of: 1_120_068),
    CodeCase(.doseForms, of: 861007, is: 317541),
    CodeCase(.doseForms, of: 1_656_340, is: 317541),
    CodeCase(.doseForms, of: 860975, is: 316945),
    CodeCase(.doseForms, of: 1_001_689, is: 746839),
    CodeCase(.doseForms, of: 317541, is: 317541),
    CodeCase(.doseForms, of: 6809),
    CodeCase(.doseFormGroups, of: 861007, is: 1_151_131, 1_151_133),
    CodeCase(.doseFormGroups, of: 1_656_340, is: 1_151_131, 1_151_133),
    CodeCase(.doseFormGroups, of: 861008, is: 1_151_133),
    CodeCase(.doseFormGroups, of: 1_161_611, is: 1_151_133),
    CodeCase(.doseFormGroups, of: 1_171_245, is: 1_151_133),
    CodeCase(.doseFormGroups, of: 317541, is: 1_151_131, 1_151_133),
    CodeCase(.doseFormGroups, of: 316968),
    // Quantity, products, packs.
    CodeCase(.unquantifiedForms, of: 860975, is: 860978),
    CodeCase(.unquantifiedForms, of: 860977, is: 860979),
    CodeCase(.products, of: 6809, is: 860975, 860977, 860978, 860979, 861007, 861008),
    CodeCase(.products, of: 2_999_002, is: 2_999_007, 2_999_030, 2_999_036),
    CodeCase(
      .products, of: 2_999_004, is: 2_999_007, 2_999_008, 2_999_017, 2_999_030, 2_999_036),
    CodeCase(.products, of: 1_656_339, is: 1_656_340, 1_656_346),
    CodeCase(.products, of: 1_007_809, is: 1_001_689, 1_001_690, 1_120_068),
    CodeCase(.products, of: 151827, is: 860977, 861008, 861023),
    CodeCase(.products, of: 861007),
    CodeCase(.related(.contains), of: 1_001_689, is: 1_120_068),
    CodeCase(.related(.containedIn), of: 1_120_068, is: 1_001_689, 1_001_690),
  ]

  @Test("Concepts are reached by the path of their term type", arguments: cases)
  func answer(_ it: CodeCase) throws {
    let catalog = try FixtureRelease.catalog()
    let concept = try #require(catalog.concept(it.code))
    #expect(it.question.answer(about: concept).codes == it.answer)
    #expect(catalog.damage == nil)
  }

  static let missingParts: [(code: UInt32, missing: [String])] = [
    (861007, []), (1_120_068, []), (2_999_012, []), (2_999_015, []), (2_999_030, []),
    (1_656_341, []), (2_999_014, []), (1_741_746, ["cariprazine 1.5 MG Oral Capsule"]),
    (2_999_008, ["1 of 2 parts of alphazol 20 MG / betazol sodium 5 MG Oral Tablet"]),
    (2_999_009, ["gammazol 1 MG"]), (1_667_660, ["cariprazine 1.5 MG Oral Capsule"]),
    (2_999_037, ["1 of 2 parts of alphazol / gammazol"]),
    (861023, ["metformin hydrochloride 625 MG Oral Tablet [Glucophage]"]),
  ]

  @Test("S15 A list of ingredients is complete or names what is missing", arguments: missingParts)
  func completeness(_ code: UInt32, _ missing: [String]) throws {
    let concept = try #require(FixtureRelease.catalog().concept(code))
    #expect(concept.ingredientList.missing == missing)
    #expect(concept.ingredientList.isComplete == missing.isEmpty)
  }

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

  @Test(
    "A pack that contains itself and a drug that is its own generic are incomplete, not endless",
    arguments: [2_999_032 as UInt32, 2_999_033])
  func circles(_ code: UInt32) throws {
    let concept = try #require(FixtureRelease.catalog().concept(code))
    #expect(concept.ingredients.isEmpty)
    #expect(!concept.ingredientList.isComplete)
    #expect(concept.preciseIngredients.isEmpty)
    #expect(concept.multipleIngredients == nil)
  }

  @Test("S40 Only a drug that is marked for animals alone is veterinary")
  func veterinary() throws {
    let catalog = try FixtureRelease.catalog()
    #expect(catalog.concept(2_999_018)?.isVeterinaryOnly == true)
    #expect(catalog.concept(2_999_012)?.isVeterinaryOnly == false)
    #expect(catalog.concept(861007)?.isVeterinaryOnly == false)
  }

  @Test("Prescribable is what the main row of RXNORM says")
  func prescribable() throws {
    let catalog = try FixtureRelease.catalog()
    #expect(catalog.concept(861007)?.isPrescribable == true)
    #expect(catalog.concept(861023)?.isPrescribable == false)
    #expect(catalog.concept(2_999_022)?.isPrescribable == false, "CVF 4096 of another source")
  }

  @Test("A placeholder has a number but no code, and is found by no coding")
  func placeholder() throws {
    let catalog = try FixtureRelease.catalog()
    let concept = try #require(catalog.concept(90_005_237))
    #expect(concept.code == nil)
    #expect(concept.rxcui.rawValue == 90_005_237)
    #expect(catalog.concepts(system: CodeSystem.rxNorm, code: "90005237").isEmpty)
    #expect(catalog.concept(861007)?.code?.rawValue == 861007)
  }
}
