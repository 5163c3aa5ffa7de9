// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import MedicationModel
import Testing

/// Pairs of the same document in JSON and in XML, the XML made by fhir.resources (Scripts/xml-pairs).
@Suite("The same document in JSON and in XML")
struct XMLPairTests {
  /// The folder that Scripts/xml-pairs fills, at the root of the repository.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent(".build-xml-pairs/documents", isDirectory: true)

  /// Differences that fhir.resources makes, one by one.
  static let known: [String: String] = [:]

  @Test("S1 F2 each pair gives the same records, problems included, and the same code systems")
  func pairs() throws {
    guard let data = TestData.folder("fhir", skipping: "pairs of JSON and XML") else { return }
    let files = (FileManager.default.subpaths(atPath: Self.folder.path) ?? [])
      .filter { $0.hasSuffix(".xml") }.sorted()
    guard !files.isEmpty else {
      print("skipped: pairs of JSON and XML (Scripts/xml-pairs makes them)")
      return
    }
    var recordCount = 0
    var differences: [String] = []
    for file in files {
      let json = FHIRDocument(try TestData.bytes(data.appendingPathComponent(String(file.dropLast(4)))))
      let xml = FHIRDocument(try TestData.bytes(Self.folder.appendingPathComponent(file)))
      recordCount += json.records.count
      if json.records.count != xml.records.count || json.codeSystems != xml.codeSystems {
        differences.append("\(file): \(json.records.count) records, in XML \(xml.records.count)")
      }
      for (one, other) in zip(json.records, xml.records) {
        let (left, right) = (Self.comparable(one), Self.comparable(other))
        if left != right { differences.append("\(file) [\(one.entryPath)]:\n\(left)\n\(right)") }
      }
    }
    print("\(files.count) pairs, \(recordCount) records, \(differences.count) differences")
    for difference in differences.prefix(40) { print(difference) }
    #expect(differences.count { difference in !Self.known.keys.contains { difference.hasPrefix($0) } } == 0)
    #expect(recordCount > 300)
  }

  /// A record without what only JSON can have: other types than due, null, names twice.
  private static func comparable(_ record: MedicationRecord) -> MedicationRecord {
    var record = record
    let ofJSON: Set<Problem.Code> = [.notAString, .shape, .duplicateKey]
    record.problems.removeAll { ofJSON.contains($0.code) }
    return record
  }
}
