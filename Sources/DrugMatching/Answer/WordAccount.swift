// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// A text is accepted only if each of its words and numbers is explained (S5): as part of a name of
// the drug, of its strength, form, route or package, as directions, or as a word of the reviewed
// table that says nothing. What is left may be a second drug, a reaction, a device or a brand of
// which nobody has heard, and is named for a person to decide.

/// What a text says beyond its drug.
struct WordAccount {
  /// Words and numbers that nothing explains, as they were written.
  private(set) var words: [String] = []
  /// Whether they speak of a measurement, a device, the body or food, and nothing unknown.
  private(set) var isOfOtherThing = false
  /// The amounts of which only one can be meant, or one after the other; none if there is one.
  private(set) var strengths: [String] = []

  private let reading: TextReading
  private let identity: DrugIdentity
  private let vocabulary: Vocabulary
  private let tokens: [TextToken]
  /// The words of the names of what was found.
  private let names: Set<String>

  init(
    _ reading: TextReading, _ identity: DrugIdentity, _ choice: ProductChoice,
    _ candidate: DrugMatch.Candidate?, _ matcher: DrugMatcher
  ) {
    (self.reading, self.identity) = (reading, identity)
    vocabulary = matcher.lexicon.vocabulary
    tokens = reading.buffer.tokens
    names = Self.words(of: identity, candidate, matcher.catalog)
    var isLeft = wordsLeft()
    if candidate?.unmatched.contains(.salt) ?? true {
      // `vitamin D calcium` names two drugs, `dexamethasone sodium phosphate` one.
      for place in tokens.indices
      where Self.minerals.contains(text(place))
        && !identity.used.contains(where: { $0.tokens.contains(place) })
      {
        isLeft[place] = true
      }
    }
    let others = choice.otherAmounts
    let stated = Self.distinct(
      reading.amounts.filter { $0.role == .drug || $0.role == .bare && $0.strength == nil })
    let isMatched = candidate?.matched.contains(.strength) ?? false
    if !others.isEmpty, stated.count > (isMatched ? 1 : max(1, identity.ingredients.count)) {
      strengths = stated.map(text)
    }
    // A number that a brand's name goes on with is part of it.
    for number in others
    where number.role == .bare && !choice.isStrengthFound
      && isBehindBrand(number.tokens.lowerBound)
    {
      for place in number.tokens where tokens[place].kind == .number { isLeft[place] = true }
    }
    // `insulin 70/30`: the parts of a mixture.
    for number in others
    where number.role == .bare && number.listCount > max(1, identity.ingredients.count) {
      for place in number.tokens where tokens[place].kind == .number { isLeft[place] = true }
    }
    let left = tokens.indices.filter { isLeft[$0] }
    words = left.map(text)
    isOfOtherThing =
      left.contains { !meaning($0).isDisjoint(with: [.laboratory, .otherThing]) }
      && left.allSatisfy { !meaning($0).isEmpty }
  }

  private func text(_ place: Int) -> String { reading.buffer.text(tokens[place]) }

  private func text(_ amount: StatedAmount) -> String {
    if let strength = amount.strength { return strength.text }
    return amount.tokens.first { tokens[$0].number == amount.value }.map(text) ?? ""
  }

  /// Amounts of different strength or number, in their order.
  private static func distinct(_ amounts: [StatedAmount]) -> [StatedAmount] {
    var found: [StatedAmount] = []
    for amount in amounts {
      let isKnown = found.contains { other in
        other.figure == amount.figure
          && (amount.figure != nil || other.value.normalized == amount.value.normalized)
      }
      if !isKnown { found.append(amount) }
    }
    return found
  }

  // MARK: Words

  /// Names of salts that are as often taken for themselves.
  private static let minerals: Set<String> = ["calcium", "magnesium", "zinc", "iron", "copper"]

  /// Meanings of words that say nothing of which drug it is, wherever they stand.
  private static let plain: WordMeaning = [
    .neutral, .maker, .unit, .pack, .form, .releaseAdjective, .million, .direction, .droppable,
    .salt, .identity, .ofUse, .count,
  ]

