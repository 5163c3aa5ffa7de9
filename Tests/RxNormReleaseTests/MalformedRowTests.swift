// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import RxNormRelease

@Suite("Malformed rows")
struct MalformedRowTests {
  /// A row of `Tests/Fixtures/malformed-rows.txt`.
  struct Case: Sendable, CustomTestStringConvertible {
    let table: RRFTable
    let text: String
    let code: String
    let line: Int
    let column: Int
    /// What the message says was found, where it matters.
    let found: String?
    /// Rows and skipped rows when read leniently; `nil` if that fails too.
    let lenient: (rows: Int, skipped: Int)?
    var testDescription: String { "\(table) \(text)" }

    var bytes: [UInt8] {
      let parts = text.split(separator: "%", omittingEmptySubsequences: false)
      return Array((parts.first ?? "").utf8)
        + parts.dropFirst().flatMap { part in
          [UInt8(part.prefix(2), radix: 16) ?? 0x3F] + Array(part.dropFirst(2).utf8)
        }
    }

    init?(_ row: CaseFile.Row) {
      let words = row.text.components(separatedBy: " | ")
      let values = row.expected.map(\.value)
      guard let table = RRFTable.allCases.first(where: { "\($0)" == words[0] }),
        let line = Int(values[1]), let column = Int(values[2])
      else { return nil }
      (self.table, text, code) = (table, words[1], values[0])
      (self.line, self.column) = (line, column)
      found = values[3] == "-" ? nil : values[3]
      let counts = values[4].split(separator: " ").compactMap { Int($0) }
      lenient = counts.count == 2 ? (counts[0], counts[1]) : nil
    }
  }

  static let cases =
    CaseFile.cases(of: "Tests/Fixtures/malformed-rows.txt").flatMap(\.rows).compactMap(Case.init)

  @Test("The rows are all there")
  func count() {
    #expect(Self.cases.count == 37)
  }

  @Test("A malformed row is an error with its place", arguments: cases)
  func strict(_ case: Case) throws {
    let error = #expect(throws: ReleaseError.self) {
      try Rows.read(`case`.table, `case`.bytes)
    }
    #expect(error.map { "\($0.code)" } == `case`.code)
    #expect(error?.file == `case`.table.fileName)
    #expect(error?.line == `case`.line)
    #expect(error?.column == `case`.column)
    if let found = `case`.found { #expect(error?.found == found) }
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("Leniently, it is skipped, counted and kept", arguments: cases)
  func lenient(_ case: Case) throws {
    guard let expected = `case`.lenient else {
      let error = #expect(throws: ReleaseError.self) {
        try Rows.read(`case`.table, `case`.bytes, isLenient: true)
      }
      #expect(error.map { "\($0.code)" } == `case`.code)
      return
    }
    let (rows, tally) = try Rows.read(`case`.table, `case`.bytes, isLenient: true)
    #expect(rows.count == expected.rows)
    #expect(tally.rows == expected.rows)
    #expect(tally.skipped == expected.skipped)
    if `case`.code == "crlf" {
      #expect(tally.repaired + tally.skipped == 1)
    } else {
      #expect(tally.problems.first.map { "\($0.code)" } == `case`.code)
      #expect(tally.problems.first?.line == `case`.line)
      #expect(tally.problems.first?.column == `case`.column)
    }
    #expect(rows.joined().allSatisfy { !$0.contains("\r") })
  }

  @Test("Far more fields than any table has are counted")
  func manyFields() throws {
    for count in [63, 64, 65, 127, 128, 129, 5000] {
      let bytes = Array((String(repeating: "|", count: count) + "\n").utf8)
      let error = #expect(throws: ReleaseError.self) { try Rows.read(.retiredConcepts, bytes) }
      #expect(error?.found == "row has \(count) fields")
    }
  }

  @Test("A cut last row says so, and how many rows come before it")
  func cutRow() throws {
    var bytes = Rows.concepts(Rows.mesna)
    for _ in 0..<1202 { bytes += Array(Rows.mesna.utf8) + [0x0A] }
    bytes += Array(
      "861007|ENG||||||10829571||||RXNORM|SCD|861007|metformin hydrochloride 500 MG Oral Tablet||N"
        .utf8)
    let error = #expect(throws: ReleaseError.self) { try Rows.read(.concepts, bytes) }
    #expect(
      error?.description == """
        RXNCONSO.RRF:1204:1: row has 17 fields, expected 18  [rrf.column-count]
           1204 | 861007|ENG||||||10829571||||RXNORM|SCD|861007|metformin hydr…
                | the file may be cut: its last byte is not a line feed
           try: compare its size with the release's readme, or pass --lenient to load the 1,203 rows before it
        """)
  }

  @Test("The quotation shows the place, without control characters")
  func quotation() throws {
    let row = "1|" + String(repeating: "é", count: 100) + "\0|b|1|2|\n"
    let error = #expect(throws: ReleaseError.self) {
      try Rows.read(.retiredConcepts, Array(row.utf8))
    }
    #expect(error?.column == 203)
    #expect(error?.excerpt == "…" + String(repeating: "é", count: 15) + "\\0|b|1|2|")
  }

  @Test("Only the first 100 problems are kept, all are counted")
  func problemLimit() throws {
    let bytes = Array(String(repeating: "x\n", count: 1000).utf8)
    let tally = try Rows.read(.relations, bytes, isLenient: true).tally
    #expect(tally.skipped == 1000)
    #expect(tally.problems.count == 100)
    #expect(tally.problems.last?.line == 100)
  }

  @Test("A row's own closure may stop the reading")
  func bodyThrows() throws {
    let release = try RxNormRelease(
      files: [.concepts: Rows.concepts(Rows.mesna, Rows.mesna)], name: "test")
    var rows = 0
    let error = #expect(throws: ReleaseError.self) {
      try release.forEachRow(of: .concepts) { (row: borrowing RRFRow) throws(ReleaseError) in
        rows += 1
        _ = try row.rxcui(14)
      }
    }
    #expect(rows == 1)
    #expect(error?.code == .codeNotNumeric)
    #expect(error?.found == "STR is \"mesna\"")
  }
}
