// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import MedicationModel
import SymptomMapping
import Testing

// The numbers are those of the rules on tables (documentation page "Label tables"). Expected
// values are written by hand from the markup beside them.

@Suite("Rules for tables of adverse reactions")
struct TableRulesTests {
  private static func figures(_ report: TableReport, _ label: String) -> [String?] {
    report.rows.first { $0.label == label }?.figures.map(\.percent) ?? []
  }

  private static func roles(_ report: TableReport) -> [String] {
    report.arms.map { arm in
      switch arm.role {
      case .drug: "drug"
      case .comparator(let kind): kind.rawValue
      }
    }
  }

  @Test("T1 Headers without thead end where the first figure stands behind a label")
  func headerRows() throws {
    let report = Tables.report([
      " | Alphador | ^ | Placebo", " | 5 mg | 10 mg | ",
      "Preferred term | (N=80) % | (N=90) % | (N=85) %",
      "Nausea | 4 | 9 | 3",
    ])
    #expect(report.headerRows == [0, 1, 2])
    #expect(report.arms.map(\.size) == [80, 90, 85])
    #expect(report.arms.map(\.name) == ["Alphador 5 mg", "Alphador 10 mg", "Placebo"])
    #expect(Self.figures(report, "Nausea") == ["4", "9", "3"])
  }

  @Test("T2 tfoot stands first in the markup and is neither header nor row")
  func foot() throws {
    let report = Tables.report(
      "<table><tfoot><tr><td colspan=\"3\">* Headache 7 of 9</td></tr></tfoot><tbody>"
        + "<tr><td>Reaction</td><td>Alphador N=50 %</td><td>Placebo N=50 %</td></tr>"
        + "<tr><td>Headache*</td><td>12</td><td>8</td></tr></tbody></table>")
    #expect(report.headerRows == [1])
    #expect(report.rows.map(\.label) == ["Headache*"])
    #expect(report.statements.map(\.drugPercent) == ["12"])
  }

  @Test("T3 A footnote within a header is no part of it; glued marks of labels come off")
  func footnotes() throws {
    let report = Tables.report(
      "<table><tr><td/><td>Alphador<footnote>Persons with placebo (N=9)</footnote> (N=50)</td>"
        + "<td>Placebo a (N=51)</td></tr><tr><td>Fatiguea</td><td>12%</td><td>8%</td></tr>"
        + "<tr><td>Coughb,c</td><td>3%</td><td>1%</td></tr></table>")
    #expect(Self.roles(report) == ["drug", "placebo"])
    #expect(report.arms.map(\.size) == [50, 51])
    #expect(report.statements.map(\.symptom) == [.fatigue, .coughing])
    #expect(report.statements.map(\.term) == ["fatigue", "cough"])
  }

  static let headers: [(cells: String, roles: [String])] = [
    ("Placebo | Alphador 5 mg", ["placebo", "drug"]),
    ("Alphadrug gel | Vehicle gel", ["drug", "placebo"]),
    ("Alphador | Sham", ["drug", "placebo"]),
    ("Alphador | Betadrug", ["drug", "active"]),
    ("Alphador | Placebo | Non-placebo comparators", ["drug", "placebo", "active"]),
    ("Alphador + Betadrug | Placebo + Betadrug", ["drug", "placebo"]),
    ("Alphador plus Gammadrug | Alphador plus Placebo", ["drug", "drug"]),
    ("Alphador | 7+3", ["drug", "active"]),
    ("25 mg | 50 mg | Placebo", ["drug", "drug", "placebo"]),
    ("Low Dose | High Dose", ["drug", "drug"]),
    ("Alphador | Observation", ["drug", "active"]),
  ]

  @Test("T4 Each column is drug, placebo or another drug by its header", arguments: headers)
  func roles(of header: (cells: String, roles: [String])) {
    let count = header.roles.count
    let row = "Nausea" + (1...count).map { " | \($0)" }.joined()
    let report = Tables.report(["Reaction (%) | " + header.cells, row])
    #expect(Self.roles(report) == header.roles)
    #expect(Self.figures(report, "Nausea") == (1...count).map { String($0) })
  }

