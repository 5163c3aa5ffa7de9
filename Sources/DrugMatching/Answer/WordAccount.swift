// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// A text is accepted only if each of its words and numbers is explained: as part of a name of
// the drug, of its strength, form, route or package, as directions, or as a word of the reviewed
// table that says nothing. What is left may be a second drug, a reaction, a device or an unknown
// brand, and is reported for a person to decide.

/// What a text says beyond its drug.
struct WordAccount {
  /// Words and numbers that nothing explains, as they were written.
  private(set) var words: [String] = []
  /// Whether they are about a measurement, a device, the body or food, and nothing unknown.
  private(set) var isOfOtherThing = false
  /// The amounts of which only one can be meant, or one after the other; none if there is one.
  private(set) var strengths: [String] = []

  private let reading: TextReading
  private let identity: DrugIdentity
  private let vocabulary: Vocabulary
  private let tokens: [TextToken]
  /// Whether the best candidate has a strength that the text states.
  private let isStrengthMatched: Bool
  /// The words of the names of what was found.
  private let names: Set<String>

  init(
    _ reading: TextReading, _ identity: DrugIdentity, _ choice: ProductChoice,
    _ candidate: DrugMatch.Candidate?, _ matcher: DrugMatcher
  ) {
    (self.reading, self.identity) = (reading, identity)
    vocabulary = matcher.lexicon.vocabulary
    tokens = reading.buffer.tokens
    isStrengthMatched = candidate?.matched.contains(.strength) ?? false
    names = Self.words(of: identity, candidate, matcher.catalog)
    var isLeft = wordsLeft()
    if candidate?.unmatched.contains(.salt) ?? true {
      // `vitamin D calcium` names two drugs, `dexamethasone sodium phosphate` one.
      for place in tokens.indices
      where meaning(place).contains(.mineral)
        && !identity.used.contains(where: { $0.tokens.contains(place) })
      {
        isLeft[place] = true
      }
    }
    if isOfEverydayThing, !(candidate?.matched.contains(.form) ?? false) {
      for place in tokens.indices where isOfThing(place) { isLeft[place] = true }
    }
    let others = choice.otherAmounts
    let stated = Self.distinct(
      reading.amounts.filter { $0.role == .drug || $0.role == .bare && $0.strength == nil })
    if !others.isEmpty, stated.count > (isStrengthMatched ? 1 : max(1, identity.ingredients.count))
    {
      strengths = stated.map(text)
    }
    // A number that continues a brand's name is part of it.
    for number in others
    where number.role == .bare && !choice.isStrengthFound
      && isBehindName(number.tokens.lowerBound, ofBrand: true)
    {
      for place in number.tokens where tokens[place].kind == .number { isLeft[place] = true }
    }
    // `insulin 70/30`: the parts of a mixture.
    for number in others
    where number.role == .bare && number.listCount > max(1, identity.ingredients.count) {
      for place in number.tokens where tokens[place].kind == .number { isLeft[place] = true }
    }
    // `lisinopril (2019)` refers to another time.
    for number in reading.amounts
    where number.strength == nil && number.value.isYear {
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
          && (amount.figure != nil || other.value == amount.value)
      }
      if !isKnown { found.append(amount) }
    }
    return found
  }

  // MARK: Words

  /// Whether the only name is one of gold, water and the like, and no amount makes a drug of it.
  private var isOfEverydayThing: Bool {
    guard !reading.hasAmount else { return false }
    return isNameOfEveryday
  }

  private var isNameOfEveryday: Bool {
    guard identity.used.count == 1, let name = identity.used.first, name.tokens.count == 1 else {
      return false
    }
    return meaning(name.tokens.lowerBound).contains(.everyday)
  }

  /// Whether a container is sold empty for such a substance: `insulin pen`, `insulin syringe 1 mL`.
  private func isDevice(_ place: Int) -> Bool {
    meaning(place).contains(.container) && !isStrengthMatched && isNameOfEveryday
  }

  /// Whether a token makes a thing of such a substance: `gold ring`, `water bottle`, `glucose 250`.
  private func isOfThing(_ place: Int) -> Bool {
    if isName(place) || reading.isDirection[place] { return false }
    switch tokens[place].kind {
    case .number: return reading.amounts.contains { $0.role == .bare && $0.tokens.contains(place) }
    case .word:
      return reading.isForm[place]
        || meaning(place).contains(.neutral)
          && meaning(place).isDisjoint(with: [.direction, .droppable])
    default: return false
    }
  }

  /// Meanings of words that never say which drug it is, wherever they are.
  private static let plain: WordMeaning = [
    .neutral, .maker, .unit, .pack, .form, .releaseAdjective, .million, .direction, .droppable,
    .salt, .identity, .ofUse, .count, .countBehind, .line, .filler,
  ]

  private func wordsLeft() -> [Bool] {
    var isExplained = reading.isForm
    for place in tokens.indices where tokens[place].kind != .word { isExplained[place] = true }
    for amount in reading.amounts { for place in amount.tokens { isExplained[place] = true } }
    for mention in reading.mentions { for place in mention.tokens { isExplained[place] = true } }
    for mention in identity.unresolved {
      for place in mention.tokens { isExplained[place] = false }
    }
    // `2 tablets, then 1 daily`: numbers of directions change as well.
    let numbers = reading.amounts.filter { $0.role != .volume && $0.role != .time }.map(\.tokens)
    let first = numbers.map(\.upperBound).min() ?? 0
    let between = first..<max(first, numbers.map(\.lowerBound).max() ?? 0)
    for place in tokens.indices where !isExplained[place] || isSuspect(place) {
      let meaning = meaning(place)
      let isSuspect = isSuspect(place)
      isExplained[place] =
        reading.isDirection[place] && !isExtension(place)
        || meaning.contains(.change) && between.contains(place)
        || !meaning.isDisjoint(with: Self.plain) && !isSuspect
        || !isJoined(place) && !isDevice(place)
          && (isPlural(place) || isDays(place) || isInNames(text(place)))
    }
    return isExplained.map(!)
  }

  private func meaning(_ place: Int) -> WordMeaning {
    reading.buffer.meaning(place)
  }

  /// Whether a word that says nothing elsewhere may say much here.
  private func isSuspect(_ place: Int) -> Bool {
    guard tokens[place].kind == .word, !isName(place) else { return false }
    if isJoined(place) || isExtension(place) || isShortSuffix(place) || isUnitAlone(place) {
      return true
    }
    let meaning = meaning(place)
    if meaning.contains(.line) { return false }
    if meaning.contains(.container) {
      return isDevice(place)
        || identity.brands.isEmpty && !reading.amounts.contains { $0.role != .bare }
    }
    if !meaning.isDisjoint(with: [.laboratory, .otherThing]) {
      return !reading.isForm[place] && meaning.isDisjoint(with: [.neutral, .pack, .direction])
    }
    // The x of `x 2` is a multiplier; by itself it crosses something out.
    if text(place) == "x" { return !isBesideNumber(place) }
    // `replacement for lisinopril` is another drug.
    if Self.replacing.contains(text(place)), tokens.indices.contains(place + 2) {
      return self.meaning(place + 1).contains(.filler) && isName(place + 2)
    }
    // `five mg` is an amount, `one tablet` a count.
    if Self.numbers.contains(text(place)) { return isAmountUnit(place + 1) }
    // A resistant illness, not a gastro-resistant tablet.
    if text(place) == "resistant" {
      let before = tokens[..<place].last { $0.kind == .word }.map(reading.buffer.text)
      return before != "gastro" && before != "acid"
    }
    // The cc of `5 cc` is a millilitre; that of `nifedipine CC 60 mg` belongs to a name.
    if text(place) == "cc" { return place == 0 || tokens[place - 1].kind != .number }
    // Dutch for with, and short for metformin.
    if text(place) == "met" { return !isName(place + 1) }
    return text(place) == "or" && !isBetweenLike(place)
  }

  /// Whether a word of one or two letters behind a name may stand for a second drug: `olmesartan H`,
  /// `telmisartan AM`.
  private func isShortSuffix(_ place: Int) -> Bool {
    tokens[place].count <= 2 && isName(place - 1) && !Self.short.contains(text(place))
      && meaning(place).isDisjoint(with: [.form, .salt, .releaseAdjective, .filler, .maker])
      && !(tokens.indices.contains(place + 1) && tokens[place + 1].isAdjoining
        && meaning(place + 1).contains(.salt))
  }

  private static let short = WordLists.set("short")

  /// Whether the unit of an amount is without a number: the `ci` of `C/I` is no curie.
  private func isUnitAlone(_ place: Int) -> Bool {
    guard isAmountUnit(place), !reading.isForm[place],
      !reading.amounts.contains(where: { $0.tokens.contains(place) })
    else { return false }
    let isJoined = [place - 1, place + 1].contains { other in
      tokens.indices.contains(other)
        && (tokens[other].kind == .slash || text(other) == "per" || meaning(other).contains(.unit))
    }
    return !isBesideNumber(place) && !isJoined
  }

  private static let replacing = WordLists.set("replacing")
  private static let numbers = WordLists.set("number")

  /// Whether a token is a unit of how much there is of a drug.
  private func isAmountUnit(_ place: Int) -> Bool {
    guard tokens.indices.contains(place), tokens[place].word >= 0 else { return false }
    let unit = vocabulary[tokens[place].word].unit
    return unit >= 0 && ![.time, .volume].contains(vocabulary.units[Int(unit)].dimension)
  }

  private func isName(_ place: Int) -> Bool {
    reading.mentions.contains { $0.tokens.contains(place) }
  }

  private func isBesideNumber(_ place: Int) -> Bool {
    [place - 1, place + 1].contains { tokens.indices.contains($0) && tokens[$0].kind == .number }
  }

  /// Whether a slash, or a hyphen before a short word, joins a word to a name: what is there is
  /// a part of a combination, whatever else it means (`budesonide/form`, `adapalene-bp`).
  private func isJoined(_ place: Int) -> Bool {
    let meaning = meaning(place)
    guard !meaning.contains(.unit) else { return false }
    func isAcross(_ slash: Int, _ name: Int) -> Bool {
      tokens.indices.contains(slash) && tokens[slash].kind == .slash && isName(name)
    }
    if isAcross(place - 1, place - 2) || isAcross(place + 1, place + 2) { return true }
    return tokens[place].count == 2 && tokens[place].isAdjoining && isName(place - 1)
      && meaning.isDisjoint(with: [.form, .releaseAdjective, .salt, .maker])
  }

  /// Whether the `or` of `injection or infusion` or `pain or fever` is between words of one
  /// kind; that of `tablet or capsule` and `aspirin or zzz` says that one of two things is meant.
  private func isBetweenLike(_ place: Int) -> Bool {
    guard place > 0, place + 1 < tokens.count else { return false }
    let (left, right) = (place - 1, place + 1)
    if reading.isDirection[left], reading.isDirection[right] { return true }
    guard tokens[left].word >= 0, tokens[right].word >= 0 else { return false }
    let forms = (vocabulary[tokens[left].word].form, vocabulary[tokens[right].word].form)
    return !forms.0.kinds.isDisjoint(with: forms.1.kinds)
      || meaning(left).contains(.direction) && meaning(right).contains(.direction)
  }

  /// Whether a word continues a name: `extra` a brand's, `PM` also that of a substance.
  private func isExtension(_ place: Int) -> Bool {
    let meaning = meaning(place)
    guard !meaning.isDisjoint(with: [.line, .extension]), !isName(place),
      isBehindName(place, ofBrand: !meaning.contains(.extension))
    else { return false }
    let next = place + 1
    guard next < tokens.count, tokens[next].kind == .word else { return true }
    // `amoxicillin plus clavulanate` is a list.
    return !self.meaning(next).contains(.lineEnd)
      && !(meaning.contains(.change) && isName(next))
  }

  /// Whether a token follows a name, other words of that kind between them, and, before one that says
  /// nothing else (`cozaar 50 mg plus`), the strength and form.
  private func isBehindName(_ place: Int, ofBrand: Bool) -> Bool {
    var before = place - 1
    let isPlain = meaning(place).isDisjoint(with: [.neutral, .direction, .reason])
    while before >= 0, !isName(before),
      tokens[before].kind == .word && !meaning(before).isDisjoint(with: [.line, .lineEnd])
        || isPlain && meaning(place).contains(.extension) && isDetail(before)
    {
      before -= 1
    }
    return identity.used.contains { mention in
      mention.tokens.contains(before)
        && (!ofBrand || mention.isBrand
          || MatchingTable.brandNames.contains(mention.tokens.map(text).joined(separator: " ")[...]))
    }
  }

  /// Whether a token is of a strength or form.
  private func isDetail(_ place: Int) -> Bool {
    reading.isForm[place]
      || reading.amounts.contains { $0.role == .drug && $0.tokens.contains(place) }
  }

  /// The `s` of `tablet(s)`.
  private func isPlural(_ place: Int) -> Bool {
    place > 0 && tokens[place - 1].kind == .open && tokens[place].isAdjoining
      && ["s", "es"].contains(text(place))
  }

  /// The `d` of `x 7d`.
  private func isDays(_ place: Int) -> Bool {
    guard place > 1, text(place) == "d", tokens[place].isAdjoining,
      tokens[place - 1].kind == .number
    else { return false }
    return !meaning(place - 2).isDisjoint(with: [.count, .countBehind, .filler])
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
