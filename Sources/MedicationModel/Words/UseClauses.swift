// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A text as words in clauses:
//
//   Warfarin 5 mg (husband’s) - d/c'd 3/2020
//   warfarin 5 mg | husband's | d/c'd 3/2020
//
// A bar is where a clause ends. Letters are lower-cased, all apostrophes are
// one sign; an apostrophe or slash between letters belongs to its word, so that
// `d/c'd` and `h/o` are one word. Signs of comparison are words.

/// The words of a text, and where its clauses begin.
struct UseClauses {
  private(set) var words: [String] = []
  /// Whether a clause begins at a word.
  private(set) var begins: [Bool] = []

  private var word: [UInt8] = []
  private var isAtClause = true

  /// Longer texts are cut: nobody writes the state of a drug behind so many words.
  private static let longest = 4096

  init(_ text: String) {
    let bytes = Array(text.utf8.prefix(Self.longest))
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0x20
      let previous = place > 0 ? bytes[place - 1] : 0x20
      switch byte {
      case 0x41...0x5A: word.append(byte | 0x20)
      case 0x61...0x7A, 0x30...0x39: word.append(byte)
      case UInt8(ascii: "'"), UInt8(ascii: "`"): appendApostrophe()
      case 0xE2 where place + 2 < bytes.count && next == 0x80:
        // The quotation marks ’ and ‘, dashes, and the bullet.
        switch bytes[place + 2] {
        case 0x98, 0x99: appendApostrophe()
        default: endClause()
        }
        place += 2
      case 0xE2 where place + 2 < bytes.count && next == 0x89:
        // ≤ and ≥
        endWord()
        append(bytes[place + 2] == 0xA5 ? ">" : "<")
        place += 2
      case UInt8(ascii: "/"):
        if Self.isLetter(previous), Self.isLetter(next) || next == UInt8(ascii: "'") {
          word.append(byte)
        } else if (0x30...0x39).contains(previous), (0x30...0x39).contains(next) {
          word.append(byte)
        } else {
          endWord()
        }
      case UInt8(ascii: "<"), UInt8(ascii: ">"):
        endWord()
        append(byte == UInt8(ascii: "<") ? "<" : ">")
      case UInt8(ascii: "."), UInt8(ascii: ":"):
        if (0x30...0x39).contains(previous), (0x30...0x39).contains(next) {
          word.append(byte)
        } else if byte == UInt8(ascii: "."), Self.isLetter(next) {
          // `p.o.`, `q.d.`
          endWord()
        } else {
          endClause()
        }
      case UInt8(ascii: "-"):
        // `hand-held` is two words of one clause; ` - ` divides.
        if Self.isBlank(previous) || Self.isBlank(next) { endClause() } else { endWord() }
      case UInt8(ascii: ";"), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "|"),
        UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "*"), UInt8(ascii: "\""), 0x0A, 0x0D:
        endClause()
      case 0x80...: word.append(byte)
      default: endWord()
      }
      place += 1
    }
    endWord()
  }

  /// The words of the clause before a word, the nearest last.
  func before(_ place: Int) -> ArraySlice<String> {
    var start = place
    while start > 0, !begins[start] { start -= 1 }
    return words[start..<place]
  }

  /// The words of the clause behind a word.
  func after(_ place: Int) -> ArraySlice<String> {
    var end = place + 1
    while end < words.count, !begins[end] { end += 1 }
    return words[(place + 1)..<end]
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private mutating func appendApostrophe() {
    if !word.isEmpty { word.append(UInt8(ascii: "'")) }
  }

  private mutating func endWord() {
    while word.last == UInt8(ascii: "'") || word.last == UInt8(ascii: "/") { word.removeLast() }
    guard !word.isEmpty else { return }
    append(String(decoding: word, as: UTF8.self))
    word.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ text: String) {
    words.append(text)
    begins.append(isAtClause)
    isAtClause = false
  }

  private mutating func endClause() {
    endWord()
    isAtClause = true
  }
}
