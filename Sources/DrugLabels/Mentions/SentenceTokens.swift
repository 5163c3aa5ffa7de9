// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A word of a sentence with what precedes it.
struct SentenceToken: Sendable {
  /// Signs between words.
  struct Marks: OptionSet, Sendable {
    let rawValue: UInt16

    static let comma = Marks(rawValue: 1 << 0)
    static let semicolon = Marks(rawValue: 1 << 1)
    static let colon = Marks(rawValue: 1 << 2)
    static let opening = Marks(rawValue: 1 << 3)
    static let closing = Marks(rawValue: 1 << 4)
    static let period = Marks(rawValue: 1 << 5)
    static let slash = Marks(rawValue: 1 << 6)
    static let percent = Marks(rawValue: 1 << 7)
    static let bullet = Marks(rawValue: 1 << 8)
    static let line = Marks(rawValue: 1 << 9)
    static let less = Marks(rawValue: 1 << 10)
    static let more = Marks(rawValue: 1 << 11)
    static let hyphen = Marks(rawValue: 1 << 12)
    static let equals = Marks(rawValue: 1 << 13)
    static let footnote = Marks(rawValue: 1 << 14)
  }

  var range: Range<Int>
  var marks: Marks
  var cues: Cue
  var depth: UInt8
  var isNumber, isCapital: Bool
  var letters: UInt64
}

/// The words of a sentence.
struct SentenceTokens {
  var tokens: [SentenceToken] = []
  var lastMarks: SentenceToken.Marks = []
  var cues: Cue = []

  var count: Int { tokens.count }

  subscript(index: Int) -> SentenceToken { tokens[index] }

  func marks(behind index: Int) -> SentenceToken.Marks {
    index + 1 < tokens.count ? tokens[index + 1].marks : lastMarks
  }

  /// The classes of a word; none beyond the ends.
  func cues(at index: Int) -> Cue { tokens.indices.contains(index) ? tokens[index].cues : [] }

  func isWord(_ index: Int, _ word: StaticString) -> Bool {
    tokens.indices.contains(index) && tokens[index].range.count == word.utf8CodeUnitCount
      && isWord(index, from: word)
  }

