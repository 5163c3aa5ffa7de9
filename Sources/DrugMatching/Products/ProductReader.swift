// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// The products of an ingredient, read from the catalog when a text first names
// it, and kept: a release has some ten thousand ingredients, a stream of texts
// needs the same ones again and again.

/// Reads products from a catalog and keeps them.
struct ProductReader {
  private let catalog: Catalog
  private let forms: FormReader
  private let brandGroups: BrandGroups
  private var families: [UInt32: ProductFamily] = [:]
  private var products: [UInt32: Product] = [:]
  private var components: [UInt32: Product.Component] = [:]
  private var doseForms: [UInt32: (FormFeatures, String)] = [:]
  private var ingredientSets: [UInt32: [UInt32]] = [:]
  private var names: [UInt32: String] = [:]
  private var saltSets: [UInt32: Set<String>] = [:]
  private var combinationSets: [UInt32: [Concept]] = [:]
  private var setsOfProducts: [UInt32: Set<[UInt32]>] = [:]
  private var partnerNames: [[UInt32]: [String]] = [:]
  private var packParts: [UInt32: [Product.Component]] = [:]
  private var animalSets: [[UInt32]: Bool] = [:]

  init(_ catalog: Catalog, _ forms: FormReader, brandGroups: BrandGroups) {
    self.catalog = catalog
    self.forms = forms
    self.brandGroups = brandGroups
  }

  /// The ingredients of a concept, ascending by position.
  mutating func ingredients(of position: UInt32) -> [UInt32] {
    if let known = ingredientSets[position] { return known }
    var found = catalog.concept(at: position)?.ingredients.map(\.position).sorted() ?? []
    if found.isEmpty, let group = brandGroups[position], position != group.first || group.count > 1
    {
      for member in group where found.isEmpty && member != position {
        found = ingredients(of: member)
      }
    }
    ingredientSets[position] = found
    return found
  }

  /// The name of a concept.
  mutating func name(of position: UInt32) -> String {
    if let known = names[position] { return known }
    let name = catalog.concept(at: position)?.name ?? ""
    names[position] = name
    return name
  }

  /// The salts that the name of a concept states beyond the names of its ingredients.
  mutating func salts(of position: UInt32) -> Set<String> {
    if let known = saltSets[position] { return known }
    var found = forms.salts(ofName: name(of: position))
    for ingredient in ingredients(of: position) where ingredient != position {
      found.subtract(forms.salts(ofName: name(of: ingredient)))
    }
    if catalog.concept(at: position)?.termType == .ingredient { found = [] }
    saltSets[position] = found
    return found
  }

  /// The salts of a product: of its precise ingredients, of components that say none their names'.
  mutating func salts(of components: [Product.Component]) -> Set<String> {
    var found: Set<String> = []
    for component in components {
      found.formUnion(salts(of: component.precise ?? component.concept))
    }
    return found
  }

  /// The salts that a text states in its words and in the names of precise ingredients.
  mutating func salts(_ words: [String], _ substances: [Lexicon.Target]) -> Set<String> {
    var found: Set<String> = []
    for word in words { found.formUnion(SaltFit.stem(word)) }
    for substance in substances where substance.kind == .preciseIngredient {
      found.formUnion(salts(of: substance.concept))
    }
    return found
  }

  /// The ingredient with the fewest components, which distinguishes the products soonest.
  mutating func rarest(of ingredients: [UInt32]) -> UInt32 {
    guard ingredients.count > 1 else { return ingredients.first ?? 0 }
    var best = (count: Int.max, ingredient: ingredients[0])
    for ingredient in ingredients {
      let count = family(of: ingredient).products.count
      if count > 0, count < best.count { best = (count, ingredient) }
    }
    return best.ingredient
  }

  /// The combinations (MIN) of exactly these ingredients.
  mutating func combinations(of ingredients: [UInt32]) -> [Concept] {
    guard ingredients.count > 1 else { return [] }
    let own = combinations(with: ingredients[0])
    return own.filter { self.ingredients(of: $0.position) == ingredients }
  }

  /// The combinations (MIN) that an ingredient, or a salt of it, is a part of.
  private mutating func combinations(with ingredient: UInt32) -> [Concept] {
    if let known = combinationSets[ingredient] { return known }
    var found: Set<Concept> = []
    if let concept = catalog.concept(at: ingredient) {
      found.formUnion(concept.related(.partOf))
      for salt in concept.related(.hasForm) { found.formUnion(salt.related(.partOf)) }
    }
    let sorted = found.filter { $0.termType == .multipleIngredients }.sorted()
    combinationSets[ingredient] = sorted
    return sorted
  }

  /// Whether some product, form or combination holds exactly these ingredients.
  mutating func areTogether(_ ingredients: [UInt32]) -> Bool {
    // Each of them knows all that it is in: one that was read before costs nothing.
    let known = ingredients.first { setsOfProducts[$0] != nil } ?? ingredients.first
    guard let known else { return false }
    return sets(with: known).contains(ingredients) || !combinations(of: ingredients).isEmpty
  }

