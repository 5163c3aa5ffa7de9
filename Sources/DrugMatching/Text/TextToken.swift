// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What somebody wrote, cut into words, numbers and the signs that matter:
//
//   "Co-Amoxiclav 500mg/125mg  f/c tabs"
//    co | amoxiclav | 500 | mg | / | 125 | mg | fc | tabs
//
// Letters are folded to ASCII where they have an ASCII form, so that names of
// the catalog and texts of any language meet in one spelling.

/// A word, a number or a sign of a text.
struct TextToken {
  /// What a token is.
  enum Kind: UInt8 {
    case word, number, slash, plus, hyphen, percent, open, close, comma, colon
  }

  let kind: Kind
  /// Whether nothing stood between it and the token before it.
  let isGlued: Bool
  /// Where its folded bytes stand in the buffer.
  let start: Int32
  /// The end of its folded bytes.
  let end: Int32
  /// Its word in the vocabulary; negative for one that no table and no name has.
  var word: Int32 = -1
  /// Whether it is a number behind `#`, which counts something.
  var isCounted = false
  /// Its value, if it is a number.
  var number = SmallDecimal.zero

  var range: Range<Int> { Int(start)..<Int(end) }
  var count: Int { Int(end - start) }
}

/// A number of a text: small enough for machine words, exact.
struct SmallDecimal: Equatable {
  var significand: Int64
  var exponent: Int
  static let zero = SmallDecimal(significand: 0, exponent: 0)

  /// The same value without zeros at its end.
  var normalized: SmallDecimal {
    guard significand != 0 else { return .zero }
    var (rest, power) = (significand, exponent)
    while rest % 10 == 0 { (rest, power) = (rest / 10, power + 1) }
    return SmallDecimal(significand: rest, exponent: power)
  }

  /// Whether it is a year of somebody's life; 2000 is a dose more often.
  var isYear: Bool {
    exponent == 0 && (1950...2050).contains(significand) && significand != 2000
  }

  /// Whether it is a whole number below a limit.
  func isWhole(below limit: Int64) -> Bool {
    let value = normalized
    return value.exponent >= 0 && value.exponent < 10 && significand < limit
      && value.significand < limit
  }
}

/// The tokens of one text and their folded bytes; reused from text to text.
struct TokenBuffer {
  /// Folded letters and digits of all tokens, one after the other.
  private(set) var bytes: [UInt8] = []
  var tokens: [TextToken] = []

  /// Cuts a text; what was in the buffer goes.
  mutating func read(_ text: String) {
    bytes.removeAll(keepingCapacity: true)
    tokens.removeAll(keepingCapacity: true)
    let input = text.utf8
    var scanner = TextScanner()
    scanner.scan(input.span, &bytes, &tokens)
  }

  /// The folded letters or digits of a token, for messages.
  func text(_ token: TextToken) -> String {
    String(decoding: bytes[token.range], as: UTF8.self)
  }
}
