// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A text in UTF-8.
typealias Bytes = Span<UInt8>

/// Where words begin and end in UTF-8, and what is between them.
///
/// A word is a run of ASCII letters, digits and letters beyond ASCII. General punctuation,
/// signs and the spaces of Unicode (which begin with C2 or E2) separate words.
enum TextWords {
  /// What is between two words.
  enum Gap: UInt8, Sendable {
    case space, slash, comma, opening, closing, apostrophe, edge, other
  }

  @inline(__always) static func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
      || (byte >= 0x80 && byte != 0xE2 && byte != 0xC2)
  }

  /// The length in bytes of the non-word character at a position.
  @inline(__always) static func width(_ byte: UInt8) -> Int {
    byte < 0x80 ? 1 : byte == 0xE2 ? 3 : 2
  }

  /// The first position at or after another one that is not a word byte.
  @inline(__always) static func end(_ utf8: borrowing Bytes, from start: Int, limit: Int) -> Int {
    var index = start
    while index < limit, isWord(utf8[index]) { index &+= 1 }
    return index
  }

  /// The first place behind a run of blanks, those of one and those of two bytes.
  static func end(ofBlanks utf8: borrowing Bytes, from start: Int, limit: Int) -> Int {
    var index = start
    while index < limit {
      if isBlank(utf8[index]) {
        index += 1
      } else if utf8[index] == 0xC2, index + 1 < limit, utf8[index + 1] == 0xA0 {
        index += 2
      } else {
        break
      }
    }
    return index
  }

  static func start(ofBlanks utf8: borrowing Bytes, before end: Int, limit: Int) -> Int {
    var index = end
    while index > limit {
      if isBlank(utf8[index - 1]) {
        index -= 1
      } else if utf8[index - 1] == 0xA0, index - 1 > limit, utf8[index - 2] == 0xC2 {
        index -= 2
      } else {
        break
      }
    }
    return index
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  static func gap(_ utf8: borrowing Bytes, from start: Int, limit: Int) -> (gap: Gap, next: Int) {
    var gap = Gap.space
    var index = start
    while index < limit {
      let byte = utf8[index]
      if isWord(byte) { return (gap, index) }
      let sign = sign(utf8, at: index, limit: limit)
      if sign != .space { gap = gap == .space ? sign : .other }
      index += width(byte)
    }
    return (.edge, limit)
  }

  /// The words of a text, each with what precedes it.
  static func words(_ utf8: [UInt8]) -> [(gap: Gap, key: WordKey)] {
    var words: [(gap: Gap, key: WordKey)] = []
    var (gap, start) = gap(utf8.span, from: 0, limit: utf8.count)
    while start < utf8.count {
      let end = end(utf8.span, from: start, limit: utf8.count)
      words.append((gap, WordKey(utf8.span, start..<end)))
      (gap, start) = Self.gap(utf8.span, from: end, limit: utf8.count)
    }
    return words
  }

  /// The word before a position, and what is between; `nil` at the beginning.
  static func word(
    _ utf8: borrowing Bytes, before end: Int, limit: Int
  ) -> (gap: Gap, range: Range<Int>)? {
    var index = end
    while index > limit, !isLast(utf8, index - 1, limit: limit) { index -= 1 }
    guard index > limit else { return nil }
    let last = index
    while index > limit, isLast(utf8, index - 1, limit: limit) { index -= 1 }
    // A word begins at `end`, so the gap ends there.
    return (gap(utf8, from: last, limit: min(end + 1, utf8.count)).gap, index..<last)
  }

  static func sign(_ utf8: borrowing Bytes, at index: Int, limit: Int) -> Gap {
    switch utf8[index] {
    case 0x09...0x0D, 0x20, UInt8(ascii: "-"): return .space
    case UInt8(ascii: "/"): return .slash
    case UInt8(ascii: ","): return .comma
    case UInt8(ascii: "("): return .opening
    case UInt8(ascii: ")"): return .closing
    case UInt8(ascii: "'"): return .apostrophe
    case 0xC2:
      // No-break space and soft hyphen.
      let second = index + 1 < limit ? utf8[index + 1] : 0
      return second == 0xA0 || second == 0xAD ? .space : .other
    case 0xE2:
      guard index + 2 < limit else { return .other }
      switch (utf8[index + 1], utf8[index + 2]) {
      // Spaces, hyphens and dashes; the narrow space; the minus sign.
      case (0x80, 0x80...0x95), (0x80, 0xAF), (0x81, 0x9F), (0x88, 0x92): return .space
      case (0x80, 0x98), (0x80, 0x99): return .apostrophe
      default: return .other
      }
    default: return .other
    }
  }

  /// Whether a byte belongs to a word when one goes backwards: a continuation byte may be
  /// that of a sign.
  static func isLast(_ utf8: borrowing Bytes, _ index: Int, limit: Int) -> Bool {
    let byte = utf8[index]
    guard isWord(byte) else { return false }
    guard byte & 0xC0 == 0x80 else { return true }
    var lead = index
    while lead > limit, utf8[lead] & 0xC0 == 0x80 { lead -= 1 }
    return utf8[lead] != 0xE2 && utf8[lead] != 0xC2
  }
}

