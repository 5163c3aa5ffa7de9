// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension ExactDecimal {
  /// The exact sum, or `nil` beyond the limits.
  public func adding(_ other: ExactDecimal) -> ExactDecimal? {
    sum(with: other) ?? normalized.sum(with: other.normalized)
  }

  /// The exact difference, or `nil` beyond the limits.
  public func subtracting(_ other: ExactDecimal) -> ExactDecimal? {
    adding(other.negated)
  }

  /// The number with the other sign.
  public var negated: ExactDecimal {
    ExactDecimal(valid: -significand, exponent: exponent)
  }

  /// The exact product, or `nil` beyond the limits.
  public func multiplied(by other: ExactDecimal) -> ExactDecimal? {
    product(with: other) ?? normalized.product(with: other.normalized)
  }

  /// The quotient where it is exact.
  ///
  /// - Returns: `nil` for a division by zero, for a quotient that never ends
  ///   (1 by 3), and beyond the limits.
  public func divided(exactlyBy divisor: ExactDecimal) -> ExactDecimal? {
    guard !divisor.isZero else { return nil }
    guard !isZero else { return .zero }
    let (top, bottom) = (normalized, divisor.normalized)
    let common = Self.greatestCommonDivisor(top.significand, bottom.significand)
    var numerator = top.significand / common
    var denominator = bottom.significand / common
    if denominator < 0 { (numerator, denominator) = (-numerator, -denominator) }
    // A fraction ends in base ten if its denominator has no factors but 2 and 5.
    var (twos, fives) = (0, 0)
    while denominator % 2 == 0 { (denominator, twos) = (denominator / 2, twos + 1) }
    while denominator % 5 == 0 { (denominator, fives) = (denominator / 5, fives + 1) }
    guard denominator == 1 else { return nil }
    for _ in 0..<abs(twos - fives) {
      let (product, overflow) = numerator.multipliedReportingOverflow(by: twos > fives ? 5 : 2)
      guard !overflow else { return nil }
      numerator = product
    }
    return ExactDecimal(
      significand: numerator, exponent: top.exponent - bottom.exponent - max(twos, fives))
  }

  private func sum(with other: ExactDecimal) -> ExactDecimal? {
    let common = min(exponent, other.exponent)
    guard let left = significand(atExponent: common),
      let right = other.significand(atExponent: common)
    else { return nil }
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? nil : ExactDecimal(significand: sum, exponent: common)
  }

  private func significand(atExponent lower: Int) -> Int128? {
    guard !isZero else { return 0 }
    guard let power = PowersOfTen.power(ifValid: exponent - lower) else { return nil }
    let (product, overflow) = significand.multipliedReportingOverflow(by: power)
    return overflow ? nil : product
  }

  private func product(with other: ExactDecimal) -> ExactDecimal? {
    let (product, overflow) = significand.multipliedReportingOverflow(by: other.significand)
    return overflow ? nil : ExactDecimal(significand: product, exponent: exponent + other.exponent)
  }

  private static func greatestCommonDivisor(_ left: Int128, _ right: Int128) -> Int128 {
    var (a, b) = (left.magnitude, right.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    return Int128(a)
  }
}
