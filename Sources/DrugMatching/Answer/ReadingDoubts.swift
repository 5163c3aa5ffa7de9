// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// A name may be read rightly and the text still mean something else. None of these doubts
// means that the drug is wrong; each means that a review is needed.

/// Reasons in a text not to accept its drug without review.
struct ReadingDoubts {
  private let reading: TextReading
  private let identity: DrugIdentity
  private let vocabulary: Vocabulary
  private let tokens: [TextToken]
  private var isName: [Bool]

  init(_ reading: TextReading, _ identity: DrugIdentity, _ vocabulary: Vocabulary) {
    (self.reading, self.identity, self.vocabulary) = (reading, identity, vocabulary)
    tokens = reading.buffer.tokens
    isName = [Bool](repeating: false, count: tokens.count)
    for mention in reading.mentions { for place in mention.tokens { isName[place] = true } }
  }

  /// The first doubt; `nil` if there is none.
  func reason(_ products: inout ProductReader) -> DrugMatch.Reason? {
    if reading.isTruncated { return .truncated }
    if reading.amounts.contains(where: { $0.role == .drug && $0.isInexact }) {
      return .underDetermined
    }
    if identity.used.contains(where: \.isBrandStart) || isMetalAlone { return .ambiguousName }
    if isAlternative || identity.used.contains(where: isMisspelledBrand) { return .ambiguousName }
    if hasLostPart || isPartner(&products) || endsOpen { return .unknownWords }
    if identity.used.contains(where: { isExtended($0, products: &products) }) {
      return .unknownWords
    }
    if speaksOfCondition { return .otherThing }
    return isHomeopathic ? .unknownWords : nil
  }

  /// Whether the only name is a metal, and its salt is another one: `potassium acid phosphate`.
  private var isMetalAlone: Bool {
    guard !reading.salts.isEmpty, identity.used.count == 1, identity.used[0].wordCount == 1
    else { return false }
    return tokens[identity.used[0].tokens.lowerBound].meaning.contains(.salt)
  }

  /// Whether a misspelled word is taken for a brand: brands that no list here has are as near to it.
  ///
  /// `Emetrol` is one letter from `Ezetrol`, and another product.
  private func isMisspelledBrand(_ mention: Mention) -> Bool {
    guard mention.way >= .completion else { return false }
    return mention.isBrand
      || mention.corrections.contains {
        MatchingTable.brandNames.contains(vocabulary.words.text($0.word)[...])
      }
  }

  /// Whether one drug or another is meant, not both: `metoprolol or atenolol`.
  private var isAlternative: Bool {
    guard identity.ingredients.count > 1 else { return false }
    let ends = identity.used.map(\.tokens)
    return tokens.indices.contains { place in
      tokens[place].kind == .word && !isName[place]
        && Self.alternatives.contains(text(place))
        && ends.contains { $0.upperBound < place } && ends.contains { $0.lowerBound > place }
    }
  }

  private func text(_ place: Int) -> String {
    guard tokens.indices.contains(place), tokens[place].kind == .word else { return "" }
    return reading.buffer.text(tokens[place])
  }

  // MARK: Parts of combinations

  /// Whether a list or an amount says that an unknown word is a drug of its own.
  private var hasLostPart: Bool {
    let words = reading.unknownWords.filter { tokens[$0].count >= 4 }
    guard !words.isEmpty else { return false }
    let joints = ListJoints(reading.buffer)
    if words.contains(where: { joints.join($0...$0, toNames: isName) }) { return true }
    let drugs = reading.amounts.filter { $0.role == .drug }
    guard Set(drugs.compactMap(\.figure)).count > max(1, identity.ingredients.count) else {
      return false
    }
    return words.contains { word in
      drugs.contains { $0.tokens.lowerBound > word } && (isName.firstIndex(of: true) ?? 0) < word
    }
  }

  /// Whether an unknown word begins the name of what the drug is combined with.
  private func isPartner(_ products: inout ProductReader) -> Bool {
    let words = reading.unknownWords.map(text).filter { $0.utf8.count >= 3 }
    guard !words.isEmpty, !identity.ingredients.isEmpty else { return false }
    return products.partners(of: identity.ingredients).contains { name in
      words.contains { name.hasPrefix($0) }
    }
  }

  /// Whether the text ends where a further part would follow: `acetaminophen 300 mg with`.
  private var endsOpen: Bool {
    guard let last = tokens.indices.last, last > 0 else { return false }
    return tokens[last].kind == .plus || tokens[last].kind == .slash
      || ListJoints.joiners.contains(text(last)) && !isName[last]
  }

  // MARK: Line extensions

  /// Whether a number behind a name makes it that of another product.
  private func isExtended(_ mention: Mention, products: inout ProductReader) -> Bool {
    let next = mention.tokens.upperBound + 1
    guard next < tokens.count, !isName[next], tokens[next].kind == .number else { return false }
    // `acetaminophen #3` is the one with codeine; `#30` counts tablets.
    if tokens[next].isCounted, tokens[next].number.isWhole(below: 5),
      tokens[(next + 1)...].allSatisfy({ $0.kind == .comma })
    {
      return true
    }
    return (mention.isBrand || mention.way == .synonym)
      && isVariantNumber(next, mention, &products)
  }

