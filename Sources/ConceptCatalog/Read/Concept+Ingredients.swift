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
  /// - a brand: the ingredients it is a trade name of;
  /// - a pack: the union of its products; a MIN: its parts; a salt: its base.
  ///
  /// - Complexity: O(*c*) in the relations walked.
  public var ingredientList: IngredientList {
    var collector = IngredientCollector()
    collector.collect(self)
    return IngredientList(
      ingredients: collector.found.sortedWithoutRepeats,
      isComplete: collector.missing.isEmpty && !collector.found.isEmpty,
      missing: collector.missing)
  }

  /// The base ingredients (IN), sorted by code; see ``ingredientList`` for completeness.
  public var ingredients: [Concept] { ingredientList.ingredients }

  /// The salts and isomers (PIN) that the components of a drug name, sorted by code.
  public var preciseIngredients: [Concept] {
    switch termType {
    case .preciseIngredient: return [self]
    case .genericPack, .brandedPack:
      return related(.contains).flatMap(\.preciseIngredients).sortedWithoutRepeats
    case .clinicalDrugComponent, .clinicalDrugFormPrecise, .clinicalDrugGroupPrecise, .brandName:
      return related(.hasPreciseIngredient)
    case .clinicalDrug, .brandedDrug:
      return Concept.related(components, .hasPreciseIngredient)
    default: return []
    }
  }

  /// The components (SCDC) of a clinical or branded drug, sorted by code.
  public var components: [Concept] {
    related(.consistsOf).filter { $0.termType == .clinicalDrugComponent }
  }

  /// The MIN of a drug with several ingredients, where the release relates exactly one.
  public var multipleIngredients: Concept? {
    switch termType {
    case .multipleIngredients: return self
    case .brandedDrug, .brandedDrugForm, .brandedDrugGroup:
      let generics = related(.tradenameOf)
      return generics.count == 1 ? generics.first?.multipleIngredients : nil
    default:
      let found = related(.hasIngredients).filter { $0.termType == .multipleIngredients }
      return found.count == 1 ? found.first : nil
    }
  }
}

/// Walks the graph from a concept to its base ingredients.
private struct IngredientCollector {
  var found: [Concept] = []
  var missing: [String] = []
  private var visited: Set<Concept> = []

  mutating func collect(_ concept: Concept) {
    guard visited.insert(concept).inserted else { return }
    switch concept.termType {
    case .ingredient: found.append(concept)
    case .preciseIngredient: follow(concept, concept.related(.formOf))
    case .multipleIngredients: follow(concept, concept.related(.hasPart))
    case .clinicalDrug: collectClinicalDrug(concept)
    case .brandedDrug:
      collectComponents(concept, otherwise: concept.related(.tradenameOf))
    case .clinicalDrugComponent, .clinicalDrugForm, .clinicalDrugGroup:
      collectSubstances(concept)
    case .clinicalDrugFormPrecise, .clinicalDrugGroupPrecise:
      let precise = concept.related(.hasPreciseIngredient)
      follow(concept, precise.isEmpty ? concept.related(.isA) : precise)
    case .brandedDrugComponent, .brandedDrugForm, .brandedDrugGroup:
      follow(concept, concept.related(.tradenameOf))
    case .brandedDrugFormPrecise:
      let generic = concept.related(.tradenameOf)
      follow(concept, generic.isEmpty ? concept.related(.isA) : generic)
    case .brandName: collectBrand(concept)
    case .genericPack, .brandedPack: collectPack(concept)
    default: missing.append(concept.name)
    }
  }

  private mutating func follow(_ concept: Concept, _ targets: [Concept]) {
    if targets.isEmpty { missing.append(concept.name) }
    for target in targets { collect(target) }
  }

  /// `has_ingredient` of a component or form leads to substances only.
  private mutating func collectSubstances(_ concept: Concept) {
    let substances = concept.related(.hasIngredient).filter {
      $0.termType == .ingredient || $0.termType == .preciseIngredient
    }
    follow(concept, substances)
  }

  private mutating func collectClinicalDrug(_ concept: Concept) {
    var otherwise = concept.related(.isA).filter { $0.termType == .clinicalDrugForm }
    if Concept.related(otherwise, .hasIngredient).isEmpty {
      otherwise = concept.related(.hasIngredients)
    }
    collectComponents(concept, otherwise: otherwise)
  }

  /// Components first; where they give nothing at all, the other way.
  private mutating func collectComponents(_ concept: Concept, otherwise: [Concept]) {
    let before = missing
    let components = concept.components
    for component in components { collect(component) }
    if found.isEmpty || (components.isEmpty && !otherwise.isEmpty) {
      missing = before
      follow(concept, otherwise)
      return
    }
    let stated = ClinicalDrugName.partCount(concept.name)
    if components.count < stated {
      missing.append("\(stated - components.count) of \(stated) parts of \(concept.name)")
    }
  }

  private mutating func collectBrand(_ concept: Concept) {
    let substances = concept.related(.tradenameOf)
    if !substances.isEmpty { return follow(concept, substances) }
    let products = concept.related(.ingredientOf).filter { $0.termType == .brandedDrug }
    follow(concept, products)
  }

  private mutating func collectPack(_ concept: Concept) {
    let items = concept.packItems
    if items.isEmpty { missing.append(concept.name) }
    for item in items {
      guard let product = item.concept else {
        missing.append(item.name)
        continue
      }
      // Each product answers for itself, so that one without components is
      // seen although another has some.
      var collector = IngredientCollector()
      collector.collect(product)
      found += collector.found
      missing += collector.missing
    }
  }
}
