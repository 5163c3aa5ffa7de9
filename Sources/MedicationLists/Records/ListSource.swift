// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What kind of statement a medication resource makes.
public enum RecordKind: String, Sendable, Hashable, CaseIterable {
  /// Somebody ordered it, whatever the version calls it.
  case request
  /// Somebody says that it is used, or not.
  case statement
  /// It was given out: an event, which says nothing about an end of use (S12).
  case dispense
  /// It was given: an event.
  case administration
  /// What a medication is; nobody is said to take it.
  case definition

  /// Reads the kind of a resource type of any FHIR version.
  public init(resourceType: String) {
    switch resourceType {
    case "MedicationStatement", "MedicationUsage": self = .statement
    case "MedicationDispense": self = .dispense
    case "MedicationAdministration": self = .administration
    case "Medication", "MedicationKnowledge": self = .definition
    default: self = .request
    }
  }

  /// Whether it is an event, which never changes the status of a request or statement.
  public var isEvent: Bool { self == .dispense || self == .administration }
}

/// Where a line of a list comes from.
public struct ListSource: Sendable, Hashable {
  /// The document as it was named.
  public let document: String
  /// The address of the resource in it, as a record has it.
  public let entryPath: String
  /// The resource type as written.
  public let resourceType: String
  /// The logical id.
  public let id: String?

  /// Makes a source.
  public init(document: String, entryPath: String, resourceType: String, id: String?) {
    self.document = document
    self.entryPath = entryPath
    self.resourceType = resourceType
    self.id = id
  }

  /// Orders by document, then by address, numbers as numbers.
  static func precedes(_ left: ListSource, _ right: ListSource) -> Bool {
    if left.document != right.document {
      return left.document.utf8.lexicographicallyPrecedes(right.document.utf8)
    }
    let path: (String) -> [Int] = { $0.split(separator: ".").map { Int($0) ?? 0 } }
    return path(left.entryPath).lexicographicallyPrecedes(path(right.entryPath))
  }
}