  @Test("T4 Each arm of the drug has a row, with its header path")
  func arms() throws {
    let report = Tables.report([
      "(%) | Alphador | ^ | All Alphador | Placebo", " | 5 mg (N=20) | 10 mg | | ",
      "Nausea | 4 | 9 | 6 | 3",
    ])
    #expect(report.statements.map(\.drugPercent) == ["4", "9", "6"])
    #expect(
      report.statements.map(\.arm) == [
        "[drug] > 5 mg (N=20)", "[drug] > 10 mg", "All [drug]",
      ])
    #expect(report.statements.allSatisfy { $0.comparatorPercent == "3" })
    #expect(report.statements.allSatisfy { $0.comparatorArm == "Placebo" })
  }

  @Test("T4 A column without a known name is no drug for sure: figures are not stated")
  func unknownArms() throws {
    let report = Tables.report(["(%) | Betadrug | Gammadrug", "Nausea | 4 | 9"])
    #expect(report.arms.map(\.isAssumed) == [true, true])
    #expect(report.statements.map(\.drugPercent) == [nil])
    #expect(Self.figures(report, "Nausea") == ["4", "9"])
  }

  static let cells: [(header: String, cell: String, percent: String?, count: Int?)] = [
    ("Alphador (N=400) %", "12", "12", nil),
    ("Alphador", "12%", "12", nil),
    ("Alphador (N=400)", "12 (3.0)", "3.0", 12),
    ("Alphador N=3,616 n (%)", "113 (3.1%)", "3.1", 113),
    ("Alphador %", "<1", "<1", nil),
    ("Alphador %", "< 1%", "<1", nil),
    ("Alphador n (%) (N=227)", "1 (< 1%)", "<1", 1),
    ("Alphador %", "-", nil, nil),
    ("Alphador %", "NA", nil, nil),
    ("Alphador n (%)", "0", "0", 0),
    ("Alphador n = 352%", "7", "7", nil),
    ("Alphador, number of patients", "12", nil, 12),
    ("Alphador % (n) (N=100)", "3.5 (7)", "3.5", 7),
    ("Alphador (N=200)", "6/200 (3%)", "3", 6),
    ("Alphador %", "5.0a", "5.0", nil),
    ("Alphador %", "3 - 5", nil, nil),
  ]

  @Test("T5 Cells are read by their header; percentages stay as printed", arguments: cells)
  func cell(_ cell: (header: String, cell: String, percent: String?, count: Int?)) {
    let report = Tables.report(["Reaction | \(cell.header)", "Nausea | \(cell.cell)", "Rash | 5"])
    let figure = report.rows.first { $0.label == "Nausea" }?.figures.first
    #expect(figure?.percent == cell.percent)
    #expect(figure?.count == cell.count)
  }

  @Test("T5 Counts are checked against the size of the arm")
  func counts() throws {
    let report = Tables.report([
      "Reaction | Alphador (N=200) n (%)", "Nausea | 12 (6)", "Cough | 12 (16)",
    ])
    #expect(report.rows.map { $0.figures[0].isChecked } == [true, false])
  }

  @Test("T5 Whole numbers that cannot be percentages of a small arm are counts")
  func countsOfSmallArms() throws {
    let report = Tables.report(["Reaction | Alphador (N=20)", "Nausea | 3", "Cough | 7"])
    #expect(report.rows.map { $0.figures[0].count } == [3, 7])
    #expect(report.statements.map(\.drugPercent) == [nil, nil])
  }

  @Test("T5 Counts in a column of their own stand with the percentage")
  func countColumn() throws {
    let report = Tables.report([" | Alphador (n=55) | ^", "Term | N | %", "Diarrhea | 4 | 7"])
    #expect(report.arms.count == 1)
    #expect(Self.figures(report, "Diarrhea") == ["7"])
    #expect(report.rows[0].figures[0].count == 4)
  }

  @Test("T6 Body systems are groups, not reactions")
  func groups() throws {
    let report = Tables.report([
      "Reaction | Alphador % | Placebo %", "Headache disorders | ^ | ^", "Nausea | 4 | 2",
      "Sleep disorders | | ", "Insomnia | 5 | 1",
    ])
    #expect(report.rows.map(\.label) == ["Nausea", "Insomnia"])
    #expect(report.rows.map(\.group) == ["Headache disorders", "Sleep disorders"])
    #expect(report.statements.last?.direction == .decreased, "S30")
  }

  @Test("T7 Phases side by side: each is compared within itself")
  func phases() throws {
    let report = Tables.report([
      " | Early phase | ^ | Late phase | ^",
      "Reaction | Alphador | Betadrug | Alphador | Placebo",
      " | N=300 | N=310 | N=32 | N=33", "Insomnia | 30 (10%) | 31 (10%) | 2 (6.3%) | 1 (3.0%)",
    ])
    #expect(report.statements.map(\.drugPercent) == ["10", "6.3"])
    #expect(report.statements.map(\.comparatorPercent) == ["10", "3.0"])
    #expect(report.statements.map(\.comparator) == [.active, .placebo])
    #expect(report.statements.first?.arm.hasPrefix("Early phase > [drug]") == true)
  }

  @Test("T7 Headers within the table begin another comparison")
  func headersWithin() throws {
    let report = Tables.report([
      "Monotherapy | Alphador | Placebo", " | N = 443 | N = 363",
      "Headache | 23 (5.2) | 12 (3.3)",
      "With Betadrug | Alphador + Betadrug | Placebo + Betadrug", " | N = 175 | N = 178",
      "Headache | 9 (5.1) | 7 (3.9)",
    ])
    #expect(report.arms.map(\.size) == [443, 363, 175, 178])
    #expect(report.statements.map(\.drugPercent) == ["5.2", "5.1"])
    #expect(report.statements.map(\.context) == ["Monotherapy", "With Betadrug"])
  }

  @Test("T8 One arm, or two doses without control: nothing is compared")
  func singleArm() throws {
    for header in ["Alphador (N=20) %", "Alphador 5 mg % | Alphador 10 mg %"] {
      let cells = header.contains("|") ? "5 | 10" : "5"
      let report = Tables.report(["Reaction | " + header, "Nausea | " + cells])
      #expect(report.statements.allSatisfy { $0.comparator == .none })
      #expect(report.statements.allSatisfy { $0.comparatorPercent == nil })
    }
  }

  @Test(
    "T9 Tables that say nothing of reactions give no rows and the reason",
    arguments: [
      ("Adverse Reactions Leading to Discontinuation", "discontinuation"),
      ("Laboratory Abnormalities in Study 1", "laboratory"), ("Response Rates", "efficacy"),
      ("Withdrawal Symptoms After Tapering", "withdrawal"),
      ("Baseline Characteristics", "baseline"),
    ])
  func exclusions(caption: String, reason: String) throws {
    let rows = ["Term | Alphador % | Placebo %", "Nausea | 5 | 4"]
    let report = Tables.report(caption, rows)
    #expect(report.exclusion?.rawValue == reason)
    #expect(report.rows.isEmpty && report.statements.isEmpty)
  }

  @Test("T9 Only tables in adverse reactions give rows")
  func otherSections() throws {
    let rows = ["Term | Alphador % | Placebo %", "Nausea | 5 | 4"]
    let report = Tables.report(
      Tables.markup("Clinical studies", rows), loinc: "34092-7", title: "14 CLINICAL STUDIES")
    #expect(report.exclusion == .section)
    #expect(report.statements.isEmpty)
  }

  @Test("T9 Only all grades count as the drug's percentage")
  func grades() throws {
    let report = Tables.report([
      "Reaction | Alphador N=100 | ^ | Placebo N=50 | ^",
      " | All Grades (%) | Grade 3-4 (%) | All Grades (%) | Grade 3-4 (%)",
      "Nausea | 40 | 2 | 30 | 1",
    ])
    #expect(report.arms.count == 2)
    #expect(Self.figures(report, "Nausea") == ["40", "30"])
    let severe = Tables.report(
      "Grade 3-4 Adverse Reactions", ["Reaction | Alphador % | Placebo %", "Nausea | 2 | 1"])
    #expect(severe.statements.map(\.drugPercent) == [nil])
    #expect(severe.statements.map(\.evidenceClass) == [.listed])
  }

  @Test("T10 A label without a category, and an arm that makes no statement, keep their figures")
  func kept() {
    let report = Tables.report([
      "Reaction | Alphador | Alphador/Betadrug | Placebo (%)", "Headache | 6 | 9 | 2",
      "Pain, pelvic region of unknown kind | 3 | 4 | 1",
    ])
    #expect(report.rows.count == 2 && Self.figures(report, "Headache") == ["6", "9", "2"])
  }

  @Test("T11 Reactions in the lines of one row become rows of their own")
  func lines() throws {
    let report = Tables.report(
      "<table><tr><td>Reaction</td><td>Alphador %</td><td>Placebo %</td></tr><tr>"
        + "<td>Lower respiratory<br/>Viral infections<br/>Cough</td><td><br/>7<br/>5</td>"
        + "<td><br/>4<br/>2</td></tr></table>")
    #expect(report.rows.map(\.label) == ["Viral infections", "Cough"])
    #expect(report.rows.map(\.row) == [1, 1])
    #expect(Self.figures(report, "Cough") == ["5", "2"])
    let unclear = Tables.report([
      "Reaction | Alphador % | Placebo %", "Cough nausea | 7 5 | 4 2", "Rash | 1 | 0",
    ])
    #expect(unclear.unreadRows == [1], "S1: what cannot be told apart is counted")
  }

  @Test("S26 A reaction that nobody on the drug had makes no statement")
  func noneOnTheDrug() throws {
    let report = Tables.report([
      "Reaction | Alphador % | Placebo %", "Nausea | 0 | 4", "Cough | - | 2",
    ])
    #expect(report.statements.isEmpty && report.rows.map(\.phrases.count) == [1, 1])
  }

  @Test("S27 The population of the caption stays with the figures")
  func population() throws {
    let rows = ["Reaction | Alphador % | Placebo %", "Nausea | 5 | 4"]
    let young = Tables.report("Reactions in Pediatric Patients 6 to 17 Years", rows)
    #expect(young.statements.map(\.population) == ["pediatric"])
    let arthritis = Tables.report("Reactions in JRA Patients", rows)
    #expect(arthritis.statements.map(\.population) == ["pediatric"])
    // A title at the end of the text before, and a study that this says is of children.
    var grid = TableMarkup.grid(Array(Tables.markup("", rows).utf8))
    grid.textBefore = "Figures are in Table 5. TABLE 5. Reactions in Patients Age 3 to 12 Years"
    func populations(_ text: String) throws -> [String?] {
      var label = Tables.label(grid)
      label.sections[0].text = LabelText(text)
      let report = Tables.reader.report(grid, number: 0, section: 0, label: label)
      return report.statements.map(\.population)
    }
    #expect(try populations("") == ["pediatric"])
    grid.textBefore = "Table 5: Reactions in Study AB1234"
    #expect(try populations("Study AB1234 was of gout.") == [nil])
    #expect(
      try populations("Reactions of AB1234 in pediatric patients are below.") == ["pediatric"])
    let both = Tables.report("Reactions in Adult and Pediatric Patients", rows)
    #expect(both.statements.map(\.population) == [nil])
    let ill = Tables.report("Reactions in Patients with Moderate to Severe Plaque Psoriasis", rows)
    #expect(
      ill.statements.map(\.context) == [
        "Reactions in Patients with Moderate to Severe Plaque Psoriasis"
      ])
  }
}
