// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// A text cut into words, numbers and the signs that matter:
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
  /// Whether it follows the previous token directly.
  let isAdjoining: Bool
  /// Where its folded bytes are in the buffer.
  let start: Int32
  /// The end of its folded bytes.
  let end: Int32
  /// Its word in the vocabulary; negative for one that no table and no name has.
  var word: Int32 = -1
  /// What its word can mean; nothing for one that is not known.
  var meaning: WordMeaning = []
  /// Whether it is a number behind `#`, which counts something, or the number of a list's item.
  var isCounted = false
  /// Whether it is a number behind `<`, `~` or the like.
  var isInexact = false
  /// Its value, if it is a number.
  var number = ExactDecimal.zero

  var range: Range<Int> { Int(start)..<Int(end) }
  var count: Int { Int(end - start) }
}

extension ExactDecimal {
  /// Whether it is a year in a person's lifetime; 2000 is more often a dose.
  var isYear: Bool {
    exponent == 0 && (1950...2050).contains(significand) && significand != 2000
  }

  /// Whether the digits of a text are a whole number below another one.
  func isWhole(below limit: Int) -> Bool {
    normalized.exponent >= 0 && significand < limit
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

  /// What the word at a place can mean; nothing beyond the ends.
  func meaning(_ place: Int) -> WordMeaning {
    tokens.indices.contains(place) ? tokens[place].meaning : []
  }

  /// The folded letters or digits of a token, for messages.
  func text(_ token: TextToken) -> String {
    String(decoding: bytes[token.range], as: UTF8.self)
  }
}

/// Letters and signs beyond ASCII as the ASCII that drug names use for them.
enum SignFolding {
  /// The ASCII form of a scalar; empty if it has none.
  static func ascii(_ value: UInt32) -> String {
    switch value {
    case 0x391, 0x3B1: "alpha"
    case 0x392, 0x3B2: "beta"
    case 0x393, 0x3B3: "gamma"
    case 0x394, 0x3B4: "delta"
    case 0x3A9, 0x3C9: "omega"
    case 0xB2, 0x2082: "2"
    case 0xB3, 0x2083: "3"
    case 0x2044, 0x2215: "/"
    case 0xFF05: "%"
    case 0x338D: "ug"
    case 0x338E: "mg"
    case 0x3396: "ml"
    case 0x2010...0x2015, 0x2212: "-"
    case 0xD7: "x"
    default: LetterFolding.latin(value) ?? ""
    }
  }

  /// Whether a scalar says that the number behind it is a bound or a guess.
  static func isBound(_ value: UInt32) -> Bool {
    [0xB1, 0x2248, 0x2264, 0x2265, 0x2A7D, 0x2A7E].contains(value)
  }

  /// Whether a scalar leaves no trace: marks of trade, accents on their own, soft hyphens.
  static func isDropped(_ value: UInt32) -> Bool {
    switch value {
    case 0xAD, 0xAE, 0x2122, 0x300...0x36F, 0x2019, 0x2018, 0x200B...0x200D, 0xFEFF: true
    default: false
    }
  }
}
