// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("Tables")
struct TableTests {
  static let table: Table = {
    var table = Table([.init("code"), .init("name"), .init("share", .number)])
    table.append(["861007", "metformin hydrochloride 500 MG Oral Tablet", "12.5"])
    table.append(["x", "a \"b\", c\td\\e\nf|g", nil])
    table.append([nil, "", "007"])
    return table
  }()

  @Test("A table is printed in each form", arguments: OutputFormat.allCases)
  func forms(_ format: OutputFormat) throws {
    let expected = FixtureRows.pairs("a table in each form").first { $0.0 == format.rawValue }
    #expect(Self.table.rendered(as: format) == expected?.1)
  }

  @Test("CR LF within a value is quoted in CSV and escaped in TSV")
  func lineEnds() {
    var table = Table("a")
    table.append(["x\r\ny"])
    #expect(table.rendered(as: .csv) == "a\r\n\"x\r\ny\"\r\n")
    #expect(table.rendered(as: .tsv) == "a\nx\\r\\ny\n")
  }

  @Test("A table without rows has its headings, and is an empty array in JSON")
  func noRows() {
    let table = Table("a", "b")
    #expect(table.rendered(as: .table) == "a  b\n")
    #expect(table.rendered(as: .json) == "[]\n")
    #expect(table.rendered(as: .ndjson) == "")
    #expect(table.rendered(as: .csv) == "a,b\r\n")
  }

  @Test("On a narrow terminal cells are wrapped, and every word is still there")
  func wraps() {
    let text = Self.table.rendered(as: .table, for: .ofWidth(40))
    #expect(
      text == """
        code    name                       share
        861007  metformin hydrochloride     12.5
                500 MG Oral Tablet
        x       a "b", c d\\e f|g
                                             007

        """)
  }

  @Test("Where columns would break words, rows become lines of heading and value")
  func stacks() {
    let text = Self.table.rendered(as: .table, for: .ofWidth(24))
    #expect(
      text == """
        code   861007
        name   metformin
               hydrochloride 500
               MG Oral Tablet
        share  12.5

        code   x
        name   a "b", c d\\e f|g

        share  007

        """)
  }

  @Test(
    "Columns take as many cells as their letters show",
    arguments: FixtureRows.pairs("widths"))
  func widths(_ text: String, _ width: String) {
    #expect("\(DisplayText.width(of: text))" == width)
  }

  @Test("Wide letters keep the columns aligned")
  func aligned() {
    var table = Table("name", "x")
    table.append(["薬薬", "1"])
    table.append(["abc", "2"])
    #expect(table.rendered(as: .table) == "name  x\n薬薬  1\nabc   2\n")
  }

  @Test("Nothing in a value steers the terminal")
  func harmless() {
    var table = Table("name")
    table.append(["a\u{1B}[2Jb\r\u{9B}1mc\u{202E}d\u{7F}"])
    #expect(table.rendered(as: .table) == "name\na␛[2Jb �1mc�d␡\n")
    #expect(!table.rendered(as: .markdown).contains("\u{1B}"))
  }

  @Test("A colour is used on a terminal only, and never where it is refused")
  func color() {
    var environment = Environment(terminal: "xterm")
    #expect(!Terminal(descriptor: -1, environment: environment).style.isColored)
    environment.refusesColor = true
    #expect(Style(isColored: true).bold("x") == "\u{1B}[1mx\u{1B}[0m")
    #expect(Style(isColored: false).bold("x") == "x")
  }
}

@Suite("Progress")
struct ProgressTests {
  static let state = ProgressDisplay.State(
    name: "RXNSAT.RRF", count: 1_234_567, unit: "rows", done: 250, total: 1000)

  @Test("The line says name, share, count, rate and time left")
  func line() {
    #expect(
      ProgressDisplay.line(Self.state, nanoseconds: 2_000_000_000, width: 100)
        == "RXNSAT.RRF  25 %  1,234,567 rows  617,283 rows/s  6 s left")
  }

  @Test("The line is cut to the terminal and never fills its last column")
  func cut() {
    let line = ProgressDisplay.line(Self.state, nanoseconds: 2_000_000_000, width: 20)
    #expect(line == "RXNSAT.RRF  25 %  …")
    #expect(DisplayText.width(of: line) == 19)
  }

  @Test("Without a total there is no share and no time left")
  func noTotal() {
    var state = Self.state
    state.total = 0
    #expect(
      ProgressDisplay.line(state, nanoseconds: 1, width: 100)
        == "RXNSAT.RRF  1,234,567 rows  1,234,567,000 rows/s")
  }

  /// A clock that a test sets.
  private final class Clock {
    var now: UInt64 = 5_000_000_000
  }

  /// What a display writes, drawn at some moments and then finished.
  private func drawn(at milliseconds: [UInt64], on terminal: Terminal) throws -> String {
    let folder = try TemporaryFolder()
    let clock = Clock()
    let file = try SystemCalls.create(folder["err"].path)
    let messages = MessageWriter(terminal: terminal, descriptor: file.descriptor)
    let display = ProgressDisplay(messages) { clock.now }
    for time in milliseconds {
      clock.now = 5_000_000_000 + time * 1_000_000
      display.update("RXNSAT.RRF", count: 1_234_567, unit: "rows", done: 250, total: 1000)
    }
    display.finish()
    display.finish()
    return try String(contentsOf: folder["err"], encoding: .utf8)
  }

  @Test("Progress comes after one second, ten times a second at most, and is erased")
  func timing() throws {
    let terminal = Terminal.ofWidth(30)
    #expect(try drawn(at: [0, 500, 999], on: terminal) == "")
    let once = try drawn(at: [1000, 1050], on: terminal)
    #expect(once == "\r\u{1B}[KRXNSAT.RRF  25 %  1,234,567 …\r\u{1B}[K")
    #expect(try drawn(at: [1000, 1050, 1100], on: terminal).count > once.count)
  }

  @Test("Where standard error is no terminal, there is no progress")
  func quiet() throws {
    #expect(try drawn(at: [0, 2000, 5000], on: .none) == "")
  }

  @Test(
    "Numbers are grouped",
    arguments: [
      (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"),
    ])
  func grouped(_ number: Int, _ text: String) {
    #expect(DisplayText.grouped(number) == text)
  }
}
