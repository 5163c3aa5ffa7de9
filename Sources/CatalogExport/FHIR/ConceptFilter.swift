// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import MedicationModel

/// Which codes a value set has: those that fit every part that is set.
public struct ConceptFilter: Sendable, Hashable {
  /// The term types that count; any if empty.
  public var termTypes: [TermType]
  /// Base ingredients (IN) of which a concept must have one; any if empty.
  public var ingredients: [RxCUI]
  /// Whether only the prescribable subset counts.
  public var isPrescribableOnly: Bool
  /// Whether codes that are not active count too.
  public var includesInactive: Bool

  /// Makes a filter; without anything set it takes every active code.
  public init(
    termTypes: [TermType] = [], ingredients: [RxCUI] = [], isPrescribableOnly: Bool = false,
    includesInactive: Bool = false
  ) {
    self.termTypes = termTypes
    self.ingredients = ingredients
    self.isPrescribableOnly = isPrescribableOnly
    self.includesInactive = includesInactive
  }

  /// Whether a concept fits.
  public func contains(_ concept: Concept) -> Bool {
    if isPrescribableOnly, !concept.isPrescribable { return false }
    if !termTypes.isEmpty, !termTypes.contains(concept.termType) { return false }
    if !includesInactive, concept.status != .active { return false }
    guard !ingredients.isEmpty else { return true }
    return concept.ingredients.contains { ingredients.contains($0.rxcui) }
  }

  /// The filter as the property filters of a value set's rule.
  var rules: [(property: String, operator: String, value: String)] {
    var rules: [(String, String, String)] = []
    func add(_ property: String, _ values: [String]) {
      guard let first = values.first else { return }
      rules.append(
        values.count == 1
          ? (property, "=", first) : (property, "in", values.joined(separator: ",")))
    }
    add("TTY", termTypes.map(\.rawValue))
    add("ingredient", ingredients.map(\.description))
    if isPrescribableOnly { add("prescribable", ["true"]) }
    if !includesInactive { add("inactive", ["false"]) }
    return rules
  }

  /// How many rules the filter is, said by rules.
  public var ruleCount: Int { rules.count }

  /// A name of the filter that can be part of an id: `prescribable-scd-sbd-in-6809`.
  var identifier: String {
    var parts = ["rxnorm"]
    if isPrescribableOnly { parts.append("prescribable") }
    parts += termTypes.map { $0.rawValue.lowercased() }
    if !ingredients.isEmpty { parts += ["of"] + ingredients.map(\.description) }
    if parts.count == 1 { parts.append(includesInactive ? "all" : "active") }
    if parts.count > 1, includesInactive, parts.last != "all" { parts.append("any-status") }
    let text = parts.joined(separator: "-")
    // FHIR ids have at most 64 characters; a longer one ends in a hash of itself.
    guard text.utf8.count > 64 else { return text }
    return text.prefix(47) + "-" + text.identifierHash
  }
}
