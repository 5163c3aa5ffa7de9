// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

/// The numbers of records by what deletions and the items of Lists name them with: looking each of
/// them up takes a time that does not grow with the records.
struct RecordNumbers {
  /// Numbers by resource, by `Type/id`, and by the address of the entry without its version.
  private struct Keys {
    var nodes: [JSONNode: [Int]] = [:]
    var names: [String: [Int]] = [:]
    var addresses: [Substring: [Int]] = [:]

    mutating func add(_ number: Int, _ resource: JSONNode, at address: Substring?) {
      nodes[resource, default: []].append(number)
      if let name = RelativePath(of: resource)?.text { names[name, default: []].append(number) }
      if let address { addresses[address, default: []].append(number) }
    }

    /// The records of a resource, and those of its type and id.
    func numbers(_ resource: JSONNode) -> [Int] {
      (nodes[resource] ?? []) + (RelativePath(of: resource).flatMap { names[$0.text] } ?? [])
    }
  }

  private var own = Keys()
  /// By the Medication that names the drug.
  private var named = Keys()
  private var identifiers: [[String?]: [Int]] = [:]

  /// Notes the records from a number on, and the Medications that name their drugs.
  init(
    of found: [ReferenceOrigin], _ medications: [JSONNode?], _ records: ArraySlice<MedicationRecord>
  ) {
    for (place, number) in records.indices.enumerated() {
      let entry = found[place].owner
      own.add(number, entry.resource, at: DocumentWalk.withoutVersion(entry.fullURL))
      if let medication = medications[place] { named.add(number, medication, at: nil) }
      for identifier in records[number].identifiers {
        identifiers[[identifier.system, identifier.value], default: []].append(number)
      }
    }
  }

  /// The records of what an entry deletes, by its `Type/id` or its address.
  func deleted(_ path: RelativePath?, _ address: Substring?) -> Set<Int> {
    Set((path.flatMap { own.names[$0.text] } ?? []) + (address.flatMap { own.addresses[$0] } ?? []))
  }

  /// The records whose drug is named by what an entry deletes.
  func namedBy(_ path: RelativePath?, _ resource: JSONNode?) -> Set<Int> {
    Set(
      (path.flatMap { named.names[$0.text] } ?? []) + (resource.flatMap { named.nodes[$0] } ?? []))
  }

  /// The records with an identifier.
  func identified(by identifier: FHIRIdentifier) -> [Int] {
    identifiers[[identifier.system, identifier.value]] ?? []
  }

  /// The records that a reference leads to; references to other resource types are not followed.
  func records(_ reference: String?, from origin: ReferenceOrigin) -> [Int] {
    guard let reference, Self.mayBeMedication(reference),
      case .found(let target, _, _, _) = ReferenceResolver().resolve(reference, from: origin)
    else { return [] }
    return own.nodes[target] ?? []
  }

  /// Every record that a reference may mean: those of one type and id are one medication, and those
  /// that name it by a reference.
  func all(_ reference: String?, from origin: ReferenceOrigin) -> [Int] {
    guard let reference, Self.mayBeMedication(reference) else { return [] }
    let targets: [JSONNode]
    switch ReferenceResolver().resolve(reference, from: origin) {
    case .found(let target, _, _, _): targets = [target]
    case .ambiguous(let candidates): targets = candidates.map(\.resource)
    case .missing: return []
    }
    return Set(targets.flatMap { own.numbers($0) + named.numbers($0) }).sorted()
  }

  /// Whether an address may be that of a medication resource.
  static func mayBeMedication(_ reference: String) -> Bool {
    if ReferenceText.isURN(reference) { return true }
    guard let path = RelativePath(reference), path.isTyped else { return true }
    return path.type.hasPrefix("Medication")
  }
}

extension MedicationRecord {
  /// `Type/id` of the record, and of the Medication that its reference names: what takes one of
  /// them away in another part of the scope takes the record away.
  package var names: [String] {
    let own = id.map { "\(resourceType)/\($0)" }
    let medication = DocumentWalk.withoutVersion(reference).flatMap { RelativePath($0) }
    return [own, medication?.text].compactMap(\.self)
  }
}
