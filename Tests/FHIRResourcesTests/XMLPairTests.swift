// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import JSONText
import MedicationModel
import Testing
import TestSupport

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

/// The examples of the FHIR specification exist in several versions and formats under one id.
@Suite("Official examples in two versions and two formats")
struct ExamplePairTests {
  /// A difference between versions that is the example's own: the id, what differs, why.
  static let known: [(id: String, member: String, reason: String)] = {
    let ndc = [
      "Medication/med0301", "Medication/med0305", "Medication/med0308", "Medication/med0309",
      "MedicationDispense/meddisp0311", "MedicationDispense/meddisp0325",
      "MedicationKnowledge/example", "MedicationRequest/medrx0307", "MedicationRequest/medrx0310",
      "MedicationRequest/medrx0330", "MedicationStatement/example002",
    ].map {
      (id: $0, member: "codings", reason: "R5 gives another package's NDC, the name is the same")
    }
    let unit = [
      "MedicationAdministration/medadmin0312", "MedicationDispense/meddisp0324",
      "MedicationDispense/meddisp0325", "MedicationDispense/meddisp0328",
      "MedicationDispense/meddisp0329", "MedicationRequest/medrx0322",
      "MedicationRequest/medrx0325", "MedicationRequest/medrx0326",
      "MedicationStatement/example003",
    ].map { (id: $0, member: "doses", reason: "R5 mends the code of the dose's unit") }
    let recorded = ["example003", "example006", "example007"].map {
      (
        id: "MedicationStatement/\($0)", member: "statusMeaning",
        reason: "active in R4; R5 says recorded, without adherence or a period (4.2, rule 2)"
      )
    }
    let notTaking = ["example002", "example004"].map {
      (
        id: "MedicationStatement/\($0)", member: "statusMeaning",
        reason: "active in R4, though not taken; R5 says so in adherence"
      )
    }
    return ndc + unit + recorded + notTaking + [
      (
        id: "MedicationAdministration/medadmin0305", member: "doses",
        reason: "R5 turns a rate of 20 min into 250 ml per 30 min"
      ),
      (
        id: "MedicationRequest/medrx0302", member: "doses",
        reason: "R5 says 4 days as bounds, R4 as a frequency of 4"
      ),
      (
        id: "MedicationRequest/medrx0303", member: "dosageTexts",
        reason: "R5 mends the third start, January 31, to January 30"
      ),
      (
        id: "MedicationRequest/medrx0303", member: "doses",
        reason: "R5 mends the bounds of all three steps to seven days"
      ),
    ]
  }()

  @Test("An example of R4 and of R5 with one id names the same drug, use and dosage")
  func versions() throws {
    guard let folder = TestData.path("fhir", skipping: "examples of R4 and R5") else { return }
    let earlier = try Self.examples(folder.appendingPathComponent("hl7-r4"))
    let later = try Self.examples(folder.appendingPathComponent("hl7-r5"))
    let ids = Set(earlier.keys).intersection(later.keys).sorted()
    var differences: [String] = []
    var explained: Set<String> = []
    for id in ids {
      guard let old = earlier[id], let new = later[id] else { continue }
      let members: [(String, String, String)] = [
        ("codings", Self.words(old.codings), Self.words(new.codings)),
        ("text", old.text ?? "", new.text ?? ""),
        ("statusMeaning", old.statusMeaning.rawValue, new.statusMeaning.rawValue),
        (
          "dosageTexts", old.dosageTexts.joined(separator: "|"),
          new.dosageTexts.joined(separator: "|")
        ),
        (
          "doses", old.dosages.flatMap(RecordFacts.dosage).joined(separator: "|"),
          new.dosages.flatMap(RecordFacts.dosage).joined(separator: "|")
        ),
      ]
      for (member, left, right) in members where left != right {
        let reason = Self.known.first { $0.id == id && $0.member == member }?.reason
        print("\(id) \(member): «\(left)» in R5 «\(right)»  \(reason ?? "")")
        if reason != nil { explained.insert("\(id) \(member)") }
        if reason == nil { differences.append("\(id) \(member)") }
      }
    }
    print("\(ids.count) pairs, \(Self.known.count) known differences")
    #expect(differences.isEmpty)
    #expect(explained.count == Self.known.count, "every known difference is still one")
    #expect(ids.count >= 50)
  }

  @Test("An example of R4 gives the same record in JSON and in XML")
  func formats() throws {
    guard let json = TestData.path("fhir", skipping: "examples in JSON and XML"),
      let xml = TestData.path("fhir-xml", skipping: "examples in JSON and XML")
    else { return }
    let left = try Self.examples(json.appendingPathComponent("hl7-r4"))
    let right = try Self.examples(xml.appendingPathComponent("hl7-r4-xml"))
    let ids = Set(left.keys).intersection(right.keys).sorted()
    for id in ids {
      guard var one = left[id], var other = right[id] else { continue }
      one.problems = []
      other.problems = []
      #expect(one == other, "\(id)")
    }
    print("\(ids.count) examples in JSON and XML")
    #expect(ids.count >= 30)
  }

  /// The single resources of a folder by type and id; one whose id stands twice is left out.
  private static func examples(_ folder: URL) throws -> [String: MedicationRecord] {
    var records: [String: [MedicationRecord]] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where !file.hasSuffix(".tsv") {
      let document = FHIRDocument(
        try TestData.bytes(folder.appendingPathComponent(file)), reading: .withXML)
      for record in document.records where record.entryPath.isEmpty {
        records["\(record.resourceType)/\(record.id ?? "")", default: []].append(record)
      }
    }
    return records.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  private static func words(_ codings: [FHIRCoding]) -> String {
    codings.map { "\($0.system ?? "")|\($0.code ?? "")|\($0.display ?? "")" }.joined(separator: " ")
  }
}

@Suite("FHIR in XML")
struct XMLDocumentTests {
  /// Pairs of a document in XML and in JSON.
  static let pairs =
    CaseFile.cases(of: "Tests/FHIRResourcesTests/Fixtures/xml-pairs.txt")

  @Test("A resource in XML gives all that its JSON gives, problems and their paths included")
  func handPairs() throws {
    #expect(Self.pairs.count == 6)
    for pair in Self.pairs {
      let documents = pair.rows.map { Fixture.document(text: $0.text) }
      let (found, expected) = (documents[0], documents[1])
      #expect(found.records == expected.records, "\(pair)")
      #expect(found.codeSystems == expected.codeSystems, "\(pair)")
      #expect(found.problems == expected.problems, "\(pair)")
      #expect(found.fhirVersion == expected.fhirVersion)
      #expect(!expected.records.isEmpty || !expected.codeSystems.isEmpty)
    }
  }
}
