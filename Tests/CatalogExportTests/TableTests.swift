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
