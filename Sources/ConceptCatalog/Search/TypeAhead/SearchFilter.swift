// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// Which concepts a search may return.
///
/// Everything that is set must hold; of several values of one field one is enough.
public struct SearchFilter: Sendable {
  /// Term types; any if empty.
  public var termTypes: [TermType] = []
  /// What may have become of the code; anything if empty.
  public var statuses: [ConceptStatus] = []
  /// Only what is in the prescribable subset.
  public var isPrescribable = false
  /// Ingredients (IN, or salts) of which a concept must have one; any if empty.
  public var ingredients: [Concept] = []
  /// Dose forms or groups of them of which a concept must have one; any if empty.
  public var doseForms: [Concept] = []
  /// Sources of which a concept must have a name; any if empty.
  public var sources: [String] = []

  /// A filter that lets everything pass.
  public init() {}

  /// Whether everything passes.
  public var isOpen: Bool {
    termTypes.isEmpty && statuses.isEmpty && !isPrescribable && ingredients.isEmpty
      && doseForms.isEmpty && sources.isEmpty
  }

  /// Whether a concept passes.
  public func admits(_ concept: Concept) -> Bool {
    // What costs least is looked at first.
    if isPrescribable, !concept.isPrescribable { return false }
    if !termTypes.isEmpty, !termTypes.contains(concept.termType) { return false }
    if !statuses.isEmpty, !statuses.contains(concept.status) { return false }
    if !sources.isEmpty, !concept.names.contains(where: { sources.contains($0.source) }) {
      return false
    }
    if !doseForms.isEmpty {
      let forms = concept.doseForms + concept.doseFormGroups
      if !doseForms.contains(where: forms.contains) { return false }
    }
    if !ingredients.isEmpty {
      let parts = concept.ingredients + concept.preciseIngredients
      if !ingredients.contains(where: parts.contains) { return false }
    }
    return true
  }
}
