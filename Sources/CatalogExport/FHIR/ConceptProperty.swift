// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import JSONText
internal import MedicationModel

/// A property that concepts of the exported CodeSystem can have.
struct ConceptProperty {
  /// The type of its values, as FHIR names it.
  enum Kind: String { case code, string, boolean }

  let code: String
  let kind: Kind
  let description: String
  /// Identifies it beyond this code system.
  let uri: String?
  /// The operators of its filter; without any it is not a filter.
  let operators: [String]
  /// What a filter takes as its value.
  let filterValue: String

  init(
    _ code: String, _ kind: Kind, _ description: String, uri: String? = nil,
    operators: [String] = [], filterValue: String = ""
  ) {
    self.code = code
    self.kind = kind
    self.description = description
    self.uri = uri
    self.operators = operators
    self.filterValue = filterValue
  }

  private static let anyOf = ["=", "in"]

  /// Those that HL7's "Using RxNorm with HL7 Standards" has as filters, FHIR's
  /// own, then those of RxNorm's attributes.
  static let fixed: [ConceptProperty] = [
    ConceptProperty(
      "inactive", .boolean, "Whether the release no longer has the concept as active",
      uri: "http://hl7.org/fhir/concept-properties#inactive", operators: ["="],
      filterValue: "true or false"),
    ConceptProperty(
      "status", .code, "Active, Obsolete or Quantified, as RxNorm's services name it",
      uri: "http://hl7.org/fhir/concept-properties#status", operators: anyOf,
      filterValue: "A status"),
    ConceptProperty(
      "TTY", .code, "Term type of the main name, such as SCD", operators: anyOf,
      filterValue: "A term type"),
    ConceptProperty(
      "STY", .code, "Semantic type: TUI, such as T200", operators: anyOf,
      filterValue: "A TUI"),
    ConceptProperty(
      "SAB", .code, "Source that has a name for the concept", operators: anyOf,
      filterValue: "The abbreviation of a source"),
    ConceptProperty("SUPPRESS", .code, "SUPPRESS of the main name: N, O, E or Y"),
    ConceptProperty(
      "prescribable", .boolean, "Whether it is in the prescribable subset (CVF 4096)",
      operators: ["="], filterValue: "true or false"),
    ConceptProperty(
      "NDC", .string, "NDC that RxNorm states, eleven digits", operators: ["="],
      filterValue: "Eleven digits"),
    ConceptProperty("UNII", .string, "FDA's identifier of an ingredient", operators: ["="]),
  ]

  /// The base ingredients, which RxNorm states over several relations.
  static func ingredient(base: String) -> ConceptProperty {
    ConceptProperty(
      "ingredient", .code,
      "Base ingredient (IN) of a drug of any kind, derived by rxkit from RxNorm's relations",
      uri: base + "/property/ingredient", operators: anyOf, filterValue: "An RxCUI")
  }

  /// A relation: the value is the code of the other concept.
  static func relation(_ name: String) -> ConceptProperty {
    ConceptProperty(
      name, .code, "RELA of RxNorm: this concept \(name) the concept of the value",
      operators: anyOf, filterValue: "An RxCUI")
  }

  static let attributes = [
    "RXN_STRENGTH", "RXN_AVAILABLE_STRENGTH", "RXN_QUANTITY", "RXN_QUALITATIVE_DISTINCTION",
    "RXN_HUMAN_DRUG", "RXN_VET_DRUG", "RXN_BN_CARDINALITY", "RXTERM_FORM",
  ]

  /// How the code system declares it.
  var declaration: JSONValue {
    [
      "code": .string(code), "uri": .text(uri), "description": .string(description),
      "type": .string(kind.rawValue),
    ]
  }

  /// How the code system declares its filter; `nil` where it is none.
  var filter: JSONValue? {
    guard !operators.isEmpty else { return nil }
    return [
      "code": .string(code), "description": .string(description),
      "operator": .array(operators.map { .string($0) }),
      "value": .string(filterValue.isEmpty ? "A value of the property" : filterValue),
    ]
  }
}
