// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// A run of words of a text that names a drug.
struct Mention {
  /// How the words match the name; the first case that holds for the worst word.
  enum Way: Int, Comparable {
    case name, synonym, shortened, brandStart, spelling, joined, completion, misspelling

    static func < (left: Way, right: Way) -> Bool { left.rawValue < right.rawValue }
  }

  /// The tokens, first and last included.
  let tokens: ClosedRange<Int>
  /// What the words may refer to.
  var targets: [Lexicon.Target]
  /// Whether all targets together are meant.
  let isTogether: Bool
  /// Whether the words are too common to be trusted alone.
  let isVague: Bool
  var way: Way
  /// How far the words are from the name, in tenths of a letter.
  let cost: Int
  /// What else the words may refer to, almost as likely.
  var others: [Lexicon.Target] = []
  let letterCount: Int
  /// How many words of the text it takes.
  let wordCount: Int
  /// The corrected words, for the list of substitutions.
  let corrections: [(token: Int, word: Int32)]

  /// Brands whose names go on behind these words.
  var longerBrands: [Lexicon.Target] = []
  /// Whether the words only begin a brand's name.
  var isBrandStart = false
  /// Whether a misspelled word of it may as well be a name that the release does not hold.
  var isDoubtful = false

  var isBrand: Bool { targets.allSatisfy { $0.kind == .brand } }
}

/// A word or number of a text that may be part of a drug's name.
struct NameWord {
  /// The tokens that it takes; two where a name was written in two words.
  var tokens: ClosedRange<Int>
  var sum: NameSum
  var way = Mention.Way.name
  var cost = 0
  var isNumber = false
  /// Whether it is the name of nothing and has no other meaning.
  var isUnknown = false
  /// Whether the lists of words know it, so that only its own spelling counts.
  var isListed = false
  /// Other words that it may mean.
  var others: [SpellingCorrections.Correction] = []
  /// The word that takes its place.
  var correction: Int32 = -1
  /// Whether it may as well be a name that the release does not hold.
  var isDoubtful = false
}

// Next to a name, a word that may be a misspelling of another one is often a
// manufacturer or a flavour. But where a list joins it to the name, or both are
// one combination, it is a part that must not be lost.

/// Which of the names found in a text are taken.
struct MentionChoice {
  /// Names that are taken.
  private(set) var kept: [Mention]
  /// Guessed names next to others: it is unknown whether they are meant.
  private(set) var guesses: [Mention] = []

  init(
    _ mentions: [Mention], _ buffer: TokenBuffer, _ products: inout ProductReader
  ) {
    kept = mentions
    let certain = mentions.filter { $0.way < .completion && !$0.isVague }
    guard !certain.isEmpty, certain.count < mentions.count else { return }
    var isName = [Bool](repeating: false, count: buffer.tokens.count)
    var union: Set<UInt32> = []
    for mention in certain {
      for place in mention.tokens { isName[place] = true }
      union.formUnion(Self.ingredients(mention, &products))
    }
    let joints = ListJoints(buffer)
    kept = []
    for mention in mentions {
      guard mention.way >= .completion, !mention.isVague else {
        kept.append(mention)
        continue
      }
      let own = Self.ingredients(mention, &products)
      if joints.join(mention.tokens, toNames: isName)
        || !own.isEmpty && !own.isSubset(of: union)
          && products.areTogether(union.union(own).sorted())
      {
        kept.append(mention)
      } else if mention.letterCount >= Self.shortestGuess, !own.isSubset(of: union) {
        guesses.append(mention)
      }
    }
  }

  /// Shorter words are too near to too many names to say anything.
  private static let shortestGuess = 6

  private static func ingredients(
    _ mention: Mention, _ products: inout ProductReader
  ) -> Set<UInt32> {
    var union: Set<UInt32> = []
    let substances = mention.targets.filter { $0.kind != .brand }
    for target in (substances.isEmpty ? mention.targets : substances).prefix(
      mention.isTogether ? mention.targets.count : 1)
    {
      union.formUnion(products.ingredients(of: target.concept))
    }
    return union
  }
}

// A combination is written as a list: `a/b`, `a-b`, `a + b`, `a 5 mg and b 10 mg`.
// What is in such a list is meant as a part of it, however it is spelled.

/// Finds what the signs of a list join to the names of a text.
struct ListJoints {
  private let tokens: [TextToken]
  private let isJoiner: [Bool]

  init(_ buffer: TokenBuffer) {
    tokens = buffer.tokens
    isJoiner = buffer.tokens.map { token in
      switch token.kind {
      case .slash, .plus: true
      case .word: token.count < 6 && Self.joiners.contains(buffer.text(token))
      default: false
      }
    }
  }

  static let joiners = WordLists.set("joint")

  /// Whether words are joined to a name before or behind them.
  func join(_ words: ClosedRange<Int>, toNames isName: [Bool]) -> Bool {
    isJoinedBefore(words.lowerBound, isName) || isJoinedBehind(words.upperBound, isName)
  }

  private func isJoinedBefore(_ first: Int, _ isName: [Bool]) -> Bool {
    guard first > 0 else { return false }
    if isHyphenated(first) { return isName[first - 1] }
    var place = first - 1
    var hasSign = false
    while place >= 0, isJoiner[place] || isBracket(place) {
      hasSign = hasSign || isJoiner[place]
      place -= 1
    }
    guard hasSign else { return false }
    while place >= 0, !isName[place], isDetail(place) || isJoiner[place] { place -= 1 }
    return place >= 0 && isName[place]
  }

  private func isJoinedBehind(_ last: Int, _ isName: [Bool]) -> Bool {
    var place = last + 1
    guard place < tokens.count else { return false }
    if isHyphenated(place) { return isName[place] }
    while place < tokens.count, !isName[place],
      isDetail(place)
        || isJoiner[place] && place + 1 < tokens.count && tokens[place + 1].kind == .number
    {
      place += 1
    }
    var hasSign = false
    while place < tokens.count, isJoiner[place] || isBracket(place) {
      hasSign = hasSign || isJoiner[place]
      place += 1
    }
    return hasSign && place < tokens.count && isName[place]
  }

  /// Whether only a hyphen is between a word and the word before it.
  private func isHyphenated(_ place: Int) -> Bool {
    tokens[place].isAdjoining && tokens[place].kind == .word && tokens[place - 1].kind == .word
  }

  private func isBracket(_ place: Int) -> Bool {
    tokens[place].kind == .open || tokens[place].kind == .close
  }

  /// Whether a token says how much of a drug, or as which salt.
  private func isDetail(_ place: Int) -> Bool {
    let token = tokens[place]
    switch token.kind {
    case .number, .percent, .hyphen, .open, .close: return true
    case .word: return !token.meaning.isDisjoint(with: [.unit, .million, .salt])
    default: return false
    }
  }
}
