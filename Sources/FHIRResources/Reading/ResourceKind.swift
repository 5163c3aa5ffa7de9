// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// What a resource is to this reader.
enum ResourceKind: Sendable {
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
  case other

  /// Whether the resource makes a record (section 2).
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
    self = Self.table.first { type.isString($0.name) }?.kind ?? .other
  }

  /// Whether a type that no version of FHIR has was meant for one that this reader reads: it begins
  /// like a medication or differs from a container's name in case alone.
  static func looksMisspelt(_ type: JSONNode) -> Bool {
    guard let text = type.string else { return false }
    let word = text.lowercased()
    if word.hasPrefix("med") { return word != "media" && !text.hasPrefix("MedicinalProduct") }
    return table.contains { "\($0.name)".lowercased() == word }
  }

  /// Whether more is read of resources of this type than what identifies them.
  static func isRead(_ type: String) -> Bool {
    type == "Substance" || table.contains { "\($0.name)" == type }
  }

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
    ("CodeSystem", .codeSystem),
    ("ValueSet", .valueSet),
    ("ConceptMap", .conceptMap),
    ("NamingSystem", .namingSystem),
    ("CapabilityStatement", .conformance),
    ("Conformance", .conformance),
    ("ImplementationGuide", .conformance),
  ]
}
