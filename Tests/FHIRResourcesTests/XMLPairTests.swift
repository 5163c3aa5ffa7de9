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

  /// Differences that fhir.resources makes, by file: why.
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
      let original = data.appendingPathComponent(String(file.dropLast(4)))
      let json = FHIRDocument(try TestData.bytes(original))
      let xml = FHIRDocument(try TestData.bytes(Self.folder.appendingPathComponent(file)))
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

  /// The members that differ.
  private static func difference(_ left: MedicationRecord, _ right: MedicationRecord) -> String {
    zip(Mirror(reflecting: left).children, Mirror(reflecting: right).children)
      .filter { "\($0.value)" != "\($1.value)" }
      .map { "\($0.label ?? ""): \($0.value), in XML \($1.value)" }.joined(separator: "; ")
  }

  /// A record without what only JSON can have: other types than due, null, names twice.
  private static func comparable(_ record: MedicationRecord) -> MedicationRecord {
    var record = record
    let ofJSON: Set<Problem.Code> = [.notAString, .shape, .duplicateKey]
    record.problems.removeAll { ofJSON.contains($0.code) }
    record.dispenseQuantity = plain(record.dispenseQuantity)
    for index in record.ingredients.indices {
      guard let strength = record.ingredients[index].strength else { continue }
      record.ingredients[index].strength?.numerator = plain(strength.numerator)
      record.ingredients[index].strength?.denominator = plain(strength.denominator)
    }
    return record
  }

  /// A quantity without zeros after the point: fhir.resources writes 30 and 30.00 as 30.0.
  private static func plain(_ quantity: FHIRQuantity?) -> FHIRQuantity? {
    guard var quantity, var value = quantity.value, value.contains(".") else { return quantity }
    while value.hasSuffix("0") { value.removeLast() }
    if value.hasSuffix(".") { value.removeLast() }
    quantity.value = value
    return quantity
  }
}
