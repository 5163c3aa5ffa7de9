// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import TestSupport
import Testing

import SymptomMapping

@Suite("Tables that cannot be used")
struct MalformedTableTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let code: String
    let line: Int?
    let column: Int?
    let found: String
    let text: String
    var testDescription: String { id }
  }

  private static let good = RowText().line
  private static let header = SmallTables.evidenceHeader

  /// A table whose second row has one field replaced.
  private static func case_(
    _ id: String, _ code: String, field: Int, _ value: String, quoted: String? = nil
  ) -> Case {
    var fields = good.cells
    fields[field] = value
    let column = fields[..<field].reduce(1) { $0 + $1.utf8.count + 1 }
    return Case(
      id: id, code: code, line: 3, column: column,
      found: quoted ?? (value.isEmpty ? "an empty field" : "\"\(value)\""),
      text: header + RowText(symptom: "Acne").line + "\n" + fields.joined(separator: "\t") + "\n")
  }

  static let cases: [Case] =
    [
      Case(
        id: "an empty file", code: "missingLineFeed", line: 1, column: 1,
        found: "the end of the file", text: ""),
      Case(
        id: "a cut file", code: "missingLineFeed", line: 2, column: good.utf8.count + 1,
        found: "the end of the file", text: header + good),
      Case(
        id: "a wrong header", code: "header", line: 1, column: 14, found: "\"code\"",
        text: header.replacing("\trxcui\t", with: "\tcode\t")),
      Case(
        id: "a byte order mark", code: "header", line: 1, column: 1,
        found: "\"\u{FEFF}subject_kind\"", text: "\u{FEFF}" + header),
      Case(
        id: "one column too many", code: "header", line: 1, column: header.utf8.count + 1,
        found: "\"more\"", text: header.dropLast() + "\tmore\n"),
      Case(
        id: "a field too few", code: "columnCount", line: 3, column: 1, found: "28 fields",
        text: header + good + "\n" + good.dropLast("\tCC0-1.0".count) + "\n"),
      Case(
        id: "a field too many", code: "columnCount", line: 2, column: 1, found: "30 fields",
        text: header + good + "\tmore\n"),
      Case(
        id: "an empty line", code: "columnCount", line: 3, column: 1, found: "1 fields",
        text: header + good + "\n\n"),
      Case(
        id: "a carriage return", code: "controlCharacter", line: 2, column: good.utf8.count + 1,
        found: "a carriage return", text: header + good + "\r\n"),
      Case(
        id: "a NUL", code: "controlCharacter", line: 2, column: 5,
        found: "the control character 0",
        text: header + good.prefix(4) + "\0" + good.dropFirst(4) + "\n"),
      case_(
        "a context that is too long", "tooManyWords", field: 13,
        String(repeating: "word ", count: 40),
        quoted: "\"" + String(String(repeating: "word ", count: 40).prefix(59)) + "…\""),
      case_(
        "a long word is cut", "unknownWord", field: 4, String(repeating: "x", count: 99),
        quoted: "\"" + String(repeating: "x", count: 59) + "…\""),
      Case(
        id: "a key twice", code: "duplicateRow", line: 3, column: 1, found: "\"ingredient\"",
        text: header + good + "\n" + good + "\n"),
    ]
    + FixtureRows.cells("malformed rows").map { case_($0[0], $0[1], field: Int($0[2]) ?? 0, $0[3]) }

  @Test("The error names file, line, column and what was found", arguments: cases)
  func malformed(_ one: Case) throws {
    let error = #expect(throws: MappingError.self) {
      try SideEffectTable(bytes: [UInt8](one.text.utf8))
    }
    #expect(error.map { "\($0.code)" } == one.code)
    #expect(error?.line == one.line)
    #expect(error?.column == one.column)
    #expect(error?.found == one.found)
    #expect(error?.file == "side-effects.tsv")
  }

  @Test("A message has place, find, expectation, code and remedy")
  func message() {
    let error = #expect(throws: MappingError.self) {
      try SideEffectTable(
        bytes: [UInt8]((Self.header + RowText(fit: "wide").line + "\n").utf8))
    }
    #expect(
      error?.description == """
        side-effects.tsv:2:59: "wide", expected exact, narrower, related  [mapping.unknown-word]
           try: words are compared exactly, in the case shown
        """)
  }

  @Test("Bytes that are not UTF-8 are named with their place")
  func invalidUTF8() {
    let bytes = [UInt8]((Self.header + "ingr").utf8) + [0xFF] + [UInt8]("\n".utf8)
    let error = #expect(throws: MappingError.self) { try SideEffectTable(bytes: bytes) }
    #expect(error?.code == .invalidUTF8)
    #expect(error?.line == 2 && error?.column == 5)
  }

  @Test("Every prefix of a table is an error or a shorter table")
  func prefixes() throws {
    let rows = [RowText(), RowText(symptom: "Vomiting")]
    let bytes = SmallTables.evidence(rows)
    var counts = Set<Int>()
    for end in bytes.indices {
      if let table = try? SideEffectTable(bytes: Array(bytes[..<end])) {
        counts.insert(table.count)
      }
    }
    #expect(counts == [0, 1])
  }

  @Test(
    "A table that answers are made from must be there",
    arguments: ["side-effects.tsv", "labels.tsv", "routes.tsv", "general-forms.tsv"])
  func missing(_ name: String) {
    let error = #expect(throws: MappingError.self) {
      try MappingTables { $0 == name ? nil : try? Shipped.bytes($0) }
    }
    #expect(error?.code == .missingFile)
    #expect(error?.file == name)
  }

  @Test("Other tables may be absent, and are empty then")
  func optional() throws {
    let tables = try MappingTables { name in
      ["confused-names.tsv", "symptoms.tsv", "phrases.tsv"].contains(name)
        ? nil : try? Shipped.bytes(name)
    }
    #expect(tables.confusedNames.count == 0)
    #expect(try tables.phrases().phrases.isEmpty)
    #expect(tables.symptoms.laySynonyms(of: .nausea).isEmpty)
  }

  @Test("Every table is read as strictly", arguments: FixtureRows.cells("changes of tables"))
  func change(_ row: [String]) throws {
    let error = #expect(throws: MappingError.self) {
      let tables = try MappingTables { name in
        guard let bytes = try? Shipped.bytes(name), name == row[0] else {
          return try? Shipped.bytes(name)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return [UInt8](text.replacing(row[1], with: row[2], maxReplacements: 1).utf8)
      }
      _ = try tables.phrases()
    }
    #expect(error.map { "\($0.code)" } == row[3])
    #expect(error?.file == row[0])
  }
}
