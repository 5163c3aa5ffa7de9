// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// `100 units/mL, 20 units at bedtime`, `300 mg, 2 capsules (600 mg)`, `500 mg, max 3 g/day`: an
// amount of a dose or of a day is no second strength. Amounts of one kind are alternatives all the
// same (`20 units, now 24 units`), and so is what a word such as `or` or `then` joins to a strength.

/// Finds the amounts of a text that say how much is taken at a time or in a day.
struct DoseReader {
  private let vocabulary: Vocabulary
  private let tokens: [TextToken]
  /// Whether a token belongs to a name, one value for each token.
  private let isName: [Bool]

  init(_ buffer: TokenBuffer, _ vocabulary: Vocabulary, isName: [Bool]) {
    (self.vocabulary, tokens, self.isName) = (vocabulary, buffer.tokens, isName)
  }

  /// Marks the amounts that are doses of a strength before them, or limits.
  func mark(_ amounts: inout [StatedAmount]) {
    let strengths = amounts.filter { $0.role == .drug && !isLimit($0) }
    for place in amounts.indices where amounts[place].role == .drug {
      let amount = amounts[place]
      if !strengths.isEmpty, isLimit(amount) {
        amounts[place].role = .count
      } else if let first = strengths.first, isApart(first, amount),
        isOfConcentration(amount, first) || isMultiple(amount, of: first, amounts)
      {
        amounts[place].role = .count
      }
    }
  }

  private func meaning(_ place: Int) -> WordMeaning {
    guard tokens.indices.contains(place), tokens[place].word >= 0 else { return [] }
    return vocabulary[tokens[place].word].meaning
  }

  /// Whether an amount is the most that may be taken: `max 3 g`.
  private func isLimit(_ amount: StatedAmount) -> Bool {
    meaning(amount.tokens.lowerBound - 1).contains(.limit)
  }

  /// Whether an amount stands behind a strength of the same drug, and no word makes it another one.
  private func isApart(_ strength: StatedAmount, _ amount: StatedAmount) -> Bool {
    let (end, start) = (strength.tokens.upperBound, amount.tokens.lowerBound)
    return start >= end
      && (end..<start).allSatisfy { !isName[$0] && !meaning($0).contains(.change) }
  }

  /// Whether an amount is of a drug whose strength is said per volume or as a share: `20 units` of
  /// `100 units/mL`, `4 g` of `1 %`.
  private func isOfConcentration(_ amount: StatedAmount, _ strength: StatedAmount) -> Bool {
    guard let own = amount.strength, own.denominator == nil, let whole = strength.strength else {
      return false
    }
    if whole.numerator.unit == .percent { return own.numerator.unit == .gram }
    return whole.denominator?.unit.dimension == .volume
      && whole.numerator.unit.dimension == own.numerator.unit.dimension
  }

  /// Whether an amount is a strength as often as a number between them says.
  private func isMultiple(
    _ amount: StatedAmount, of strength: StatedAmount, _ amounts: [StatedAmount]
  ) -> Bool {
    guard let one = strength.strength, let all = amount.strength, one.denominator == nil,
      all.denominator == nil,
      let sum = all.numerator.converted(to: one.numerator.unit)?.value
    else { return false }
    let between = strength.tokens.upperBound..<amount.tokens.lowerBound
    return amounts.contains { count in
      guard count.role == .count || count.role == .bare, between.contains(count.tokens.lowerBound)
      else { return false }
      let number = ExactDecimal(
        significand: Int128(count.value.significand), exponent: count.value.exponent)
      return number?.multiplied(by: one.numerator.value)?.normalized == sum.normalized
    }
  }
}
