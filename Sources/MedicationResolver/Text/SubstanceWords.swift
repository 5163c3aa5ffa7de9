// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import MedicationModel

// Which substances and brands do the words of a display name? Runs of words
// are looked up as names of ingredients and brands, the longest first.

/// A run of words that names substances or brands.
struct SubstanceHit {
  /// Its words.
  let range: Range<Int>
  /// What it names: ingredients, salts or combinations; brands only where it names none of these.
  let concepts: [Concept]

  /// Whether it names brands.
  var isBrand: Bool { concepts.allSatisfy { $0.termType == .brandName } }
  /// The ingredients of what it names.
  var ingredients: Set<Concept> { Set(concepts.flatMap(\.ingredients)) }

  /// Words too common to identify a drug by themselves, and salts.
  private static let vague = WordLists.set("vague").union(WordLists.nameSalts)
  private static let longestRun = 6

  /// The hits in a name's words, in order, none within another.
  static func all(in name: DisplayWords, _ catalog: Catalog) -> [SubstanceHit] {
    var found: [SubstanceHit] = []
    var start = 0
    while start < name.words.count {
      let hit = longest(in: name, at: start, catalog)
      if let hit { found.append(hit) }
      start = hit?.range.upperBound ?? start + 1
    }
    return found
  }

  private static func longest(
    in name: DisplayWords, at start: Int, _ catalog: Catalog
  ) -> SubstanceHit? {
    var unrelated: SubstanceHit?
    for length in stride(from: min(longestRun, name.words.count - start), through: 1, by: -1) {
      let range = start..<(start + length)
      let (run, written) = (name.words[range], name.written[range])
      guard isCandidate(run) else { continue }
      var named = named(run, catalog)
      if named.isEmpty, written != run { named = Self.named(written, catalog) }
      guard !named.isEmpty else { continue }
      // An ingredient's own name counts before a brand that is spelled alike.
      let substances = named.filter { $0.termType != .brandName }
      let hit = SubstanceHit(
        range: range, concepts: substances.isEmpty ? named : substances)
      // Of `Adalat CC` the release may know nothing, of `Adalat` what it is.
      if !hit.ingredients.isEmpty { return hit }
      unrelated = unrelated ?? hit
    }
    return unrelated
  }

  /// What a run of words names.
  ///
  /// They may have been separated by a hyphen or comma, and people omit the
  /// `, human` of an insulin.
  private static func named(_ run: ArraySlice<String>, _ catalog: Catalog) -> [Concept] {
    var spellings = [run.joined(separator: " ")]
    if run.count == 2 || run.count == 3 {
      spellings += [run.joined(separator: "-"), run.joined(separator: ", ")]
      spellings.append(spellings[0] + ", human")
    }
    for spelling in spellings {
      let named = catalog.concepts(named: spelling, comparing: .normalized)
        .filter { substanceTypes.contains($0.termType) }
      if !named.isEmpty { return named }
    }
    return []
  }

  private static let substanceTypes: Set<TermType> = [
    .ingredient, .preciseIngredient, .multipleIngredients, .brandName,
  ]

  private static func isCandidate(_ run: ArraySlice<String>) -> Bool {
    guard let first = run.first, first.utf8.count > 2, first.utf8.allSatisfy({ $0 > 0x39 }) else {
      return false
    }
    return run.count > 1 || !vague.contains(first)
  }
}

/// The substances and brands that a display names, seen from a concept.
struct SubstanceWords {
  /// The display names an ingredient or salt that the concept does not hold, or
  /// only some of its ingredients, or only brands of other drugs.
  private(set) var namesAnotherDrug = false
  /// The display names a brand for a generic code, or only substances for a branded code.
  private(set) var namesBrandOtherwise = false
  /// The display names another brand than the concept's.
  private(set) var namesAnotherBrand = false
  /// The display names the concept's own brand.
  private(set) var namesOwnBrand = false
  /// The display names an ingredient of the concept.
  private(set) var namesOwnIngredient = false

