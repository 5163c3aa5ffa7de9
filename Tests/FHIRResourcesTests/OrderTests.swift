// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import JSONText
import MedicationModel
import TestSupport
import Testing

/// Writes a text again with members or entries in another order, all else as it was.
struct Rewriting {
  var writer = JSONWriter()
  var generator: SeededGenerator
  let shufflesMembers: Bool
  let shufflesEntries: Bool

  static func write(
    _ node: JSONNode, seed: UInt64, members: Bool = false, entries: Bool = false
  ) -> [UInt8] {
    var rewriting = Rewriting(
      generator: SeededGenerator(seed: seed), shufflesMembers: members, shufflesEntries: entries)
    rewriting.write(node)
    return rewriting.writer.bytes
  }

  private mutating func write(_ node: JSONNode, isEntries: Bool = false) {
    if node.isObject {
      var members = node.members.map { (name: $0.name, value: $0.value) }
      if shufflesMembers, node.duplicateNames.isEmpty {
        members.shuffle(using: &generator)
        let isLast = { (name: JSONNode) in name.isString("resourceType") }
        members = members.filter { !isLast($0.name) } + members.filter { isLast($0.name) }
      }
      writer.beginObject()
      for (name, value) in members {
        writer.key(name.string ?? "")
        write(value, isEntries: name.isString("entry"))
      }
      writer.endObject()
    } else if node.isArray {
      var elements = Array(node.elements)
      if isEntries, shufflesEntries { elements.shuffle(using: &generator) }
      writer.beginArray()
      for element in elements { write(element) }
      writer.endArray()
    } else {
      writer.raw(node.rawBytes)
    }
  }
}

@Suite("The order of a text does not matter")
struct OrderTests {
  /// Members that do not depend on where a resource stands.
  static func placeless(_ record: MedicationRecord) -> MedicationRecord {
    var record = record
    record.entryPath = ""
    record.problems = record.problems.map { problem in
      let message = String(problem.message.filter { !$0.isNumber })
      return Problem(problem.code, problem.severity, message, path: problem.path)
    }
    return sorted(record)
  }

  /// A record with its problems in one order: they stand in that of the text.
  static func sorted(_ record: MedicationRecord) -> MedicationRecord {
    var record = record
    record.problems.sort { "\($0)" < "\($1)" }
    return record
  }

  /// The documents of one JSON value, the largest left out.
  private static func documents(_ folder: URL) throws -> [(file: String, json: JSONDocument)] {
    try TestData.table(folder.appendingPathComponent("documents.tsv")).compactMap { row in
      guard let file = row["file"], !file.contains(".ndjson") else { return nil }
      let bytes = try TestData.bytes(folder.appendingPathComponent(file))
      guard bytes.count < 150_000,
        let json = try? JSONDocument(bytes, options: JSONOptions(mode: .tolerant)),
        json.trailing == .nothing
      else { return nil }
      return (file, json)
    }
  }

  @Test(
    "Members in any order, resourceType last, give the same records", .enabled(if: !Effort.isFast))
  func members() throws {
    guard let folder = TestData.path("fhir", skipping: "members of real documents in any order")
    else { return }
    var recordCount = 0
    for (file, json) in try Self.documents(folder) {
      let plain = FHIRDocument(json.bytes, reading: .withXML)
      recordCount += plain.records.count
      for seed in UInt64(1)...2 {
        let mixed = FHIRDocument(
          Rewriting.write(json.root, seed: seed, members: true), reading: .withXML)
        #expect(plain.records.map(Self.sorted) == mixed.records.map(Self.sorted), "\(file)")
        #expect(plain.allergies == mixed.allergies, "\(file)")
        #expect(plain.patients == mixed.patients, "\(file)")
        #expect(plain.lists == mixed.lists, "\(file)")
        #expect(plain.fhirVersion == mixed.fhirVersion, "\(file)")
      }
    }
    print("\(recordCount) records, members shuffled")
    #expect(recordCount > 800)
  }

  @Test(
    "Entries in any order give the same set of records", .enabled(if: !Effort.isFast))
  func entries() throws {
    guard let folder = TestData.path("fhir", skipping: "entries of real bundles in any order")
    else { return }
    var (recordCount, leftOut) = (0, 0)
    for (file, json) in try Self.documents(folder) where json.root["entry"] != nil {
      // Of several entries with one address the first is meant: there the order is the answer.
      guard !json.root.repeatsAddresses else {
        leftOut += 1
        continue
      }
      let plain = FHIRDocument(json.bytes, reading: .withXML)
      recordCount += plain.records.count
      let expected = Self.counts(plain.records.map(Self.placeless))
      for seed in UInt64(1)...2 {
        let mixed = FHIRDocument(
          Rewriting.write(json.root, seed: seed, entries: true), reading: .withXML)
        #expect(Self.counts(mixed.records.map(Self.placeless)) == expected, "\(file)")
      }
    }
    print("\(recordCount) records, entries shuffled, \(leftOut) bundles left out")
    #expect(recordCount > 300)
  }

  @Test("Lines in any order give the same set of records")
  func lines() throws {
    guard let folder = TestData.path("fhir", skipping: "lines of real NDJSON in any order") else {
      return
    }
    for file in ["smart-bulk-stu3", "smart-bulk-r4"] {
      let place = folder.appendingPathComponent(file)
      let names = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
      for name in names where name.contains(".ndjson") {
        let bytes = try TestData.bytes(place.appendingPathComponent(name))
        var lines = bytes.split(separator: 0x0A)
        let plain = FHIRDocument(bytes, reading: .withXML).records.map(Self.placeless)
        var generator = SeededGenerator(seed: 7)
        lines.shuffle(using: &generator)
        let mixed = FHIRDocument(Array(lines.joined(separator: [0x0A])), reading: .withXML).records
        #expect(Self.counts(plain) == Self.counts(mixed.map(Self.placeless)), "\(name)")
      }
    }
  }

  private static func counts(_ records: [MedicationRecord]) -> [MedicationRecord: Int] {
    Dictionary(records.map { ($0, 1) }, uniquingKeysWith: +)
  }
}
