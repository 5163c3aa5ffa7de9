// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// `take 2 tablets every 4 to 6 hours`, `#30`, `x 7 days`: numbers of directions and packages are no
// strengths, and their hours and days are not those that a product lasts.

/// Finds the amounts of a text that are numbers of directions or packages.
struct CountReader {
  private let buffer: TokenBuffer
  private let vocabulary: Vocabulary
  private let tokens: [TextToken]

  init(_ buffer: TokenBuffer, _ vocabulary: Vocabulary) {
    (self.buffer, self.vocabulary, tokens) = (buffer, vocabulary, buffer.tokens)
  }

  /// Marks the amounts that count something.
  func mark(_ amounts: inout [StatedAmount]) {
    let strength = amounts.first { $0.role == .drug }?.tokens.upperBound
    // From the last on: the 4 of `every 4 to 6 hours` is what the 6 is.
    for place in amounts.indices.reversed() {
      let amount = amounts[place]
      let isCount =
        switch amount.role {
        case .bare:
          amount.strength == nil
            && (isCounted(amount, amounts[(place + 1)...]) || isScheme(amount)
              || strength.map { $0 <= amount.tokens.lowerBound && isOfDay(amount) } ?? false)
        case .time: isDirected(amount)
        default: false
        }
      if isCount { amounts[place].role = .count }
    }
  }

  private func isCounted(_ amount: StatedAmount, _ later: ArraySlice<StatedAmount>) -> Bool {
    let (first, end) = (amount.tokens.lowerBound, amount.tokens.upperBound)
    if tokens[first].isCounted || means(first - 1, [.count]) || means(end, [.count, .pack]) {
      return true
    }
    guard means(end, [.change]), let next = later.first, next.tokens.lowerBound == end + 1 else {
      return false
    }
    return next.role == .count
  }

  /// `1-0-1`: so many in the morning, at noon and in the evening.
  private func isScheme(_ amount: StatedAmount) -> Bool {
    let numbers = amount.tokens.filter { tokens[$0].kind == .number }
    return amount.listCount > 2 && numbers.count == amount.listCount
      && numbers.allSatisfy { tokens[$0].number.isWhole(below: 5) }
      && amount.tokens.allSatisfy { tokens[$0].kind == .number || tokens[$0].kind == .hyphen }
  }

  /// Behind a strength, the 1 of `1 daily` and `1 po`, the 101 of `fever > 101`.
  private func isOfDay(_ amount: StatedAmount) -> Bool {
    let isFew = amount.listCount < 3 && amount.value.isWhole(below: 5)
    return isFew && means(amount.tokens.upperBound, [.direction, .form, .neutral])
      || means(amount.tokens.lowerBound - 1, [.reason])
  }

  /// Whether a time is one of taking: `every 8 hours`, `for 7 days`.
  private func isDirected(_ amount: StatedAmount) -> Bool {
    means(amount.tokens.lowerBound - 1, [.filler, .direction, .count, .change])
  }

  private func means(_ place: Int, _ meaning: WordMeaning) -> Bool {
    guard tokens.indices.contains(place), tokens[place].kind == .word, tokens[place].word >= 0
    else { return false }
    return !vocabulary[tokens[place].word].meaning.isDisjoint(with: meaning)
  }
}
