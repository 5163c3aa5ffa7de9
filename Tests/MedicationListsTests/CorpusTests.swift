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
      guard let bytes = try? TestData.bytes(folder.appendingPathComponent(file)) else { continue }
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
    "S37 any order of a bundle's entries gives the same lists", .enabled(if: !Effort.isFast))
  func shuffledEntries() throws {
    guard let folder = TestData.folder?.appendingPathComponent("fhir") else {
      return print("skipped: lists of shuffled bundles (RXKIT_TEST_DATA is not set)")
    }
    func lists(_ entries: [[UInt8]], _ isNamed: Bool) throws -> [String] {
      let text =
        Array(#"{"resourceType":"Bundle","entry":["#.utf8) + entries.joined(separator: [0x2C])
        + Array("]}".utf8)
      var builder = try Starter.builder()
      try builder.add(FHIRDocument(Array(text), reading: .withXML), name: "a")
      return builder.lists().map { list in
        // Where an entry stood is all that may differ.
        let text = list.json.replacing(/"entryPath":"[0-9.]*"/, with: "")
        return isNamed
          ? text.replacing(/"message":"(?:[^"\\]|\\.)*"/, with: "")
          : text.replacing(/entry [0-9.]+/, with: "")
      }.sorted()
    }
    var (documents, named, lines) = (0, 0, 0)
    for (file, _) in try Self.expectations(folder) {
      guard let bytes = try? TestData.bytes(folder.appendingPathComponent(file)),
        bytes.count < 400_000 || Self.bundles.contains(file),
        let root = try? JSONDocument(bytes, options: JSONOptions(mode: .tolerant)).root,
        let entries = root["entry"]?.elements.map({ Array($0.rawBytes) }), entries.count > 2,
        Self.bundles.contains(file) || !root.repeatsAddresses
      else { continue }
      let isNamed = Self.bundles.contains(file)
      let plain = try lists(entries, isNamed)
      var shuffled = entries
      for seed in UInt64(1)...3 {
        var generator = SeededGenerator(seed: seed)
        shuffled.shuffle(using: &generator)
        #expect(try lists(shuffled, isNamed) == plain, "\(file), seed \(seed)")
      }
      documents += 1
      named += isNamed ? 1 : 0
      lines += plain.count
    }
    print("\(lines) lists of \(documents) bundles, entries shuffled")
    #expect(documents > 50 && named == Self.bundles.count)
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

  /// Bundles of different makers, versions and kinds, which are shuffled whatever their size.
  static let bundles = [
    "nhs-gp2gp/9388098431.structuredRecord.json.gz", "synthea-stu3/Cartwright_Clinton_13.json.gz",
    "synthea-stu3/Hirthe_Lee_87.json.gz", "nhs-nia/expectedBundle.json.gz",
    "au-test-data/Bundle-aups-basicsummary-missing-comp-elements.json",
    "smart-patients/nest_patient_data.json", "ms-fhir-converter/C-CDA_R2-1_CCD.xml-expected.json",
  ]
}
