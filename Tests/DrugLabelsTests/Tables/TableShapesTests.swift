// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import SymptomMapping
import Testing

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
