// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import SymptomMapping
import Testing

// Captions and headers are shaped like those of the labels named beside them; expected values are
// written by hand.

@Suite("Which trial and which arm a table's figures are of")
struct TableTrialTests {
  @Test("S25 The drug with a partner is not the drug's arm where the drug stands alone, too")
  func combinationArm() throws {
    // 9b38c8c7, table 2.
    let beside = try Tables.report(
      Tables.markup([
        "Reaction (%) | Placebo (N=737) | Betadrug 4 mg (N=756) | Alphador (N=768) | "
          + "Combination (N=786)", "Dizziness | 8.1 | 17.7 | 7.4 | 23.2",
      ]))
    #expect(beside.statements.map(\.drugPercent) == ["7.4"])
    #expect(beside.statements.map(\.comparatorPercent) == ["8.1"])
    let named = try Tables.report(
      Tables.markup([
        "Reaction (%) | Alphador | Alphador + Betadrug | Placebo", "Nausea | 4 | 9 | 3",
      ]))
    #expect(named.statements.map(\.drugPercent) == ["4"])
  }

  @Test("The drug with a partner speaks for it against the partner alone")
  func partnerWithControl() throws {
    let report = try Tables.report(
      Tables.markup([
        "Reaction (%) | Alphador | Placebo | Alphador + Betadrug | Placebo + Betadrug",
        "Nausea | 4 | 3 | 9 | 7",
      ]))
    #expect(report.statements.map(\.drugPercent) == ["4", "9"])
    #expect(report.statements.map(\.comparatorPercent) == ["3", "7"])
    #expect(report.statements.map(\.condition) == ["alone", "with betadrug"])
  }

  @Test("S27 Columns below a title of grades count the grave ones, and all patients are no part")
  func grades() throws {
    // decb5d94, tables 2 and 4.
    let graded = try Tables.report(
      Tables.markup([
        "Subcutaneous | ^ | ^ | ^ | Intravenous | ^ | ^",
        "Reaction | Total | Toxicity Grade, n (%) | ^ | Total | Toxicity Grade, n (%) | ^",
        "Reaction | n (%) | 3 | ≥4 | n (%) | 3 | ≥4",
        "Diarrhea | 28 (19) | 2 (1) | 1 (1) | 21 (28) | 4 (5) | 0",
      ]))
    #expect(Set(graded.statements.map(\.drugPercent)).isSubset(of: ["19", "28"]))
    #expect(!graded.statements.isEmpty)
    let all = try Tables.report(
      Tables.markup([
        " | All Patients (N=163) | ^ | Mantle Cell Lymphoma (N=55) | ^",
        "Reaction | All | ≥Grade 3 | All | ≥Grade 3", "Fatigue | 41 | 11 | 52 | 20",
      ]))
    #expect(all.statements.map(\.condition) == [nil, "mantle cell lymphoma"])
  }

