// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import Testing

@Suite("Real documents of every FHIR version")
struct CorpusTests {
  /// Differences that are believed to be errors of the expected tables, one by one.
  static let known: [String: String] = [:]

  @Test("S1 F1-F10 every medication resource gives exactly the record that the tables expect")
  func expectedTables() throws {
    guard let folder = TestData.folder("fhir", skipping: "records of real FHIR documents") else {
      return
    }
    let versions = Dictionary(
      uniqueKeysWithValues: try TestData.table(folder.appendingPathComponent("documents.tsv")).map {
        ($0["file"] ?? "", $0["fhirVersion"] ?? "")
      })
    var expected: [String: CorpusRow] = [:]
    for name in ["expected-codings.tsv", "expected-details.tsv"] {
      for row in try TestData.table(folder.appendingPathComponent(name)) {
        let key = Self.key(row["file"] ?? "", row["entry"] ?? "", row["resourceType"] ?? "")
        let cells = CorpusRow(expected: row).cells
        expected[key, default: CorpusRow(expected: [:])].cells.merge(cells) { $1 }
      }
    }
    var differences: [String: [String]] = [:]
    var count = 0
    for (file, version) in versions.sorted(by: { $0.key < $1.key }) {
      let document = FHIRDocument(try TestData.bytes(folder.appendingPathComponent(file)))
      for record in document.records {
        count += 1
        let key = Self.key(file, record.entryPath, record.resourceType)
        guard let wanted = expected.removeValue(forKey: key) else {
          differences[version, default: []].append("\(key): unexpected record")
          continue
        }
        let row = CorpusRow(record)
        for column in CorpusRow.columns where row.cells[column] != wanted.cells[column] ?? "" {
          differences[version, default: []].append(
            "\(key) \(column): «\(row.cells[column] ?? "")» expected «\(wanted.cells[column] ?? "")»"
          )
        }
      }
    }
    for key in expected.keys.sorted() {
      let file = key.split(separator: " ").first.map { String($0) } ?? ""
      differences[versions[file] ?? "", default: []].append("\(key): no record")
    }
    print("\(versions.count) documents, \(count) records")
    for (version, list) in differences.sorted(by: { $0.key < $1.key }) {
      print("FHIR \(version): \(list.count) differences")
      for difference in list.prefix(40) { print("  ", difference) }
    }
    #expect(differences.values.joined().filter { Self.known[$0] == nil }.isEmpty)
  }

  private static func key(_ file: String, _ entry: String, _ type: String) -> String {
    "\(file) [\(entry)] \(type)"
  }
}