  /// The sets of ingredients of the products and forms that an ingredient is in.
  private mutating func sets(with ingredient: UInt32) -> Set<[UInt32]> {
    if let known = setsOfProducts[ingredient] { return known }
    let family = family(of: ingredient)
    let found = Set(family.products.map(\.ingredients) + family.forms.map(\.ingredients))
    setsOfProducts[ingredient] = found
    return found
  }

  /// The names of what these ingredients are combined with, in lower case.
  mutating func partners(of ingredients: [UInt32]) -> [String] {
    guard let first = ingredients.first else { return [] }
    if let known = partnerNames[ingredients] { return known }
    var partners: Set<UInt32> = []
    for set in sets(with: first) where Set(ingredients).isSubset(of: set) {
      partners.formUnion(set)
    }
    let names = partners.subtracting(ingredients).sorted().map { name(of: $0).lowercased() }
    partnerNames[ingredients] = names
    return names
  }

  func isPack(_ position: UInt32) -> Bool {
    guard let type = catalog.concept(at: position)?.termType else { return false }
    return type == .genericPack || type == .brandedPack
  }

  /// The components of the products of a pack, those of inert tablets left out.
  mutating func packComponents(_ pack: Concept) -> [Product.Component] {
    if let known = packParts[pack.position] { return known }
    var found: [Product.Component] = []
    for item in pack.packItems {
      var own: [Product.Component] = []
      if let concept = item.concept {
        own = concept.related(.consistsOf).filter { $0.termType == .clinicalDrugComponent }
          .compactMap { component(of: $0) }
      }
      if own.isEmpty { own = Self.componentsOfName(pack, item.name) }
      if !item.name.lowercased().hasPrefix("inert ingredient") { found += own }
    }
    packParts[pack.position] = found
    return found
  }

  /// Whether all products of exactly these ingredients are for animals.
  ///
  /// Without products the ingredients themselves decide, and a list of substances
  /// that are given to animals only: a small release need not say it of them.
  mutating func areForAnimals(_ ingredients: [UInt32]) -> Bool {
    if let known = animalSets[ingredients] { return known }
    let areForAnimals = readWhetherForAnimals(ingredients)
    animalSets[ingredients] = areForAnimals
    return areForAnimals
  }

  private mutating func readWhetherForAnimals(_ ingredients: [UInt32]) -> Bool {
    guard !ingredients.isEmpty else { return false }
    let family = family(of: rarest(of: ingredients))
    let own = family.products.filter { $0.ingredients == ingredients }
    guard own.isEmpty else { return own.allSatisfy(\.concept.isVeterinaryOnly) }
    for ingredient in ingredients {
      let isMarked = catalog.concept(at: ingredient)?.isVeterinaryOnly ?? false
      guard isMarked || Self.veterinarySubstances.contains(name(of: ingredient).lowercased()) else {
        return false
      }
    }
    return true
  }

  /// The products of an ingredient or brand.
  mutating func family(of position: UInt32) -> ProductFamily {
    if let known = families[position] { return known }
    var family = ProductFamily()
    if let concept = catalog.concept(at: position) { read(concept, into: &family) }
    families[position] = family
    return family
  }

  private mutating func read(_ concept: Concept, into family: inout ProductFamily) {
    var drugs: Set<Concept> = []
    var parts = concept.related(.ingredientOf)
    // A branded concept that the release does not relate to its brand names it.
    for part in (brandGroups[concept.position] ?? []).compactMap({ catalog.concept(at: $0) })
    where !parts.contains(part) {
      parts.append(part)
    }
    for part in parts {
      switch part.termType {
      case .clinicalDrugComponent:
        family.components.append(partial(part, .clinicalDrugComponent))
        drugs.formUnion(part.related(.constitutes))
      case .brandedDrugComponent: family.components.append(partial(part, .brandedDrugComponent))
      case .clinicalDrugForm: family.forms.append(partial(part, .clinicalDrugForm))
      case .brandedDrugForm: family.forms.append(partial(part, .brandedDrugForm))
      case .brandedDrug, .clinicalDrug: drugs.insert(part)
      case .brandedPack: family.packs.append(part)
      default: break
      }
    }
    var packs: Set<Concept> = []
    for drug in drugs.sorted() {
      let type = drug.termType
      guard type == .clinicalDrug || type == .brandedDrug else { continue }
      if let product = product(drug, isBranded: type == .brandedDrug, of: concept) {
        family.products.append(product)
      }
      packs.formUnion(drug.related(.containedIn))
    }
    for pack in packs.sorted() where !family.packs.contains(pack) { family.packs.append(pack) }
  }

  private func isCurrent(_ concept: Concept) -> Bool {
    concept.mainSuppress == UInt8(ascii: "N") && concept.code != nil
  }