  init(_ display: DisplayWords, _ hits: [SubstanceHit], _ concept: Concept) {
    let list = concept.ingredientList
    let own = Set(list.ingredients)
    guard !own.isEmpty else { return }
    let ownBrands = Set(concept.brandNames)
    var named = Self.mentioned(display, own, concept)
    namesOwnIngredient = !named.isEmpty
    namesOwnBrand = ownBrands.contains { display.contains(DisplayWords($0.name).words[...]) }
    let name = DisplayWords(concept.name)
    var isForeign = false
    var isForeignBrand = false
    var isBrandOfSameDrug = false
    for (place, hit) in hits.enumerated() {
      let ingredients = hit.ingredients
      if !hit.isBrand, Self.isSalt(hit, after: place > 0 ? hits[place - 1] : nil, display) {
        continue
      }
      if hit.isBrand {
        if hit.concepts.contains(where: ownBrands.contains) { namesOwnBrand = true }
        if ingredients.isEmpty { continue }
        if ingredients == own {
          isBrandOfSameDrug = true
        } else if ingredients.isDisjoint(with: own) {
          isForeignBrand = true
        } else {
          named.formUnion(ingredients.intersection(own))
        }
      } else if !ingredients.isEmpty {
        named.formUnion(ingredients.intersection(own))
        // The release may not relate every ingredient that the name has.
        let isOwn =
          ingredients.isSubset(of: own) || Self.isPart(hit, display, ofNamesOf: own)
          || name.contains(display.words[hit.range])
        if isOwn { namesOwnIngredient = true } else { isForeign = true }
        if Self.isOtherSalt(hit, concept) || Self.isOtherNamedSalt(hit, display, own, concept) {
          isForeign = true
        }
      }
    }
    let isPart =
      list.isComplete
      ? !named.isEmpty && named != own : Self.namesLess(hits, name, concept.catalog)
    let isPartOnly =
      isPart && !namesOwnBrand && !hits.contains(where: \.isBrand)
      && Self.partTypes.contains(concept.termType)
      && !display.hasUnknownWord(outside: hits.map(\.range))
    namesAnotherDrug =
      isForeign || isPartOnly
      || (isForeignBrand && !namesOwnIngredient && !namesOwnBrand && !isBrandOfSameDrug)
    guard !namesAnotherDrug else { return }
    if Self.brandedTypes.contains(concept.termType) {
      guard !namesOwnBrand else { return }
      namesAnotherBrand = isBrandOfSameDrug || isForeignBrand
      namesBrandOtherwise = !namesAnotherBrand && namesOwnIngredient
    } else {
      namesBrandOtherwise = isBrandOfSameDrug && concept.termType != .ingredient
    }
  }

  private static let brandedTypes: Set<TermType> = [
    .brandName, .brandedDrug, .brandedDrugComponent, .brandedDrugForm, .brandedDrugGroup,
    .brandedDrugFormPrecise, .brandedPack,
  ]

  /// Concepts whose names list every ingredient.
  private static let partTypes: Set<TermType> = [
    .clinicalDrug, .brandedDrug, .clinicalDrugForm, .brandedDrugForm, .multipleIngredients,
  ]

  /// The concept's ingredients whose words, or those of a salt, are in the display.
  private static func mentioned(
    _ display: DisplayWords, _ own: Set<Concept>, _ concept: Concept
  ) -> Set<Concept> {
    let words = Set(display.words)
    func isNamed(_ substance: Concept) -> Bool {
      let all = DisplayWords(substance.name).words
      let name = all.filter { !WordLists.nameSalts.contains($0) }
      return (name.isEmpty ? all : name).allSatisfy(words.contains)
    }
    var found = own.filter(isNamed)
    for salt in concept.preciseIngredients where isNamed(salt) {
      found.formUnion(salt.ingredients)
    }
    return found
  }

  /// Whether a display names only some of the substances in a concept's name.
  private static func namesLess(
    _ hits: [SubstanceHit], _ name: DisplayWords, _ catalog: Catalog
  ) -> Bool {
    let given = Set(hits.flatMap(\.ingredients))
    let all = Set(SubstanceHit.all(in: name, catalog).flatMap(\.ingredients))
    return !given.isEmpty && given.isStrictSubset(of: all)
  }

  /// Whether a hit is only the salt of the substance before it: `prednisolone sodium phosphate`.
  private static func isSalt(
    _ hit: SubstanceHit, after other: SubstanceHit?, _ display: DisplayWords
  ) -> Bool {
    other?.range.upperBound == hit.range.lowerBound
      && display.words[hit.range].allSatisfy(WordLists.nameSalts.contains)
  }

  /// Whether a hit is an element or base within a longer name of an own
  /// ingredient: `calcium` of calcium carbonate, `insulin` of insulin glargine,
  /// `iron` of ferrous sulfate.
  private static func isPart(
    _ hit: SubstanceHit, _ display: DisplayWords, ofNamesOf own: Set<Concept>
  ) -> Bool {
    let run = display.words[hit.range].map { elements[$0] ?? [$0] }
    return own.contains { ingredient in
      let name = Set(DisplayWords(ingredient.name).words)
      return run.allSatisfy { !name.isDisjoint(with: $0) }
    }
  }

  private static let elements: [String: [String]] = [
    "iron": ["iron", "ferrous", "ferric"], "copper": ["copper", "cupric", "cuprous"],
    "selenium": ["selenium", "selenate", "selenite", "selenious"],
    "iodine": ["iodine", "iodide"], "fluoride": ["fluoride"],
  ]

  /// Whether a hit is another salt of an ingredient than the concept's; hydrates are not salts.
  private static func isOtherSalt(_ hit: SubstanceHit, _ concept: Concept) -> Bool {
    let given = hit.concepts.filter { $0.termType == .preciseIngredient }
    guard given.count == hit.concepts.count, !given.isEmpty else { return false }
    let salts = concept.preciseIngredients.filter { $0.ingredients == given[0].ingredients }
    guard !salts.isEmpty, !given.contains(where: salts.contains) else { return false }
    let words = given.reduce(into: Set<String>()) { $0.formUnion(DisplayWords($1.name).saltWords) }
    return salts.allSatisfy { salt in
      let own = DisplayWords(salt.name).saltWords
      return !own.isEmpty && !words.isEmpty && own.isDisjoint(with: words)
    }
  }
}
