// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import MedicationModel
import SymptomMapping
import Testing

// Rows and cells are shaped like those of the labels named beside them; expected values are
// written by hand.

@Suite("What the rows and cells of a table say")
struct TableRowTests {
  /// A table, and what its rows say; expected values are written by hand.
  struct Case: Sendable, CustomTestStringConvertible {
    let rule, caption: String
    let rows, statements: [String]
    var testDescription: String { "\(rule): \(rows.last ?? "")" }

    /// The rows of Fixtures/tables.tsv, where ¦ is between rows and between statements.
    static let all = TSV.fixture("tables.tsv").map { row in
      func parts(_ name: String) -> [String] {
        row[name, default: ""].components(separatedBy: " ¦ ").filter { !$0.isEmpty }
      }
      return Case(
        rule: row["rule", default: ""], caption: row["caption", default: ""], rows: parts("rows"),
        statements: parts("statements"))
    }
  }

  @Test("The rules of tables, each with rows that keep it", arguments: Case.all)
  func tables(_ one: Case) {
    #expect(Tables.report(one.caption, one.rows).statements.map(Extraction.line) == one.statements)
  }

  @Test("No table is missing")
  func count() { #expect(Case.all.count == 18) }

  static let labels: [(text: String, symptoms: [SymptomCategory])] = [
    ("Stomatitis/pharyngitis", [.soreThroat]),
    ("Diarrhea/Colitis a", [.diarrhea]),
    ("Anxiety symptoms", [.moodChanges]),
    ("Coughing and associated symptoms", [.coughing]),
    ("Cough increase", [.coughing]),
    ("Headache, including migraine", [.headache]),
    ("Rigors, fever", [.chills, .fever]),
    ("Nausea, vomiting, and gagging sounds", [.nausea, .vomiting]),
    ("Nausea/vomiting symptoms", [.nausea, .vomiting]),
    ("Fever in absence of infection", [.fever]),
    // One reaction whose second word says of what: never the harmless one.
    ("Depression, respiratory", []),
    ("Respiratory depression", []),
    ("Rash/itching", []),
  ]

  @Test(
    "T10 Each part of a label that is a reaction counts, and what only widens it is left",
    arguments: labels)
  func parts(_ label: (text: String, symptoms: [SymptomCategory])) {
    let report = Tables.report(["Reaction | Alphador % | Placebo %", "\(label.text) | 5 | 4"])
    #expect(report.statements.map(\.symptom) == label.symptoms)
    #expect(report.rows.count == 1)
  }

  @Test("T3 The words of a label are quoted without the figures of footnotes")
  func marks() throws {
    let report = Tables.report([
      "Reaction | Alphador % | Placebo %", "Nausea2 | 5 | 4", "Headache1,2 | 3 | 1",
    ])
    #expect(report.statements.map(\.term) == ["nausea", "headache"])
  }

  @Test("T11 Rows parted by blanks are read where capitals are as many as figures")
  func blanks() throws {
    // ef653c36, table 2; 22174520, table 2.
    let report = Tables.report([
      "Reaction | Alphador % | Placebo %",
      "General Headache Fatigue Influenza-like illness | 32 10 5 | 23 8 4",
      "Nausea Vomiting and retching | 8 7 | 6 5",
    ])
    #expect(
      report.rows.map(\.label) == [
        "Headache", "Fatigue", "Influenza-like illness", "Nausea", "Vomiting and retching",
      ])
    #expect(report.rows.map { $0.figures[0].percent } == ["32", "10", "5", "8", "7"])
    #expect(report.unreadRows.isEmpty)
  }

