// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Names are found by the sum of the keys of their words, so that the order of
// the words plays no part: `valproate sodium` and `sodium valproate` meet. The
// sum over the folds of the words finds spellings of one name, that over the
// words themselves tells them apart.

/// The two sums that stand for a run of words.
struct NameSum: Hashable, Sendable {
  /// Over the spelling folds of the words.
  var folds: UInt64 = 0
  /// Over the words as they are.
  var words: UInt64 = 0

  static func + (left: NameSum, right: NameSum) -> NameSum {
    var sum = left
    sum.folds &+= right.folds
    sum.words &+= right.words
    return sum
  }

  /// The sums of one word of a name.
  init(word: Int32, fold: Int32) {
    folds = WordPool.mixed(UInt64(UInt32(bitPattern: fold)) | 1 << 40)
    words = WordPool.mixed(UInt64(UInt32(bitPattern: word)) | 1 << 40)
  }

  /// The sums of a word that no name has, but whose fold one has.
  init(fold: Int32) {
    folds = WordPool.mixed(UInt64(UInt32(bitPattern: fold)) | 1 << 40)
    words = folds ^ 1
  }

  /// The sums of a number within a name.
  init(number: SmallDecimal) {
    let value = number.normalized
    let bits =
      UInt64(bitPattern: value.significand) &* 31 &+ UInt64(bitPattern: Int64(value.exponent))
    folds = WordPool.mixed(bits ^ 1 << 62)
    words = folds
  }

  init() {}
}
