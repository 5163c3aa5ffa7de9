// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import TestSupport
import Testing

@Suite("What a strength is of")
struct StrengthBasisTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let component: String
    let ingredient: String
    var precise: String?
    let basis: String?
    var testDescription: String { component }
  }

  /// Substances are made up.
  static let cases = [
    Case(component: "alfazine tartrate 10 MG", ingredient: "Alfazine", basis: "alfazine tartrate"),
    Case(component: "dialfazine sodium 250 MG", ingredient: "Alfazine", basis: "dialfazine sodium"),
    Case(component: "ALFAZINE 10 MG", ingredient: "alfazine", basis: nil),
    Case(component: "Vitamin Z 12 1 MG", ingredient: "vitamin Z 12", basis: nil),
    // What the graph knows is not repeated, and a base is told from the salt that it relates.
    Case(
      component: "alfazine sodium 5 MG", ingredient: "alfazine", precise: "alfazine sodium",
      basis: nil),
    Case(
      component: "alfazine 5 MG", ingredient: "alfazine", precise: "alfazine besylate",
      basis: "alfazine"),
    // Words in front say how it is sold; a metal is a part of the substance.
    Case(component: "Sprinkle alfazine 20 MG", ingredient: "alfazine", basis: nil),
    Case(
      component: "Emollient alfazine propionate 0.5 MG/ML", ingredient: "alfazine",
      basis: "alfazine propionate"),
    Case(
      component: "Sodium Alfazate 25 MG/ML", ingredient: "Alfazate", basis: "Sodium Alfazate"),
  ]

  @Test(
    "S17 A strength is of the substance that the component's name states", arguments: cases)
  func basis(_ one: Case) throws {
    var release = HandRelease()
    release.concept(1, "IN", one.ingredient)
    release.concept(3, "SCDC", one.component)
    release.relation(3, "has_ingredient", 1)
    if let precise = one.precise {
      release.concept(2, "PIN", precise)
      release.relation(3, "has_precise_ingredient", 2)
    }
    let component = try #require(try release.catalog().concept(for: RxCUI(rawValue: 3)))
    let strength = try #require(component.strengthList.strengths.first)
    #expect(strength.basis == one.basis)
    #expect(strength.ingredient?.name == one.ingredient)
    #expect(strength.preciseIngredient?.name == one.precise)
  }
}
