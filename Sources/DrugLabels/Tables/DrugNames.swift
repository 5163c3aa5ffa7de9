// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The names by which a label's tables call its drug.
struct DrugNames: Sendable, Hashable {
  /// How a header names the drug.
  enum Hit: Sendable, Hashable, Comparable {
    case none, partial, full
  }

  private var brands: Set<String> = []
  private var brandEnds: Set<String> = []
  private var products: [[[String]]] = []
  /// The words of brands and ingredients.
  private(set) var words: Set<String> = []

  /// Whether a product's name, or else the beginning of the dosage, says that it releases the drug
  /// slowly.
  private(set) var isSlow = false

  init(_ label: DrugLabel) {
    for product in label.allProducts { add(product) }
    words = brands.union(products.joined().joined())
    isSlow =
      label.products.contains { Self.isSlow(CellTokens($0.name + " " + $0.form).words) }
      || label.products.allSatisfy(\.form.isEmpty)
        && label.sections.indices.contains { section in
          guard label.isWithin(section, ["34068-7"]) else { return false }
          let start = label.sections[section].text.utf8.prefix(300)
          return CellTokens(String(decoding: start, as: UTF8.self)).hasAny([
            "extended - release", "controlled - release", "sustained - release", "extended release",
          ])
        }
  }

  static func isSlow(_ words: [String]) -> Bool {
    words.contains { ["extended", "er", "xr", "xl", "sr", "cr", "controlled"].contains($0) }
  }

  /// Whether a product has several ingredients.
  var isOfSeveral: Bool { products.contains { $0.count > 1 } }

  func hasBrand(_ words: [String]) -> Bool {
    words.contains { word in brands.contains { Self.names(word, $0) } }
  }

  private mutating func add(_ product: LabelProduct) {
    var ingredients: [[String]] = []
    for ingredient in product.active {
      let words = Self.words(ingredient.substance.name)
      if !words.isEmpty, !ingredients.contains(words) { ingredients.append(words) }
    }
    if ingredients.isEmpty {
      // Names without ingredients: each word of the generic name counts.
      let words = Self.words(product.genericName)
      if !words.isEmpty { ingredients.append(words) }
    }
    // The first word of a brand names it; those behind it (`Max`, `Test`) say less.
    let known = Set(ingredients.joined())
    let brand = Self.words(product.name).filter { !known.contains($0) }
    if let first = brand.first { brands.insert(first) }
    brandEnds.formUnion(brand.dropFirst())
    if !ingredients.isEmpty, !products.contains(ingredients) { products.append(ingredients) }
    let generic = Self.words(product.genericName)
    if ingredients.count == 1, !generic.isEmpty, generic != ingredients[0] {
      products.append([generic])
    }
    for ingredient in product.active {
      for moiety in ingredient.moieties where ingredients.count == 1 {
        let words = Self.words(moiety.name)
        if !words.isEmpty, !products.contains([words]) { products.append([words]) }
      }
    }
  }

  func hit(_ words: [String]) -> Hit {
    if hasBrand(words) { return .full }
    var best = words.contains(where: brandEnds.contains) ? Hit.partial : .none
    for ingredients in products {
      let isThere = ingredients.map { names in
        names.map { name in words.contains { Self.names($0, name) } }
      }
      if isThere.allSatisfy({ $0.allSatisfy(\.self) }) { return .full }
      if isThere.contains(where: { $0.contains(true) }) { best = .partial }
    }
    return best
  }

  func contains(_ word: String) -> Bool { words.contains { Self.names(word, $0) } }

  /// The first letters of brands and ingredients.
  var initials: Set<Character> { Set(words.compactMap(\.first)) }

  /// Whether an abbreviation has the letters of an ingredient in their order (`RPT`), or is the
  /// beginning of a name with an amount (`ALP60`).
  func abbreviation(_ word: String) -> Bool {
    let letters = word.prefix { $0.isLetter }
    if letters.count >= 3, letters.count < word.count,
      word.dropFirst(letters.count).allSatisfy(\.isNumber),
      words.contains(where: { $0.hasPrefix(letters) })
    {
      return true
    }
    guard (2...5).contains(word.utf8.count) else { return false }
    return products.joined().joined().contains { name in
      guard name.utf8.first == word.utf8.first else { return false }
      var rest = name.utf8[...]
      return word.utf8.allSatisfy { letter in
        guard let place = rest.firstIndex(of: letter) else { return false }
        rest = rest[rest.index(after: place)...]
        return true
      }
    }
  }

  /// Whether a word is a name, or a name joined with the letter of a footnote
  /// or with the word of a form (`alphadrugtablet`).
  private static func names(_ word: String, _ name: String) -> Bool {
    if word == name { return true }
    // `sucores` for `sucrose`: letters that changed places.
    if word.utf8.count == name.utf8.count, word.utf8.count >= 6, word.utf8.first == name.utf8.first,
      word.utf8.sorted() == name.utf8.sorted()
    {
      return true
    }
    guard name.utf8.count >= 4, word.utf8.count > name.utf8.count else { return false }
    // `withalphadrug`.
    if word.hasSuffix(name), TableVocabulary.fillers.contains(String(word.dropLast(name.count))) {
      return true
    }
    guard word.hasPrefix(name) else { return false }
    return word.utf8.count == name.utf8.count + 1
      || TableVocabulary.fillers.contains(String(word.dropFirst(name.count)))
  }

  private static let unspecific = TableVocabulary.fillers.union(TableVocabulary.salts)

  private static func words(_ name: String) -> [String] {
    let tokens = CellTokens(name).tokens
    var words: [String] = []
    for (index, token) in tokens.enumerated() where token.kind == .word && token.text.count > 2 {
      // The four letters behind a biological product's name (`trastuzumab-dkst`).
      if index == tokens.count - 1, index >= 2, token.text.count == 4,
        tokens[index - 1].isSign("-"), tokens[index - 2].text.count > 4
      {
        continue
      }
      if !unspecific.contains(token.text), !words.contains(token.text) { words.append(token.text) }
    }
    if words.isEmpty { words = tokens.filter { $0.kind == .word && $0.text.count > 2 }.map(\.text) }
    return words
  }
}
