// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// The properties that filters over RxNorm may name (HL7 terminology, "RxNorm": STY, SAB, TTY and
// the relationships), and what the release holds beside them. A relationship is read as it
// sounds: `has_ingredient = CUI:161` holds for what has the ingredient 161.

/// Properties of RxNorm's concepts.
enum RxNormProperty {
  /// Values of a property, and how the value of a filter is read to compare with them.
  typealias Values = (texts: [String], read: (String) -> String?)

  /// The values of a property of a concept; `nil` where RxNorm has no such property.
  static func values(of property: String, _ concept: Concept, _ catalog: Catalog) -> Values? {
    switch property {
    case "code", "concept": return ([concept.rxcui.description], { $0 })
    case "display": return ([concept.name], { $0 })
    case "TTY", "tty": return ([concept.termType.rawValue], { $0 })
    case "SAB", "sab": return (concept.names.map(\.source), { $0 })
    case "STY", "sty": return semanticTypes(concept)
    case "inactive": return ([concept.status == .active ? "false" : "true"], { $0 })
    default: break
    }
    // The kinds of relations that rows with a relationship do not show any more.
    if ["SY", "SIB", "RN", "PAR", "CHD", "RB", "RO"].contains(property) { return nil }
    let relationship = Relationship(rawValue: property)
    if isRelationship(property, catalog) {
      return (concept.related(relationship).map { $0.rxcui.description }, readCode)
    }
    let attributes = concept.attributes.filter { $0.name == property && $0.source == "RXNORM" }
    if attributes.isEmpty, !isAttribute(property) { return nil }
    return (attributes.map(\.value), { $0 })
  }

  private static func semanticTypes(_ concept: Concept) -> Values {
    let types = concept.semanticTypes
    return (
      types.flatMap { ["TUI:\($0.identifier)", "STY:\($0.name)", "STN:\($0.treeNumber)"] },
      { value in
        ["TUI:", "STY:", "STN:"].contains { value.hasPrefix($0) } ? value : "TUI:" + value
      }
    )
  }

  /// `CUI:161` or `161`; the atoms of `AUI:` are not related here.
  private static func readCode(_ value: String) -> String? {
    let code = value.hasPrefix("CUI:") ? String(value.dropFirst(4)) : value
    return RxCUI(code) == nil ? nil : code
  }

  private static func isRelationship(_ property: String, _ catalog: Catalog) -> Bool {
    WellKnownSymbol.inversePairs.contains { $0.0 == property || $0.1 == property }
  }

  private static func isAttribute(_ property: String) -> Bool {
    property == "NDC" || property.hasPrefix("RXN_") || property == "RXTERM_FORM"
  }
}
