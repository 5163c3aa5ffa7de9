// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog

/// Equal ingredients of the medications of a list, and of its allergies: facts, no advice.
public struct IngredientFacts: Sendable {
  /// An ingredient in several lines.
  public struct Shared: Sendable {
    /// The ingredient (IN).
    public let ingredient: Concept
    /// The lines that have it, by their number in the list.
    public let lines: [Int]
  }

  /// An ingredient that is on the allergy list and in a line.
  public struct AllergyMatch: Sendable {
    /// The ingredient (IN).
    public let ingredient: Concept
    /// The allergies that name it, by their number.
    public let allergies: [Int]
    /// The lines that have it, by their number in the list.
    public let lines: [Int]
  }

  /// What the comparison with allergies says as a whole.
  public enum Statement: String, Sendable, Hashable, CaseIterable {
    /// At least one ingredient is on both sides.
    case found = "shared ingredient found; classes and cross-reactivity not examined"
    /// None is.
    case none = "no shared ingredient found; classes and cross-reactivity not examined"
    /// There are allergies, and none of them names an ingredient by code.
    case notCompared = "no allergy could be compared; classes and cross-reactivity not examined"
    /// The documents have no allergy; that does not say that there is none.
    case noRecord = "no allergy record in these documents, which is no statement that there is none"
  }

  /// Ingredients of two or more lines, by code.
  public let shared: [Shared]
  /// Ingredients on the allergy list, by code.
  public let allergyMatches: [AllergyMatch]
  /// Lines of compared blocks of which no ingredient is known, or not every one, by their number.
  public let notComparedLines: [Int]
  /// The comparison with allergies as a whole.
  public let statement: Statement

  init(_ lines: [ListLine], _ allergies: [ListedAllergy]) {
    var holders: [Concept: [Int]] = [:]
    var open: [Int] = []
    for (index, line) in lines.enumerated() where line.block.isCompared {
      let ingredients = line.comparedIngredients
      if line.hasUnknownIngredients { open.append(index) }
      for ingredient in ingredients { holders[ingredient, default: []].append(index) }
    }
    var named: [Concept: [Int]] = [:]
    for (index, allergy) in allergies.enumerated() where allergy.comparison == .compared {
      for ingredient in allergy.ingredients { named[ingredient, default: []].append(index) }
    }
    shared = holders.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
      .map { Shared(ingredient: $0.key, lines: $0.value) }
    allergyMatches = named.sorted { $0.key < $1.key }.compactMap { ingredient, allergies in
      holders[ingredient].map {
        AllergyMatch(ingredient: ingredient, allergies: allergies, lines: $0)
      }
    }
    notComparedLines = open
    statement =
      if !allergyMatches.isEmpty {
        .found
      } else if allergies.isEmpty {
        .noRecord
      } else if named.isEmpty {
        .notCompared
      } else {
        .none
      }
  }
}
