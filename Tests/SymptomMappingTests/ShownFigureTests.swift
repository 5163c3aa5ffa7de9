// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping
import Testing

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
