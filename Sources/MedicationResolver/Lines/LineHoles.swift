// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText

/// The values of a medication resource that a record repeats as they are, or reads by themselves.
///
/// A record depends on each of them only in that it repeats the value, or does not
/// read it at all: identifiers, dates that nothing is derived from, references
/// that are not followed, numbers. Everything else of a resource may change what
/// a record means, so it is no hole.
struct LineHoles {
  /// What a hole is for.
  enum Role: Hashable {
    /// It is repeated, or not read.
    case repeated
    /// A date, which is repeated if it is one of the calendar.
    case date
    /// The CodeableConcept that names the medication.
    case concept
    /// All dosages.
    case dosages
  }

  /// A hole and its place in the text of the resource.
  struct Place {
    let range: Range<Int>
    let hole: JSONPattern.Hole
    let role: Role
  }

  /// In the order of the text.
  private(set) var places: [Place] = []
  /// Where the start and the end of each period begin.
  private(set) var periods: [(start: Int, end: Int)] = []
  /// Whether the concept is that of a resource inside.
  private(set) var isContained = false
  private let isUseDerived: Bool

  /// Finds the holes of a resource.
  ///
  /// - Returns: `nil` if no single concept of it names the medication.
  init?(of resource: JSONNode) {
    // What `recorded` means follows from dates (section 4.2 of the reading).
    let status = resource["status"]
    isUseDerived = status.map { !Self.plainStatuses.contains($0.string ?? "") } ?? false
    guard let concept = Self.concept(of: resource, &isContained) else { return nil }
    add(concept, .container, .concept)
    let dosages = [resource["dosageInstruction"], resource["dosage"]].compactMap(\.self)
    if dosages.count == 1, let node = dosages.first, node.isObject || node.isArray,
      !node.isEmptyContainer
    {
      add(node, .container, .dosages)
    }
    for (name, value) in resource.members { addMember(name.string ?? "", value) }
    places.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  private static let plainStatuses: Set<String> = [
    "active", "completed", "stopped", "cancelled", "on-hold", "draft", "intended", "in-progress",
  ]

  /// The concept under the one of its names that this resource has.
  private static func concept(of resource: JSONNode, _ isContained: inout Bool) -> JSONNode? {
    let type = resource["resourceType"]?.string
    let isMedication = type == "Medication" || type == "MedicationKnowledge"
    var candidates = [resource["medicationCodeableConcept"], resource["medication"]?["concept"]]
    if isMedication { candidates = [resource["code"]] }
    var found = candidates.compactMap(\.self)
    if found.isEmpty, !isMedication, let contained = resource["contained"], contained.isArray,
      contained.count == 1
    {
      isContained = true
      found = contained.elements.compactMap { $0["code"] }
    }
    guard found.count == 1, let concept = found.first, concept.isObject,
      !concept.isEmptyContainer
    else { return nil }
    return concept
  }

  // MARK: Members

  private mutating func addMember(_ name: String, _ value: JSONNode) {
    switch name {
    case "id": addText(value)
    case "authoredOn", "dateWritten", "effectiveDateTime", "occurenceDateTime",
      "occurrenceDateTime", "whenPrepared", "whenHandedOver", "dateEnded", "statusChanged":
      addText(value, .date)
    case "dateAsserted": if !isUseDerived { addText(value, .date) }
    case "effectivePeriod", "occurencePeriod": if !isUseDerived { addPeriod(value) }
    case "meta": addTexts(of: value, ["versionId", "lastUpdated", "source"])
    case "subject", "patient", "encounter", "context", "requester", "recorder", "prescriber",
      "informationSource", "performer", "basedOn", "partOf",
      "derivedFrom", "supportingInformation", "authorizingPrescription", "priorPrescription",
      "eventHistory":
      addReferences(value, levels: 3)
    // Their words may say that it is not taken (S10).
    case "reason", "reasonReference": addReferences(value, ["reference"], levels: 3)
    case "identifier": for item in Self.objects(value) { addTexts(of: item, ["value"]) }
    case "quantity", "daysSupply": addAmount(value)
    case "dispenseRequest":
      addNumber(value["numberOfRepeatsAllowed"])
      addAmount(value["quantity"])
      addAmount(value["expectedSupplyDuration"])
      if let period = value["validityPeriod"] { addPeriod(period) }
    default: break
    }
  }

  private static func objects(_ node: JSONNode) -> [JSONNode] {
    node.isObject ? [node] : node.elements.filter(\.isObject)
  }

  /// References and what they stand in, such as the actor of a performer.
  private mutating func addReferences(
    _ node: JSONNode, _ names: [String] = ["reference", "display"], levels: Int
  ) {
    if levels == 0 { return }
    for item in Self.objects(node) {
      addTexts(of: item, names)
      for name in ["actor", "agent", "onBehalfOf", "reference"] {
        if let inner = item[name], inner.isObject {
          addReferences(inner, names, levels: levels - 1)
        }
      }
    }
  }

  private mutating func addTexts(of node: JSONNode, _ names: [String]) {
    for name in names { addText(node[name]) }
  }

  /// The dates of a period: what ends before it begins is a problem, so their order is kept.
  private mutating func addPeriod(_ period: JSONNode) {
    guard let start = period["start"], let end = period["end"] else {
      for name in ["start", "end"] { addText(period[name], .date) }
      return
    }
    let first = places.count
    addText(start, .date)
    addText(end, .date)
    if places.count == first + 2 {
      periods.append((start.range.lowerBound + 1, end.range.lowerBound + 1))
    }
  }

  private mutating func addAmount(_ node: JSONNode?) {
    addNumber(node?["value"])
  }

  // MARK: Holes

  private mutating func addText(_ node: JSONNode?, _ role: Role = .repeated) {
    guard let node, node.isString else { return }
    let range = (node.range.lowerBound + 1)..<(node.range.upperBound - 1)
    if JSONPattern.isPlain(Array(node.rawBytes.dropFirst().dropLast()).span) {
      places.append(Place(range: range, hole: .string, role: role))
    }
  }

  private mutating func addNumber(_ node: JSONNode?) {
    guard let node, node.kind == .number, JSONPattern.isInteger(Array(node.rawBytes).span) else {
      return
    }
    places.append(Place(range: node.range, hole: .number, role: .repeated))
  }

  private mutating func add(_ node: JSONNode, _ hole: JSONPattern.Hole, _ role: Role) {
    places.append(Place(range: node.range, hole: hole, role: role))
  }
}
