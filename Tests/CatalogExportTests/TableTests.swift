// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease
import SymptomMapping
import Testing
import TestSupport

@testable import CatalogExport

@Suite("Tables keep every value, whatever is in it")
struct TableTests {
  /// Names that delimited files like to break on.
  static let names = [
    "plain", "with, comma", "with \"quotes\"", "\"", "tab\there", "back\\slash \\t", "ümläut µg 日本",
    "trailing blank ", "'single'", "#comment", "=formula()", "NULL",
  ]

  static func content() throws -> ExportContent {
    var release = HandRelease()
    for (index, name) in names.enumerated() { release.concept(index + 1, "IN", name) }
    return try Exporting.content(of: release)
  }

  @Test("Python's csv module reads them back", arguments: DelimitedExport.Form.allCases)
  func python(_ form: DelimitedExport.Form) throws {
    guard let python = Program.path("python3", for: "\(form.rawValue) in Python") else { return }
    let folder = try TemporaryFolder()
    let bytes = try Exporting.bytes {
      try DelimitedExport(Self.content(), form: form).write(.concept, to: $0)
    }
    try folder.write(bytes, to: "concept")
    let script = """
      import csv, json, sys
      form = sys.argv[2]
      options = {} if form == "csv" else {"delimiter": "\\t", "quoting": csv.QUOTE_NONE}
      rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline=""), **options))
      names = [row["name"] for row in rows]
      if form == "tsv":
          names = [n.replace("\\\\\\\\", "\\0").replace("\\\\t", "\\t").replace("\\0", "\\\\") for n in names]
      print(json.dumps(names))
      """
    let run = try Program.run(python, ["-c", script, folder["concept"].path, form.rawValue])
    let read = try JSONDecoder().decode([String].self, from: Data(run.output.utf8))
    #expect(read == Self.names)
  }

  @Test("The first line has the columns that the description names")
  func metadata() throws {
    let export = DelimitedExport(try Self.content(), form: .csv)
    let description = try Exporting.object {
      _ = try export.write(file: "csv-metadata.json", to: $0)
    }
    let tables = try #require(description["tables"] as? [[String: Any]])
    #expect(tables.count == ExportTable.allCases.count)
    for table in tables {
      let url = try #require(table["url"] as? String)
      let schema = try #require(table["tableSchema"] as? [String: Any])
      let columns = try #require(schema["columns"] as? [[String: Any]])
      let text = try Exporting.text { _ = try export.write(file: url, to: $0) }
      let head = text.prefix { $0 != "\r\n" }
      #expect(head == columns.compactMap { $0["name"] as? String }.joined(separator: ","))
    }
    #expect(export.fileNames.count == tables.count + 2)
  }

  @Test("Every line of NDJSON is one object with the same members")
  func lines() throws {
    let text = try Exporting.text { try ConceptLines(Self.content()).write(to: $0) }
    let objects = try text.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects.first?["record"] as? String == "release")
    #expect(objects.dropFirst().compactMap { $0["name"] as? String } == Self.names)
    #expect(Set(objects.dropFirst().map { $0.keys.sorted() }).count == 1)
  }

  @Test("S37 The same catalog gives the same bytes")
  func deterministic() throws {
    let first = try Exporting.texts(of: try Self.content())
    let second = try Exporting.texts(of: try Self.content())
    for (left, right) in zip(first, second) { #expect(left.text == right.text, "\(left.form)") }
  }
}

