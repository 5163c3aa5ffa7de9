// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import SymptomMapping
import Testing

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

@Suite("Which figure of a symptom is shown")
struct ShownFigureTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rows: [RowText]
    let shown: String?

    init(_ description: String, _ shown: String?, _ rows: RowText...) {
      (testDescription, self.rows, self.shown) = (description, rows, shown)
    }
  }

  private static func row(
    _ drug: String, vs compared: String = "", _ evidenceClass: String = "trial_table",
    arm: String = "[drug] (N=100)", context: String = "", population: String = "",
    date: String = "20260101"
  ) -> RowText {
    RowText(
      evidenceClass: evidenceClass, drug: drug, compared: compared,
      comparator: compared.isEmpty ? "none" : "placebo", population: population, context: context,
      arm: arm, date: date)
  }

  /// The order of side-effects.md, section 6; figures of lisinopril, omeprazole and Eliquis are as
  /// their labels print them.
  static let cases = [
    Case("of the text beside a list", "2", row("", "most_common"), row("2", "trial_text", arm: "")),
    Case(
      "with comparator before without", "11.8", row("18.9", arm: "High Dose (N=1568)"),
      row("11.8", vs: "4.5")),
    Case(
      "above the comparator before others", "6", row("35", vs: "36"),
      row("6", vs: "<1", arm: "[drug] (N=50)")),
    Case(
      "not above where there is no other", "29", row("29", vs: "35"),
      row("17", vs: "20", arm: "[drug] (N=50)")),
    Case(
      "all doses before one", "20", row("30", vs: "5", arm: "[drug] 100 mg"),
      row("20", vs: "5", arm: "[drug] All doses")),
    Case(
      "allopurinol is not all", "30", row("30", vs: "5", arm: "[drug] 100 mg"),
      row("20", vs: "5", arm: "allopurinol-treated")),
    Case("then the highest", "28", row("16", vs: "7"), row("28", vs: "7", arm: "[drug] 100 mg")),
    Case(
      "the drug's own before those with another", "3.5", row("3.5", vs: "1.0"),
      row("4.6", vs: "1.0", arm: "[drug]/ Hydrochlorothiazide (n=629)")),
    Case("with another where there is no other", "10", row("10", context: "Triple Therapy")),
    Case(
      "adults' before children's", "5", row("13.8", vs: "6.8", population: "pediatric"), row("5")),
    Case(
      "none of children's for a list of adults", nil, row("", "most_common"),
      row("13.8", population: "pediatric")),
  ]

  @Test("The figure of the first row in the order", arguments: cases)
  func shown(_ one: Case) throws {
    let answer = try SmallTables.tables(one.rows).sideEffects(of: [TwoDrugs.concept(100)])
    #expect(answer.symptoms.map { $0.toldEvidence?.row.drugPercent } == [one.shown])
  }

  @Test("S19 The figures of one route neither rank nor show another's")
  func routes() throws {
    func row(_ evidenceClass: String, _ drug: String, _ compared: String, _ route: String)
      -> RowText
    {
      RowText(
        evidenceClass: evidenceClass, drug: drug, compared: compared,
        comparator: compared.isEmpty ? "none" : "placebo", route: route)
    }
    let answer = try SmallTables.tables([
      row("most_common", "", "", "SUBLINGUAL"), row("trial_table", "1", "1", "SUBLINGUAL"),
      row("trial_table", "7", "4", "ORAL"),
    ]).sideEffects(of: [TwoDrugs.concept(100)])
    #expect(answer.symptoms.map(\.step) == [1])
    #expect(answer.symptoms.first?.toldEvidence?.row.drugPercent == "7")
  }

  @Test("The newer label's of two that print the same")
  func newest() throws {
    let rows = ["20200101", "20260101"].map { date in
      Self.row("12", vs: "6", context: date, date: date)
    }
    let answer = try SmallTables.tables(rows).sideEffects(of: [TwoDrugs.concept(100)])
    #expect(answer.symptoms.first?.toldEvidence?.row.context == "20260101")
  }

  @Test(
    "An arm that joins another drug is with another drug",
    arguments: [
      ("[drug]/ Hydrochlorothiazide (n=629)", true), ("[drug] + Paclitaxel n = 91 %", true),
      ("[drug] with lithium or valproate (N=229)", true), ("[drug] Plus LHRH Analog", true),
      ("[drug] plus Placebo N=223", false), ("[drug] (n=1349)", false), ("High Dose", false),
      ("[drug]/[drug] (n=603)", false), ("[drug] without water", false),
    ])
  func joined(_ arm: String, _ isJoined: Bool) throws {
    let answer = try SmallTables.tables([Self.row("5", arm: arm)])
      .sideEffects(of: [TwoDrugs.concept(100)])
    #expect(answer.symptoms.first?.evidence.first?.row.isWithOtherDrug == isJoined)
  }
}