  /// `Tylenol 3`: a small number that is not a strength of a brand of one drug,
  /// if a brand of that drug with others has a name that continues the brand's.
  private func isVariantNumber(
    _ place: Int, _ mention: Mention, _ products: inout ProductReader
  ) -> Bool {
    let hasLine = mention.longerBrands.contains {
      Set(products.ingredients(of: $0.concept)).isStrictSuperset(of: identity.ingredients)
    }
    guard hasLine, identity.ingredients.count == 1, tokens[place].number.isWhole(below: 5),
      reading.amounts.contains(where: {
        ($0.role == .bare || $0.role == .count) && $0.tokens.contains(place)
      })
    else { return false }
    return !identity.brands.contains { brand in
      let family = products.family(of: brand)
      return (family.products.flatMap(\.components) + family.components.flatMap(\.components))
        .contains { $0.has(tokens[place].number) }
    }
  }

  // MARK: Other things

  /// Whether a word makes the drug's name that of a disease, an effect or an analyte.
  private var speaksOfCondition: Bool {
    for place in tokens.indices
    where tokens[place].kind == .word && !isName[place] && !reading.isDirection[place] {
      let word = text(place)
      if Self.conditions.contains(word) { return true }
      if Self.habits.contains(word), place > 0,
        tokens[(place + 1)...].allSatisfy({ $0.kind == .comma }),
        isName[place - 1]
      {
        return true
      }
      guard Self.analyteShares.contains(word) else { continue }
      let before = place > 1 && tokens[place - 1].kind == .comma ? place - 2 : place - 1
      let isBehind = before >= 0 && isName[before]
      let isBefore = place + 1 < tokens.count && isName[place + 1]
      // `sugar free` is a property.
      if isBehind || isBefore && (place == 0 || tokens[place - 1].kind != .word) { return true }
    }
    return false
  }

  private var isHomeopathic: Bool {
    for place in tokens.indices where tokens[place].kind == .word && !isName[place] {
      let word = text(place)
      if Self.homeopathic.contains(word) { return true }
      guard Self.potencies.contains(word), place > 0, tokens[place].isAdjoining,
        tokens[place - 1].kind == .number, tokens[place - 1].number.isWhole(below: 100_000)
      else { continue }
      // `10x10 ml`, `2x daily` count something.
      let isLast = place + 1 == tokens.count
      let follows = isLast ? nil : Optional(tokens[place + 1].kind)
      if word != "x" || isLast || follows != .number && tokens[place - 1].number.significand > 2 {
        return true
      }
    }
    return false
  }

  /// Whether an amount is written as laboratories write concentrations: `4.2 mEq/L`, `95 mg/dl`.
  var hasLaboratoryAmount: Bool {
    for place in tokens.indices.dropFirst(2)
    where tokens[place - 1].kind == .slash && tokens[place - 2].kind == .word {
      let (top, bottom) = (text(place - 2), text(place))
      if ["l", "dl", "liter", "litre"].contains(bottom),
        Self.measured.contains(top) || Self.traces.contains(top)
      {
        return true
      }
      if bottom == "ml", Self.traces.contains(top) { return true }
    }
    return false
  }

  private static let traces = WordLists.set("measured-trace")
  private static let measured = WordLists.set("measured")
  private static let conditions = WordLists.set("condition")
  private static let habits = WordLists.set("habit")
  private static let alternatives = WordLists.set("alternative")
  private static let analyteShares = WordLists.set("analyte-share")
  private static let homeopathic = WordLists.set("homeopathic")
  private static let potencies = WordLists.set("potency")
}

/// Signs that doubt a text, strike it out or say that it does not apply.
enum DoubtSign {
  /// The signs of a text; no name has one.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func found(in text: String) -> [String] {
    var found: [String] = []
    if text.utf8.contains(UInt8(ascii: "?")) { found.append("?") }
    if text.firstRange(of: "~~") != nil { found.append("~~") }
    for scalar in text.unicodeScalars where !scalar.isASCII && isDenial(scalar.value) {
      found.append(String(scalar))
    }
    if text.utf8.contains(UInt8(ascii: "/")), hasNotApplicable(text.lowercased()) {
      found.append("n/a")
    }
    return found
  }

  /// Crosses, signs that forbid, and strokes through the letter before.
  private static func isDenial(_ value: UInt32) -> Bool {
    switch value {
    case 0x335...0x338, 0x2205, 0x2610, 0x2612, 0x26A0, 0x2753, 0x2754, 0x26D4, 0x2715...0x2718,
      0x274C, 0x274E, 0x1F44E, 0x1F6AB, 0x1F6D1:
      true
    default: false
    }
  }

  /// Whether `n/a` is a word of a text in lower case: `chain/atom` has its letters, too.
  private static func hasNotApplicable(_ text: String) -> Bool {
    func isLetter(_ byte: UInt8?) -> Bool { byte.map { (0x61...0x7A).contains($0) } ?? false }
    return text.ranges(of: "n/a").contains { range in
      !isLetter(text.utf8[..<range.lowerBound].last)
        && !isLetter(text.utf8[range.upperBound...].first)
    }
  }
}
