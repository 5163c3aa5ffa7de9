// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Cuts a text into sentences, items and headings.
///
/// A sentence ends at a full stop, a question mark or an exclamation mark before white space
/// and a capital letter, at an empty line, and before a bullet. A full stop behind a single
/// letter (`C. difficile`), behind `e.g.`, `vs.` and other abbreviations, within a number and
/// within brackets ends nothing. A heading with a number (`6.1 Clinical Trials Experience`)
/// begins a sentence also where the text runs on without a line.
struct SentenceCutter {
  /// A part of a text.
  struct Part {
    var range: Range<Int>
    var isItem = false
    var number: Range<Int>?
    /// Whether it ends without a full stop, as headings do.
    var isOpen = false
  }

  private static let longestBracket = 240

  private var index: Int
  private let limit: Int

  init(_ range: Range<Int>) {
    index = range.lowerBound
    limit = range.upperBound
  }

  /// The next part; `nil` at the end.
  mutating func next(_ utf8: borrowing Bytes) -> Part? {
    var part = Part(range: index..<index)
    skipBlanks(utf8, &part)
    guard index < limit else { return nil }
    let start = index
    part.number = Self.number(utf8, at: index, start: start, limit: limit)
    if let number = part.number { index = number.upperBound }
    part.isOpen = true
    var (depth, opening, reference) = (0, index, -1)
    while index < limit {
      let byte = utf8[index]
      // A bracket that is never closed does not hold a sentence together.
      if depth > 0, index - opening > Self.longestBracket { depth = 0 }
      var isOver = false
      var end = index
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["):
        if depth == 0 { opening = index }
        depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        depth = max(0, depth - 1)
        if depth == 0, SentenceOpening.refers(utf8, openedAt: opening, limit: index) {
          reference = index
        }
      case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"):
        isOver = isEnd(utf8, depth: depth)
        part.isOpen = !isOver
      case 0x0A where isLineEnd(utf8), 0xE2 where isBullet(utf8, index) && index > start:
        part.range = start..<index
        // `… on discontinuation.•Nervous system: …`.
        if index > start, utf8[index - 1] == UInt8(ascii: ".") { part.isOpen = false }
        return part
      case 0x0A, 0x09, 0x0D:
        isOver = depth == 0 && isRunOn(utf8, start: start, reference: reference)
      case 0x20, 0xA0:
        // The no-break space is a blank of two bytes.
        guard byte == 0x20 || index > start && utf8[index - 1] == 0xC2, depth == 0,
          index + 1 < limit
        else { break }
        if byte == 0xA0 { end -= 1 }
        isOver =
          isRunOn(utf8, start: start, reference: reference)
          || utf8[index + 1] &- 0x30 < 10
            && Self.number(utf8, at: index + 1, start: start, limit: limit) != nil
      default: break
      }
      index += 1
      if isOver {
        part.range = start..<end
        return part
      }
    }
    part.range = start..<min(index, limit)
    return part
  }

  /// Whether a sentence begins behind the blank at the place without an end before it.
  private func isRunOn(_ utf8: borrowing Bytes, start: Int, reference: Int) -> Bool {
    let next = index + 1
    // `[see Warnings (5.4)] cUTI: The most common …`.
    let isMixed =
      next + 1 < limit && utf8[next] &- 0x61 < 26 && utf8[next + 1] &- 0x41 < 26 && reference >= 0
    guard next < limit, utf8[next] &- 0x41 < 26 || isMixed else { return false }
    let before = TextWords.start(ofBlanks: utf8, before: next, limit: start)
    return reference >= 0 && reference == before - 1
      || SentenceOpening.begins(utf8, at: next, limit: limit, from: start)
  }

