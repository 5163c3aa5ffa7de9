// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// A defining relation that came or went from one release to another.
public struct RelationChange: Sendable, Hashable {
  /// What of the concept the relation says.
  public enum Aspect: String, Sendable, Hashable, CaseIterable {
    /// Ingredients, salts and components.
    case ingredients
    /// Dose form and dose form group.
    case form
    /// The generic of a brand, or the brand.
    case brand
    /// What a pack contains.
    case contents
    /// Anything else.
    case other
  }

  /// Whether the newer release has it, and not the older one.
  public let isAdded: Bool
  /// The relationship.
  public let relationship: Relationship
  /// The other concept, of the release that has the relation.
  public let target: Concept

  /// What of the concept the relation says.
  public var aspect: Aspect {
    switch relationship {
    case .hasIngredient: target.termType == .brandName ? .brand : .ingredients
    case .hasPreciseIngredient, .hasIngredients, .hasPart, .formOf, .consistsOf: .ingredients
    case .hasDoseForm, .hasDoseFormGroup: .form
    case .tradenameOf: .brand
    case .contains: .contents
    default: .other
    }
  }

  /// The relations of one concept that differ between two releases.
  ///
  /// Only those that define the concept: `has_ingredient` of a component, not
  /// `ingredient_of` of the ingredient, which changes with each new product.
  static func all(from old: Concept, to new: Concept) -> [RelationChange] {
    // The common case first, without an array.
    let before = old.definingRelations
    let after = new.definingRelations
    if before.map(\.key) == after.map(\.key) { return [] }
    let gone = Set(before.map(\.key)).subtracting(after.map(\.key))
    let come = Set(after.map(\.key)).subtracting(before.map(\.key))
    return before.filter { gone.contains($0.key) }.map {
      RelationChange(isAdded: false, relationship: $0.relationship, target: $0.target)
    }
      + after.filter { come.contains($0.key) }.map {
        RelationChange(isAdded: true, relationship: $0.relationship, target: $0.target)
      }
  }
}

/// A relation with what tells it apart in two releases.
private struct DefiningRelation {
  let relationship: Relationship
  let target: Concept
  let key: Key

  /// Relationship and code; for a target that has no code its name.
  struct Key: Hashable {
    let relationship: String
    let code: UInt32
    let name: String
  }
}

extension Concept {
  /// Relationships that say what a concept is; the others are their inverses.
  private static let definingRelationships: [Relationship] = [
    .hasIngredient, .hasPreciseIngredient, .hasIngredients, .hasPart, .formOf, .consistsOf, .isA,
    .hasDoseForm, .hasDoseFormGroup, .tradenameOf, .contains, .quantifiedFormOf,
    Relationship(rawValue: "reformulated_to"), Relationship(rawValue: "has_boss"),
  ]

  /// The relations of SAB RXNORM that define the concept, by relationship and target.
  fileprivate var definingRelations: [DefiningRelation] {
    var found: [DefiningRelation] = []
    for relationship in Self.definingRelationships {
      forEachRelated(relationship) { target in
        let code = target.code
        found.append(
          DefiningRelation(
            relationship: relationship, target: target,
            key: DefiningRelation.Key(
              relationship: relationship.rawValue, code: code?.rawValue ?? 0,
              name: code == nil ? target.name : "")))
      }
    }
    return found
  }
}
