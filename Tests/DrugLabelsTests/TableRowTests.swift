// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import SymptomMapping
import Testing
import TestSupport

@testable import DrugLabels

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

@Suite("Rows of tables that people read")
struct TableRowsTests {
  /// The files of rows, below the test data or among the fixtures, and how many each has.
  static let files = [
    ("labels/tables-train.csv", 22), ("Fixtures/table-rows-made.csv", 60),
    ("Fixtures/table-rows-read.csv", 53),
  ]

  @Test(
    "Rows that were given, or chosen at random and read by hand, are right in all arms",
    .enabled(if: !Effort.isFast), arguments: files)
  func rows(path: String, count: Int) throws {
    guard let data = TestData.folder else {
      print("skipped: \(path) (RXKIT_TEST_DATA is not set)")
      return
    }
    let folder =
      path.hasPrefix("Fixtures") ? Repository.root.appending(path: "Tests/DrugLabelsTests") : data
    let rows = try TableRows.rows(folder.appending(path: path))
    #expect(rows.count == count)
    let labels = try TableRows.labels(of: rows, in: data)
    for row in rows {
      let (arms, why) = TableRows.read(row, labels, Tables.reader)
      #expect(
        TableRows.agree(arms, row.arms),
        "\(row.id) \(row.setID.prefix(8)) table \(row.table) '\(row.label)': \(why), read \(arms)")
    }
  }
}

@Suite("Tables of any shape")
struct TableShapesTests {
  private static func grid(_ rows: [[String]]) -> TableGrid {
    var grid = TableGrid()
    grid.rows = rows.map { $0.map { TableGrid.Cell($0) } }
    grid.parts = rows.map { _ in .body }
    return grid
  }

  private static let shapes: [[[String]]] = [
    [], [[]], [[""]], [["Nausea"]], [["Nausea"], ["5"]], [["", ""], ["", ""]],
    [["Nausea", "5"]], [["5", "5"], ["5", "5"]], [["a"], ["b", "c", "d"], []],
    [
      [String](repeating: "Alphador (N=10) %", count: 1_000),
      ["Nausea"] + [String](repeating: "5", count: 999),
    ],
    [["Reaction", "Alphador %"], ["Nausea", "5", "6", "7", "8"]],
    [["(", ")"], ["%", "<"], ["n =", "="], ["N=99999999999999999999999", "1.2.3.4"]],
    [["Nausea", String(repeating: "9", count: 5_000)]],
    [["x", "<"], ["Nausea", "((((1"], ["Cough", "1)))) %%"]],
  ]

  @Test("No shape of a table ends in a crash", arguments: shapes.indices)
  func anyShape(index: Int) throws {
    let grid = Self.grid(Self.shapes[index])
    let reader = Tables.reader
    let report = reader.report(grid, number: 0, section: 0, label: Tables.label(grid))
    #expect(report.rows.allSatisfy { $0.firstArm + $0.figures.count <= report.arms.count })
    // Rows, sections and flags that do not fit the grid are no crash either.
    var broken = grid
    broken.parts = []
    _ = reader.report(broken, number: 7, section: 99, label: Tables.label(grid))
  }

  /// Every order of the arms, with their headers.
  private static let orders: [[Int]] = [
    [0, 1, 2, 3], [3, 0, 1, 2], [1, 0, 3, 2], [2, 3, 1, 0], [3, 2, 1, 0], [0, 2, 1, 3],
  ]

  @Test("The order of the arms does not change their figures", arguments: orders)
  func permutation(order: [Int]) throws {
    let header = [
      "Alphador 5 mg (N=80) %", "Alphador 10 mg (N=90) %", "Placebo (N=85) %", "Betadrug (N=70) %",
    ]
    let rows = [("Nausea", ["4", "9", "3", "<1"]), ("Headache", ["7.5", "2", "6", "11"])]
    func table(_ order: [Int]) -> TableGrid {
      Self.grid(
        [["Reaction"] + order.map { header[$0] }]
          + rows.map { row in [row.0] + order.map { row.1[$0] } })
    }
    func read(_ order: [Int]) throws -> Set<[String]> {
      let grid = table(order)
      let report = Tables.reader.report(
        grid, number: 0, section: 0, label: Tables.label(grid))
      return Set(
        report.rows.flatMap { row in
          zip(report.arms, row.figures).map { arm, figure in
            [row.label, "\(arm.role)", arm.name, "\(arm.size ?? 0)", figure.percent ?? ""]
          }
        })
    }
    let expected = try read([0, 1, 2, 3])
    #expect(expected.count == 8)
    let found = try read(order)
    #expect(found == expected)
  }

  @Test("S37 The same table gives the same report")
  func determinism() throws {
    let markup = Tables.markup(
      "", ["Reaction | Alphador % | Placebo %", "Nausea/vomiting | 5 | 4"])
    let first = Tables.report(markup)
    let second = Tables.report(markup)
    #expect(first == second)
  }
}

@Suite("What a cell holds")
struct CellContentTests {
  private static func number(
    _ text: String, isBelow: Bool = false, hasSign: Bool = false, isBracketed: Bool = false
  ) -> CellFigure.Number {
    CellFigure.Number(text: text, isBelow: isBelow, hasSign: hasSign, isBracketed: isBracketed)
  }

  @Test(
    "Words are text, their few short forms and signs alone stand for no figure",
    arguments: [
      ("", CellContent.empty), ("—", .dash), ("NA", .dash), ("none", .dash), ("n o n e", .dash),
      ("N/A", .dash), ("†", .dash), ("Nausea", .text), ("nones", .text), ("no nil", .text),
      ("a b c d e f", .text), ("5 ab", .text), ("12 mg daily", .text), ("tmc278", .text),
      ("Übelkeit", .text), ("é", .text), ("na 5", .text),
    ])
  func words(cell: String, content: CellContent) {
    #expect(CellContent(cell) == content)
  }

  @Test("Figures are read with their signs; a letter behind them is a mark")
  func figures() {
    #expect(CellContent("5") == .numbers([Self.number("5")]))
    #expect(CellContent("<1 %") == .numbers([Self.number("1", isBelow: true, hasSign: true)]))
    #expect(CellContent("4.5%a") == .numbers([Self.number("4.5", hasSign: true)]))
    #expect(
      CellContent("1,012 (.5)")
        == .numbers([Self.number("1012"), Self.number("0.5", isBracketed: true)]))
  }

  @Test(
    "A cell becomes lower-case words, numbers and signs",
    arguments: [
      ("Drug 25mg (N=1,991) %", "drug 25 mg ( n = 1991 ) %"), ("Alphador15 mg", "alphador 15 mg"),
      ("TMC278 ‹ 5\u{A0}–\t6†", "tmc278 < 5 - 6"), ("ÉTUDE ≥ ½", "étude ≥"),
      ("\u{B}a\u{1}", "a \u{1}"),
    ])
  func tokens(cell: String, tokens: String) {
    #expect(CellTokens(cell).tokens.map(\.text).joined(separator: " ") == tokens)
  }

  @Test(
    "A phrase stands where its words follow each other whole",
    arguments: [
      ("leading to dose", true), ("Leading to Dose", false), ("to dose", true), ("to dos", false),
      ("o dose", false), ("dose reduction", false), ("dose - reduction", true), ("", false),
      ("reduction in all", false), ("leading  to", false),
    ])
  func phrases(phrase: String, isThere: Bool) {
    #expect(CellTokens("Leading to Dose-Reduction").has(phrase) == isThere)
  }
}
