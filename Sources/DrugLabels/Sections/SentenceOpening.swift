// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// openFDA's texts have no lines: a heading, the cells of a table and the items of a list run on
// into the sentence behind them.
//
//   … hypotension, hypertension Post-marketing cases of hypersensitivity have been …
//   … impaired fertility Most common adverse reactions are …
//   … tinnitus, sweating Additional adverse experiences reported occasionally …
//                        └ a word that begins a sentence, in capitals, without a full stop before

/// Words that begin a sentence where they have a capital and a small word follows.
enum SentenceOpening {
  private static let words = Dictionary(
    grouping: LabelVocabulary.shared["opening"].map { word in
      Array(word.utf8.prefix(1).map { $0 & 0xDF } + word.utf8.dropFirst())
    }, by: \.[0])

  /// Words behind which a word in capitals begins nothing (`Table`, `of the`).
  private static let joints = LabelVocabulary.words("opening-joint")

  static func begins(_ utf8: borrowing Bytes, at start: Int, limit: Int, from first: Int) -> Bool {
    guard start > first, utf8[start] &- 0x41 < 26 else { return false }
    if start + 1 < limit, utf8[start + 1] &- 0x61 < 26, isBehindTitle(utf8, start, from: first) {
      return true
    }
    let found = words[utf8[start]]?.first {
      start + $0.count <= limit && utf8.holds($0.span, at: start)
    }
    guard let word = found else { return false }
    let end = start + word.count
    let next = TextWords.end(ofBlanks: utf8, from: end, limit: limit)
    guard next > end else { return false }
    let isTable = word.count == 5 && word[0] == UInt8(ascii: "T") && word[1] == UInt8(ascii: "a")
    guard next < limit else { return false }
    // `Table 3`, but `The following`.
    guard isTable ? utf8[next] &- 0x30 < 10 : utf8[next] &- 0x61 < 26 else { return false }
    return isUnjoined(utf8, before: start, from: first)
  }

  /// Whether two words in capitals precede it: a title (`WITHDRAWAL REACTIONS Concomitant use`).
  private static func isBehindTitle(_ utf8: borrowing Bytes, _ start: Int, from first: Int) -> Bool
  {
    var place = start
    for _ in 0..<2 {
      place = TextWords.start(ofBlanks: utf8, before: place, limit: first)
      let end = place
      while place > first, utf8[place - 1] &- 0x41 < 26 { place -= 1 }
      guard end - place >= 4 else { return false }
    }
    return place == first || !TextWords.isLast(utf8, place - 1, limit: first)
  }

  /// Whether the text before a position ends a sentence or a heading without its full stop.
  private static func isUnjoined(
    _ utf8: borrowing Bytes, before start: Int, from first: Int
  ) -> Bool {
    let end = TextWords.start(ofBlanks: utf8, before: start, limit: first)
    guard end > first else { return false }
    let last = utf8[end - 1]
    if last == UInt8(ascii: ")") || last == UInt8(ascii: "]") || last == UInt8(ascii: "%") {
      return true
    }
    guard TextWords.isWord(last), last < 0x80 else { return false }
    var word = end
    while word > first, TextWords.isLast(utf8, word - 1, limit: first), end - word < 8 { word -= 1 }
    return !joints.contains(LabelWords.text(word..<end, utf8, words: 1))
  }

  /// Whether brackets refer to a section: `[see Warnings (5.2)]`, `(6.1)`.
  static func refers(_ utf8: borrowing Bytes, openedAt start: Int, limit: Int) -> Bool {
    let index = TextWords.end(ofBlanks: utf8, from: start + 1, limit: limit)
    guard index < limit else { return false }
    if index + 3 < limit, utf8[index] | 0x20 == UInt8(ascii: "s"),
      utf8[index + 1] == UInt8(ascii: "e"), utf8[index + 2] == UInt8(ascii: "e"),
      TextWords.end(ofBlanks: utf8, from: index + 3, limit: limit) > index + 3
    {
      return true
    }
    // Numbers of sections, and nothing else.
    var hasPoint = false
    var place = index
    while place < limit {
      let blanks = TextWords.end(ofBlanks: utf8, from: place, limit: limit)
      if blanks > place {
        place = blanks
        continue
      }
      let byte = utf8[place]
      if byte == UInt8(ascii: "."), place > index, utf8[place - 1] &- 0x30 < 10 { hasPoint = true }
      guard byte &- 0x30 < 10 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") else {
        return false
      }
      place += 1
    }
    return hasPoint || utf8[index] == UInt8(ascii: "6")
  }
}
