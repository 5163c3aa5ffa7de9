// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import RxNormRelease

@Suite("Malformed rows")
struct MalformedRowTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let table: RRFTable
    /// The file; `%E9` stands for a byte.
    let text: String
    let code: ReleaseError.Code
    let line: Int
    let column: Int
    /// What the message says was found, where it matters.
    let found: String
    /// Rows and skipped rows when read leniently; `nil` if that fails too.
    let lenient: (rows: Int, skipped: Int)?
    var testDescription: String { id }

    var bytes: [UInt8] {
      let parts = text.split(separator: "%", omittingEmptySubsequences: false)
      return Array((parts.first ?? "").utf8)
        + parts.dropFirst().flatMap { part in
          [UInt8(part.prefix(2), radix: 16) ?? 0x3F] + Array(part.dropFirst(2).utf8)
        }
    }

    init(
      _ id: String, _ table: RRFTable, _ text: String, _ code: ReleaseError.Code, _ line: Int,
      _ column: Int, _ found: String, lenient: (rows: Int, skipped: Int)?
    ) {
      self.id = id
      self.table = table
      self.text = text
      self.code = code
      self.line = line
      self.column = column
      self.found = found
      self.lenient = lenient
    }
  }

  static let cases: [Case] = [
    Case(
      "a field is missing", .retiredConcepts, "1|a|b|1|2|\n1|a|b|1|\n", .columnCount, 2, 1,
      "row has 4 fields", lenient: (1, 1)),
    Case(
      "a field is too many", .retiredConcepts, "1|a|b|1|2|3|\n1|a|b|1|2|\n", .columnCount, 1, 1,
      "row has 6 fields", lenient: (1, 1)),
    Case(
      "an empty line", .retiredConcepts, "1|a|b|1|2|\n\n1|a|b|1|2|\n", .columnCount, 2, 1,
      "row is empty", lenient: (2, 1)),
    Case(
      "a line without a bar", .retiredConcepts, "1|a|b|1|2|\nhello\n", .columnCount, 2, 1,
      "row has 1 field", lenient: (1, 1)),
    Case(
      "no bar at the end", .retiredConcepts, "1|a|b|1|2|\n1|a|b|1|2\n", .missingFinalBar, 2, 10,
      "", lenient: (1, 1)),
    Case(
      "no bar at the end, and the last field empty", .retiredConcepts, "1|a|b|1|\n", .columnCount,
      1, 1,
      "", lenient: (0, 1)),
    Case(
      "text after the last bar", .retiredConcepts, "1|a|b|1|2|x\n", .columnCount, 1, 1,
      "row has 6 fields", lenient: (0, 1)),
    Case(
      "the last row is cut", .retiredConcepts, "1|a|b|1|2|\n1|a|b", .columnCount, 2, 1,
      "", lenient: (1, 1)),
    Case(
      "the last bar is cut off", .retiredConcepts, "1|a|b|1|2|\n1|a|b|1|2", .missingFinalBar, 2, 10,
      "", lenient: (1, 1)),
    Case(
      "CRLF", .retiredConcepts, "1|a|b|1|2|\r\n1|a|b|1|2|\n", .crlf, 1, 11,
      "", lenient: (2, 0)),
    Case(
      "CRLF without its line feed at the end", .retiredConcepts, "1|a|b|1|2|\n1|a|b|1|2|\r", .crlf,
      2, 11,
      "", lenient: (2, 0)),
    Case(
      "CRLF after a missing bar", .retiredConcepts, "1|a|b|1|2\r\n", .crlf, 1, 10,
      "", lenient: (0, 1)),
    Case(
      "NUL", .retiredConcepts, "1|a|b|1|2|\n1|a|%00b|1|2|\n", .nul, 2, 5,
      "", lenient: (1, 1)),
    Case(
      "zeros at the end, as a crashed copy leaves", .retiredConcepts, "1|a|b|1|2|\n%00%00%00", .nul,
      2, 1,
      "", lenient: (1, 1)),
    Case(
      "a byte that is not UTF-8", .retiredConcepts, "1|a|b|1|2|\n1|a|%E9|1|2|\n", .invalidUTF8, 2,
      5,
      "byte 0xE9 is not UTF-8 here", lenient: (1, 1)),
    Case(
      "a character that is cut", .retiredConcepts, "1|a|%C3|1|2|\n", .invalidUTF8, 1, 5,
      "byte 0xC3 is not UTF-8 here", lenient: (0, 1)),
    Case(
      "a surrogate", .retiredConcepts, "1|%ED%A0%80|b|1|2|\n", .invalidUTF8, 1, 3,
      "", lenient: (0, 1)),
    Case(
      "an overlong slash", .retiredConcepts, "1|%C0%AF|b|1|2|\n", .invalidUTF8, 1, 3,
      "", lenient: (0, 1)),
    Case(
      "a mark of UTF-8", .retiredConcepts, "%EF%BB%BF1|a|b|1|2|\n", .byteOrderMark, 1, 1,
      "file begins with the byte order mark of UTF-8", lenient: (1, 0)),
    Case(
      "a mark of UTF-16", .retiredConcepts, "%FF%FE1%00", .byteOrderMark, 1, 1,
      "file begins with the byte order mark of UTF-16", lenient: nil),
    Case(
      "a code with a letter", .retiredConcepts, "1|a|b|1|2|\n12a|a|b|1|2|\n", .codeNotNumeric, 2, 1,
      "CUI1 is \"12a\"", lenient: (1, 1)),
    Case(
      "a code with a leading zero", .retiredConcepts, "1|a|b|1|02|\n", .codeNotNumeric, 1, 9,
      "CUI2 is \"02\"", lenient: (0, 1)),
    Case(
      "a code of nine digits", .retiredConcepts, "123456789|a|b|1||\n", .codeNotNumeric, 1, 1,
      "", lenient: (0, 1)),
    Case(
      "a code with a blank", .retiredConcepts, " 12|a|b|1||\n", .codeNotNumeric, 1, 1,
      "", lenient: (0, 1)),
    Case(
      "a code with a sign", .retiredConcepts, "-12|a|b|1||\n", .codeNotNumeric, 1, 1,
      "", lenient: (0, 1)),
    Case(
      "zero", .retiredConcepts, "0|a|b|1||\n", .codeNotNumeric, 1, 1,
      "", lenient: (0, 1)),
    Case(
      "RXNCONSO without a code", .concepts, "|ENG||||||1|1|44||RXNORM|IN|44|mesna||N|4096|\n",
      .codeNotNumeric, 1, 1,
      "RXCUI is empty", lenient: (0, 1)),
    Case(
      "RXNREL's second code", .relations, "1||CUI|RN|x||CUI|tradename_of|4170244||RXNORM||||N||\n",
      .codeNotNumeric, 1, 11,
      "RXCUI2 is \"x\"", lenient: (0, 1)),
    Case(
      "RXNATOMARCHIVE's target", .atomArchive, "1||a|t|t|t||||||V|1|S|T|9x|\n", .codeNotNumeric, 1,
      25,
      "MERGED_TO_RXCUI is \"9x\"", lenient: (0, 1)),
    Case(
      "RXNCUICHANGES without the new code", .conceptChanges, "1|c|S|T|a|7||\n", .codeNotNumeric, 1,
      13,
      "NEW_RXCUI is empty", lenient: (0, 1)),
    Case(
      "an empty RXNREL", .relations, "", .emptyFile, 1, 1,
      "", lenient: (0, 0)),
    Case(
      "an empty RXNCONSO", .concepts, "", .emptyFile, 1, 1,
      "", lenient: nil),
  ]

  @Test("A malformed row is an error with its place", arguments: cases)
  func strict(_ case: Case) throws {
    let error = #expect(throws: ReleaseError.self) {
      try Rows.read(`case`.table, `case`.bytes)
    }
    #expect(error?.code == `case`.code)
    #expect(error?.file == `case`.table.fileName)
    #expect(error?.line == `case`.line)
    #expect(error?.column == `case`.column)
    if !`case`.found.isEmpty { #expect(error?.found == `case`.found) }
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("Leniently, it is skipped, counted and kept", arguments: cases)
  func lenient(_ case: Case) throws {
    guard let expected = `case`.lenient else {
      let error = #expect(throws: ReleaseError.self) {
        try Rows.read(`case`.table, `case`.bytes, isLenient: true)
      }
      #expect(error?.code == `case`.code)
      return
    }
    let (rows, tally) = try Rows.read(`case`.table, `case`.bytes, isLenient: true)
    #expect(rows.count == expected.rows)
    #expect(tally.rows == expected.rows)
    #expect(tally.skipped == expected.skipped)
    if `case`.code == .crlf {
      #expect(tally.repaired + tally.skipped == 1)
    } else {
      #expect(tally.problems.first?.code == `case`.code)
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
