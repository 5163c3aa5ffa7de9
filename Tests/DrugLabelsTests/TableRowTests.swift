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

  static let reports = CaseFile.cases(of: "Tests/DrugLabelsTests/Fixtures/reports.txt")

  @Test("What is read of tables, by arm, row and statement", arguments: reports)
  func read(_ one: CaseFile.Case) {
    for row in one.rows {
      var rows = row.text.components(separatedBy: "¦").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      let caption = rows[0].hasPrefix("CAPTION: ") ? String(rows.removeFirst().dropFirst(9)) : ""
      let report =
        rows[0].hasPrefix("<table") ? Tables.report(rows[0]) : Tables.report(caption, rows)
      #expect(!row.expected.isEmpty)
      for (key, value) in row.expected {
        let found = Self.list(report, key).joined(separator: " / ")
        #expect((found.isEmpty ? "none" : found) == value, "\(key) of \(row.text)")
      }
    }
  }

  private static func list(_ report: TableReport, _ key: String) -> [String] {
    func texts(_ values: [Any?]) -> [String] { values.map { $0.map { "\($0)" } ?? "-" } }
    let words = key.split(separator: " ", maxSplits: 1).map(String.init)
    let figures = report.rows.first { words.last == $0.label }?.figures ?? []
    let statements = report.statements
    return switch key {
    case "header": texts(report.headerRows)
    case "arms": report.arms.map(\.name)
    case "sizes": texts(report.arms.map(\.size))
    case "assumed": texts(report.arms.map(\.isAssumed))
    case "roles":
      report.arms.map { if case .comparator(let kind) = $0.role { kind.rawValue } else { "drug" } }
    case "rows": report.rows.map(\.label)
    case "groups": texts(report.rows.map(\.group))
    case "numbers": texts(report.rows.map(\.row))
    case "phrases": texts(report.rows.map(\.phrases.count))
    case "first percents": texts(report.rows.map { $0.figures[0].percent })
    case "first counts": texts(report.rows.map { $0.figures[0].count })
    case "checked": texts(report.rows.map { $0.figures[0].isChecked })
    case "unread": texts(report.unreadRows)
    case "exclusion": texts([report.exclusion?.rawValue])
    case "statements": statements.map(Extraction.line)
    case "percents": texts(statements.map(\.drugPercent))
    case "comparator percents": texts(statements.map(\.comparatorPercent))
    case "comparators": statements.map(\.comparator.rawValue)
    case "statement arms": statements.map(\.arm)
    case "first statement arm begins":
      [String(statements.first?.arm.prefix("Early phase > [drug]".count) ?? "")]
    case "comparator arms": statements.map(\.comparatorArm)
    case "symptoms": statements.map { Extraction.name($0.symptom) }
    case "terms": statements.map(\.term)
    case "classes": statements.map(\.evidenceClass.rawValue)
    case "directions": statements.map(\.direction.rawValue)
    case "contexts": statements.map(\.context)
    case "populations": texts(statements.map(\.population))
    case _ where words[0] == "figures": texts(figures.map(\.percent))
    case _ where words[0] == "counts": texts(figures.map(\.count))
    default: ["no such list"]
    }
  }

  @Test("No table is missing")
  func count() { #expect(Case.all.count == 19 && Self.reports.count == 27) }

  @Test("T9 Only tables in adverse reactions give rows")
  func otherSections() throws {
    let rows = ["Term | Alphador % | Placebo %", "Nausea | 5 | 4"]
    let report = Tables.report(
      Tables.markup("Clinical studies", rows), loinc: "34092-7", title: "14 CLINICAL STUDIES")
    #expect(report.exclusion == .section)
    #expect(report.statements.isEmpty)
  }

  @Test("S27 The population of the caption stays with the figures")
  func population() throws {
    let rows = ["Reaction | Alphador % | Placebo %", "Nausea | 5 | 4"]
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
    arguments: FixtureRows.pairs("contents of cells"))
  func words(cell: String, content: String) {
    #expect("\(CellContent(cell))" == content)
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
    arguments: FixtureRows.pairs("tokens"))
  func tokens(cell: String, tokens: String) {
    #expect(CellTokens(cell).tokens.map(\.text).joined(separator: " ") == tokens)
  }

  @Test(
    "A phrase stands where its words follow each other whole",
    arguments: FixtureRows.pairs("phrases of cells"))
  func phrases(phrase: String, isThere: String) {
    #expect("\(CellTokens("Leading to Dose-Reduction").has(phrase))" == isThere)
  }
}
