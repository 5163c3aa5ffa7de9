// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// An amount that a text states, with the unit and what it is in.
struct StatedAmount {
  /// What the number is of.
  enum Role {
    /// Of the drug: a strength, or a part of one.
    case drug
    /// A volume of the product alone.
    case volume
    /// A time alone.
    case time
    /// A number without a unit.
    case bare
    /// A number of directions or packages: `take 2`, `#30`, `for 7 days`.
    case count
  }

  var role: Role
  /// The number in its unit, and per what; a bare number has no unit.
  var strength: Strength?
  /// The number as written.
  let value: ExactDecimal
  /// The strength, ready to be compared.
  var figure: Figure?
  /// The same with the denominator of a later amount of the text.
  var shared: Strength?
  /// The volume or time that it is in, if the text gives its number: 5 mL of `20 mg/5 mL`.
  var container: Figure?
  /// Whether it is a bound or a guess (`<5 mg`), or may be a count and an amount (`1 200 mg`).
  let isInexact: Bool
  /// What it may be per, without a word: a puff where the text speaks of an inhaler, an hour where
  /// it speaks of a patch.
  var unsaid: Set<StrengthUnit.Dimension> = []
  /// How many numbers its list has: 2 in `5/500 mg`.
  let listCount: Int
  let tokens: Range<Int>
}

// `take 2 tablets every 4 to 6 hours`, `#30`, `x 7 days`: numbers in directions and packages are
// not strengths, and their hours and days are not how long a product lasts.

/// Finds the amounts of a text that are numbers of directions or packages.
struct CountReader {
  let buffer: TokenBuffer
  private var tokens: [TextToken] { buffer.tokens }

  /// Marks the amounts that count something.
  func mark(_ amounts: inout [StatedAmount]) {
    let strength = amounts.first { $0.role == .drug }?.tokens.upperBound
    // Backwards, because the 4 of `every 4 to 6 hours` has the role of the 6.
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
    if tokens[first].isCounted || means(first - 1, [.count, .countBehind])
      || means(end, [.count, .pack])
    {
      return true
    }
    guard means(end, [.change]), let next = later.first, next.tokens.lowerBound == end + 1 else {
      return false
    }
    return next.role == .count
  }

  /// `1-0-1`: counts for the morning, noon and the evening.
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
    means(amount.tokens.lowerBound - 1, [.filler, .direction, .count, .countBehind, .change])
  }

  private func means(_ place: Int, _ meaning: WordMeaning) -> Bool {
    !buffer.meaning(place).isDisjoint(with: meaning)
  }
}

// `100 units/mL, 20 units at bedtime`, `300 mg, 2 capsules (600 mg)`, `500 mg, max 3 g/day`: an
// amount of a dose or of a day is no second strength. Amounts of one kind are alternatives all the
// same (`20 units, now 24 units`), and so is what a word such as `or` or `then` joins to a strength.

/// Finds the amounts of a text that say how much is taken at a time or in a day.
struct DoseReader {
  let buffer: TokenBuffer
  /// Whether a token belongs to a name, one value for each token.
  let isName: [Bool]

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

  /// Whether an amount is the most that may be taken: `max 3 g`.
  private func isLimit(_ amount: StatedAmount) -> Bool {
    buffer.meaning(amount.tokens.lowerBound - 1).contains(.limit)
  }

  /// Whether an amount is behind a strength of the same drug, and no word makes it another one.
  private func isApart(_ strength: StatedAmount, _ amount: StatedAmount) -> Bool {
    let (end, start) = (strength.tokens.upperBound, amount.tokens.lowerBound)
    return start >= end
      && (end..<start).allSatisfy { !isName[$0] && !buffer.meaning($0).contains(.change) }
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
      return count.value.multiplied(by: one.numerator.value) == sum
    }
  }
}