@Suite("The database opens in sqlite3")
struct DatabaseTests {
  private static func ask(_ path: String, _ query: String) throws -> String? {
    guard let sqlite = Program.path("sqlite3", for: "database in sqlite3") else { return nil }
    let run = try Program.run(sqlite, ["-readonly", path, query])
    #expect(run.status == 0, "\(run.output)")
    return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(
    "The starter's database is sound, and its rows are those of the release",
    .enabled(if: Effort.isFull))
  func starter() throws {
    let folder = try TemporaryFolder()
    let path = folder["rxnorm.sqlite"].path
    _ = try DatabaseExport(try Exporting.starterContent()).write(to: path)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["rxnorm.sqlite"])
    guard let integrity = try Self.ask(path, "PRAGMA integrity_check") else { return }
    #expect(integrity == "ok")
    #expect(try Self.ask(path, "PRAGMA foreign_key_check") == "")
    #expect(try Self.ask(path, "PRAGMA user_version") == "1")
    // The rows of the release's files, counted by the reader of releases.
    let release = try RxNormRelease(path: #require(StarterRelease.path))
    for (table, name) in [(RRFTable.concepts, "name"), (.attributes, "attribute")] {
      var rows = 0
      _ = try release.forEachRow(of: table) { _ in rows += 1 }
      #expect(try Self.ask(path, "SELECT count(*) FROM \(name)") == "\(rows)")
    }
    // Data/RxNorm/README.md: 860975 and 860974 with the relation between them.
    #expect(
      try Self.ask(
        path,
        "SELECT related_rxcui, related_tty FROM concept_relation"
          + " WHERE rxcui = 860975 AND relationship = 'consists_of'") == "860974|SCDC")
    #expect(try Self.ask(path, "SELECT max(rxcui) < 90000000 FROM concept") == "1")
    #expect(
      try Self.ask(path, "SELECT value FROM release WHERE key = 'release.official'") == "false")
    let plan = try #require(
      try Self.ask(path, "EXPLAIN QUERY PLAN SELECT * FROM ndc WHERE ndc = '00002012502'"))
    #expect(plan.contains("USING INDEX"))
  }

  @Test("S37 The same catalog gives the same bytes")
  func deterministic() throws {
    let folder = try TemporaryFolder()
    let content = try TableTests.content()
    for name in ["a", "b"] { _ = try DatabaseExport(content).write(to: folder[name].path) }
    #expect(
      try Data(contentsOf: folder["a"])
        == Data(contentsOf: folder["b"]))
  }

  @Test("A place that takes no database is an error with a remedy")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    let content = try TableTests.content()
    let error = #expect(throws: ExportError.self) {
      try DatabaseExport(content).write(to: folder["no/such/folder"].path)
    }
    #expect(error?.code == "export.database")
    #expect(error?.remedy.isEmpty == false)
    let full = #expect(throws: ExportError.self) {
      try DatabaseExport(content).write(to: "/dev/full")
    }
    #expect(full?.code == "export.database")
  }

  @Test("Every reference of the schema names a column that is a key")
  func schema() {
    for table in ExportTable.allCases {
      for column in table.columns {
        guard let target = column.target else { continue }
        let found = target.table.columns.first { $0.name == target.column }
        #expect(found?.isKey == true, "\(table.rawValue).\(column.name)")
      }
      let names = table.columns.map(\.name)
      #expect(Set(names).count == names.count)
      for index in table.indexes { #expect(index.allSatisfy(names.contains)) }
    }
  }
}

@Suite("The Swift file compiles alone and answers as the tables do")
struct SwiftSourceTests {
  /// Codes of an ingredient, products, a code of the talk's sample that is not
  /// in the starter, and what has no label.
  static let codes = ["860975", "198439", "1665229", "6809", "1012918", "617310"]

  @Test(
    "S24 Compiled and run, it names the symptoms and evidence of the lookup",
    .enabled(if: !Effort.isFast))
  func runs() throws {
    guard let swiftc = Program.path("swiftc", for: "the exported Swift file") else { return }
    let content = try Exporting.starterContent()
    let folder = try TemporaryFolder()
    let export = SwiftSourceExport(content, codes: Self.codes)
    #expect(export.unknownCodes == ["1012918"] && export.codeCount == 6)
    try folder.write(export.text, to: "Symptoms.swift")
    try folder.write(Self.program, to: "main.swift")
    let build = try Program.run(
      swiftc,
      [
        "-swift-version", "6", "-warnings-as-errors", folder["Symptoms.swift"].path,
        folder["main.swift"].path, "-o", folder["symptoms"].path,
      ])
    #expect(build.status == 0, "\(build.output.prefix(2000))")
    let run = try Program.run(folder["symptoms"].path, [])
    #expect(run.status == 0)

    // What the lookup itself says.
    let lookup = SideEffects(catalog: content.catalog, tables: content.tables)
    var expected: [String] = []
    for code in Self.codes.sorted(by: { Int($0) ?? 0 < Int($1) ?? 0 }) {
      let symptoms = lookup.symptoms(forRxNormCode: code).map(\.categoryID.rawValue)
      expected.append("\(code) \(symptoms.joined(separator: ","))")
    }
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(Array(lines.prefix(expected.count)) == expected)
    let all = Set(
      expected.flatMap { $0.split(separator: " ").dropFirst() }.flatMap { $0.split(separator: ",") }
    )
    #expect(lines[expected.count] == "authorization " + all.sorted().joined(separator: ","))
    #expect(lines.last == "findings with evidence true, official false")
  }

  private static let program = """
    for entry in MedicationSymptoms.entries {
      let symptoms = MedicationSymptoms.symptoms(forRxNormCode: entry.code).map(\\.rawValue)
      print(entry.code, symptoms.joined(separator: ","))
    }
    print("authorization", MedicationSymptoms.authorizationSymptoms.map(\\.rawValue).joined(separator: ","))
    let findings = MedicationSymptoms.entries.flatMap(\\.findings)
    let isBacked = !findings.isEmpty && findings.allSatisfy { finding in
      let rows = MedicationSymptoms.evidence(for: finding)
      return !rows.isEmpty && rows.count == finding.evidence.count && rows.allSatisfy {
        $0.label != nil && $0.labelDate != nil && $0.id.contains("/\\(finding.symptom)/")
      }
    }
    print("findings with evidence \\(isBacked), official \\(MedicationSymptoms.isOfficialRelease)")
    """

