// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import SymptomMapping

// How phrases are found.
//
//   words           a table of the words of all phrases by their keys (WordKey)
//   steps           (node, gap, word) -> node: the phrases as a tree of words
//   nodes           the phrases that end there
//
// At a word that begins a phrase the tree is followed as far as the text matches; the longest
// phrase whose guards allow it is a mention, and the search continues after it.

/// A phrase in a text.
public struct PhraseMention: Sendable, Hashable {
  /// Its bytes.
  public let range: Range<Int>
  /// Its index among the phrases of the matcher.
  public let phrase: Int
}

/// Finds the words of labels that name symptoms.
///
/// The longest phrase wins at a place, on word boundaries, without regard to case, with any
/// white space or hyphen between words, in the singular and plural and in both spellings of
/// English; words that make it mean something else are looked for before and behind it.
public struct PhraseMatcher: Sendable {
  /// The phrases, in the order of the table.
  public let phrases: [Phrase]
  private var words = WordTable()
  private var steps = NumberTable()
  private var ends: [[Int]] = [[]]
  /// Words around each phrase that make it mean something else.
  private var guards: [(before: [[WordKey]], behind: [[WordKey]])] = []

  /// Makes a matcher.
  public init(_ table: PhraseTable) {
    phrases = table.phrases
    for (index, phrase) in phrases.enumerated() {
      insert(phrase.text, index)
      guards.append(
        (phrase.notAfter.map { Self.keys($0).reversed() }, phrase.notBefore.map(Self.keys)))
    }
  }

  /// The mentions within a range of a text, in order.
  public func mentions(in utf8: [UInt8], _ range: Range<Int>? = nil) -> [PhraseMention] {
    mentions(in: utf8.span, range ?? 0..<utf8.count)
  }

  /// The mentions within a range of a text, in order.
  public func mentions(in utf8: borrowing Span<UInt8>, _ range: Range<Int>) -> [PhraseMention] {
    var mentions: [PhraseMention] = []
    var index = range.lowerBound
    let limit = range.upperBound
    while index < limit {
      let byte = utf8[index]
      guard TextWords.isWord(byte) else {
        index &+= TextWords.width(byte)
        continue
      }
      if let mention = mention(utf8, at: index, in: range) {
        mentions.append(mention)
        index = mention.range.upperBound
      } else {
        index = TextWords.end(utf8, from: index &+ 1, limit: limit)
      }
    }
    return mentions
  }

  /// The phrases that a whole text is, words and gaps; usually one.
  func phrases(equalTo utf8: [UInt8]) -> [Phrase] {
    var node: Int32 = 0
    for (gap, key) in TextWords.words(utf8) {
      guard let word = words[key], let next = steps[Self.step(node, gap, word)] else { return [] }
      node = next
    }
    return ends[Int(node)].first.map { [phrases[$0]] } ?? []
  }

  private func mention(
    _ utf8: borrowing Bytes, at start: Int, in range: Range<Int>
  ) -> PhraseMention? {
    var node: Int32 = 0
    var gap = TextWords.Gap.space
    var index = start
    var best: PhraseMention?
    while true {
      let end = TextWords.end(utf8, from: index, limit: range.upperBound)
      guard let word = words[WordKey(utf8, index..<end)],
        let next = steps[Self.step(node, gap, word)]
      else { return best }
      node = next
      // Singular and plural of one phrase share a node, and each other's guards.
      let found = ends[Int(node)]
      if let phrase = found.first, found.allSatisfy({ isAllowed($0, utf8, start..<end, in: range) })
      {
        best = PhraseMention(range: start..<end, phrase: phrase)
      }
      (gap, index) = TextWords.gap(utf8, from: end, limit: range.upperBound)
      if gap == .edge || gap == .other { return best }
    }
  }

  private func isAllowed(
    _ phrase: Int, _ utf8: borrowing Bytes, _ place: Range<Int>, in range: Range<Int>
  ) -> Bool {
    before: for words in guards[phrase].before {
      var index = place.lowerBound
      for word in words {
        guard let (gap, found) = TextWords.word(utf8, before: index, limit: range.lowerBound),
          // `Central Nervous System (CNS) Depression`: the word may be in brackets.
          gap == .space || gap == .apostrophe || gap == .closing && index == place.lowerBound,
          WordKey(utf8, found) == word
        else { continue before }
        index = found.lowerBound
      }
      return false
    }
    behind: for words in guards[phrase].behind {
      var index = place.upperBound
      for word in words {
        let (gap, start) = TextWords.gap(utf8, from: index, limit: range.upperBound)
        let end = TextWords.end(utf8, from: start, limit: range.upperBound)
        guard gap == .space || gap == .apostrophe, WordKey(utf8, start..<end) == word else {
          continue behind
        }
        index = end
      }
      return false
    }
    return true
  }

  private mutating func insert(_ text: String, _ phrase: Int) {
    var node: Int32 = 0
    for (gap, key) in TextWords.words(Array(text.utf8)) {
      let step = Self.step(node, gap, words.insert(key))
      if let next = steps[step] {
        node = next
      } else {
        ends.append([])
        node = Int32(ends.count - 1)
        steps.insert(step, node)
      }
    }
    ends[Int(node)].append(phrase)
  }

  private static func step(_ node: Int32, _ gap: TextWords.Gap, _ word: Int32) -> WordKey {
    WordKey(
      code: UInt64(UInt32(bitPattern: node)) << 32 | UInt64(gap.rawValue) << 24
        | UInt64(UInt32(bitPattern: word)))
  }

  private static func keys(_ words: String) -> [WordKey] {
    TextWords.words(Array(words.utf8)).map(\.key)
  }
}
