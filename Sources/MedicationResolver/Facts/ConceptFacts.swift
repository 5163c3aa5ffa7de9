// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping

// What follows from the concepts of an answer: ingredients, brand, forms, pack.

/// The facts of one concept, or what several competing ones share.
struct ConceptFacts {
  private(set) var ingredients: [ResolvedIngredient] = []
  private(set) var brand: Concept?
  private(set) var doseForms: [Concept] = []
  private(set) var packContents: [Concept.PackItem] = []
  /// The distinct general forms of the concepts.
  private(set) var forms: [DerivedForm] = []

  /// Puts them together.
  ///
  /// - Parameters:
  ///   - concepts: The concepts.
  ///   - lists: The ingredients of each.
  ///   - isConflict: Whether they are different drugs.
  ///   - mappings: The tables of forms.
  ///   - problems: Takes what is missing or odd.
  init(
    _ concepts: [Concept], _ lists: [IngredientList], isConflict: Bool, mappings: MappingTables,
    problems: inout [Problem]
  ) {
    guard !concepts.isEmpty else { return }
    let named = concepts.map(NamedForms.init)
    doseForms = Self.distinct(named.flatMap(\.doseForms))
    forms = Self.forms(of: named, mappings, &problems)
    guard !isConflict else { return }
    let brands = Self.distinct(
      concepts.filter { Self.isBranded($0.termType) }.flatMap { $0.brandNames })
    brand = brands.count == 1 ? brands.first : nil
    if concepts.count == 1, let concept = concepts.first, let list = lists.first {
      ingredients = Self.ingredients(of: concept, list, &problems)
      packContents = concept.packItems
      if let forms = named.first { Self.noteDoseForm(of: forms, &problems) }
      if packContents.contains(where: { $0.concept == nil }) {
        problems.add(
          .packIncomplete, .warning, "the release does not relate every product of the pack")
      }
    } else if ConceptSelection.commonIngredients(of: concepts) {
      ingredients = (concepts.first?.ingredients ?? []).map(ResolvedIngredient.init)
    }
  }

  private static func isBranded(_ type: TermType) -> Bool {
    switch type {
    case .brandedDrug, .brandName, .brandedDrugComponent, .brandedDrugForm, .brandedDrugGroup,
      .brandedDrugFormPrecise, .brandedPack:
      true
    default: false
    }
  }

  private static func distinct(_ concepts: [Concept]) -> [Concept] {
    if concepts.count < 2 { return concepts }
    var found: [Concept] = []
    for concept in concepts.sorted() where concept != found.last { found.append(concept) }
    return found
  }

  // MARK: Ingredients

  /// Every ingredient with its strengths, or a problem that names what is missing.
  private static func ingredients(
    of concept: Concept, _ list: IngredientList, _ problems: inout [Problem]
  ) -> [ResolvedIngredient] {
    if !list.isComplete {
      problems.add(
        .ingredientsIncomplete, .warning,
        list.missing.isEmpty
          ? "the release relates no ingredient to code \(concept.code?.description ?? concept.name)"
          : "no ingredient is related for: " + list.missing.joined(separator: "; "))
    }
    let strengths = KnownStrengths(concept)
    let hasStrengths = Self.statesStrength(concept.termType)
    if strengths.isFromText {
      problems.add(
        .strengthsFromName, .note,
        "the release relates no component; strengths come from the product's own text")
    }
    var missing: [String] = []
    var resolved: [ResolvedIngredient] = []
    resolved.reserveCapacity(list.ingredients.count)
    for ingredient in list.ingredients {
      if let only = strengths.onlyPart(of: ingredient) {
        resolved.append(Self.ingredient(ingredient, only))
        continue
      }
      let own = strengths.parts(of: ingredient, count: list.ingredients.count)
      if own.isEmpty {
        if hasStrengths { missing.append(ingredient.name) }
        resolved.append(Self.ingredient(ingredient, nil))
      }
      for part in own { resolved.append(Self.ingredient(ingredient, part)) }
    }
    if hasStrengths, !missing.isEmpty || (!strengths.isComplete && list.isComplete) {
      problems.add(
        .strengthsIncomplete, .warning,
        missing.isEmpty
          ? "not every part of the name has a strength"
          : "no strength is related for: " + missing.joined(separator: "; "))
    }
    return resolved
  }

  private static func statesStrength(_ type: TermType) -> Bool {
    switch type {
    case .clinicalDrug, .brandedDrug, .clinicalDrugComponent, .brandedDrugComponent: true
    default: false
    }
  }

  private static func ingredient(
    _ concept: Concept, _ strength: ComponentStrength?
  ) -> ResolvedIngredient {
    ResolvedIngredient(
      concept: concept, preciseIngredient: strength?.preciseIngredient, name: concept.name,
      strengthText: strength?.text, strength: strength?.strength, basis: strength?.basis,
      origin: .catalog, codings: [])
  }
}

/// The strengths of a concept; those of a branded component are its generics'.
private struct KnownStrengths {
  private let parts: [ComponentStrength]
  let isComplete: Bool
  /// Whether no component has them: they are in an attribute or a name.
  let isFromText: Bool

  init(_ concept: Concept) {
    guard concept.termType == .brandedDrugComponent else {
      let list = concept.strengthList
      (parts, isComplete) = (list.strengths, list.isComplete)
      isFromText = list.origin == .attribute || list.origin == .name
      return
    }
    let lists = concept.genericForms.map(\.strengthList)
    parts = lists.flatMap(\.strengths)
    isComplete = !lists.isEmpty && lists.allSatisfy(\.isComplete)
    isFromText = false
  }

  /// The strength of an ingredient, where it is the only one that is known.
  func onlyPart(of ingredient: Concept) -> ComponentStrength? {
    guard parts.count == 1, let part = parts.first, part.ingredient == ingredient else {
      return nil
    }
    return part
  }

  /// The strengths of one of several ingredients.
  func parts(of ingredient: Concept, count: Int) -> [ComponentStrength] {
    let related = parts.filter { $0.ingredient == ingredient }
    if !related.isEmpty { return related }
    // One ingredient and one bare strength belong together.
    let bare = parts.filter { $0.ingredient == nil }
    return count == 1 && bare.count == 1 && parts.count == 1 ? bare : []
  }
}
