// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension ExactDecimal {
  /// What happens to a number that lies exactly between two others.
  public enum RoundingRule: Sendable, Hashable, CaseIterable {
    /// To the one whose last digit is even: 2.5 gives 2, 3.5 gives 4.
    case halfEven
    /// Away from zero: 2.5 gives 3, -2.5 gives -3.
    case halfUp
  }

  /// The number rounded to a count of significant digits.
  ///
  /// - Parameters:
  ///   - count: At least 1. A number with no more digits stays as it is.
  ///   - rule: What happens to halves.
  /// - Returns: The rounded number, with no more than `count` digits.
  public func rounded(toSignificantDigits count: Int, _ rule: RoundingRule) -> ExactDecimal {
    Self.cut(significand, exponent, to: count, hasRest: false, rule)
  }

  /// The quotient rounded to a count of significant digits.
  ///
  /// - Parameters:
  ///   - divisor: What to divide by.
  ///   - count: At least 1. An exact quotient may have fewer digits.
  ///   - rule: What happens to halves.
  /// - Returns: `nil` for a division by zero, and where the work would need
  ///   more than ``maximumDigits`` digits.
  public func divided(
    by divisor: ExactDecimal, toSignificantDigits count: Int, _ rule: RoundingRule
  ) -> ExactDecimal? {
    guard !divisor.isZero else { return nil }
    let (top, bottom) = (normalized, divisor.normalized)
    // So many zeros that the integer quotient has more digits than are asked for.
    let zeros = max(0, count + 1 + bottom.significantDigits - top.significantDigits)
    guard let power = PowersOfTen.power(ifValid: zeros) else { return nil }
    let (numerator, overflow) = top.significand.multipliedReportingOverflow(by: power)
    guard !overflow else { return nil }
    let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: bottom.significand)
    let exponent = top.exponent - bottom.exponent - zeros
    guard abs(exponent) <= Self.exponentLimit else { return nil }
    return Self.cut(quotient, exponent, to: count, hasRest: rest != 0, rule)
  }

  /// Cuts an integer to a count of digits; `hasRest` says that more than zeros came behind it.
  private static func cut(
    _ significand: Int128, _ exponent: Int, to count: Int, hasRest: Bool, _ rule: RoundingRule
  ) -> ExactDecimal {
    precondition(count >= 1, "a number has at least one digit")
    let surplus = PowersOfTen.digitCount(of: significand.magnitude) - count
    guard surplus > 0 else { return ExactDecimal(valid: significand, exponent: exponent) }
    let unit = PowersOfTen.power(surplus).magnitude
    var (kept, dropped) = significand.magnitude.quotientAndRemainder(dividingBy: unit)
    let half = unit / 2
    let roundsUp =
      dropped > half
      || dropped == half && (hasRest || rule == .halfUp || kept % 2 == 1)
    if roundsUp { kept += 1 }
    var place = exponent + surplus
    // 99.6 gives 100: one digit too many, and that is a zero.
    if PowersOfTen.digitCount(of: kept) > count { (kept, place) = (kept / 10, place + 1) }
    return ExactDecimal(valid: significand < 0 ? -Int128(kept) : Int128(kept), exponent: place)
  }
}
