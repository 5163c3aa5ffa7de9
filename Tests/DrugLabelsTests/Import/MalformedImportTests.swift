// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import TestSupport
import Testing

@Suite("Malformed input of importers")
struct MalformedImportTests {
  /// One change of a file of a good folder (nothing: the whole file), and where it must be found.
  ///
  /// Columns were counted by a program of another kind (Python's csv rules over the changed files).
  @Test(
    "R17 An error names file, line and column, what was found and what to do",
    arguments: FixtureRows.cells("malformed imports"))
  func malformed(_ row: [String]) throws {
    let (name, code, place) = (row[2], row[3], row[4])
    let format = try #require(ImportTests.cases.first { $0.path.hasPrefix(row[1]) }).format
    var files = try TemporaryFolder.files(of: row[1])
    let good = try #require(files[name])
    let bad = row[5].isEmpty ? row[6] : good.replacing(row[5], with: row[6])
    try #require(bad != good, "the case changes nothing")
    files[name] = bad
    let folder = try TemporaryFolder(files)
    let path = format == .csv ? folder.url.appending(path: name).path : folder.url.path
    let importer = try ImportShelf.importer()
    let error = #expect(throws: LabelError.self) { try importer.result(of: path, format) }
    #expect(error?.code == "import." + code, "\(error.map(\.description) ?? "")")
    #expect(error?.place.hasSuffix(name + place) == true, "\(error?.place ?? "")")
    #expect(error?.remedy?.isEmpty == false)
  }

  @Test("Bytes that are not UTF-8 are found where text is read")
  func notUTF8() throws {
    let folder = try TemporaryFolder(try TemporaryFolder.files(of: "onsides-v3"))
    let file = folder.url.appending(path: "vocab_meddra_adverse_effect.csv")
    try (Data("meddra_id,meddra_name,meddra_term_type\n1,".utf8) + [0xFF] + Data(",PT\n".utf8))
      .write(to: file)
    let importer = try ImportShelf.importer()
    let error = #expect(throws: LabelError.self) {
      try importer.result(of: folder.url.path, .onSIDES3)
    }
    #expect(error?.code == "import.invalid-utf8")
    #expect(error?.place.hasSuffix(":2:3") == true)
  }

  @Test("A lacking file is named, and a folder of no format or of two is said")
  func folders() throws {
    let importer = try ImportShelf.importer()
    var files = try TemporaryFolder.files(of: "onsides-v3")
    files["product_label.csv"] = nil
    let lacking = try TemporaryFolder(files)
    let error = #expect(throws: LabelError.self) {
      try importer.result(of: lacking.url.path, .onSIDES3)
    }
    #expect(error?.code == "import.missing-file")
    #expect(error?.place.hasSuffix("product_label.csv") == true)
    let empty = try TemporaryFolder([:])
    #expect(throws: LabelError.self) { try ImportFormat(path: empty.url.path) }
    let both = try TemporaryFolder(
      try TemporaryFolder.files(of: "onsides-v3").merging(
        try TemporaryFolder.files(of: "onsides-v2")
      ) { $1 })
    let mixed = #expect(throws: LabelError.self) { try ImportFormat(path: both.url.path) }
    #expect(mixed?.code == "import.unknown-format")
    #expect(throws: LabelError.self) { try ImportFormat(path: both.url.path + "-not-there") }
  }

  @Test("R24 Every beginning of a file gives a table or an error, never a crash")
  func prefixes() throws {
    let importer = try ImportShelf.importer()
    let files = try TemporaryFolder.files(of: "own")
    let text = Array(try #require(files["table.csv"]).utf8)
    var errors = 0
    for length in stride(from: 0, to: text.count, by: 7) {
      let folder = try TemporaryFolder([:])
      let file = folder.url.appending(path: "table.csv")
      try Data(text[..<length]).write(to: file)
      do {
        _ = try importer.result(of: file.path, .csv)
      } catch {
        errors += 1
      }
    }
    #expect(errors > 0)
  }
}
