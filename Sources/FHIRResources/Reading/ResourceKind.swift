// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// What a resource is to this reader.
package enum ResourceKind: Sendable {
  case medication
  case knowledge
  /// MedicationRequest, MedicationOrder (DSTU2) and MedicationPrescription (DSTU1).
  case request
  /// MedicationStatement, and MedicationUsage of the ballots before R5.
  case statement
  case dispense
  case administration
  case bundle
  case parameters
  case list
  case composition
  case codeSystem
  case valueSet
  case conceptMap
  case namingSystem
  /// Resources that state the FHIR version of a server or guide.
  case conformance
  /// AllergyIntolerance: a fact apart from the medications.
  case allergy
  /// Immunization: counted, no medication.
  case immunization
  case patient
  /// ExplanationOfBenefit and Claim: records only where they are wanted, one for each item.
  case claim
  case other

  /// Whether the resource makes a record.
  var isMedicationType: Bool {
    switch self {
    case .medication, .knowledge, .request, .statement, .dispense, .administration: true
    default: false
    }
  }

  /// Whether a medication reference may lead to it.
  var isMedication: Bool { self == .medication || self == .knowledge }

  /// Reads the kind from a resource; `nil` if it has no resource type.
  init?(of resource: JSONNode) {
    guard let type = resource["resourceType"], type.isString else { return nil }
    let number = Self.names.number(of: type)
    self = number < 0 ? .other : Self.table[number].kind
  }

  /// The type of a resource as written; that of a medication is one string for all records.
  static func typeName(of type: JSONNode?) -> String {
    guard let type else { return "" }
    let number = names.number(of: type)
    return number < 0 ? type.string ?? "" : typeNames[number]
  }

  private static let typeNames = table.map { "\($0.name)" }

  /// Whether a type that no version of FHIR has was meant for one that this reader reads: it begins
  /// like a medication or differs from a container's name only in case.
  static func looksMisspelt(_ type: JSONNode) -> Bool {
    guard mayBeMisspelt(type), let string = type.string else { return false }
    let text = string.split(separator: " ").joined(separator: " ")
    let word = text.lowercased()
    if word.hasPrefix(misspeltStem) {
      return word != "media" && !text.hasPrefix("MedicinalProduct")
    }
    return loweredNames.contains(word)
  }

  private static let loweredNames = Set(
    table.compactMap { row in
      let isNear = [.patient, .immunization, .claim].contains(row.kind)
      return isNear ? nil : "\(row.name)".lowercased()
    })

  /// What the names of medications begin with, and of resources that were meant for one.
  private static let misspeltStem = "med"

  /// A first look at the bytes, which says no for nearly all types and makes no string.
  private static func mayBeMisspelt(_ type: JSONNode) -> Bool {
    // With its quotation marks.
    let raw = type.rawBytes
    guard raw.count > 2 else { return false }
    if raw.dropFirst().first == 0x20 || raw.dropLast().last == 0x20 { return true }
    // Escapes and non-ASCII letters may represent any letter.
    if raw.contains(where: { $0 == 0x5C || $0 > 0x7F }) { return true }
    if raw.dropFirst().starts(with: misspeltStem.utf8, by: { $0 | 0x20 == $1 }) { return true }
    return quotedNames[min(raw.count, quotedNames.count - 1)].contains { name in
      name.elementsEqual(raw) { $0 == $1 | 0x20 }
    }
  }

  /// The names that a type may be misspelt for, with their quotation marks and every byte with the
  /// bit of lower case, by their length.
  private static let quotedNames: [[[UInt8]]] = {
    var names = [[[UInt8]]](repeating: [], count: 64)
    for name in loweredNames {
      let quoted = "\"\(name)\"".utf8.map { $0 | 0x20 }
      names[min(quoted.count, 63)].append(quoted)
    }
    return names
  }()

  /// Whether more is read of resources of this type than what identifies them.
  package static func isRead(_ type: String) -> Bool {
    type == "Substance" || table.contains { $0.kind != .immunization && "\($0.name)" == type }
  }

  /// What is skipped in a document: everything that makes no record and names no drug.
  ///
  /// References may lead to it, so type, id and what it contains stay known.
  /// Claims among it are counted, unless they are read.
  static func selection(withClaims: Bool) -> JSONSelection {
    withClaims ? selectionWithClaims : selectionWithoutClaims
  }

  private static let selectionWithClaims = selection(of: [])
  private static let selectionWithoutClaims = selection(
    of: table.filter { $0.kind == .claim }.map { "\($0.name)" })

  private static func selection(of noted: [String]) -> JSONSelection {
    JSONSelection(
      holder: "resource", typeName: "resourceType", idName: "id", listName: "contained",
      types: table.map { "\($0.name)" }.filter { !noted.contains($0) } + ["Substance"],
      noted: noted, stem: misspeltStem)
  }

  private static let names = JSONNameTable(table.map { "\($0.name)" })

  private static let table: [(name: StaticString, kind: ResourceKind)] = [
    ("MedicationRequest", .request),
    ("Medication", .medication),
    ("MedicationStatement", .statement),
    ("MedicationAdministration", .administration),
    ("MedicationDispense", .dispense),
    ("MedicationKnowledge", .knowledge),
    ("MedicationOrder", .request),
    ("MedicationPrescription", .request),
    ("MedicationUsage", .statement),
    ("Bundle", .bundle),
    ("Parameters", .parameters),
    ("List", .list),
    ("Composition", .composition),
    ("AllergyIntolerance", .allergy),
    ("Immunization", .immunization),
    ("Patient", .patient),
    ("CodeSystem", .codeSystem),
    ("ValueSet", .valueSet),
    ("ConceptMap", .conceptMap),
    ("NamingSystem", .namingSystem),
    ("CapabilityStatement", .conformance),
    ("Conformance", .conformance),
    ("ImplementationGuide", .conformance),
    ("ExplanationOfBenefit", .claim),
    ("Claim", .claim),
  ]
}
