// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import MedicationModel
import TestSupport
import Testing

/// Pairs of the same document in JSON and in XML, the XML made by fhir.resources (Scripts/xml-pairs).
@Suite("The same document in JSON and in XML")
struct XMLPairTests {
  /// The folder that Scripts/xml-pairs fills, at the root of the repository.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent(".build-xml-pairs/documents", isDirectory: true)

  /// Differences that fhir.resources makes, by file: why.
  static let known: [String: String] = [:]

  @Test("S1 F2 each pair gives the same records, problems included, and the same code systems")
  func pairs() throws {
    guard let data = TestData.path("fhir", skipping: "pairs of JSON and XML") else { return }
    let files = (FileManager.default.subpaths(atPath: Self.folder.path) ?? [])
      .filter { $0.hasSuffix(".xml") }.sorted()
    guard !files.isEmpty else {
      print("skipped: pairs of JSON and XML (Scripts/xml-pairs makes them)")
      return
    }
    var recordCount = 0
    var differences: [String] = []
    for file in files {
      let original = data.appendingPathComponent(String(file.dropLast(4)))
      let json = FHIRDocument(try TestData.bytes(original), reading: .withXML)
      let xml = FHIRDocument(
        try TestData.bytes(Self.folder.appendingPathComponent(file)), reading: .withXML)
      recordCount += json.records.count
      if json.records.count != xml.records.count || json.codeSystems != xml.codeSystems {
        differences.append("\(file): \(json.records.count) records, in XML \(xml.records.count)")
      }
      for (one, other) in zip(json.records, xml.records) {
        let (left, right) = (Self.comparable(one), Self.comparable(other))
        if left != right {
          differences.append("\(file) [\(one.entryPath)]: " + Self.difference(left, right))
        }
      }
    }
    print("\(files.count) pairs, \(recordCount) records, \(differences.count) differences")
    for difference in differences where !Self.known.keys.contains(where: difference.hasPrefix) {
      Issue.record("\(difference)")
    }
    #expect(recordCount > 300)
  }

  /// The first members that differ.
  private static func difference(_ left: [String], _ right: [String]) -> String {
    let others = Set(right)
    let missing = left.filter { !others.contains($0) }
    let more = right.filter { !Set(left).contains($0) }
    return "\(missing.prefix(3)), in XML \(more.prefix(3))"
  }

  /// Everything that a record says, member by member, without what only JSON can have: other types
  /// than due, null, names twice.
  private static func comparable(_ record: MedicationRecord) -> [String] {
    var record = record
    let ofJSON: Set<Problem.Code> = [.notAString, .shape, .duplicateKey]
    record.problems.removeAll { ofJSON.contains($0.code) }
    var leaves: [String] = []
    collect(record, "", into: &leaves)
    return leaves
  }

  /// Goes through a value down to its texts and numbers.
  private static func collect(_ value: Any, _ path: String, into leaves: inout [String]) {
    if let text = value as? String {
      leaves.append("\(path)=\(plain(text))")
      return
    }
    let children = Mirror(reflecting: value).children
    if children.isEmpty { leaves.append("\(path)=\(value)") }
    for (number, child) in children.enumerated() {
      collect(child.value, "\(path).\(child.label ?? "\(number)")", into: &leaves)
    }
  }

  /// A text without zeros at the end of a fraction, and with one word for universal time:
  /// fhir.resources writes 30 and 30.00 as 30.0, hundredths of a second as millionths, Z as +00:00.
  private static func plain(_ text: String) -> String {
    text.replacing("+00:00", with: "Z").replacing(/([0-9])\.([0-9]*?)0+(?![0-9])/) { match in
      match.output.2.isEmpty ? "\(match.output.1)" : "\(match.output.1).\(match.output.2)"
    }
  }
}
