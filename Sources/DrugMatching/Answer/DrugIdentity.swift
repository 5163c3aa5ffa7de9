// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Which ingredients, and which brand, a text names.
struct DrugIdentity {
  /// A mention and what it refers to.
  struct Named {
    let mention: Mention
    /// The concepts that it refers to: several for a list, or if the name is shared.
    let concepts: [Lexicon.Target]
    let ingredients: [UInt32]
  }

  /// Whether the text names a drug at all.
  var isEmpty: Bool { ingredients.isEmpty && brands.isEmpty }
  /// The ingredients, ascending.
  ///
  /// All of them are meant together. Empty for a brand whose ingredients the
  /// release does not state.
  private(set) var ingredients: [UInt32] = []
  /// The ingredients that the text names otherwise than by a brand.
  private(set) var namedIngredients: Set<UInt32> = []
  /// Brands that the text names, of these ingredients.
  private(set) var brands: [UInt32] = []
  /// Whether the text names a brand that its further substances rule out.
  private(set) var hasDroppedBrand = false
  /// The substances that the text names, salts where it names salts.
  private(set) var substances: [Lexicon.Target] = []
  /// Other sets of ingredients that may be meant.
  private(set) var alternatives: [[UInt32]] = []
  private(set) var reason: DrugMatch.Reason?
  /// The mentions that it rests on.
  private(set) var used: [Mention] = []
  /// Mentions that refer to nothing in particular.
  private(set) var unresolved: [Mention] = []
  /// The substances by their place in the text.
  private var placed: [Named] = []

  init(_ reading: TextReading, _ products: inout ProductReader) {
    let all = reading.mentions.map { resolved($0, &products) }
    let named = all.filter { !$0.concepts.isEmpty }
    unresolved = all.filter(\.concepts.isEmpty).map(\.mention)
    guard !named.isEmpty else { return }
    let brands = named.filter { $0.concepts.allSatisfy { $0.kind == .brand } }
    var substances = named.filter { !$0.concepts.allSatisfy { $0.kind == .brand } }
    Self.dropParts(&substances, brands, &products)
    used = (substances + brands).map(\.mention)
    self.substances = substances.flatMap(\.concepts)
    placed = substances.sorted { $0.mention.tokens.lowerBound < $1.mention.tokens.lowerBound }
    var union: Set<UInt32> = []
    for substance in substances { union.formUnion(substance.ingredients) }
    namedIngredients = union
    if let brand = brands.first {
      var isName = [Bool](repeating: false, count: reading.buffer.tokens.count)
      for place in substances.flatMap(\.mention.tokens) { isName[place] = true }
      let isListed = ListJoints(reading.buffer).join(brand.mention.tokens, toNames: isName)
      addBrands(brand, brands, union, isListed: isListed)
    } else {
      ingredients = union.sorted()
      if ingredients.count > 1, substances.count > 1, !products.areTogether(ingredients) {
        reason = .severalDrugs
        alternatives += substances.dropFirst().map(\.ingredients)
        ingredients = substances[0].ingredients
      }
    }
    addOthers(reading, &products)
    addGuesses(reading, &products)
  }

  /// The ingredient that each amount is of; `nil` where the text does not say it.
  func owners(of amounts: [StatedAmount]) -> [UInt32?] {
    let found = AmountOwners.find(
      amounts.map(\.tokens.lowerBound), placed.map(\.mention.tokens.lowerBound))
    return zip(amounts, found).map { amount, place in
      guard amount.listCount == 1, let own = place.map({ placed[$0].ingredients }), own.count == 1
      else { return nil }
      return own[0]
    }
  }

  /// What a guessed name next to the others may refer to.
  private mutating func addGuesses(_ reading: TextReading, _ products: inout ProductReader) {
    for guess in reading.guesses {
      let set = resolved(guess, &products).ingredients
      guard !set.isEmpty, !Set(set).isSubset(of: ingredients) else { continue }
      if !alternatives.contains(set) { alternatives.append(set) }
      if reason == nil { reason = .ambiguousName }
    }
  }

