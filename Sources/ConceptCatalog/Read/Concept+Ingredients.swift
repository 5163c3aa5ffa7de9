// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// The ingredients of a concept, and whether they are all of them (S15).
public struct IngredientList: Sendable {
  /// The base ingredients (IN), each once, sorted by code.
  public let ingredients: [Concept]
  /// Whether every part of the concept gave its ingredient.
  public let isComplete: Bool
  /// Names of the parts that gave none.
  public let missing: [String]
}

extension Concept {
  /// The ingredients of a concept of any term type.
  ///
  /// Only current relations of SAB RXNORM are followed, never a name:
  /// - a clinical drug: its components (SCDC); without components its drug
  ///   form, then its MIN;
  /// - a branded drug: its components; else its generic;
  /// - a component, form or group: `has_ingredient`; its branded kin through
  ///   the generic twin, because their `has_ingredient` is the brand;
  /// - a brand: the ingredients it is a trade name of, and those of its active
  ///   products;
  /// - a pack: the union of its products; a MIN: its parts; a salt: its base.
  ///
  /// - Complexity: O(*c*) in the relations walked.
  public var ingredientList: IngredientList {
    var walk = IngredientWalk()
    let parts = walk.parts(of: self)
    return IngredientList(
      ingredients: parts.found.sortedWithoutRepeats,
      isComplete: parts.missing.isEmpty && !parts.found.isEmpty, missing: parts.missing)
  }

  /// The base ingredients (IN), sorted by code; see ``ingredientList`` for completeness.
  public var ingredients: [Concept] { ingredientList.ingredients }

  /// The salts and isomers (PIN) that the components of a drug name, sorted by code.
  ///
  /// A salt is its own; a pack gives those of its products. An ingredient (IN)
  /// names none: the salts that exist of it are `related(.hasForm)`.
  public var preciseIngredients: [Concept] {
    switch termType {
    case .preciseIngredient: return [self]
    case .genericPack, .brandedPack:
      return Concept.related(
        related(.contains).flatMap(\.components).sortedWithoutRepeats, .hasPreciseIngredient)
    case .clinicalDrugComponent, .clinicalDrugFormPrecise, .clinicalDrugGroupPrecise, .brandName:
      return related(.hasPreciseIngredient)
    case .clinicalDrug, .brandedDrug:
      return Concept.related(components, .hasPreciseIngredient)
    default: return []
    }
  }

  /// The components (SCDC) of a clinical or branded drug, sorted by code.
  public var components: [Concept] {
    var found: [Concept] = []
    forEachRelated(.consistsOf) { component in
      if component.isOfType(WellKnownSymbol.component) { found.append(component) }
    }
    return found
  }

  /// The MIN of a drug with several ingredients, where the release relates exactly one.
  public var multipleIngredients: Concept? {
    switch termType {
    case .multipleIngredients: return self
    case .brandedDrug, .brandedDrugForm, .brandedDrugGroup:
      let generics = related(.tradenameOf)
      return generics.count == 1 ? generics.first?.relatedMultipleIngredients : nil
    default: return relatedMultipleIngredients
    }
  }

  private var relatedMultipleIngredients: Concept? {
    let found = related(.hasIngredients).filter { $0.termType == .multipleIngredients }
    return found.count == 1 ? found.first : nil
  }
}
