// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// The ingredients of a concept, and whether they are all of them.
public struct IngredientList: Sendable {
  /// The distinct base ingredients (IN), sorted by code.
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

// From any concept down to its base ingredients (IN):
//
//   pack ─contains→ SBD, SCD ─consists_of→ SCDC ─has_ingredient→ IN
//   SBD ─tradename_of→ SCD ─isa→ SCDF ─has_ingredient→ IN
//                      SCD ─has_ingredients→ MIN ─has_part→ IN, PIN ─form_of→ IN
//
// A walk of a sound release is a few steps deep. One of a release with circles,
// or of a crafted file, ends at the limits and says what it did not see.

/// Walks the graph from a concept to its base ingredients.
struct IngredientWalk {
  /// What a walk found, and the names of the parts that gave nothing.
  struct Parts {
    var found: [Concept] = []
    var missing: [String] = []

    mutating func add(_ other: Parts) {
      found += other.found
      missing += other.missing
    }
  }

  private static let depthLimit = 12
  /// A brand has a few hundred products of a few components each.
  private static let stepLimit = 20_000

  private var path: [Concept] = []
  private var stepCount = 0

  mutating func parts(of concept: Concept) -> Parts {
    stepCount += 1
    guard path.count < Self.depthLimit, stepCount < Self.stepLimit, !path.contains(concept) else {
      return Parts(missing: [concept.name])
    }
    path.append(concept)
    defer { path.removeLast() }
    switch concept.termType {
    case .ingredient: return Parts(found: [concept])
    case .preciseIngredient: return union(concept, concept.related(.formOf))
    case .multipleIngredients: return combination(concept, concept.related(.hasPart))
    case .clinicalDrug: return plainParts(concept) ?? clinicalDrugParts(concept)
    case .brandedDrug:
      return plainParts(concept) ?? productParts(concept) { [concept.related(.tradenameOf)] }
    case .clinicalDrugComponent: return union(concept, substances(of: concept))
    case .clinicalDrugForm, .clinicalDrugGroup:
      return combination(concept, substances(of: concept))
    case .clinicalDrugFormPrecise, .clinicalDrugGroupPrecise:
      return firstOf(concept, .hasPreciseIngredient, .isA)
    case .brandedDrugComponent:
      // Of each part of its name there is one component that it is a trade name of.
      return combination(concept, concept.related(.tradenameOf))
    case .brandedDrugForm, .brandedDrugGroup:
      return union(concept, concept.related(.tradenameOf))
    case .brandedDrugFormPrecise: return firstOf(concept, .tradenameOf, .isA)
    case .brandName: return brandParts(concept)
    case .genericPack, .brandedPack: return packParts(concept)
    default: return Parts(missing: [concept.name])
    }
  }

  private mutating func union(_ concept: Concept, _ targets: [Concept]) -> Parts {
    if targets.isEmpty { return Parts(missing: [concept.name]) }
    var parts = Parts()
    for target in targets { parts.add(self.parts(of: target)) }
    return parts
  }

  /// Substances only: a brand is not an ingredient.
  private func substances(of concept: Concept) -> [Concept] {
    concept.related(.hasIngredient).filter {
      $0.termType == .ingredient || $0.termType == .preciseIngredient
    }
  }

  /// A concept whose name lists its substances: fewer relations leave it incomplete.
  private mutating func combination(_ concept: Concept, _ targets: [Concept]) -> Parts {
    var parts = union(concept, targets)
    noteMissing(concept, seen: targets.count, in: &parts)
    return parts
  }

  private func noteMissing(_ concept: Concept, seen: Int, in parts: inout Parts) {
    let stated = concept.partCount
    guard seen > 0, seen < stated else { return }
    parts.missing.append("\(stated - seen) of \(stated) parts of \(concept.name)")
  }

  private mutating func firstOf(
    _ concept: Concept, _ first: Relationship, _ second: Relationship
  ) -> Parts {
    let targets = concept.related(first)
    return union(concept, targets.isEmpty ? concept.related(second) : targets)
  }

