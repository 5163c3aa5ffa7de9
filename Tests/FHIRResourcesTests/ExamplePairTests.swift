// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import JSONText
import Testing

/// The examples of the FHIR specification exist in several versions and formats under one id.
@Suite("Official examples in two versions and two formats")
struct ExamplePairTests {
  /// A difference between versions that is the example's own: the id, what differs, why.
  static let known: [(id: String, member: String, reason: String)] = []

  @Test("An example of R4 and of R5 with one id names the same drug, use and dosage")
  func versions() throws {
    guard let folder = TestData.folder("fhir", skipping: "examples of R4 and R5") else { return }
    let earlier = try Self.examples(folder.appendingPathComponent("hl7-r4"))
    let later = try Self.examples(folder.appendingPathComponent("hl7-r5"))
    let ids = Set(earlier.keys).intersection(later.keys).sorted()
    var differences: [String] = []
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
          "doses", old.dosages.flatMap(DosageTests.facts).joined(separator: "|"),
          new.dosages.flatMap(DosageTests.facts).joined(separator: "|")
        ),
      ]
      for (member, left, right) in members where left != right {
        let reason = Self.known.first { $0.id == id && $0.member == member }?.reason
        print("\(id) \(member): «\(left)» in R5 «\(right)»  \(reason ?? "")")
        if reason == nil { differences.append("\(id) \(member)") }
      }
    }
    print("\(ids.count) pairs, \(Self.known.count) known differences")
    #expect(differences.isEmpty)
    #expect(ids.count >= 50)
  }

  @Test("An example of R4 gives the same record in JSON and in XML")
  func formats() throws {
    guard let json = TestData.folder("fhir", skipping: "examples in JSON and XML"),
      let xml = TestData.folder("fhir-xml", skipping: "examples in JSON and XML")
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
      let document = FHIRDocument(try TestData.bytes(folder.appendingPathComponent(file)))
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
