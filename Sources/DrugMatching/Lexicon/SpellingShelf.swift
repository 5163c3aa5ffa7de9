// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import Threads

/// The index for misspellings, made when a text first has one.
///
/// Most texts have none, and a short run should not wait for it.
final class SpellingShelf: Sendable {
  private let vocabulary: Vocabulary
  /// Names of one word.
  let singles: [Int32]
  private let made = Monitor<SpellingIndex?>(nil)

  /// A shelf for the words of names; `singles` are names by themselves.
  init(_ vocabulary: Vocabulary, singles: [Int32]) {
    self.vocabulary = vocabulary
    self.singles = singles
  }

  /// The index, which the first thread that asks makes while others wait.
  var index: SpellingIndex {
    made.withLock { made in
      if let made { return made }
      let index = SpellingIndex(vocabulary, singles: singles)
      made = index
      return index
    }
  }
}