  private mutating func addBrands(
    _ brand: Named, _ brands: [Named], _ union: Set<UInt32>, isListed: Bool
  ) {
    // `Tylenol PM` and `Tylenol` both: the one that holds the others' ingredients.
    let widest = brands.max { $0.ingredients.count < $1.ingredients.count } ?? brand
    let all = Set(widest.ingredients)
    let agreeing = brands.filter { all.isSuperset(of: $0.ingredients) }
    ingredients = widest.ingredients
    self.brands = agreeing.filter { Set($0.ingredients) == all }.flatMap {
      $0.concepts.map(\.concept)
    }
    if agreeing.count < brands.count {
      reason = .severalDrugs
      alternatives += brands.map(\.ingredients).filter { $0 != ingredients }
    }
    guard !union.isEmpty, !union.isSubset(of: all) else { return }
    if all.isEmpty {
      // The release does not say what the brand is of: the text does, or it lists a second drug.
      ingredients = union.sorted()
      if isListed { reason = .severalDrugs }
      return
    }
    if union.isSuperset(of: all) {
      ingredients = union.sorted()
      self.brands = []
      hasDroppedBrand = true
      return
    }
    // The substance is what the text says; a brand of something else is not understood.
    alternatives.append(ingredients)
    ingredients = union.sorted()
    self.brands = []
    hasDroppedBrand = true
    reason = .severalDrugs
  }

  /// What else a misspelling may refer to.
  private mutating func addOthers(_ reading: TextReading, _ products: inout ProductReader) {
    for mention in used where !mention.others.isEmpty {
      for other in mention.others {
        let set = products.ingredients(of: other.concept)
        if !set.isEmpty, !Set(set).isSubset(of: ingredients), !alternatives.contains(set) {
          alternatives.append(set)
          reason = .ambiguousName
        }
      }
    }
  }

  /// The concepts of a mention: substances before brands, current ones before others.
  private mutating func resolved(_ mention: Mention, _ products: inout ProductReader) -> Named {
    if mention.isTogether {
      var union: Set<UInt32> = []
      for target in mention.targets { union.formUnion(products.ingredients(of: target.concept)) }
      return Named(mention: mention, concepts: mention.targets, ingredients: union.sorted())
    }
    for kind in [
      Lexicon.Kind.ingredient, .preciseIngredient, .combination, .brand,
    ] {
      let ofKind = mention.targets.filter { $0.kind == kind }
      guard !ofKind.isEmpty else { continue }
      let current = ofKind.filter(\.isCurrent)
      let chosen = current.isEmpty ? ofKind : current
      var sets: [[UInt32]] = []
      // A brand that held another drug once is still written for it: `Zantac`.
      for target in kind == .brand && mention.way < .shortened ? chosen + ofKind : chosen {
        let set = products.ingredients(of: target.concept)
        if !set.isEmpty, !sets.contains(set) { sets.append(set) }
      }
      guard let first = sets.first ?? (kind == .brand ? [] : nil) else { continue }
      // A name without its last words may be that of several drugs.
      if sets.count > 1, mention.way >= .shortened {
        if kind == .brand { continue }
        reason = .ambiguousName
      } else if sets.count > 1, kind == .brand {
        reason = .ambiguousName
      }
      alternatives += sets.dropFirst()
      return Named(mention: mention, concepts: chosen, ingredients: first)
    }
    return Named(mention: mention, concepts: [], ingredients: [])
  }

  /// Leaves out substances whose name is a part of another one's: `insulin` next to
  /// `insulin glargine`, `calcium` next to `calcium carbonate`.
  private static func dropParts(
    _ substances: inout [Named], _ brands: [Named], _ products: inout ProductReader
  ) {
    var names: [(place: Int, name: String)] = []
    for (place, substance) in substances.enumerated() {
      for ingredient in substance.ingredients {
        names.append((place, " " + products.name(of: ingredient).lowercased() + " "))
      }
    }
    for brand in brands {
      for ingredient in brand.ingredients {
        names.append((-1, " " + products.name(of: ingredient).lowercased() + " "))
      }
    }
    var dropped: Set<Int> = []
    for (place, substance) in substances.enumerated() where substance.ingredients.count == 1 {
      let own = " " + products.name(of: substance.ingredients[0]).lowercased() + " "
      let isPart = names.contains { other in
        other.place != place && other.name != own && other.name.contains(own)
          && !dropped.contains(other.place)
      }
      if isPart { dropped.insert(place) }
    }
    for place in dropped.sorted(by: >) { substances.remove(at: place) }
  }
}