  func isWord(_ index: Int, from letters: StaticString) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    return letters.withUTF8Buffer { bytes in
      var word: UInt64 = 0
      var mask: UInt64 = 0
      for place in 0..<min(bytes.count, 8) {
        word |= Self.packed(unsafe bytes[place], place)
        mask |= UInt64(0xFF) << UInt64(place * 8)
      }
      return tokens[index].letters & mask == word
    }
  }

  mutating func clear(_ words: Range<Int>) { for index in words { tokens[index].cues = [] } }

  /// A byte at its place among the letters of a word, in lower case.
  @inline(__always) private static func packed(_ byte: UInt8, _ place: Int) -> UInt64 {
    UInt64(byte &- 0x41 < 26 ? byte | 0x20 : byte) << UInt64(place * 8)
  }

  static func letters(_ utf8: borrowing Bytes, _ range: Range<Int>) -> UInt64 {
    var letters: UInt64 = 0
    for (place, index) in range.prefix(8).enumerated() { letters |= packed(utf8[index], place) }
    return letters
  }

  mutating func read(_ utf8: borrowing Bytes, _ range: Range<Int>, _ lexicon: borrowing CueLexicon)
  {
    tokens.removeAll(keepingCapacity: true)
    cues = []
    lastMarks = []
    var marks: SentenceToken.Marks = []
    var depth = 0
    var index = range.lowerBound
    let limit = range.upperBound
    while index < limit {
      let byte = utf8[index]
      guard TextWords.isWord(byte) else {
        let mark = Self.mark(utf8, index, limit)
        marks.formUnion(mark)
        if mark == .opening { depth += 1 }
        if mark == .closing { depth = max(0, depth - 1) }
        index += TextWords.width(byte)
        continue
      }
      let isNumber = byte &- 0x30 < 10
      let end =
        isNumber
        ? Self.numberEnd(utf8, index, limit) : TextWords.end(utf8, from: index, limit: limit)
      let found = isNumber ? [] : lexicon[WordKey(utf8, index..<end)]
      tokens.append(
        SentenceToken(
          range: index..<end, marks: marks, cues: found, depth: UInt8(min(depth, 255)),
          isNumber: isNumber, isCapital: byte &- 0x41 < 26,
          letters: Self.letters(utf8, index..<end)))
      cues.formUnion(found)
      marks = []
      index = end
    }
    lastMarks = marks
  }

  private static func numberEnd(_ utf8: borrowing Bytes, _ start: Int, _ limit: Int) -> Int {
    var index = start
    while index < limit {
      let byte = utf8[index]
      if TextWords.isWord(byte) {
        index += 1
      } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ","), index + 1 < limit,
        utf8[index + 1] &- 0x30 < 10
      {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  private static func mark(
    _ utf8: borrowing Bytes, _ index: Int, _ limit: Int
  ) -> SentenceToken.Marks {
    switch utf8[index] {
    case UInt8(ascii: ","): return .comma
    case UInt8(ascii: ";"): return .semicolon
    case UInt8(ascii: ":"): return .colon
    case UInt8(ascii: "("), UInt8(ascii: "["): return .opening
    case UInt8(ascii: ")"), UInt8(ascii: "]"): return .closing
    case UInt8(ascii: "."): return .period
    case UInt8(ascii: "/"): return .slash
    case UInt8(ascii: "%"): return .percent
    case UInt8(ascii: "*"): return .footnote
    case UInt8(ascii: "<"): return .less
    case UInt8(ascii: ">"): return .more
    case UInt8(ascii: "-"): return .hyphen
    case UInt8(ascii: "="): return .equals
    case 0x0A: return .line
    case 0xE2:
      guard index + 2 < limit else { return [] }
      switch (utf8[index + 1], utf8[index + 2]) {
      case (0x80, 0x90...0x95): return .hyphen
      case (0x80, 0xA2), (0x96, _), (0x97, _): return .bullet
      case (0x80, 0xA0), (0x80, 0xA1): return .footnote
      case (0x89, 0xA5), (0xA9, 0xBE): return .more
      case (0x89, 0xA4), (0xA9, 0xBD): return .less
      default: return []
      }
    case 0xC2: return index + 1 < limit && utf8[index + 1] == 0xA7 ? .footnote : []
    default: return []
    }
  }
}

/// Finds the terms of a list of effects that no category covers.
///
/// A list is an item, or a sentence with at least two commas or semicolons. A term is what is
/// between them: one to four words without a mention, a figure or a word of a sentence. What is in
/// brackets, and what a colon follows (`Gastrointestinal:`), is not a term.
extension SentenceTokens {
  private static let mostWords = 4
  private static let ends: SentenceToken.Marks = [
    .comma, .semicolon, .colon, .period, .bullet, .line,
  ]
  private static let openings: Cue = [.including, .auxiliary, .effect, .and, .or]
  private static let others: Cue = [
    .person, .possibility, .obligation, .negation, .event, .adverse, .share, .medicine, .ownName,
    .which, .who, .condition, .turn, .placebo, .than, .common, .reported, .other,
  ]

  func uncovered(mentions: [Range<Int>], isItem: Bool) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = 0
    var separators = 0
    for index in 0..<count {
      let marks = tokens[index].marks
      guard index > 0, tokens[index].depth == 0, !marks.isDisjoint(with: Self.ends) else {
        continue
      }
      if !marks.isDisjoint(with: [.comma, .semicolon]) { separators += 1 }
      if !marks.contains(.colon) { pieces.append(start..<index) }
      start = index
    }
    if start < count { pieces.append(start..<count) }
    guard isItem || separators >= 2 else { return [] }
    return pieces.compactMap { term(in: $0, mentions) }
  }

  private func term(in piece: Range<Int>, _ mentions: [Range<Int>]) -> Range<Int>? {
    guard !mentions.contains(where: { $0.overlaps(piece) }) else { return nil }
    var start = piece.lowerBound
    var end = piece.lowerBound
    for index in piece {
      // Brackets behind the words say more of them.
      if tokens[index].depth > 0 { break }
      end = index + 1
      if !tokens[index].cues.isDisjoint(with: Self.openings) { start = end }
    }
    guard end > start, end - start <= Self.mostWords else { return nil }
    for index in start..<end
    where tokens[index].isNumber || !tokens[index].cues.isDisjoint(with: Self.others) { return nil }
    return start..<end
  }
}
