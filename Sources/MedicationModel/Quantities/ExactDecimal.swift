// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A number of base ten, as somebody wrote it:
//
//   "0.50"     significand 50, exponent -2     two digits
//   "1.5e3"    significand 15, exponent 2      two digits
//   "500"      significand 500, exponent 0     three digits
//
// Equality and order are those of the values, so 0.50 equals 0.5; the digits
// that were written stay, because rounding to "the digits of the less precise
// one" (S16) needs them. Nothing is ever binary floating point.

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
    // The first digits stand at one place, so that the shorter number can be
    // written out to the digits of the longer one within 38 digits.
    let common = min(left.exponent, right.exponent)
    return left.significand * PowersOfTen.power(left.exponent - common)
      < right.significand * PowersOfTen.power(right.exponent - common)
  }
}
