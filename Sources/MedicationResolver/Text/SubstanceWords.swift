// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// Which substances and brands do the words of a display name? Runs of words
// are looked up as names of ingredients and brands, the longest first.

/// The substances and brands that a display names, seen from a concept.
struct SubstanceWords {
  /// The display names an ingredient that the concept does not hold, or only
  /// brands and ingredients of other drugs.
  let namesAnotherDrug: Bool
  /// The display names a brand for a generic code, another brand, or only
  /// substances for a branded code.
  let namesAnotherBrand: Bool

  /// Words too common to identify a drug by themselves.
  private static let vague: Set<String> = [
    "water", "oral", "topical", "product", "pill", "alcohol", "oil", "sugar", "air", "gel",
    "cream", "relief", "daily", "today", "extra", "strength", "children", "adult", "forte",
  ]
  private static let longestRun = 5

  init(_ display: DisplayWords, _ concept: Concept) {
    let own = Set(concept.ingredients)
    let ownBrands = Set(concept.brandNames)
    let isBranded = Self.brandedTypes.contains(concept.termType)
    var foreign = false
    var foreignBrand = false
    var namesOwn = Self.mentions(display, ownNames: own, concept: concept)
    var namesOwnBrand = false
    var namesOtherBrandOfSameDrug = false

    for hit in Self.hits(display, concept.catalog) {
      let ingredients = Set(hit.ingredients)
      if hit.termType == .brandName {
        if ownBrands.contains(hit) && isBranded {
          namesOwnBrand = true
        } else if !ingredients.isEmpty, ingredients == own {
          namesOtherBrandOfSameDrug = true
        } else if !ingredients.isEmpty, ingredients.isDisjoint(with: own) {
          foreignBrand = true
        }
      } else if !ingredients.isEmpty {
        if ingredients.isSubset(of: own) { namesOwn = true } else { foreign = true }
      }
    }
    guard !own.isEmpty else {
      namesAnotherDrug = false
      namesAnotherBrand = false
      return
    }
    namesAnotherDrug = foreign || (foreignBrand && !namesOwn && !namesOwnBrand)
    namesAnotherBrand =
      !namesAnotherDrug
      && (isBranded
        ? !namesOwnBrand && (namesOwn || namesOtherBrandOfSameDrug)
        : namesOtherBrandOfSameDrug && concept.termType != .ingredient)
  }

  private static let brandedTypes: Set<TermType> = [
    .brandName, .brandedDrug, .brandedDrugComponent, .brandedDrugForm, .brandedDrugGroup,
    .brandedDrugFormPrecise, .brandedPack,
  ]

  /// Whether the display holds the words of a name of one of the concept's ingredients.
  private static func mentions(
    _ display: DisplayWords, ownNames: Set<Concept>, concept: Concept
  ) -> Bool {
    let words = Set(display.words)
    return (Array(ownNames) + concept.preciseIngredients).contains { ingredient in
      let name = DisplayWords(ingredient.name).words.filter { !DisplayWords.salts.contains($0) }
      return !name.isEmpty && name.allSatisfy(words.contains)
    }
  }

  /// Ingredients and brands that runs of words name, each run once.
  private static func hits(_ display: DisplayWords, _ catalog: Catalog) -> [Concept] {
    var found: [Concept] = []
    let words = display.words
    var start = 0
    while start < words.count {
      var step = 1
      for length in stride(from: min(longestRun, words.count - start), through: 1, by: -1) {
        let run = words[start..<(start + length)]
        guard isCandidate(run) else { continue }
        let named = catalog.concepts(named: run.joined(separator: " "), comparing: .normalized)
          .filter { Self.substanceTypes.contains($0.termType) }
        // An ingredient's own name counts before a brand that is spelled alike.
        let substances = named.filter { $0.termType != .brandName }
        if !named.isEmpty {
          found += substances.isEmpty ? named : substances
          step = length
          break
        }
      }
      start += step
    }
    return found
  }

  private static let substanceTypes: Set<TermType> = [
    .ingredient, .preciseIngredient, .multipleIngredients, .brandName,
  ]

  private static func isCandidate(_ run: ArraySlice<String>) -> Bool {
    guard let first = run.first, first.utf8.count > 2, first.utf8.allSatisfy({ $0 > 0x39 }) else {
      return false
    }
    return run.count > 1 || !(vague.contains(first) || DisplayWords.salts.contains(first))
  }
}
