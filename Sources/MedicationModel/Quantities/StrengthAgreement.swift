// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What the comparison of two strengths found.
public enum StrengthAgreement: Sendable, Hashable, CaseIterable {
  /// Equal after exact conversion: 0.5 G and 500 MG.
  case equal
  /// One is the other, rounded to the digits it was written with: 0.583 MG/HR and 14 MG/24 HR.
  case equalWhenRounded
  /// Of one kind, with different values.
  case different
  /// Of kinds that cannot be compared: mass and units, a percentage and a concentration.
  case incomparable
}

extension Strength {
  /// The fewest digits that a rounded strength must have been written with.
  ///
  /// With one digit, 2 MG would be the rounded form of 2.4 MG, and 1 MG/ML that
  /// of 1.25 MG/ML: different drugs.
  static let fewestRoundedDigits = 2

  /// Whether two strengths agree: equal, or one the rounded form of the other.
  public func agrees(with other: Strength) -> Bool {
    switch agreement(with: other) {
    case .equal, .equalWhenRounded: true
    case .different, .incomparable: false
    }
  }

  /// Compares two strengths as ratios, after exact conversion.
  ///
  /// A rounded strength is recognised where the other one, in its units and
  /// rounded to the digits it was written with (halves away from zero), is the
  /// same number, and it has at least two digits. Salt and base cannot be seen
  /// here: the caller compares strengths of one substance.
  public func agreement(with other: Strength) -> StrengthAgreement {
    guard isComparable(with: other) else { return .incomparable }
    guard let left = product(withDenominatorOf: other),
      let right = other.product(withDenominatorOf: self)
    else { return .incomparable }
    if left == right { return .equal }
    return isRounded(toDigitsOf: other) || other.isRounded(toDigitsOf: self)
      ? .equalWhenRounded : .different
  }

  private func isComparable(with other: Strength) -> Bool {
    Self.areConvertible(numerator.unit, other.numerator.unit)
      && Self.areConvertible(denominator?.unit ?? .each, other.denominator?.unit ?? .each)
  }

  private static func areConvertible(_ left: StrengthUnit, _ right: StrengthUnit) -> Bool {
    left == right || left.dimension == right.dimension && left.dimension != .other
  }

  /// The numerator times the other's denominator, both in base units.
  private func product(withDenominatorOf other: Strength) -> ExactDecimal? {
    other.denominatorInBaseUnits.flatMap {
      numerator.value.multiplied(by: numerator.unit.factor)?.multiplied(by: $0)
    }
  }

  private var denominatorInBaseUnits: ExactDecimal? {
    guard let denominator else { return .one }
    return denominator.value.multiplied(by: denominator.unit.factor)
  }

  /// Whether this strength gives the other's written number when rounded to its digits.
  private func isRounded(toDigitsOf other: Strength) -> Bool {
    let digits = other.numerator.value.significantDigits
    guard digits >= Self.fewestRoundedDigits,
      let top = product(withDenominatorOf: other),
      let bottom = denominatorInBaseUnits?.multiplied(by: other.numerator.unit.factor)
    else { return false }
    return top.divided(by: bottom, toSignificantDigits: digits) == other.numerator.value
  }
}
