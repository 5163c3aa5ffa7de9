// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import MedicationModel

// One object of the shape
//
//   {"nickname": …, "isArchived": …, "hasSchedule": …,
//    "medication": {"identifier": …, "displayText": …, "generalForm": …,
//                   "relatedCodings": [{"system": …, "version": …, "code": …}]}}
//
// `medication` and `displayText` must be there; what else is missing has a
// default and a note. Anything of another type is an error (M189-M192).

/// Reads one user-annotated medication from a JSON value.
struct MedicationReading {
  private let root: JSONNode
  private let place: String
  private var notes: [Problem] = []

  init(root: JSONNode, place: String) {
    self.root = root
    self.place = place
  }

  /// The medication, with its notes.
  consuming func medication() throws(MedicationJSONError) -> ReadMedication {
    var reading = self
    try reading.require(reading.root, isObject: true, "an object with the member medication")
    reading.noteUnknown(
      in: reading.root, known: ["nickname", "isArchived", "hasSchedule", "medication"])
    let nickname = try reading.text("nickname", of: reading.root)
    let isArchived = try reading.flag("isArchived")
    let hasSchedule = try reading.flag("hasSchedule")
    guard let node = reading.root["medication"], !node.isNull else {
      throw reading.missing("medication", in: reading.root)
    }
    let concept = try reading.concept(node)
    return ReadMedication(
      medication: UserAnnotatedMedication(
        nickname: nickname, isArchived: isArchived, hasSchedule: hasSchedule,
        medication: concept), notes: reading.notes, place: reading.place)
  }

  private mutating func concept(
    _ node: JSONNode
  ) throws(MedicationJSONError) -> MedicationConcept {
    try require(node, isObject: true, "an object with the member displayText")
    noteUnknown(
      in: node, known: ["identifier", "displayText", "generalForm", "relatedCodings"])
    guard let displayText = try text("displayText", of: node) else {
      throw missing("displayText", in: node)
    }
    guard !displayText.isEmpty else {
      throw error("medication.empty", node["displayText"] ?? node, "an empty string", "a name")
    }
    let codings = try codings(of: node)
    let form = try text("generalForm", of: node)
    if form == nil { noteMissing("generalForm", of: node, "unknown") }
    return MedicationConcept(
      identifier: try identifier(of: node, displayText: displayText, codings: codings),
      displayText: displayText,
      generalForm: form.map { MedicationGeneralForm(reading: $0) } ?? .unknown,
      relatedCodings: codings)
  }

  private mutating func identifier(
    of node: JSONNode, displayText: String, codings: Set<ClinicalCoding>
  ) throws(MedicationJSONError) -> HealthConceptIdentifier {
    guard let value = node["identifier"], !value.isNull else {
      noteMissing("identifier", of: node, "one made of codes and name")
      return .mint(displayText: displayText, codings: codings)
    }
    do {
      if let text = value.string { return try HealthConceptIdentifier(value: text) }
      if value.isObject, let domain = value["domain"]?.string, let text = value["value"]?.string {
        return try HealthConceptIdentifier(
          domain: HealthConceptDomain(rawValue: domain), value: text)
      }
    } catch {
      throw self.error(
        "medication.identifier", value, "an identifier of another length", "1 to 4096 bytes")
    }
    throw error(
      "medication.type", value, kindWords(value), "a string, or an object of domain and value")
  }

  private mutating func codings(
    of node: JSONNode
  ) throws(MedicationJSONError) -> Set<ClinicalCoding> {
    guard let list = node["relatedCodings"], !list.isNull else { return [] }
    guard list.isArray else {
      throw error("medication.type", list, kindWords(list), "an array of codings")
    }
    var codings: Set<ClinicalCoding> = []
    for element in list.elements {
      try require(element, isObject: true, "an object of system, version and code")
      noteUnknown(in: element, known: ["system", "version", "code"])
      let coding = ClinicalCoding(
        system: try requiredText("system", of: element),
        version: try text("version", of: element), code: try requiredText("code", of: element))
      if !codings.insert(coding).inserted {
        notes.append(
          Problem(
            .repeatedCoding, .note, "this coding stands in the set already; it counts once",
            path: element.path(from: root)))
      }
    }
    return codings
  }

  // MARK: Members

  private func requiredText(
    _ name: String, of node: JSONNode
  ) throws(MedicationJSONError) -> String {
    guard let text = try text(name, of: node) else { throw missing(name, in: node) }
    guard !text.isEmpty else {
      throw error("medication.empty", node[name] ?? node, "an empty string", "a \(name)")
    }
    return text
  }

  private func text(
    _ name: String, of node: JSONNode
  ) throws(MedicationJSONError) -> String? {
    guard let value = node[name], !value.isNull else { return nil }
    guard let text = value.string else {
      throw error("medication.type", value, kindWords(value), "a string")
    }
    return text
  }

  private mutating func flag(_ name: String) throws(MedicationJSONError) -> Bool {
    guard let value = root[name] else {
      noteMissing(name, of: root, "false")
      return false
    }
    guard let flag = value.boolean else {
      throw error("medication.type", value, kindWords(value), "true or false")
    }
    return flag
  }

  private func require(
    _ node: JSONNode, isObject: Bool, _ expected: String
  ) throws(MedicationJSONError) {
    guard node.isObject == isObject else {
      throw error("medication.type", node, kindWords(node), expected)
    }
    if let name = node.duplicateNames.first {
      throw error(
        "medication.duplicate-member", node, "the member \(name) twice", "each member once")
    }
  }

  // MARK: Notes and errors

  private mutating func noteUnknown(in node: JSONNode, known: Set<String>) {
    for (name, value) in node.members {
      guard let text = name.string, !known.contains(text) else { continue }
      notes.append(
        Problem(
          .unknownMember, .note, "unknown member; skipped",
          path: value.path(from: root)))
    }
  }

  private mutating func noteMissing(_ name: String, of node: JSONNode, _ value: String) {
    let parent = node.path(from: root)
    notes.append(
      Problem(
        .missingMember, .note, "\(name) is missing; taken as \(value)",
        path: parent.isEmpty ? name : "\(parent).\(name)"))
  }

  private func missing(_ name: String, in node: JSONNode) -> MedicationJSONError {
    error("medication.missing", node, "no member \(name)", "the member \(name)")
  }

  private func error(
    _ code: String, _ node: JSONNode, _ found: String, _ expected: String
  ) -> MedicationJSONError {
    let path = node.path(from: root)
    let prefix = place.hasPrefix("[") ? place : ""
    let joined = prefix.isEmpty || path.isEmpty ? prefix + path : "\(prefix).\(path)"
    let position = node.position
    return MedicationJSONError(
      code: code, line: position.line, column: position.column, path: joined, found: found,
      expected: expected)
  }

  private func kindWords(_ node: JSONNode) -> String {
    if node.isObject { return "an object" }
    if node.isArray { return "an array" }
    if node.isString { return "a string" }
    if node.isNull { return "null" }
    return node.boolean == nil ? "a number" : "a Boolean"
  }
}
