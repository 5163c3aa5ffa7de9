// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A text as words in clauses:
//
//   Warfarin 5 mg, daily (husband’s) - d/c'd 3/2020
//   warfarin 5 mg , daily | husband's | d/c'd 3/2020
//
// A bar is where a clause ends, a comma stays within a sentence. Letters are
// lower-cased, all apostrophes are one sign; an apostrophe between letters
// belongs to its word. So does a slash in the words that are written with one
// (`d/c'd`, `b/c`); `metformin/not` is two words. Signs of comparison are words.
// Blanks are those of Unicode, the one without width among them.

/// The words of a text, and where its clauses begin.
struct UseClauses {
  /// What is between a word and the one before it.
  enum Break: Int, Comparable {
    case none
    case comma
    /// A dash, a colon, a bracket.
    case clause
    /// What ends a sentence; the beginning of the text.
    case sentence

    static func < (left: Break, right: Break) -> Bool { left.rawValue < right.rawValue }
  }

  private(set) var words: [String] = []
  private(set) var breaks: [Break] = []
  /// Whether a hyphen joins a word to the one before it.
  private(set) var isJoined: [Bool] = []

  /// How many words of a clause are looked at on either side of a phrase: longer clauses are
  /// prose, and what is far away says nothing of the drug.
  static let reach = 32

  /// The word that is being read, in UTF-8.
  private var word: [UInt8] = []
  private var pending = Break.sentence
  private var isHyphenated = false

  init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    for place in scalars.indices {
      let next = place + 1 < scalars.count ? scalars[place + 1] : " "
      let previous = place > 0 ? scalars[place - 1] : " "
      read(scalars[place], previous, next)
    }
    endWord()
  }

  private mutating func read(
    _ scalar: Unicode.Scalar, _ previous: Unicode.Scalar, _ next: Unicode.Scalar
  ) {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9": word.append(UInt8(scalar.value) | 0x20)
    // ’ ‘ ´ ʼ ′
    case "'", "`", "\u{2018}", "\u{2019}", "\u{B4}", "\u{2BC}", "\u{2032}":
      if !word.isEmpty { word.append(UInt8(ascii: "'")) }
    case "\u{AD}", "\u{200C}"..."\u{200F}", "\u{2060}", "\u{FEFF}": break  // signs without width
    case "\u{200B}": endWord()
    case "/":
      let joinsLetters = Self.isLetter(previous) && (Self.isLetter(next) || next == "'")
      if joinsLetters || Self.isDigit(previous) && Self.isDigit(next) {
        word.append(UInt8(ascii: "/"))
      } else {
        endWord()
      }
    case "<", ">": append(sign: scalar == "<" ? "<" : ">")
    case "\u{2264}", "\u{2265}": append(sign: scalar == "\u{2264}" ? "<" : ">")
    case ".", ":", ",": readPoint(scalar, previous, next)
    case "-", "\u{2010}", "\u{2011}":
      // `hand-held` is two words of one clause; ` - ` divides.
      if Self.isBlank(previous) || Self.isBlank(next) {
        end(.clause)
      } else {
        endWord()
        isHyphenated = true
      }
    case ";", "!", "?", "|", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": end(.sentence)
    // Brackets, quotation marks, dashes and the bullet.
    case "(", ")", "[", "]", "{", "}", "*", "\"", "\u{2012}"..."\u{2027}": end(.clause)
    default:
      if Self.isBlank(scalar) || scalar.value < 0x80 {
        endWord()
      } else {
        word += Array(String(scalar).utf8)
      }
    }
  }

  private mutating func readPoint(
    _ scalar: Unicode.Scalar, _ previous: Unicode.Scalar, _ next: Unicode.Scalar
  ) {
    if Self.isDigit(previous), Self.isDigit(next) {
      // `0.5`, `10:30`, `5,000`
      if scalar != "," { word.append(UInt8(scalar.value)) }
    } else if scalar == "," {
      end(.comma)
    } else if scalar == ":" {
      end(.clause)
    } else if Self.isLetter(next) {
      // `p.o.`, `q.d.`
      endWord()
    } else {
      end(.sentence)
    }
  }

  /// The first word of what a break of at least a strength begins, at or before a word and no
  /// farther from it than is looked.
  func start(of place: Int, _ strength: Break) -> Int {
    var start = place
    let first = max(0, place - Self.reach)
    while start > first, breaks[start] < strength { start -= 1 }
    return start
  }

  /// The words behind a word up to a break of at least a strength.
  func after(_ place: Int, upTo strength: Break) -> ArraySlice<String> {
    var end = place + 1
    let last = min(words.count, end + Self.reach)
    while end < last, breaks[end] < strength { end += 1 }
    return words[(place + 1)..<end]
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace
  }

  private mutating func endWord() {
    while word.last == UInt8(ascii: "'") || word.last == UInt8(ascii: "/") { word.removeLast() }
    guard let first = word.first else { return }
    let text = String(decoding: word, as: UTF8.self)
    if word.contains(UInt8(ascii: "/")), !UseWordLists.withSlash.contains(text),
      !(0x30...0x39).contains(first)
    {
      for part in text.split(separator: "/") { append(String(part)) }
    } else {
      append(text)
    }
    word.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ text: String) {
    words.append(text)
    breaks.append(pending)
    isJoined.append(isHyphenated && pending == .none)
    pending = .none
    isHyphenated = false
  }

  private mutating func append(sign: String) {
    endWord()
    append(sign)
  }

  private mutating func end(_ strength: Break) {
    endWord()
    pending = max(pending, strength)
  }
}