  @Test("T11 The line of a body system above its reactions has no figure")
  func systemLines() throws {
    // 22174520, tables 4 and 6, and 7fecae39, table 2.
    let report = Tables.report(
      "<table><tbody><tr><td>Reaction</td><td>Alphador %</td><td>Placebo %</td></tr>"
        + "<tr><td>Body as a Whole<br/>Headache Asthenia</td><td>18<br/>15</td><td>17<br/>6</td></tr>"
        + "<tr><td>Cardiovascular<br/>Vasodilation</td><td>3</td><td>1</td></tr>"
        + "<tr><td>Gastrointestinal<br/>pain</td><td>7</td><td>2</td></tr>"
        + "<tr><td>Nervous System<br/>Rigor Insomnia</td><td>5<br/>4</td><td>2<br/>1</td></tr>"
        + "</tbody></table>")
    #expect(
      report.statements.map { Extraction.line($0) } == [
        "Headache trial_table 18% vs 17% placebo", "Fatigue trial_table 15% vs 6% placebo",
        "HotFlashes trial_table 3% vs 1% placebo", "AbdominalCramps trial_table 7% vs 2% placebo",
        "Chills trial_table 5% vs 2% placebo",
        "SleepChanges trial_table decreased 4% vs 1% placebo",
      ])
  }

  @Test("T4 An ingredient alone is compared with both of them, whatever salts the names hold")
  func salts() throws {
    // 7fecae39, table 2.
    let report = Tables.report(
      Tables.markup(
        "",
        [
          "Reaction | Alphadrug and Betadrug 9 mg % | Alphadrug 9 mg % | Placebo %",
          "Cough | 4 | 6 | 2",
        ]), brand: "Alphadrug and Betadrug", substances: ["ALPHADRUG", "BETADRUG XINAFOATE"])
    #expect(
      report.statements.map { Extraction.line($0) } == ["Coughing trial_table 4% vs 2% placebo"])
  }

  @Test("S1 Rows parted by blanks that can be cut in two ways are counted, not guessed")
  func unclearBlanks() throws {
    let report = Tables.report([
      "Reaction | Alphador % | Placebo %", "Nausea Dry Mouth Constipation | 26 18 14 | 9 12 8",
      "Headache Abdominal Pain | 5 3 | 4 2", "Cough | 2 | 1",
    ])
    #expect(report.unreadRows == [1, 2])
    #expect(report.statements.map(\.symptom) == [.coughing])
  }

  @Test("T5 Counts and percentages in columns of their own below one title")
  func ownColumns() throws {
    // 2892b4c3, table 2.
    let report = Tables.report([
      "Reaction | Number and Percentage of Patients | ^ | ^ | ^",
      " | Alphador (N=170) | ^ | Placebo (N=416) | ^", " | N | % | N | %",
      "Diarrhea | 81 | 48 | 155 | 37",
    ])
    #expect(report.statements.map(\.drugPercent) == ["48"])
    #expect(report.statements.map(\.comparatorPercent) == ["37"])
    #expect(report.rows[0].figures.map(\.count) == [81, 155])
  }

  @Test("T1 Cells of the head that reach into the body do not push its cells away")
  func overrun() throws {
    // 3e08fe23, table 3.
    let report = Tables.report(
      "<table><thead><tr><th rowspan=\"3\">System</th><th rowspan=\"3\">Reaction</th>"
        + "<th colspan=\"2\">Alphador (N=101)</th><th colspan=\"2\">Betadrug (N=98)</th></tr><tr>"
        + "<th>All Grades (%)</th><th rowspan=\"2\">Grade 3 or 4 (%)</th>"
        + "<th>All Grades (%)</th><th rowspan=\"2\">Grade 3 or 4 (%)</th></tr></thead><tbody>"
        + "<tr><td rowspan=\"2\">Lungs</td><td>Cough</td><td>44</td><td>0</td><td>40</td>"
        + "<td>2</td></tr><tr><td>Rhinitis</td><td>12</td><td>4</td><td>26</td><td>10</td></tr>"
        + "<tr><td>Stomach</td><td>Nausea</td><td>18</td><td>0</td><td>13</td><td>1</td></tr>"
        + "</tbody></table>")
    #expect(report.rows.map(\.label) == ["Cough", "Rhinitis", "Nausea"])
    #expect(
      report.rows.map { $0.figures.map(\.percent) } == [
        ["44", "40"], ["12", "26"], ["18", "13"],
      ])
    #expect(report.arms.map(\.name) == ["Alphador", "Betadrug"])
  }

}
