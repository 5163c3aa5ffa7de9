// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A word or number of a text that may be part of a drug's name.
struct NameWord {
  /// The tokens that it takes; two where a name was written in two words.
  var tokens: ClosedRange<Int>
  var sum: NameSum
  var way = Mention.Way.name
  var cost = 0
  var isNumber = false
  /// Whether it is the name of nothing and has no other meaning.
  var isUnknown = false
  /// Whether the lists of words know it, so that only its own spelling counts.
  var isListed = false
  /// Other words that it may stand for.
  var others: [SpellingIndex.Correction] = []
  /// The word that takes its place.
  var correction: Int32 = -1
  /// Whether it may as well be a name that the release does not hold.
  var isDoubtful = false
}
