// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import TestSupport
import Testing

@Suite("Tables as rectangles")
struct TableMarkupTests {
  /// The texts of the cells: rows on lines, cells between bars, repeated ones in brackets.
  static func drawing(_ markup: String) -> String {
    TableMarkup.grid(Array(markup.utf8)).rows.map { row in
      row.map { $0.isRepeated ? "(\($0.text))" : $0.text }.joined(separator: "|")
    }.joined(separator: "\n")
  }

  @Test(
    "5.1.1 Cells stand in every place that they span",
    arguments: FixtureRows.pairs("spans"))
  func spans(rows: String, expected: String) {
    #expect(Self.drawing("<table><tbody>\(rows)</tbody></table>") == expected)
  }

  @Test(
    "5.1.11 Breaks, paragraphs and items are one blank; footnotes and their marks are dropped",
    arguments: FixtureRows.pairs("texts of cells"))
  func cellText(cell: String, expected: String) {
    #expect(Self.drawing("<table><tr><td>\(cell)</td></tr></table>") == expected)
  }

  @Test("5.1.2 Rows know their part, and a foot stays where the markup has it")
  func parts() {
    let grid = TableMarkup.grid(
      Array(
        """
        <table><caption>A<br/>b</caption><thead><tr><th>h</th></tr></thead>\
        <tfoot><tr><td>f<footnote>n</footnote></td></tr></tfoot><tbody><tr><td>1</td></tr></tbody></table>
        """.utf8))
    #expect(grid.caption == "A b")
    #expect(grid.parts == [.head, .foot, .body])
    #expect(grid.rows.map { $0.map(\.text) } == [["h"], ["f"], ["1"]])
    #expect(grid.rows.map { $0.map(\.isHeading) } == [[true], [false], [false]])
    #expect(grid.footnotes == ["n"] && grid.isRectangular)
  }

  @Test("5.1.11 Short rows are filled, and the table says that it was ragged")
  func ragged() {
    let markup = "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>"
    let grid = TableMarkup.grid(Array(markup.utf8))
    #expect(!grid.isRectangular && grid.rows.map(\.count) == [2, 2])
  }

  @Test("A table within a cell follows as a table of its own")
  func innerTable() {
    let markup = "<table><tr><td>a<table><tr><td>b</td></tr></table>c</td></tr></table>"
    let (grids, problem) = TableMarkup.read(Array(markup.utf8))
    #expect(grids.map { $0.rows.map { $0.map(\.text) } } == [[["ac"]], [["b"]]])
    #expect(problem == nil)
  }

  @Test(
    "Markup that stops being XML gives the rows before that place, and every prefix ends well",
    arguments: ["<table><tr><td rowspan='2'>a</td><td>b<br/></td></tr><tr><td>c</td></tr></table>"])
  func prefixes(markup: String) {
    let bytes = Array(markup.utf8)
    for count in 0..<bytes.count {
      let (grids, problem) = TableMarkup.read(Array(bytes.prefix(count)))
      #expect(problem != nil && grids.count <= 1)
    }
  }

  @Test("Spans cannot make a table larger than its limit")
  func hugeSpans() {
    let row = "<tr>" + String(repeating: "<td rowspan='65534' colspan='1000'>a</td>", count: 300)
    let markup = "<table>" + String(repeating: row + "</tr>", count: 3) + "</table>"
    let (grids, problem) = TableMarkup.read(Array(markup.utf8))
    #expect(grids.first.map { $0.rows.map(\.count).reduce(0, +) < 1_000_000 } == true)
    #expect(problem?.contains("too large") == true)
  }
}
