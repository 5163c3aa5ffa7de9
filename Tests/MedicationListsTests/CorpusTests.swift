// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import FHIRXML
import Foundation
import JSONText
import MedicationLists
import MedicationModel
import TestSupport
import Testing

@Suite("Lists of real documents")
struct CorpusTests {
  /// Which block a record may stand in, by the meaning that `expected-details.tsv` gives it.
  private static let blocks: [String: Set<ListBlock>] = [
    "active": [.current, .eventsOnly, .notInterpreted, .removed, .absence],
    "planned": [.planned, .eventsOnly, .notInterpreted, .removed],
    "stopped": [.onHold, .archived, .eventsOnly, .notInterpreted, .removed],
    "completed": [.archived, .eventsOnly, .notInterpreted, .removed],
    "not-taken": [.notTaken, .notInterpreted], "entered-in-error": [],
    "unknown": [.statusUnknown, .eventsOnly, .notInterpreted, .removed, .absence],
  ]

  @Test(
    "S1 S10 every record of real documents stands once, where its status says",
    .enabled(if: !Effort.isFast))
  func realDocuments() throws {
    guard let folder = TestData.folder?.appendingPathComponent("fhir") else {
      return print("skipped: lists of real documents (RXKIT_TEST_DATA is not set)")
    }
    var (documents, records) = (0, 0)
    let expectations = try Self.expectations(folder)
    for (file, expected) in expectations {
      guard let bytes = try? Self.bytes(folder.appendingPathComponent(file)) else { continue }
      var builder = try Starter.builder()
      try builder.add(FHIRDocument(bytes, reading: .withXML), name: file)
      let definitions = builder.definitionCount
      let lists = builder.lists()
      documents += 1
      records += lists.reduce(definitions) { $0 + $1.recordCount }
      #expect(
        lists.reduce(definitions) { $0 + $1.recordCount } == expected.count, "\(file)")
      for list in lists {
        for line in list.lines {
          for record in line.records {
            let meaning = expected[record.source.entryPath + record.source.resourceType] ?? ""
            #expect(
              Self.blocks[meaning]?.contains(line.block) == true,
              "\(file) \(record.source.entryPath): \(meaning) in \(line.block)")
          }
          #expect(line.events.allSatisfy { $0.kind.isEvent })
        }
        for record in list.enteredInError {
          #expect(
            expected[record.source.entryPath + record.source.resourceType] == "entered-in-error")
        }
      }
    }
    print("lists of \(documents) real documents with \(records) records")
    #expect(documents == expectations.count, "a document of the table is missing")
    #expect(documents > 700)
  }

  @Test(
    "S37 any order of a bundle's entries gives the same lists", .enabled(if: !Effort.isFast),
    arguments: [1, 2, 3])
  func shuffledEntries(seed: UInt64) throws {
    guard let folder = TestData.folder?.appendingPathComponent("fhir") else {
      return print("skipped: lists of shuffled bundles (RXKIT_TEST_DATA is not set)")
    }
    func lists(_ entries: [[UInt8]]) throws -> [String] {
      let text =
        Array(#"{"resourceType":"Bundle","entry":["#.utf8) + entries.joined(separator: [0x2C])
        + Array("]}".utf8)
      var builder = try Starter.builder()
      try builder.add(FHIRDocument(Array(text), reading: .withXML), name: "a")
      return builder.lists().map { list in
        // Where an entry stood is all that may differ.
        list.json.replacing(/"entryPath":"[0-9.]*"/, with: "").replacing(/entry [0-9.]+/, with: "")
      }.sorted()
    }
    var generator = SeededGenerator(seed: seed)
    var (documents, lines) = (0, 0)
    for (file, _) in try Self.expectations(folder) {
      guard let bytes = try? Self.bytes(folder.appendingPathComponent(file)),
        bytes.count < 400_000,
        let root = try? JSONDocument(bytes, options: JSONOptions(mode: .tolerant)).root,
        let entries = root["entry"]?.elements.map({ Array($0.rawBytes) }), entries.count > 2,
        !Self.repeatsAddresses(root)
      else { continue }
      let plain = try lists(entries)
      #expect(try lists(entries.shuffled(using: &generator)) == plain, "\(file), seed \(seed)")
      documents += 1
      lines += plain.count
    }
    print("\(lines) lists of \(documents) bundles, entries shuffled with seed \(seed)")
    #expect(documents > 50)
  }

  /// Of several entries with one address the first is meant: there the order is the answer.
  private static func repeatsAddresses(_ bundle: JSONNode) -> Bool {
    var seen: Set<String> = []
    for entry in bundle["entry"]?.elements ?? bundle.elements {
      guard let resource = entry["resource"] ?? entry["content"] else { continue }
      if resource["entry"] != nil, repeatsAddresses(resource) { return true }
      let address = entry["fullUrl"]?.string.map { "url \($0.lowercased())" }
      let identity = resource["id"]?.scalarText.map {
        "id \(resource["resourceType"]?.string ?? "")/\($0)"
      }
      for key in [address, identity].compactMap(\.self) where !seen.insert(key).inserted {
        return true
      }
    }
    return false
  }

  /// The meanings of the records of each document, by address and type.
  private static func expectations(_ folder: URL) throws -> [(String, [String: String])] {
    let table = try String(
      contentsOf: folder.appendingPathComponent("expected-details.tsv"), encoding: .utf8)
    let lines = table.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    }
    let meaning = try #require(lines.first?.firstIndex(of: "statusMeaning"))
    var documents: [String: [String: String]] = [:]
    for cells in lines.dropFirst() {
      documents[cells[0], default: [:]][cells[1] + cells[2]] = cells[meaning]
    }
    return documents.sorted { $0.key < $1.key }
  }

  /// Bundles of different makers, versions and kinds.
  static let bundles = [
    "nhs-gp2gp/9388098431.structuredRecord.json.gz", "synthea-stu3/Cartwright_Clinton_13.json.gz",
    "synthea-stu3/Hirthe_Lee_87.json.gz", "nhs-nia/expectedBundle.json.gz",
    "au-test-data/Bundle-aups-basicsummary-missing-comp-elements.json",
    "smart-patients/nest_patient_data.json", "ms-fhir-converter/C-CDA_R2-1_CCD.xml-expected.json",
  ]

  @Test(
    "S37 any permutation of a bundle's entries gives the same list", .enabled(if: !Effort.isFast),
    arguments: bundles)
  func permutation(_ file: String) throws {
    guard let folder = TestData.folder?.appendingPathComponent("fhir"),
      let bytes = try? Self.bytes(folder.appendingPathComponent(file)),
      var bundle = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    else { return print("skipped: permutations of \(file) (RXKIT_TEST_DATA is not set)") }
    func lists() throws -> [NSDictionary] {
      var builder = try Starter.builder(asOf: nil)
      try builder.add(
        FHIRDocument(
          [UInt8](try JSONSerialization.data(withJSONObject: bundle)), reading: .withXML), name: "a"
      )
      return try builder.lists().map { list in
        let object = try JSONSerialization.jsonObject(with: Data(list.json.utf8))
        return try #require(Self.withoutPlaces(object) as? NSDictionary)
      }
    }
    let expected = try lists()
    for seed in UInt64(1)...3 {
      var generator = SeededGenerator(seed: seed)
      bundle["entry"] = (bundle["entry"] as? [Any])?.shuffled(using: &generator)
      #expect(try lists() == expected, "seed \(seed)")
    }
    #expect(!expected.isEmpty)
  }

  /// The same without addresses of entries, which change with the order.
  private static func withoutPlaces(_ value: Any) -> Any {
    if let object = value as? [String: Any] {
      return object.filter { $0.key != "entryPath" && $0.key != "message" }.mapValues(withoutPlaces)
    }
    return (value as? [Any])?.map(withoutPlaces) ?? value
  }

  private static func bytes(_ url: URL) throws -> [UInt8] {
    guard url.pathExtension == "gz" else { return [UInt8](try Data(contentsOf: url)) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", url.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return [UInt8](data)
  }
}
