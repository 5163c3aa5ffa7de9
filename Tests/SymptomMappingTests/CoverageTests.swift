// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

import SymptomMapping

@Suite("How much of a medication has labels")
struct CoverageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let asked: [UInt32]
    var labels: [LabelText] = []
    var rows: [RowText] = []
    let coverage: Coverage
    var reasons: [String] = []
    var boxed = BoxedWarning.Presence.unknown
    var testDescription: String { id }
  }

  private static let alpha = LabelText(code: "100")
  private static let beta = LabelText(code: "200")
  private static let both = LabelText(kind: "combination", code: "300")

  static let cases: [Case] = [
    Case(id: "nothing asked", asked: [], coverage: .unknown, reasons: ["unknown_code"]),
    Case(id: "an ingredient without label", asked: [100], coverage: .none, reasons: ["no_label"]),
    Case(
      id: "an ingredient with label", asked: [100], labels: [alpha], coverage: .full, boxed: .no),
    Case(
      id: "a boxed warning", asked: [110], labels: [LabelText(boxed: "WARNING")],
      coverage: .full, boxed: .yes),
    Case(
      id: "a label without effects", asked: [100], labels: [LabelText(hasEffects: false)],
      coverage: .none, reasons: ["no_effect_section"], boxed: .no),
    Case(
      id: "a label of another route", asked: [111], labels: [alpha], coverage: .none,
      reasons: ["no_route_match"]),
    Case(id: "a product", asked: [110], labels: [alpha], coverage: .full, boxed: .no),
    Case(id: "a product by a row alone", asked: [110], rows: [RowText()], coverage: .full),
    Case(
      id: "a combination with one label", asked: [310], labels: [alpha], coverage: .partial,
      reasons: ["ingredient_missing:200"]),
    Case(
      id: "a combination with a label of another route", asked: [310],
      labels: [alpha, LabelText(code: "200", route: "TOPICAL")], coverage: .partial,
      reasons: ["no_route_match", "ingredient_missing:200"]),
    Case(
      id: "a combination with both labels", asked: [310], labels: [alpha, beta], coverage: .full,
      boxed: .no),
    Case(
      id: "a combination with its own label", asked: [310], labels: [both], coverage: .full,
      boxed: .no),
    Case(
      id: "a combination (MIN) with its own label", asked: [300], labels: [both],
      coverage: .full, boxed: .no),
    Case(
      id: "a combination's own label of another route", asked: [310],
      labels: [LabelText(kind: "combination", code: "300", route: "TOPICAL")], coverage: .none,
      reasons: ["no_label", "ingredient_missing:100", "ingredient_missing:200"]),
    Case(
      id: "a combination without label", asked: [300], coverage: .none,
      reasons: ["no_label", "ingredient_missing:100", "ingredient_missing:200"]),
    Case(
      id: "one of two drugs", asked: [100, 200], labels: [alpha], coverage: .partial,
      reasons: ["ingredient_missing:200"]),
    Case(
      id: "a label of the combination says nothing of its ingredient", asked: [200],
      labels: [both], coverage: .none, reasons: ["no_label"]),
    Case(id: "a salt by its base", asked: [101], labels: [alpha], coverage: .full, boxed: .no),
    Case(
      id: "a base by its salt", asked: [100], labels: [LabelText(code: "101")], coverage: .full,
      boxed: .no),
    Case(id: "a brand", asked: [900], labels: [alpha], coverage: .full, boxed: .no),
    Case(
      id: "a pack with placebo tablets", asked: [600], labels: [alpha], coverage: .full,
      boxed: .no),
    Case(id: "placebo tablets alone", asked: [710], coverage: .none, reasons: ["not_a_drug"]),
    Case(id: "a dose form", asked: [317541], coverage: .none, reasons: ["not_a_drug"]),
    Case(id: "a dose form group", asked: [10], coverage: .none, reasons: ["not_a_drug"]),
    Case(
      id: "a vaccine", asked: [510], coverage: .none, reasons: ["vaccine_not_covered"]),
    Case(
      id: "an allergenic extract", asked: [511], coverage: .none,
      reasons: ["allergenic_not_covered"]),
    Case(
      id: "an ingredient without a code", asked: [410], coverage: .none,
      reasons: ["no_label", "ingredient_missing:gamma"]),
    Case(
      id: "a part without a code", asked: [411], labels: [alpha], coverage: .partial,
      reasons: ["ingredient_missing:gamma"]),
    Case(
      id: "a product's own label", asked: [310],
      labels: [LabelText(kind: "product", code: "310")], coverage: .full, boxed: .no),
  ]

  @Test("S29 M22 Coverage says how much was read, and why not all", arguments: cases)
  func coverage(_ one: Case) throws {
    let answer = try SmallTables.tables(one.rows, labels: one.labels)
      .sideEffects(of: one.asked.map(TwoDrugs.concept))
    #expect(answer.coverage == one.coverage)
    #expect(answer.reasons == one.reasons)
    #expect(answer.boxedWarning.present == one.boxed)
  }

  @Test("No code of a placeholder is ever said")
  func placeholders() throws {
    for code: UInt32 in [410, 411, 90_000_001] {
      let answer = try SmallTables.tables([]).sideEffects(of: [TwoDrugs.concept(code)])
      #expect(!answer.reasons.contains { $0.contains("9000000") })
      #expect(!answer.unmapped.contains { $0.description.contains("9000000") })
    }
  }

  @Test("Terms outside the 39, and unread tables, are those of the label that has most")
  func unmapped() throws {
    let labels = [
      LabelText(setID: "a", unmapped: 3, unread: 2),
      LabelText(setID: "b", unmapped: 4, unread: 1), LabelText(code: "200"),
    ]
    let answer = try SmallTables.tables([], labels: labels)
      .sideEffects(of: [TwoDrugs.concept(310)])
    #expect(
      answer.unmapped
        == [
          .terms(subject: RxCUI(rawValue: 100), name: "subject 100", count: 4),
          .tables(subject: RxCUI(rawValue: 100), name: "subject 100", count: 2),
        ])
    #expect(
      answer.unmapped.map(\.description)
        == ["100 subject 100: 4 terms", "100 subject 100: 2 unread tables"])
  }
}