  private mutating func skipBlanks(_ utf8: borrowing Bytes, _ part: inout Part) {
    while index < limit {
      let byte = utf8[index]
      if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        index += 1
      } else if byte == UInt8(ascii: "*"), index + 1 < limit, utf8[index + 1] == 0x20 {
        part.isItem = true
        index += 1
      } else if byte == 0xE2, isBullet(utf8, index) {
        part.isItem = true
        index += 3
      } else if byte == 0xC2, index + 1 < limit, utf8[index + 1] == 0xA0 || utf8[index + 1] == 0xB7
      {
        if utf8[index + 1] == 0xB7 { part.isItem = true }
        index += 2
      } else {
        return
      }
    }
  }

  private func isBullet(_ utf8: borrowing Bytes, _ index: Int) -> Bool {
    guard index + 2 < limit else { return false }
    let second = utf8[index + 1]
    return second == 0x80 && utf8[index + 2] == 0xA2 || second == 0x96 || second == 0x97
      || second == 0x9E
  }

  private func isEnd(_ utf8: borrowing Bytes, depth: Int) -> Bool {
    guard depth == 0 || index + 1 >= limit else { return false }
    var next = index + 1
    guard next < limit else { return true }
    next = TextWords.end(ofBlanks: utf8, from: next, limit: limit)
    guard next > index + 1 else { return false }
    guard next < limit else { return true }
    let byte = utf8[next]
    // `… placebo. c Infections include …`: the mark of a footnote.
    if byte &- 0x61 < 26, next + 1 < limit {
      let word = TextWords.end(ofBlanks: utf8, from: next + 1, limit: limit)
      return word > next + 1 && word < limit && utf8[word] &- 0x41 < 26
    }
    let begins =
      byte &- 0x41 < 26 || byte &- 0x30 < 10 || byte >= 0x80 || byte == UInt8(ascii: "*")
      || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(")
    return begins && !isAbbreviation(utf8)
  }

  private func isAbbreviation(_ utf8: borrowing Bytes) -> Bool {
    guard utf8[index] == UInt8(ascii: ".") else { return false }
    var start = index
    while start > 0, utf8[start - 1] | 0x20 &- 0x61 < 26 { start -= 1 }
    let length = index - start
    if length == 0 { return false }
    // A letter alone (`C. difficile`, `U.S.`), unless it ends a footnote's mark.
    if length == 1 { return utf8[start] &- 0x41 < 26 || (start > 0 && utf8[start - 1] == 0x2E) }
    guard length <= 6 else { return false }
    let word = LabelWords.text(start..<index, utf8, words: 1)
    return Self.abbreviations.contains(word)
      && (word != "no" || index + 2 < limit && utf8[index + 2] &- 0x30 < 10)
  }

  private static let abbreviations = LabelVocabulary.words("abbreviation")

  /// Whether an empty line, or a line that begins with a bullet, follows.
  private func isLineEnd(_ utf8: borrowing Bytes) -> Bool {
    let next = TextWords.end(ofBlanks: utf8, from: index + 1, limit: limit)
    guard next < limit else { return true }
    for place in index + 1..<next where utf8[place] == 0x0A { return true }
    if utf8[next] == UInt8(ascii: "*"), next + 1 < limit, utf8[next + 1] == 0x20 { return true }
    return utf8[next] == 0xE2 && isBullet(utf8, next)
  }

  /// The number of a subsection (`6.1`, `5.10`) before a heading.
  static func number(_ utf8: borrowing Bytes, at index: Int, start: Int, limit: Int) -> Range<Int>?
  {
    var end = index
    while end < limit, end - index < 2, utf8[end] &- 0x30 < 10 { end += 1 }
    guard end > index, end + 1 < limit, utf8[end] == UInt8(ascii: ".") else { return nil }
    end += 1
    // `5. 7 Gastrointestinal Perforations`, but `1. 5 Patients`: only what a label tells effects in.
    let isSpaced = end + 1 < limit && utf8[end] == 0x20 && utf8[end + 1] &- 0x30 < 10
    if isSpaced {
      let isOfEffects =
        end - index == 2 && (utf8[index] == UInt8(ascii: "5") || utf8[index] == UInt8(ascii: "6"))
      guard isOfEffects else { return nil }
      end += 1
    }
    let second = end
    while end < limit, end - second < 2, utf8[end] &- 0x30 < 10 { end += 1 }
    guard end > second else { return nil }
    // `6.2. Postmarketing Experience`.
    let isEnded = end < limit && utf8[end] == UInt8(ascii: ".") && utf8[second] != 0x30
    if isEnded { end += 1 }
    let next = TextWords.end(ofBlanks: utf8, from: end, limit: limit)
    guard next > end else { return nil }
    // A heading: a capital and a small letter, or a word in capitals.
    guard next + 1 < limit, utf8[next] &- 0x41 < 26, TextWords.isWord(utf8[next + 1]) else {
      return nil
    }
    // What only the parts of the adverse reactions are called is a heading behind any word
    // (`renal failure 6.2 Postmarketing Experience`).
    if isPartOfReactions(utf8, at: next, limit: limit) { return index..<end }
    // A figure behind a word that takes one is none (`Section 6.1 The`, `Table 2.1`), nor is
    // one in a row of figures.
    guard index > start, let (gap, word) = TextWords.word(utf8, before: index, limit: start) else {
      return index..<end
    }
    if gap != .space, gap != .other, gap != .closing { return nil }
    // A figure at the end of a sentence is not a section number.
    if isSpaced || isEnded, utf8[index] != UInt8(ascii: "5"), utf8[index] != UInt8(ascii: "6") {
      return nil
    }
    let last = utf8[max(start, TextWords.start(ofBlanks: utf8, before: index, limit: start) - 1)]
    // `… has been reported (5.6) 5.1 Hypersensitivity`: the reference ends what was before.
    let isBehindBrackets = last == UInt8(ascii: "]") || last == UInt8(ascii: ")")
    if utf8[word.lowerBound] &- 0x30 < 10, !isBehindBrackets { return nil }
    let isBehindSentence =
      last == UInt8(ascii: ".") || last == UInt8(ascii: "]") || last == UInt8(ascii: ")")
      || last == UInt8(ascii: ":")
    if isSpaced || isEnded { return isBehindSentence ? index..<end : nil }
    return isBehindSentence || word.count > 1 && utf8[word.lowerBound] &- 0x41 < 26
      ? index..<end : nil
  }

  private static let partsOfReactions = [
    "Postmarketing Experience", "Clinical Trials Experience", "Post-Marketing Experience",
    "Post-marketing Experience", "Post Marketing Experience", "Clinical Trial Experience",
    "Clinical Studies Experience", "Postmarketing Reports", "Post-Approval Experience",
  ].map { Array($0.utf8) }

  private static func isPartOfReactions(_ utf8: borrowing Bytes, at start: Int, limit: Int) -> Bool
  { partsOfReactions.contains { start + $0.count <= limit && utf8.holds($0.span, at: start) } }
}