  @Test("S27 A long header is cut where it still says what tells its arms from others")
  func longHeaders() throws {
    // 16096e9c, table 4; 381ffe44, table 2.
    func conditions(_ one: String, _ other: String) throws -> [String?] {
      try Tables.report(
        Tables.markup([
          " | \(one) | ^ | \(other) | ^",
          "Reaction | Alphador % | Placebo % | Alphador % | Placebo %",
          "Fatigue | 41 | 11 | 52 | 20",
        ])
      ).statements.map(\.condition)
    }
    #expect(
      try conditions("RED Studies with Twice Daily Dosing", "RED Studies with Once Daily Dosing")
        == ["red twice daily dosing", "red once daily dosing"])
    #expect(
      try conditions("Study 301 and Study 302 (1 Week)", "Study 306")
        == ["studies 301, 302", "study 306"])
    // a085ed33, table 2.
    #expect(
      try conditions("No titration", "One week titration") == [
        "no titration", "one week titration",
      ])
  }

  @Test("Columns that are broken in another place further down keep their arms")
  func shiftedColumns() throws {
    // 27ddea53, table 2: the drug's cell spans two columns above, placebo's below.
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador (N=1,063) % | ^ | Placebo (N=446) %", "Nausea | 21 | ^ | 14",
        "Rhinitis | 5 | 3 | ^", "Fever | 2 | <1 | ^",
      ]))
    #expect(report.statements.map(\.drugPercent) == ["21", "5", "2"])
    #expect(report.statements.map(\.comparatorPercent) == ["14", "3", "<1"])
  }

  @Test(
    "A dose glued to the drug's name, or with a stroke, is the drug's arm",
    arguments: [
      "Alphador7.5 mg daily | Alphador15 mg daily",
      "Alphador HCl Sustained-Release 300 mg/day | Alphador HCl Sustained-Release 400 mg/day",
    ])
  func doses(header: String) throws {
    // 5488ccc1, table 2; 3ec04240, table 4.
    let report = try Tables.report(Tables.markup(["Reaction (%) | " + header, "Nausea | 4 | 9"]))
    #expect(report.arms.map(\.role) == [.drug, .drug])
    #expect(report.statements.map(\.drugPercent) == ["9"])
    #expect(report.statements.map(\.comparatorPercent) == [nil])
  }

  @Test("T4 The pooled arm is found with its words glued together")
  func gluedPool() throws {
    // 536b5e0d, table 1.
    let report = try Tables.report(
      Tables.markup([
        "Reaction | % Placebo N=7,311 | % 10 mg N=3,908 | % 20 mg N=188 | % Anydose N=8,755",
        "Nausea | 3.5 | 3.7 | 7.1 | 4.0",
      ]))
    #expect(report.statements.map(\.drugPercent) == ["4.0"])
    #expect(report.statements.map(\.comparatorPercent) == ["3.5"])
  }

  @Test("S27 The negation of a heading stays with its group")
  func negatedHeading() throws {
    let report = try Tables.report(
      Tables.markup([
        " | No prior chemotherapy | ^ | Prior chemotherapy | ^",
        "Reaction (%) | Alphador | Placebo | Alphador | Placebo", "Nausea | 5 | 1 | 16 | 6",
      ]))
    #expect(report.statements.map(\.drugPercent) == ["5", "16"])
    #expect(report.statements.map(\.comparatorPercent) == ["1", "6"])
    #expect(
      report.statements.map(\.condition) == ["no prior chemotherapy", "prior chemotherapy"])
  }

  @Test(
    "`No` in front of a sign, `of`, persons or a figure is short for number",
    arguments: ["No. (%)", "No (%)", "No of Patients (%)", "No. Patients (%)", "No %"])
  func numberSign(measure: String) throws {
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador (N=100) | Placebo (N=50)", " | \(measure) | \(measure)",
        "Nausea | 5 (5) | 1 (2)",
      ]))
    #expect(report.arms.map(\.name) == ["Alphador", "Placebo"])
    #expect(report.statements.map(\.drugPercent) == ["5"])
    #expect(report.statements.map(\.comparatorPercent) == ["2"])
  }

  static let captions: [(caption: String, condition: String?)] = [
    ("Reactions in Adult Patients (and greater than placebo) with Bipolar Mania", "bipolar mania"),
    ("Reactions in Patients Treated for Irritability Associated with Illness", "irritability"),
    ("Reactions in Trials in Mild to Moderate Alzheimer’s Disease", "mild to moderate disease"),
    (
      "Reactions in Controlled Clinical Trials in Severe Alzheimer's Disease",
      "severe alzheimer disease"
    ),
    (
      "Reactions in Patients Treated with Alphador and > Placebo in the METEOR Trial",
      "METEOR trial"
    ),
    ("Other Reactions Occurring in Patients in Study CV185325", "CV185325 trial"),
    (
      "Studies of 12 Weeks (Including a Study in Patients with Diabetes) for Once Daily Use for ED",
      "ED 12 weeks"
    ),
    (
      "Studies (Including a Study in Patients with Diabetes) for Use as Needed for ED",
      "ED as needed"
    ),
    ("Adverse Reactions in Placebo-Controlled Trials", nil),
    ("ADVERSE REACTIONS IN CLINICAL TRIALS", nil),
  ]

  @Test("S27 The caption says which trial or illness the figures are of", arguments: captions)
  func condition(_ one: (caption: String, condition: String?)) throws {
    let rows = ["Reaction | Alphador % | Placebo %", "Nausea | 5 | 4"]
    let report = try Tables.report(Tables.markup(one.caption, rows))
    #expect(report.statements.map(\.condition) == [one.condition])
    for condition in report.statements.compactMap(\.condition) {
      #expect(condition.split(separator: " ").count <= 4)
    }
  }

  @Test("Titles of columns and body systems are no condition")
  func noCondition() throws {
    let report = try Tables.report(
      Tables.markup([
        "Adverse Reaction | Alphador % | Placebo %", "Nausea | 5 | 4",
        "Respiratory system | Alphador (N=50) | Placebo (N=50)", "Cough | 3 | 1",
      ]))
    #expect(report.statements.map(\.condition) == [nil, nil])
  }

  /// A label of openFDA's kind, whose text repeats the table with the caption before it.
  private func statements(text: String) throws -> [LabelStatement] {
    let markup = Tables.markup([
      "Reactions | Alphador N=152 n (%) | Standard of Care N=73 n (%)",
      "Headache | 25 (16.4) | 11 (15.1)",
    ])
    let grid = TableMarkup.grid(Array(markup.utf8))
    var label = Tables.label(grid)
    label.sections[0].text = LabelText(text)
    return try Tables.reader().statements(grid, number: 0, section: 0, label: label)
  }

  private static let run =
    " Reactions Alphador N=152 n (%) Standard of Care N=73 n (%) Headache 25 (16.4) 11 (15.1)"

  @Test("A caption that only the text has is the table's")
  func captionInText() throws {
    let found = try statements(
      text: "They are shown in Table 3. Table 3: Reactions Reported in the JUPITER Trial"
        + Self.run)
    #expect(found.map(\.condition) == ["JUPITER trial"])
    let without = try statements(
      text: "The JUPITER Trial ended. They are shown in Table 3." + Self.run)
    #expect(without.map(\.condition) == [nil])
    let leading = try statements(
      text: "Table 3: Reactions Leading to Discontinuation in Patients" + Self.run)
    #expect(leading.isEmpty, "T9")
  }

  @Test("S27 The population of a trial that the caption only names stands in the text")
  func populationOfTrial() throws {
    // a454cd24, table 11.
    let caption = "Table 11: Reactions in Patients in Study CV185325"
    let young = try statements(
      text: "Bleeding in Study CV185325 in pediatric patients was rare. " + caption + Self.run)
    #expect(young.map(\.population) == ["pediatric"])
    let both = try statements(
      text: "Study CV185325 in pediatric patients and adults. " + caption + Self.run)
    #expect(both.map(\.population) == [nil])
  }
}
