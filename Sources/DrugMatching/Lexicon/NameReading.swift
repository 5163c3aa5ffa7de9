// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Names are found by the sum of the keys of their words, so that the order of
// the words plays no part: `valproate sodium` and `sodium valproate` meet. The
// sum over the folds of the words finds spellings of one name, that over the
// words themselves tells them apart.

/// The two sums that represent a run of words.
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

  /// The sums of a number within a name; one that a name begins with is another than one behind a
  /// word: `ASA 5` is not `5-ASA`.
  init(number: ExactDecimal, isFirst: Bool) {
    let value = number.normalized
    let bits =
      UInt64(truncatingIfNeeded: value.significand) &* 31
      &+ UInt64(bitPattern: Int64(value.exponent))
    folds = WordPool.mixed(bits ^ (isFirst ? 1 : 2) << 61)
    words = folds
  }

  init() {}
}

/// The words of one name, taken together.
struct NameReading {
  private(set) var sum = NameSum()
  /// The words and numbers of it.
  private(set) var count = 0
  private(set) var all: [Int32] = []
  /// Its last word; negative if it has none.
  private(set) var last: Int32 = -1
  /// Whether all of it is too common to name a drug.
  private(set) var isVague = true
  /// The same without the words that people leave out.
  private(set) var strong = NameSum()
  private(set) var strongCount = 0
  private(set) var strongLength = 0
  /// Its beginnings, the whole left out: the sum, the last word of it, the letters before.
  private(set) var starts: [(sum: NameSum, count: Int, word: Int32, letters: Int)] = []
  /// How many words and numbers remain without trailing ones that do not distinguish drugs.
  private(set) var ownCount = 0

  /// Words of a name that make it a name of nothing, if there are no others.
  static let weak: WordMeaning = [
    .vague, .neutral, .unit, .form, .laboratory, .otherThing, .pack,
  ]
  /// Words of a name that people leave out.
  static let droppable: WordMeaning = [.droppable, .salt]

  init(_ buffer: TokenBuffer, _ vocabulary: inout Vocabulary) {
    var letters = 0
    for token in buffer.tokens {
      switch token.kind {
      case .word:
        let word = vocabulary.internNameWord(buffer.bytes, token.range)
        let entry = vocabulary[word]
        if entry.meaning.contains(.filler) { continue }
        let own = NameSum(word: word, fold: entry.fold)
        sum = sum + own
        last = word
        all.append(word)
        if entry.meaning.isDisjoint(with: Self.weak), token.count > 2 { isVague = false }
        if entry.meaning.isDisjoint(with: Self.droppable) || token.count == 1 {
          strong = strong + own
          strongCount += 1
          strongLength += token.count
        }
        letters += token.count
        // `28 Day`, `91 Day Pack` say how many, not what.
        if entry.meaning.isDisjoint(with: [.pack, .unit]) { ownCount = count + 1 }
      case .number: sum = sum + NameSum(number: token.number, isFirst: count == 0)
      default: continue
      }
      count += 1
      starts.append((sum, count, token.kind == .word ? last : -1, letters))
    }
    if !starts.isEmpty { starts.removeLast() }
  }
}
