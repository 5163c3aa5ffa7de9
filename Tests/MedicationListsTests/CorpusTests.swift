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
import MedicationResolver
import Testing
import TestSupport

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
      var text = Array(#"{"resourceType":"Bundle","entry":"#.utf8)
      for (index, entry) in entries.enumerated() {
        text.append(index == 0 ? 0x5B : 0x2C)
        text.append(contentsOf: entry)
      }
      text.append(contentsOf: "]}".utf8)
      var builder = try Starter.builder()
      try builder.add(FHIRDocument(text, reading: .withXML), name: "a")
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
    let lines = table.split(separator: "\n").map(\.cells)
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

@Suite("Order of a document")
struct OrderTests {
  @Test("S37 any order of records, allergies and patients gives the same list", arguments: 1...20)
  func permutations(_ seed: UInt64) throws {
    var (builder, shuffled) = (try Starter.builder(), try Starter.builder())
    var contents = Self.contents
    try builder.add(contents, name: "a")
    var generator = SeededGenerator(seed: seed)
    contents.records.shuffle(using: &generator)
    contents.allergies.shuffle(using: &generator)
    contents.patients.shuffle(using: &generator)
    try shuffled.add(contents, name: "a")
    #expect(builder.lists().map(\.json) == shuffled.lists().map(\.json), "seed \(seed)")
  }

  /// Records that are alike in many ways; addresses stand still, so that they can be compared.
  private static var contents: DocumentContents {
    var contents = DocumentContents()
    let codes = ["308192", "308191", "861007", "860975", "6809", "999"]
    let meanings: [StatusMeaning] = [.active, .stopped, .active, .notTaken, .planned, .unknown]
    let types = ["MedicationRequest", "MedicationStatement", "MedicationDispense"]
    for number in 0..<60 {
      let subject = ["Patient/1", "Patient/2", nil][number % 7 % 3]
      contents.records.append(
        .sample(
          types[number % 3], codes[number % 6], id: number % 4 == 0 ? nil : "m\(number % 9)",
          entry: "0", status: meanings[number / 2 % 6], subject: subject
        ) {
          $0.dates.authored = ["2019", "2019-05", nil, "2019-05-03"][number % 4]
          $0.dosages = [.sample("\(number % 5) daily")]
          $0.text = number % 5 == 0 ? "Text \(number % 10)" : nil
        })
    }
    for code in ["723", "6809", "723"] {
      var allergy = AllergyRecord(entryPath: "0")
      allergy.subject = "Patient/1"
      allergy.codings = [FHIRCoding(system: CodeSystem.rxNorm, code: code)]
      contents.allergies.append(allergy)
    }
    contents.patients = ["1", "2", "3"].map { PatientRecord(entryPath: "0", id: $0) }
    return contents
  }
}

@Suite("Dates as exact as they are written")
struct StatedDateTests {
  @Test(
    "S12 One date is before another only if that is sure",
    arguments: FixtureRows.cells("dates before others"))
  func before(_ row: [String]) throws {
    let (left, right) = (try #require(StatedDate(row[0])), try #require(StatedDate(row[1])))
    #expect("\(left.isBefore(right))" == row[2])
  }

  @Test(
    "S12 A stated end is past when its last day is, whatever its precision",
    arguments: [
      ("2026-11-20", true), ("2026-11-21", false), ("2026-11", false), ("2026-10", true),
      ("2026", false), ("2025", true), ("2026-11-20T23:59:00-08:00", true),
    ])
  func past(_ end: String, _ isPast: Bool) throws {
    let day = try #require(StatedDate("2026-11-21"))
    #expect(try #require(StatedDate(end)).isPast(on: day) == isPast)
  }

  @Test(
    "What is no date of the calendar is not read",
    arguments: [
      "", "x", "2015-13", "2015-02-29", "2015-2-7", "2015-02-07T", "2015-02-07Z",
      "2015-02-07T10:00:00+25:00", "07/02/2015", "2015-02-07T10:00:00Z1",
    ])
  func noDate(_ text: String) {
    #expect(StatedDate(text) == nil)
  }
}

/// The resources of `Tests/Fixtures/written-records.txt`, each with what is written of its record.
@Suite("Every value of a record stands in the resource that is written of it")
struct WrittenRecordTests {
  static let cases = CaseFile.cases(of: "Tests/Fixtures/written-records.txt")

  @Test("Each record is written as its case expects", arguments: cases, FHIRRelease.allCases)
  func write(_ item: CaseFile.Case, _ release: FHIRRelease) throws {
    guard item.options.isEmpty || item.options == [release.rawValue.lowercased()] else { return }
    #expect(!item.rows.isEmpty)
    for row in item.rows {
      let record = try #require(FHIRDocument(Array(row.text.utf8)).records.first)
      #expect(row.mismatches(in: try Self.answer(record, release)) == [])
    }
  }

  @Test("The cases are all there")
  func count() {
    #expect(Self.cases.count == 31)
  }

  /// Members that the cases say to be the same.
  private static let members: [(name: String, isSame: @Sendable (_: Record, _: Record) -> Bool)] = [
    ("statusMeaning", { $0.statusMeaning == $1.statusMeaning }),
    ("flags", { $0.flags == $1.flags }),
    ("dates", { $0.dates.timing == $1.dates.timing }), ("dosages", { $0.dosages == $1.dosages }),
    ("productIdentifiers", { $0.productIdentifiers == $1.productIdentifiers }),
    ("amount", { $0.amount == $1.amount }),
  ]

  private typealias Record = MedicationRecord

  private static func answer(
    _ record: MedicationRecord, _ release: FHIRRelease
  ) throws -> JSONNode {
    let (text, again) = try Starter.written(record, release)
    let resource = try JSONDocument(Array(text.utf8)).root
    let left = resource.nodes(at: "extension").filter {
      $0["url"]?.string?.hasSuffix("/not-representable") == true
    }.map { $0.nodes(at: "extension.valueString").compactMap(\.string).joined(separator: " ") }
    var json = JSONWriter()
    json.beginObject()
    json.member("left", left)
    json.member("changed", Self.members.filter { !$0.isSame(record, again) }.map(\.name))
    json.key("before")
    try Starter.resolver().resolve(record).write(to: &json)
    json.key("again")
    try Starter.resolver().resolve(again).write(to: &json)
    json.key("text")
    json.raw(Array(text.utf8)[...])
    json.endObject()
    return try JSONDocument(json.bytes).root
  }
}