extension String {
  /// Whether a text contains ASCII characters, compared byte by byte.
  ///
  /// The standard library's `contains` makes a table of the characters at each call: that was a
  /// fifth of the time that labels took.
  func holds(_ characters: String) -> Bool {
    let (text, wanted) = (utf8.span, characters.utf8.span)
    guard wanted.count > 0 else { return true }
    guard text.count >= wanted.count else { return false }
    for start in 0...(text.count - wanted.count) where text.holds(wanted, at: start) { return true }
    return false
  }
}

extension Span<UInt8> {
  func holds(_ wanted: borrowing Bytes, at start: Int) -> Bool {
    guard count - start >= wanted.count else { return false }
    for place in 0..<wanted.count where self[start + place] != wanted[place] { return false }
    return true
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter or a number.
  var isOfWord: Bool {
    isASCII
      ? (value | 0x20) &- 0x61 < 26 || value &- 0x30 < 10
      : properties.isAlphabetic || properties.numericType != nil
  }
}

extension String {
  /// The parts between scalars that separate them; examining every character
  /// takes four times as long, and took a tenth of the time that labels took.
  func parts(where isSeparator: (Unicode.Scalar) -> Bool) -> [Substring] {
    unicodeScalars.split(whereSeparator: isSeparator).map { Substring($0) }
  }

  /// The parts between white space.
  var blankParted: [Substring] {
    parts { $0.isASCII ? $0.value <= 0x20 : $0.properties.isWhitespace }
  }
}

/// The label's words as they are quoted: lower case, single spaces, limited in number.
enum LabelWords {
  static func text(_ range: Range<Int>, _ utf8: borrowing Bytes, words: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var count = 0
    var isBlank = true
    for index in range {
      var byte = utf8[index]
      if byte >= 0x80 {
        if byte == 0xC2, index + 1 < range.upperBound, utf8[index + 1] == 0xA0 { continue }
        if byte == 0xA0, index > range.lowerBound, utf8[index - 1] == 0xC2 { byte = 0x20 }
        if byte & 0xFE == 0x90, isHyphen(utf8, range, at: index - 2) { byte = 0x2D }
        if byte == 0xE2, isHyphen(utf8, range, at: index) { continue }
        if byte == 0x80, isHyphen(utf8, range, at: index - 1) { continue }
      }
      if byte <= 0x20 {
        if !isBlank { bytes.append(0x20) }
        isBlank = true
        continue
      }
      if isBlank {
        count += 1
        if count > words { break }
      }
      isBlank = false
      bytes.append(byte)
    }
    while bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  /// Whether a hyphen that is not ASCII's is at a place: U+2010, or U+2011 that breaks no line.
  private static func isHyphen(_ utf8: borrowing Bytes, _ range: Range<Int>, at index: Int) -> Bool
  {
    index >= range.lowerBound && index + 2 < range.upperBound && utf8[index] == 0xE2
      && utf8[index + 1] == 0x80 && utf8[index + 2] & 0xFE == 0x90
  }

  static func printed(_ range: Range<Int>, _ utf8: borrowing Bytes) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range { bytes.append(utf8[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func beginning(of title: String) -> String {
    let words = title.blankParted
    guard let first = words.first else { return "" }
    if first.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }) {
      return String(first)
    }
    return words.prefix(4).joined(separator: " ")
  }
}