  private func wordsLeft() -> [Bool] {
    var isExplained = reading.isForm
    for place in tokens.indices where tokens[place].kind != .word { isExplained[place] = true }
    for amount in reading.amounts { for place in amount.tokens { isExplained[place] = true } }
    for mention in reading.mentions { for place in mention.tokens { isExplained[place] = true } }
    for mention in identity.unresolved {
      for place in mention.tokens { isExplained[place] = false }
    }
    let numbers = reading.amounts.filter { $0.role == .drug || $0.role == .bare }.map(\.tokens)
    let first = numbers.first?.upperBound ?? 0
    let between = first..<max(first, numbers.last?.lowerBound ?? 0)
    for place in tokens.indices where !isExplained[place] || isSuspect(place) {
      let meaning = meaning(place)
      isExplained[place] =
        reading.isDirection[place]
        || meaning.contains(.change) && between.contains(place)
        || meaning.contains(.line) && !isLine(place)
        || meaning.contains(.filler) && !isSuspect(place)
        || !meaning.isDisjoint(with: Self.plain) && !isSuspect(place)
        || isPlural(place) || isInNames(text(place))
    }
    return isExplained.map(!)
  }

  private func meaning(_ place: Int) -> WordMeaning {
    let word = tokens[place].word
    return word >= 0 ? vocabulary[word].meaning : []
  }

  /// Whether a word that says nothing elsewhere may say much here.
  private func isSuspect(_ place: Int) -> Bool {
    guard tokens[place].kind == .word else { return false }
    let meaning = meaning(place)
    if meaning.contains(.line) { return isLine(place) }
    if meaning.contains(.container) {
      return !identity.brands.isEmpty ? false : !reading.amounts.contains { $0.role != .bare }
    }
    if !meaning.isDisjoint(with: [.laboratory, .otherThing]) {
      return !reading.isForm[place] && meaning.isDisjoint(with: [.neutral, .pack, .direction])
    }
    // Dutch for with, and short for metformin.
    if text(place) == "met" {
      return !reading.mentions.contains { $0.tokens.contains(place + 1) }
    }
    return text(place) == "or" && !isBetweenLike(place)
  }

  /// Whether the `or` of `injection or infusion` or `pain or fever` stands between words of one
  /// kind; that of `tablet or capsule` and `aspirin or zzz` says that one of two things is meant.
  private func isBetweenLike(_ place: Int) -> Bool {
    guard place > 0, place + 1 < tokens.count else { return false }
    let (left, right) = (place - 1, place + 1)
    if reading.isDirection[left], reading.isDirection[right] { return true }
    guard tokens[left].word >= 0, tokens[right].word >= 0 else { return false }
    let forms = (vocabulary[tokens[left].word].form, vocabulary[tokens[right].word].form)
    return forms.0.kinds & forms.1.kinds != 0
      || meaning(left).contains(.direction) && meaning(right).contains(.direction)
  }

  /// Whether a word such as `extra` goes on with a brand's name.
  private func isLine(_ place: Int) -> Bool {
    guard isBehindBrand(place) else { return false }
    let next = place + 1
    return next == tokens.count || tokens[next].kind != .word
      || !Self.lineEnds.contains(text(next))
  }

  /// Words with which `extra` and its kin say how strong a drug is, not which.
  private static let lineEnds: Set<String> = ["strength", "dose", "acting", "action", "release"]

  /// Whether a token follows a brand's name, other words of that kind between them.
  private func isBehindBrand(_ place: Int) -> Bool {
    var before = place - 1
    while before >= 0, tokens[before].kind == .word, meaning(before).contains(.line) { before -= 1 }
    return identity.used.contains { mention in
      mention.tokens.contains(before)
        && (mention.isBrand
          || MatchingTable.brandNames.contains(mention.tokens.map(text).joined(separator: " ")[...]))
    }
  }

  /// The `s` of `tablet(s)`.
  private func isPlural(_ place: Int) -> Bool {
    place > 0 && tokens[place - 1].kind == .open && tokens[place].isGlued
      && ["s", "es"].contains(text(place))
  }

  /// Whether a name of what was found has a word, or a longer one of the same stem: `antibody`.
  private func isInNames(_ word: String) -> Bool {
    names.contains(word)
      || word.utf8.count > 5 && names.contains { $0.hasPrefix(word.dropLast()) }
  }

  /// The words of all names of what was found, which a text may repeat.
  private static func words(
    of identity: DrugIdentity, _ candidate: DrugMatch.Candidate?, _ catalog: Catalog
  ) -> Set<String> {
    var concepts = (identity.ingredients + identity.brands + identity.substances.map(\.concept))
      .compactMap { catalog.concept(at: $0) }
    if let concept = candidate?.concept {
      concepts.append(concept)
      concepts += concept.related(.hasPreciseIngredient)
    }
    var words: Set<String> = []
    var buffer = TokenBuffer()
    for concept in concepts {
      for name in concept.names {
        buffer.read(name.text)
        for token in buffer.tokens where token.kind == .word { words.insert(buffer.text(token)) }
      }
    }
    return words
  }
}
