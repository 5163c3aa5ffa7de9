// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

@Suite("Strengths, quantities and packs")
struct StrengthTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let code: UInt32
    let strengths: [String]
    let origin: StrengthList.Origin
    let isComplete: Bool
    var testDescription: String { "\(code)" }
  }

  static let cases = [
    Case(code: 860974, strengths: ["500 MG"], origin: .components, isComplete: true),
    Case(code: 1_656_335, strengths: ["26 MG"], origin: .components, isComplete: true),
    Case(code: 861007, strengths: ["500 MG"], origin: .components, isComplete: true),
    Case(code: 861008, strengths: ["500 MG"], origin: .components, isComplete: true),
    Case(code: 860975, strengths: ["500 MG"], origin: .components, isComplete: true),
    Case(code: 1_656_340, strengths: ["24 MG", "26 MG"], origin: .components, isComplete: true),
    // The component that the name lists first has the greater code.
    Case(code: 2_999_007, strengths: ["10 MG", "5 MG"], origin: .components, isComplete: true),
    Case(code: 2_999_008, strengths: ["5 MG"], origin: .components, isComplete: false),
    Case(
      code: 1_120_068, strengths: ["0.0277 MEQ/ML", "0.0374 MEQ/ML", "0.257 MEQ/ML"],
      origin: .attribute, isComplete: true),
    Case(code: 2_999_013, strengths: ["2 MG", "3 MG"], origin: .name, isComplete: true),
    Case(code: 6809, strengths: [], origin: .none, isComplete: true),
  ]

  @Test("S14 Strengths come from components, then the attribute, then the name", arguments: cases)
  func strengths(_ it: Case) throws {
    let list = try #require(FixtureRelease.catalog().concept(it.code)).strengthList
    #expect(list.strengths.map(\.text) == it.strengths)
    #expect(list.origin == it.origin)
    #expect(list.isComplete == it.isComplete)
  }

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

  struct PackCase: Sendable, CustomTestStringConvertible {
    let code: UInt32
    let items: [String]
    var testDescription: String { "\(code)" }
  }

  @Test(
    "S15 A pack lists its products with counts and amounts, in the order of its name",
    arguments: [
      PackCase(code: 1_001_689, items: ["2 of 480 ML: 1120068"]),
      PackCase(code: 1_001_690, items: ["2 of 480 ML: 1120068"]),
      PackCase(code: 1_741_746, items: ["1: cariprazine 1.5 MG Oral Capsule", "6: 1667668"]),
      PackCase(code: 2_999_030, items: ["7: 2999007", "14: 2999012", "7: 2999007"]),
      PackCase(code: 2_999_031, items: ["3: 2999012"]),
      PackCase(code: 861007, items: []),
    ])
  func packs(_ it: PackCase) throws {
    let items = try #require(FixtureRelease.catalog().concept(it.code)).packItems
    let texts = items.map { item in
      let amount = item.quantity.map { " of \($0)" } ?? ""
      return "\(item.count)\(amount): \(item.concept?.rxcui.description ?? item.name)"
    }
    #expect(texts == it.items)
  }
}