  private mutating func clinicalDrugParts(_ concept: Concept) -> Parts {
    productParts(concept) {
      [
        concept.related(.isA).filter { $0.termType == .clinicalDrugForm },
        concept.related(.hasIngredients),
      ]
    }
  }

  /// The ingredients of a product each of whose components relates base ingredients alone.
  ///
  /// Nearly all do; what the walk finds is found here without lists on the way.
  ///
  /// - Returns: `nil` for any other product, which has to be walked.
  private func plainParts(_ concept: Concept) -> Parts? {
    var parts = Parts()
    var componentCount = 0
    var isPlain = true
    concept.forEachRelated(.consistsOf) { component in
      guard component.isOfType(WellKnownSymbol.component) else { return }
      componentCount += 1
      let before = parts.found.count
      component.forEachRelated(.hasIngredient) { substance in
        if substance.isOfType(WellKnownSymbol.ingredient) {
          parts.found.append(substance)
        } else if substance.isOfType(WellKnownSymbol.preciseIngredient) {
          isPlain = false
        }
      }
      if parts.found.count == before { isPlain = false }
    }
    guard isPlain, componentCount > 0, stepCount + parts.found.count < Self.stepLimit / 2,
      path.count == 1, componentCount >= concept.partCount
    else { return nil }
    return parts
  }

  /// Components first; where they give nothing at all, the first other way that does.
  private mutating func productParts(
    _ concept: Concept, otherwise: () -> [[Concept]]
  ) -> Parts {
    let components = concept.components
    var parts = union(concept, components)
    if parts.found.isEmpty {
      for targets in otherwise() {
        let others = union(concept, targets)
        if !others.found.isEmpty { return others }
      }
      return parts
    }
    noteMissing(concept, seen: components.count, in: &parts)
    return parts
  }

  /// What the brand is a trade name of, and what its products hold: those that
  /// are active, or all where nothing else says what the brand is.
  private mutating func brandParts(_ concept: Concept) -> Parts {
    let substances = concept.related(.tradenameOf)
    let products = concept.related(.ingredientOf).filter { $0.termType == .brandedDrug }
    if substances.isEmpty { return union(concept, products) }
    var parts = union(concept, substances)
    for product in products where product.status == .active {
      parts.found += self.parts(of: product).found
    }
    return parts
  }

  private mutating func packParts(_ concept: Concept) -> Parts {
    let items = concept.packItems
    var parts = Parts(missing: items.isEmpty ? [concept.name] : [])
    for item in items {
      if let product = item.concept {
        parts.add(self.parts(of: product))
      } else {
        parts.missing.append(item.name)
      }
    }
    return parts
  }
}

/// Whether a concept is about one ingredient or several: RxNav's GENERAL_CARDINALITY.
public enum GeneralCardinality: String, Sendable, Hashable, CaseIterable {
  /// One ingredient.
  case single = "SINGLE"
  /// Several ingredients.
  case multiple = "MULTI"
  /// A component that occurs alone and in combinations.
  case hybrid = "HYBRID"
}

extension Concept {
  /// Whether it is about one ingredient or several, by NLM's rule for the property.
  ///
  /// An ingredient or salt is single, a MIN multiple. A component (SCDC) is
  /// hybrid, every other concept multiple, if the default path leads to a MIN;
  /// else single. A release may lack the MIN: a branded component (SBDC) of
  /// several ingredients is multiple without it.
  ///
  /// - Returns: `nil` where the concept is not active, for dose forms and their
  ///   groups, and for a branded component whose name lists more parts than the
  ///   release relates.
  public var generalCardinality: GeneralCardinality? {
    guard isActive else { return nil }
    switch termType {
    case .ingredient, .preciseIngredient: return .single
    case .multipleIngredients: return .multiple
    case .doseForm, .doseFormGroup: return nil
    default: break
    }
    guard let found = related(to: [.multipleIngredients])[.multipleIngredients],
      found.path != nil
    else { return nil }
    if found.concepts.isEmpty {
      guard termType == .brandedDrugComponent else { return .single }
      if ingredients.count > 1 { return .multiple }
      return ClinicalDrugName.partCount(name) > 1 ? nil : .single
    }
    return termType == .clinicalDrugComponent ? .hybrid : .multiple
  }
}
