// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A decimal number exactly as it was written:
//
//   "0.50"     significand 50, exponent -2     two digits
//   "1.5e3"    significand 15, exponent 2      two digits
//   "500"      significand 500, exponent 0     three digits
//
// Equality and order are those of the values, so 0.50 equals 0.5; the digits
// that were written stay, because rounding to "the digits of the less precise
// one" needs them. Nothing is ever binary floating point.

/// An exact number of base ten that remembers how many digits it was written with.
///
/// Operations that would need more than ``maximumDigits`` digits, or an
/// exponent beyond ``exponentLimit``, give `nil`; none rounds by itself or traps.
public struct ExactDecimal: Sendable {
  /// The most significant digits that a number can have.
  public static let maximumDigits = 38
  /// The largest exponent, and with a minus the smallest.
  public static let exponentLimit = 999

  /// All digits as an integer, less than 10 to the ``maximumDigits``.
  public let significand: Int128
  /// The power of ten that the significand is multiplied by.
  public let exponent: Int

  /// Zero.
  public static let zero = ExactDecimal(0)
  /// One.
  public static let one = ExactDecimal(1)

  /// Makes `significand` times ten to the `exponent`, or `nil` beyond the limits.
  public init?(significand: Int128, exponent: Int = 0) {
    guard significand.magnitude < PowersOfTen.beyondAll,
      (-Self.exponentLimit...Self.exponentLimit).contains(exponent)
    else { return nil }
    self.init(valid: significand, exponent: exponent)
  }

  /// Makes an integer.
  public init(_ integer: Int) {
    self.init(valid: Int128(integer), exponent: 0)
  }

  /// Keeps parts that are within the limits, or exponents that rounding raised by a few.
  init(valid significand: Int128, exponent: Int) {
    self.significand = significand
    self.exponent = exponent
  }
}

extension ExactDecimal {
  /// Whether it is zero.
  public var isZero: Bool { significand == 0 }

  /// Whether it is less than zero.
  public var isNegative: Bool { significand < 0 }

  /// How many digits were written, without leading zeros: three in `500` and `0.500`.
  public var significantDigits: Int {
    PowersOfTen.digitCount(of: significand.magnitude)
  }

  /// The same value with the fewest digits; 500 is 5 times ten to the 2.
  public var normalized: ExactDecimal {
    guard significand != 0 else { return .zero }
    var (significand, exponent) = (significand, exponent)
    while significand % 10 == 0 {
      significand /= 10
      exponent += 1
    }
    return ExactDecimal(valid: significand, exponent: exponent)
  }
}

extension ExactDecimal: Hashable, Comparable {
  /// Whether both have the same value, however many zeros were written.
  public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool {
    left.exponent == right.exponent
      ? left.significand == right.significand
      : !(left < right) && !(right < left)
  }

  /// Hashes the value that equality compares.
  public func hash(into hasher: inout Hasher) {
    let normalized = normalized
    hasher.combine(normalized.significand)
    hasher.combine(normalized.exponent)
  }

  /// Orders by value, exactly.
  public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    guard left.significand.signum() == right.significand.signum() else {
      return left.significand < right.significand
    }
    guard !left.isZero else { return false }
    let leading = (
      left.significantDigits + left.exponent, right.significantDigits + right.exponent
    )
    guard leading.0 == leading.1 else { return (leading.0 < leading.1) != left.isNegative }
    // The first digits are at one place, so that the shorter number can be
    // written out to the digits of the longer one within 38 digits.
    let common = min(left.exponent, right.exponent)
    return left.significand * PowersOfTen.power(left.exponent - common)
      < right.significand * PowersOfTen.power(right.exponent - common)
  }
}

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

  /// The quotient rounded to a count of significant digits, halves away from zero.
  ///
  /// - Parameters:
  ///   - divisor: What to divide by.
  ///   - count: At least 1. An exact quotient may have fewer digits.
  /// - Returns: `nil` for a division by zero, and where the work would need
  ///   more than ``maximumDigits`` digits.
  package func divided(
    by divisor: ExactDecimal, toSignificantDigits count: Int
  ) -> ExactDecimal? {
    precondition(count >= 1, "a number has at least one digit")
    guard !divisor.isZero else { return nil }
    let (top, bottom) = (normalized, divisor.normalized)
    // Enough zeros that the integer quotient has more digits than requested.
    let zeros = max(0, count + 1 + bottom.significantDigits - top.significantDigits)
    guard let power = PowersOfTen.power(ifValid: zeros) else { return nil }
    let (numerator, overflow) = top.significand.multipliedReportingOverflow(by: power)
    let exponent = top.exponent - bottom.exponent - zeros
    guard !overflow, abs(exponent) <= Self.exponentLimit else { return nil }
    let quotient = numerator / bottom.significand
    let surplus = PowersOfTen.digitCount(of: quotient.magnitude) - count
    guard surplus > 0 else { return ExactDecimal(valid: quotient, exponent: exponent) }
    let unit = PowersOfTen.power(surplus).magnitude
    var (kept, dropped) = quotient.magnitude.quotientAndRemainder(dividingBy: unit)
    if dropped >= unit / 2 { kept += 1 }
    var place = exponent + surplus
    // 99.6 gives 100: one digit too many, and that is a zero.
    if PowersOfTen.digitCount(of: kept) > count { (kept, place) = (kept / 10, place + 1) }
    return ExactDecimal(valid: quotient < 0 ? -Int128(kept) : Int128(kept), exponent: place)
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

/// The powers of ten that exact decimals are scaled by.
enum PowersOfTen {
  /// 10 to the 38, the first number with too many digits, which fits into 128 bits.
  static let beyondAll: UInt128 = UInt128(power(ExactDecimal.maximumDigits))

  private static let all: [Int128] = {
    var powers: [Int128] = [1]
    for index in 0..<ExactDecimal.maximumDigits { powers.append(powers[index] * 10) }
    return powers
  }()

  /// Ten to a power from 0 to 38.
  static func power(_ exponent: Int) -> Int128 {
    all[exponent]
  }

  /// Ten to a power, or `nil` if it has more digits than a number can.
  static func power(ifValid exponent: Int) -> Int128? {
    exponent >= 0 && exponent < all.count ? all[exponent] : nil
  }

  /// The count of decimal digits; zero has one.
  static func digitCount(of magnitude: UInt128) -> Int {
    var count = 1
    while count < all.count, magnitude >= UInt128(all[count]) { count += 1 }
    return count
  }
}
