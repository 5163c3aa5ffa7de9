// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A combination is written as a list: `a/b`, `a-b`, `a + b`, `a 5 mg and b 10 mg`.
// What stands in such a list is meant as a part of it, however it is spelled (S15).

/// Finds what the signs of a list join to the names of a text.
struct ListJoints {
  private let tokens: [TextToken]
  private let vocabulary: Vocabulary
  private let isJoiner: [Bool]

  init(_ buffer: TokenBuffer, _ vocabulary: Vocabulary) {
    tokens = buffer.tokens
    self.vocabulary = vocabulary
    isJoiner = buffer.tokens.map { token in
      switch token.kind {
      case .slash, .plus: true
      case .word: token.count < 6 && Self.joiners.contains(buffer.text(token))
      default: false
      }
    }
  }

  private static let joiners: Set<String> = [
    "and", "plus", "with", "et", "und", "mit", "avec", "en", "met", "con", "y",
  ]

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

  /// Whether only a hyphen stands between a word and the word before it.
  private func isHyphenated(_ place: Int) -> Bool {
    tokens[place].isGlued && tokens[place].kind == .word && tokens[place - 1].kind == .word
  }

  private func isBracket(_ place: Int) -> Bool {
    tokens[place].kind == .open || tokens[place].kind == .close
  }

  /// Whether a token says how much of a drug, or as which salt.
  private func isDetail(_ place: Int) -> Bool {
    let token = tokens[place]
    switch token.kind {
    case .number, .percent, .hyphen, .open, .close: return true
    case .word where token.word >= 0:
      return !vocabulary[token.word].meaning.isDisjoint(with: [.unit, .million, .salt])
    default: return false
    }
  }
}
