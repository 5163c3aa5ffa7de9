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