  @Test("Text that would end a literal does not")
  func fences() throws {
    var release = HandRelease()
    release.concept(1, "IN", "a\"\"\"#b \\##(x) ### end")
    let content = try Exporting.content(of: release)
    let text = SwiftSourceExport(content, codes: ["1"]).text
    #expect(text.contains("entryTable = ####\"\"\""))
    guard let swiftc = Program.path("swiftc", for: "fences of literals") else { return }
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.swift")
    let run = try Program.run(swiftc, ["-parse-as-library", "-typecheck", folder["a.swift"].path])
    #expect(run.status == 0, "\(run.output.prefix(1000))")
  }

  @Test("S29 S31 An entry says what was read: coverage, boxed warning, codes that were followed")
  func entries() throws {
    let entries = try Exporting.starterContent().symptomEntries(of: Self.codes + ["6809"])
    #expect(entries.map(\.code) == ["6809", "198439", "617310", "860975", "1012918", "1665229"])
    #expect(entries[0].answer.boxedWarning.present == .yes, "metformin: lactic acidosis")
    #expect(entries[4].name == nil && entries[4].answer.coverage == .unknown)
  }
}

@Suite("Placeholders of a reconstructed release are no codes")
struct PlaceholderTests {
  /// Whether a text holds a number of eight digits from 90000000 that stands alone.
  ///
  /// NDCs have eleven digits and set ids have dashes, so neither is one.
  static func placeholders(in text: String, limit: Int = 3) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      var found: [String] = []
      guard let base = bytes.baseAddress else { return found }
      var place = 0
      // Exports are large: what is between nines is passed over.
      while found.count < limit, let nine = memchr(base + place, 0x39, bytes.count - place) {
        let start = nine - UnsafeMutableRawPointer(mutating: base)
        place = start + 1
        let end = start + 8
        guard start == 0 || !isPartOfNumberOrWord(bytes[start - 1]), end <= bytes.count,
          bytes[start..<end].allSatisfy({ (0x30...0x39).contains($0) }),
          end == bytes.count || !isPartOfNumberOrWord(bytes[end])
        else { continue }
        found.append(String(decoding: bytes[start..<end], as: UTF8.self))
      }
      return found
    }
  }

  private static func isPartOfNumberOrWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
      || (0x41...0x5A).contains(byte & 0xDF)
  }

  @Test("A placeholder is found where it stands, and no other number")
  func found() {
    let text = "90000001,x90000002,90000003|1.90000004 990000005 900000061-90000007 90000008"
    #expect(Self.placeholders(in: text) == ["90000001", "90000003", "90000008"])
  }

  @Test("The starter's exports hold none, in any form", .enabled(if: Effort.isFull))
  func none() throws {
    let content = try Exporting.starterContent()
    #expect(content.placeholderCount == 5290, "README of the release: 3117 + 1337 + 836")
    for (form, text) in try Exporting.texts(of: content) {
      #expect(Self.placeholders(in: text) == [], "\(form)")
    }
  }

  @Test("Their rows are there, tied together by ids")
  func rows() throws {
    var release = HandRelease(name: "RXNORM_RECONSTRUCTED_20260302")
    release.concept(1, "IN", "abcdin")
    release.concept(90_000_001, "SCDC", "abcdin 5 MG")
    release.relation(90_000_001, "has_ingredient", "ingredient_of", 1)
    let content = try Exporting.content(of: release)
    let export = DelimitedExport(content, form: .csv)
    let concepts = try Exporting.text { try export.write(.concept, to: $0) }
    #expect(concepts.contains("\r\n2,,SCDC,abcdin 5 MG,"))
    let names = try Exporting.text { try export.write(.name, to: $0) }
    #expect(names.contains("\r\n2,1,SCDC,abcdin 5 MG,,"), "the code of its row is its number")
    let relations = try Exporting.text { try export.write(.relation, to: $0) }
    #expect(relations.contains("\r\n2,has_ingredient,1,,1,0,0,0\r\n"))
    let lines = try Exporting.text { try ConceptLines(content).write(to: $0) }
    #expect(lines.contains(#""id":2,"rxcui":null,"tty":"SCDC""#))
  }

  @Test("A number above 90000000 of an official release is a code")
  func official() throws {
    var release = HandRelease()
    release.concept(90_000_001, "IN", "abcdin")
    let content = try Exporting.content(of: release)
    #expect(content.placeholderCount == 0)
    let text = try Exporting.text { try DelimitedExport(content, form: .csv).write(.name, to: $0) }
    #expect(text.contains("90000001"))
  }
}
