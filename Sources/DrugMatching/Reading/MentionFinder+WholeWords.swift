// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// A word of a name that is written in two pieces, or without its last letter.

extension MentionFinder {
  /// The word of a name that two words are together, of which the first is none of its own:
  /// `chlor promazine` is not promazine.
  mutating func wholeName(_ place: Int, _ buffer: TokenBuffer) -> Int32? {
    guard place + 1 < buffer.tokens.count else { return nil }
    let (left, right) = (buffer.tokens[place], buffer.tokens[place + 1])
    guard left.kind == .word, right.kind == .word, left.word >= 0, right.count >= 5,
      left.count + right.count >= 8
    else { return nil }
    let vocabulary = lexicon.vocabulary
    let own = vocabulary.words.find(buffer.bytes, left.range)
    // A filler or alias, or a word that is in no name.
    let isName = own == left.word && vocabulary[own].fold >= 0
    guard !isName || left.meaning.contains(.filler) else { return nil }
    joined.removeAll(keepingCapacity: true)
    joined += buffer.bytes[left.range]
    joined += buffer.bytes[right.range]
    let whole = vocabulary.find(joined, 0..<joined.count)
    return whole >= 0 && vocabulary[whole].fold >= 0 ? whole : nil
  }

  /// The word of a name that a word is without its last e; negative if there is none.
  ///
  /// `ceftriaxon`, `hydroxyzin`: names in many languages lack it. That is not a
  /// misspelling, and makes a name no closer to one that it is confused with.
  mutating func withE(_ bytes: [UInt8], _ range: Range<Int>) -> Int32 {
    guard range.count >= 6, !SpellingDistance.isVowel(bytes[range.upperBound - 1]) else {
      return -1
    }
    joined.removeAll(keepingCapacity: true)
    joined += bytes[range]
    joined.append(UInt8(ascii: "e"))
    let word = lexicon.vocabulary.find(joined, 0..<joined.count)
    guard word >= 0, lexicon.vocabulary[word].fold >= 0, lexicon.vocabulary[word].meaning.isEmpty
    else { return -1 }
    return word
  }
}
