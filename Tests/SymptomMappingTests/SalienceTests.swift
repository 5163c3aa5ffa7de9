// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

import SymptomMapping

@Suite("What a person would ask about first")
struct SalienceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let rows: [RowText]
    let step: Int
    var testDescription: String { "\(id): step \(step)" }

    init(_ id: String, _ step: Int, _ rows: RowText...) {
      self.id = id
      self.step = step
      self.rows = rows
    }
  }

  private static func table(_ drug: String, _ compared: String, fit: String = "exact") -> RowText {
    RowText(
      fit: fit, evidenceClass: "trial_table", drug: drug, compared: compared,
      comparator: "placebo")
  }

  private static let common = RowText(evidenceClass: "most_common")
  private static let alone = RowText(evidenceClass: "trial_table", drug: "30")

  static let cases = [
    Case("most common", 1, common),
    Case("most common, with figures", 1, common, table("12", "6")),
    Case("most common, but less than 5 %", 2, common, table("4", "1")),
    Case("most common, but less than 2 points above", 2, common, table("6", "5")),
    Case("most common, of a trial without comparator", 1, common, alone),
    Case("most common, of a leaflet", 2, RowText(evidenceClass: "most_common", section: "42231-1")),
    Case("most common, related", 2, RowText(fit: "related", evidenceClass: "most_common")),
    Case(
      "most common, related and less than 5 %: one step, not two", 2,
      RowText(fit: "related", evidenceClass: "most_common"), table("4", "1", fit: "related")),
    Case(
      "most common, not above: one step", 2,
      RowText(
        evidenceClass: "most_common", drug: "6", compared: "6", comparator: "placebo")),
    Case("a table, 5 % and 2 points", 1, table("5", "3")),
    Case("a table, 5 % and 1.9 points", 2, table("5", "3.1")),
    Case("a table, 4.9 %", 2, table("4.9", "0")),
    Case("a table, 2 % and above", 2, table("2", "1.9")),
    Case("a table, less than 2 %", 4, table("1.9", "0.1")),
    Case("a table, equal", 5, table("7", "7")),
    Case("a table, below", 5, table("7", "9")),
    Case("a table, related", 2, table("12", "6", fit: "related")),
    Case("a table, related and not above: one step, not two", 5, table("7", "9", fit: "related")),
    Case("a table without comparator", 2, alone),
    Case("less than 1 % counts as nothing", 5, table("<1", "0")),
    Case("less than 1 % of the comparator counts as 1", 1, table("5", "<3")),
    Case("less than 1 % of both is not above", 5, table("<1", "<1")),
    Case(
      "figures of text", 2,
      RowText(
        evidenceClass: "trial_text", drug: "30", compared: "1", comparator: "placebo")),
    Case("text without figures", 4, RowText(evidenceClass: "trial_text")),
    Case("a warning", 3, RowText(evidenceClass: "warning", section: "43685-7")),
    Case(
      "a sign of another reaction", 4,
      RowText(evidenceClass: "warning", sense: "sign", context: "Liver Injury", section: "43685-7")),
    Case(
      "withdrawal only", 4,
      RowText(evidenceClass: "warning", sense: "withdrawal", section: "43685-7")),
    Case(
      "withdrawal beside a warning", 3,
      RowText(evidenceClass: "warning", sense: "withdrawal", section: "43685-7"),
      RowText(evidenceClass: "warning", section: "43685-7")),
    Case("overdose only", 5, RowText(sense: "overdosage")),
    Case("boxed", 3, RowText(evidenceClass: "boxed", section: "34066-1")),
    Case(
      "boxed, related and of children: never down", 3,
      RowText(
        fit: "related", evidenceClass: "boxed", population: "pediatric", sense: "withdrawal",
        section: "34066-1")),
    Case("a sign to stop", 4, RowText(evidenceClass: "stop_use", section: "50566-9")),
    Case("listed", 4, RowText()),
    Case("listed, related", 5, RowText(fit: "related")),
    Case("after approval", 5, RowText(evidenceClass: "postmarketing")),
    Case("after approval, related", 5, RowText(fit: "related", evidenceClass: "postmarketing")),
    Case(
      "children only", 5,
      RowText(evidenceClass: "most_common", population: "pediatric")),
    Case(
      "children's figures are no adults'", 4, RowText(),
      RowText(
        evidenceClass: "trial_table", drug: "40", compared: "2", comparator: "placebo",
        population: "children")),
    Case(
      "children's figures do not speak against adults", 1, common,
      RowText(
        evidenceClass: "trial_table", drug: "1", compared: "1", comparator: "placebo",
        population: "adolescents")),
    Case(
      "figures of two drugs together are lent to no list of one", 1, common,
      RowText(
        evidenceClass: "trial_table", drug: "3", compared: "3", comparator: "placebo",
        context: "combination with other")),
    Case(
      "the drug alone decides where a trial compared it", 5,
      table("7.4", "8.1"),
      RowText(
        evidenceClass: "trial_table", drug: "23.2", compared: "8.1", comparator: "placebo",
        arm: "Combination N=786")),
    Case(
      "with another drug where no trial compared the drug alone", 1, RowText(),
      RowText(
        evidenceClass: "trial_table", drug: "23.2", compared: "8.1", comparator: "placebo",
        arm: "Combination N=786")),
    Case(
      "adults and children are adults too", 1,
      RowText(evidenceClass: "most_common", population: "adults and children")),
    Case("the best row counts", 1, RowText(evidenceClass: "postmarketing"), common),
  ]

  @Test("Each row has its step, and the best row gives the symptom's", arguments: cases)
  func step(_ one: Case) throws {
    let answer = try SmallTables.tables(one.rows).sideEffects(of: [TwoDrugs.concept(110)])
    #expect(answer.symptoms.map(\.step) == [one.step])
    #expect(answer.symptoms.first?.evidence.count == one.rows.count)
  }

  @Test("Symptoms by step, difference in steps 1 and 2, class, agreement, identifier")
  func order() throws {
    func row(_ symptom: String, _ evidenceClass: String, _ drug: String = "", seen: Int = 1)
      -> RowText
    {
      RowText(
        symptom: symptom, evidenceClass: evidenceClass, drug: drug,
        compared: drug.isEmpty ? "" : "2", comparator: drug.isEmpty ? "none" : "placebo",
        seen: seen)
    }
    let rows = [
      row("Acne", "postmarketing"), row("Bloating", "listed", seen: 2),
      row("Chills", "listed"), row("Coughing", "listed"), row("Constipation", "stop_use"),
      row("Diarrhea", "trial_table", "20"), row("Dizziness", "trial_table", "30"),
      row("Fatigue", "trial_table", "4"), row("Fever", "most_common"),
      row("Fainting", "warning"), row("HairLoss", "boxed"),
    ]
    let answer = try SmallTables.tables(rows).sideEffects(of: [TwoDrugs.concept(100)])
    #expect(
      answer.symptoms.map(\.symptom)
        == [
          .dizziness, .diarrhea, .fever, .fatigue, .hairLoss, .fainting, .constipation, .chills,
          .coughing, .bloating, .acne,
        ])
    #expect(answer.symptoms.map(\.step) == [1, 1, 1, 2, 3, 3, 4, 4, 4, 4, 5])
  }

  @Test("A most common effect without figures has its place by those of its trials")
  func figuresOfTrials() throws {
    func row(_ symptom: String, _ evidenceClass: String, _ drug: String, _ compared: String)
      -> RowText
    {
      RowText(
        symptom: symptom, evidenceClass: evidenceClass, drug: drug, compared: compared,
        comparator: drug.isEmpty ? "none" : "placebo")
    }
    let rows = [
      row("Acne", "most_common", "", ""), row("Nausea", "most_common", "", ""),
      row("Nausea", "trial_table", "26", "8"), row("Diarrhea", "most_common", "", ""),
      row("Diarrhea", "trial_table", "53", "12"), row("Chills", "trial_table", "60", "10"),
    ]
    let answer = try SmallTables.tables(rows).sideEffects(of: [TwoDrugs.concept(100)])
    #expect(answer.symptoms.map(\.symptom) == [.chills, .diarrhea, .nausea, .acne])
    #expect(answer.symptoms.allSatisfy { $0.step == 1 })
  }

  @Test("Rows within a symptom: boxed first, then by class, difference and agreement")
  func rowsWithin() throws {
    var boxed = RowText(evidenceClass: "boxed", context: "x")
    boxed.section = "34066-1"
    let rows = [
      RowText(evidenceClass: "postmarketing"), RowText(evidenceClass: "listed"),
      Self.table("5", "4"),
      RowText(
        evidenceClass: "trial_table", drug: "9", compared: "1", comparator: "placebo",
        context: "high dose"),
      Self.common, boxed,
    ]
    let answer = try SmallTables.tables(rows).sideEffects(of: [TwoDrugs.concept(100)])
    let found = try #require(answer.symptoms.first).evidence.map(\.row)
    #expect(
      found.map(\.evidenceClass)
        == [.boxed, .mostCommon, .trialTable, .trialTable, .listed, .postmarketing])
    #expect(found.map(\.drugPercent) == [nil, nil, "9", "5", nil, nil])
  }
}
