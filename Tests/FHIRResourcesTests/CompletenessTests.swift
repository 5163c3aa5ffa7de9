// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import JSONText
import TestSupport
import Testing

/// Everything that a resource says, found without knowing what it means.
///
/// The reader knows some two hundred names; this only walks. A scalar that stands in a member that
/// is read must come back somewhere in the record, literally.
enum Scalars {
  /// Members of resources and elements whose content no record holds, and why.
  static let unread = Dictionary(
    uniqueKeysWithValues: FixtureRows.pairs("unread members"))

  /// Members whose references alone are kept, or their words where there is no reference.
  private static let people: Set<String> = [
    "subject", "patient", "encounter", "context", "requester", "prescriber", "recorder",
    "informationSource", "agent", "reportedReference",
  ]

  /// The scalars of a resource's members, as `member value`.
  static func read(of resource: JSONNode) -> [(member: String, value: String)] {
    var found: [(String, String)] = []
    for (name, value) in resource.members {
      let name = name.string ?? ""
      guard unread[name] == nil, !name.hasPrefix("_"), name != "type" else { continue }
      collect(value, name, person: people.contains(name)) { found.append((name, $0)) }
    }
    return found
  }

  private static func collect(
    _ node: JSONNode, _ name: String, person: Bool, into add: (String) -> Void
  ) {
    if let text = node.scalarText {
      if !text.isEmpty { add(text) }
      return
    }
    for element in node.elements { collect(element, name, person: person, into: add) }
    let isReference = node["reference"] != nil || node["identifier"] != nil
    for (key, value) in node.members {
      let inner = key.string ?? ""
      if inner == "id" || inner.hasPrefix("_") { continue }
      // `text` is a narrative only in a resource.
      if inner != "text", unread[inner] != nil { continue }
      // The type of a Reference repeats what the reference says.
      if isReference, inner == "type", value.isString { continue }
      // Where there is a reference or an identifier, a person's name is not kept (S35).
      if person, isReference, inner == "display" { continue }
      if person, node["reference"] != nil, inner == "identifier" { continue }
      // A kind of dose without a dose says nothing.
      if name == "doseAndRate", inner == "type", node.count == 1 { continue }
      collect(value, inner, person: person || people.contains(inner), into: add)
    }
  }

  /// The strings and truth values anywhere in a value.
  static func held(by value: Any) -> Set<String> {
    var found: Set<String> = []
    func walk(_ value: Any) {
      if let text = value as? String {
        found.insert(text)
        return
      }
      if let flag = value as? Bool {
        found.insert("\(flag)")
        return
      }
      let mirror = Mirror(reflecting: value)
      for child in mirror.children { walk(child.value) }
    }
    walk(value)
    return found
  }
}

@Suite("Nothing of a resource is dropped silently")
struct CompletenessTests {
  @Test(
    "S1 S2 every scalar of every member that is read comes back literally in the record",
    .enabled(if: !Effort.isFast))
  func scalars() throws {
    guard let folder = TestData.path("fhir", skipping: "every scalar of real documents") else {
      return
    }
    var (scalarCount, recordCount) = (0, 0)
    var missing: [String: Int] = [:]
    for row in try TestData.table(folder.appendingPathComponent("documents.tsv")) {
      guard let file = row["file"], !file.contains(".ndjson") else { continue }
      let bytes = try TestData.bytes(folder.appendingPathComponent(file))
      guard let json = try? JSONDocument(bytes, options: JSONOptions(mode: .tolerant)) else {
        continue
      }
      for record in FHIRDocument(bytes, reading: .withXML).records {
        guard let resource = Self.resource(at: record.entryPath, in: json.root) else { continue }
        recordCount += 1
        let held = Scalars.held(by: record)
        for (member, value) in Scalars.read(of: resource) {
          scalarCount += 1
          if held.contains(value) || Self.isKnown(member, value, record) { continue }
          missing["\(record.resourceType).\(member)", default: 0] += 1
          print("\(file) [\(record.entryPath)] \(member): «\(value)» is not in the record")
        }
      }
    }
    print("\(recordCount) records, \(scalarCount) scalars, missing: \(missing)")
    #expect(missing.isEmpty)
    #expect(recordCount > 2000)
  }

  /// Scalars that are read and are another thing in the record.
  private static func isKnown(_ member: String, _ value: String, _ record: MedicationRecord) -> Bool
  {
    switch member {
    case "resourceType": return value == record.resourceType
    // Truth values and words that become the status's meaning.
    case "doNotPerform", "wasNotTaken", "wasNotGiven", "notGiven", "notDone", "taken", "adherence":
      return true
    // A withheld dosage is withheld whole.
    case "dosage", "dosageInstruction":
      let isPeriod = record.dosages.contains { dosage in
        // A moment of DSTU1 may be a period: start and end in one string.
        dosage.timing?.events.contains { $0.split(separator: "/").contains { $0 == value } }
          ?? false
      }
      // Truth values written as `"False"`.
      let isFlag = ["true", "false"].contains(value.lowercased())
      return isPeriod || isFlag || record.dosages.contains { $0.isWithheld }
    // What is to be handed out in place of what was ordered (section 3.1).
    case "dispenseRequest": return value.hasPrefix("Medication/")
    default: return false
    }
  }

  /// The resource at an address.
  static func resource(at path: String, in root: JSONNode) -> JSONNode? {
    var node = root
    if node["resourceType"] == nil, let inner = node["resource"] { node = inner }
    for part in path.split(separator: ".") {
      guard let number = Int(part) else { return nil }
      let list = node["entry"] ?? node["parameter"] ?? node["part"] ?? node
      let items = Array(list.elements)
      guard items.indices.contains(number) else { return nil }
      let item = items[number]
      node = item["resource"] ?? item["content"] ?? item
    }
    return node
  }
}
