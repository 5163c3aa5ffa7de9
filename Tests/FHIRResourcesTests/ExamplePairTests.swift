// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import JSONText
import TestSupport
import Testing

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
