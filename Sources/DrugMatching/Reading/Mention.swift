// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A run of words of a text that names a drug.
struct Mention {
  /// How the words and the name came together; the first that is true of the worst word.
  enum Way: Int, Comparable {
    case name, synonym, shortened, brandStart, spelling, joined, completion, misspelling

    static func < (left: Way, right: Way) -> Bool { left.rawValue < right.rawValue }
  }

  /// The tokens, first and last included.
  let tokens: ClosedRange<Int>
  /// What the words may stand for.
  var targets: [Lexicon.Target]
  /// Whether all targets together are meant.
  let isTogether: Bool
  /// Whether the words are too common to be trusted alone.
  let isVague: Bool
  var way: Way
  /// How far the words are from the name, in tenths of a letter.
  let cost: Int
  /// What else the words may stand for, nearly as well.
  var others: [Lexicon.Target] = []
  /// How many letters of the text it takes.
  let letterCount: Int
  /// How many words of the text it takes.
  let wordCount: Int
  /// The corrected words, for the list of substitutions.
  let corrections: [(token: Int, word: Int32)]

  /// Brands whose names go on behind these words.
  var longerBrands: [Lexicon.Target] = []
  /// Whether the words only begin a brand's name.
  var isBrandStart = false
  /// Whether a misspelled word of it may as well be a name that the release does not hold.
  var isDoubtful = false

  var isBrand: Bool { targets.allSatisfy { $0.kind == .brand } }
}