  private mutating func product(
    _ concept: Concept, isBranded: Bool, of owner: Concept
  ) -> Product? {
    if let known = products[concept.position] { return known }
    var components = concept.related(.consistsOf)
      .filter { $0.termType == .clinicalDrugComponent }.compactMap { component(of: $0) }
    var ingredients = Array(Set(components.map(\.ingredient))).sorted()
    let partCount = ClinicalDrugName.partCount(concept.name)
    if !components.isEmpty, components.count < partCount {
      // A combination with a part that is not related is not a product of the others.
      ingredients = []
    }
    if components.isEmpty {
      components = Self.componentsOfName(concept)
      ingredients = self.ingredients(of: concept.position)
      if ingredients.isEmpty, owner.termType == .ingredient, partCount == 1 {
        ingredients = [owner.position]
      }
    }
    let distinguished = Self.distinguishedQuantity(concept.name)
    let quantity = concept.quantity.flatMap { Strength($0) } ?? distinguished
    let form = doseForm(of: concept)
    let product = Product(
      concept: concept, isBranded: isBranded, components: components, form: form.0,
      formName: form.1, ingredients: ingredients, quantity: quantity,
      hasDistinction: concept.qualitativeDistinction != nil || distinguished != nil,
      hours: Self.hours(concept.name),
      contents: components.map { component in
        component.strength.flatMap { StrengthFit.content(of: $0, in: quantity) }
          .flatMap { Figure($0) }
      },
      isCurrent: isCurrent(concept))
    products[concept.position] = product
    return product
  }

  /// The volume or time of `NDA019430 0.3 ML epinephrine …` and `Smoking Cessation 12 HR bupropion
  /// …`: it is behind a distinction, whether or not the release has an attribute of that.
  private static func distinguishedQuantity(_ name: String) -> Strength? {
    let words = name.split(separator: " ", maxSplits: 6)
    let number = words.firstIndex { word in
      word.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    }
    guard let number, number > 0, number + 2 < words.count,
      ["ML", "HR", "ACTUAT", "DAY"].contains(words[number + 1])
    else { return nil }
    return Strength("\(words[number]) \(words[number + 1])")
  }

  /// The hours of `Smoking Cessation 12 HR bupropion …`.
  private static func hours(_ name: String) -> Int? {
    // Most names have no such word: their bytes are looked through before they are split.
    var previous: (UInt8, UInt8) = (0, 0)
    let mayHold = name.utf8.contains { byte in
      defer { previous = (previous.1, byte) }
      return byte == UInt8(ascii: "R") && previous == (0x20, UInt8(ascii: "H"))
    }
    guard mayHold else { return nil }
    let words = name.split(separator: " ")
    return words.firstIndex(of: "HR").flatMap { $0 > 0 ? Int(words[$0 - 1]) : nil }
  }

  private mutating func component(of concept: Concept) -> Product.Component? {
    if let known = components[concept.position] { return known }
    guard let ingredient = concept.ingredients.first else { return nil }
    let strength = concept.strengthList.strengths.first?.strength
    let component = Product.Component(
      concept: concept.position, ingredient: ingredient.position,
      precise: concept.related(.hasPreciseIngredient).first?.position, strength: strength,
      figure: strength.flatMap { Figure($0) })
    components[concept.position] = component
    return component
  }

  /// The strengths that a branded component's name states, where nothing relates them.
  private static func componentsOfName(
    _ concept: Concept, _ name: String? = nil
  ) -> [Product.Component] {
    ClinicalDrugName.strengths(name ?? concept.name).map { text in
      let strength = Strength(text)
      return Product.Component(
        concept: concept.position, ingredient: UInt32.max, precise: nil, strength: strength,
        figure: strength.flatMap { Figure($0) })
    }
  }

  private mutating func doseForm(of concept: Concept) -> (FormFeatures, String) {
    guard let form = concept.doseForms.first else {
      // A release may not relate the form: it is behind the last strength or, without one, the
      // ingredients.
      let name = concept.name.prefix { $0 != "[" }.lowercased()
      let isStrength = { (byte: UInt8) in (0x30...0x39).contains(byte) }
      let ends = concept.ingredients.map { name.firstRange(of: $0.name.lowercased())?.upperBound }
      guard let start = name.utf8.lastIndex(where: isStrength) ?? ends.compactMap(\.self).max()
      else { return (FormFeatures(), "") }
      return (forms.features(ofName: String(name[start...])), "")
    }
    if let known = doseForms[form.position] { return known }
    let name = form.name
    let features = (forms.features(ofName: name), name)
    doseForms[form.position] = features
    return features
  }

  private mutating func partial(_ concept: Concept, _ type: TermType) -> PartialProduct {
    var components: [Product.Component] = []
    switch type {
    case .clinicalDrugComponent: components = self.component(of: concept).map { [$0] } ?? []
    case .brandedDrugComponent:
      components = concept.related(.tradenameOf).compactMap { self.component(of: $0) }
      if components.isEmpty { components = Self.componentsOfName(concept) }
    default: break
    }
    let isForm = type == .clinicalDrugForm || type == .brandedDrugForm
    return PartialProduct(
      concept: concept, termType: type, components: components,
      form: isForm ? doseForm(of: concept).0 : FormFeatures(),
      ingredients: ingredients(of: concept.position), isCurrent: isCurrent(concept))
  }

  private static let veterinarySubstances = WordLists.set("veterinary")
}

extension Relationship {
  /// `part_of`: the combinations of an ingredient or salt.
  fileprivate static let partOf = Relationship(rawValue: "part_of")
}
