// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// A strength as one fraction of machine words, so that thousands of them are
// compared in no time: significand × 10^exponent / divisor, in base units. The
// divisor has no factor 2 or 5 and the significand no zero at its end; equal
// strengths are equal figures.

/// A strength in the one form that equal strengths share.
struct Figure: Hashable, Sendable {
  let significand: Int64
  let exponent: Int32
  let divisor: Int64
  let top: StrengthUnit.Dimension
  let bottom: StrengthUnit.Dimension?

  /// The figure of a strength; `nil` beyond machine words.
  init?(_ strength: Strength) {
    let (numerator, denominator) = (strength.numerator, strength.denominator)
    guard let top = Self.inBaseUnits(numerator) else { return nil }
    var bottom = ExactDecimal.one
    if let denominator {
      guard let value = Self.inBaseUnits(denominator) else { return nil }
      bottom = value
    }
    self.init(top, numerator.unit.dimension, per: bottom, denominator?.unit.dimension)
  }

  private init?(
    _ top: ExactDecimal, _ dimension: StrengthUnit.Dimension, per bottom: ExactDecimal,
    _ bottomDimension: StrengthUnit.Dimension?
  ) {
    guard !top.isNegative, !bottom.isZero else { return nil }
    let (upper, lower) = (top.normalized, bottom.normalized)
    guard var numerator = Int64(exactly: upper.significand),
      var divisor = Int64(exactly: lower.significand)
    else { return nil }
    var exponent = upper.exponent - lower.exponent
    while divisor % 2 == 0 {
      let (five, overflow) = numerator.multipliedReportingOverflow(by: 5)
      guard !overflow else { return nil }
      (numerator, divisor, exponent) = (five, divisor / 2, exponent - 1)
    }
    while divisor % 5 == 0 {
      let (two, overflow) = numerator.multipliedReportingOverflow(by: 2)
      guard !overflow else { return nil }
      (numerator, divisor, exponent) = (two, divisor / 5, exponent - 1)
    }
    var (a, b) = (numerator, divisor)
    while b != 0 { (a, b) = (b, a % b) }
    if a > 1 { (numerator, divisor) = (numerator / a, divisor / a) }
    while numerator != 0, numerator % 10 == 0 {
      (numerator, exponent) = (numerator / 10, exponent + 1)
    }
    significand = numerator
    self.exponent = Int32(clamping: exponent)
    self.divisor = numerator == 0 ? 1 : divisor
    self.top = dimension
    self.bottom = bottomDimension
  }

  private static func inBaseUnits(_ amount: StrengthAmount) -> ExactDecimal? {
    amount.unit.dimension == .other ? nil : amount.value.multiplied(by: amount.unit.factor)
  }

  var withoutDenominator: Figure {
    Figure(
      significand: significand, exponent: exponent, divisor: divisor, top: top, bottom: nil)
  }

  private init(
    significand: Int64, exponent: Int32, divisor: Int64, top: StrengthUnit.Dimension,
    bottom: StrengthUnit.Dimension?
  ) {
    (self.significand, self.exponent, self.divisor) = (significand, exponent, divisor)
    (self.top, self.bottom) = (top, bottom)
  }

  /// Whether two figures of one kind differ by at most a share of the larger one, such as a twentieth.
  func isNear(_ other: Figure, parts: Int128 = 20) -> Bool {
    guard top == other.top, bottom == other.bottom else { return false }
    let shift = exponent - other.exponent
    guard abs(shift) < 16 else { return false }
    var left = Int128(significand) * Int128(other.divisor)
    var right = Int128(other.significand) * Int128(divisor)
    for _ in 0..<abs(shift) {
      if shift > 0 {
        let (value, overflow) = left.multipliedReportingOverflow(by: 10)
        guard !overflow else { return false }
        left = value
      } else {
        let (value, overflow) = right.multipliedReportingOverflow(by: 10)
        guard !overflow else { return false }
        right = value
      }
    }
    let (scaled, overflow) = (left > right ? left - right : right - left)
      .multipliedReportingOverflow(by: parts)
    return !overflow && scaled <= max(left, right)
  }
}
