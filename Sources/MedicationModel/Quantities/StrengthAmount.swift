// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A number with its unit, which never parts from it (S16).
public struct StrengthAmount: Sendable, Hashable {
  /// The number.
  public let value: ExactDecimal
  /// The unit.
  public let unit: StrengthUnit

  /// Makes an amount.
  public init(_ value: ExactDecimal, _ unit: StrengthUnit) {
    self.value = value
    self.unit = unit
  }

  /// The same amount in another unit, by exact arithmetic.
  ///
  /// - Returns: `nil` if the units measure different things, or if the result
  ///   has no end in base ten (one minute in hours).
  public func converted(to other: StrengthUnit) -> StrengthAmount? {
    guard unit != other else { return self }
    let (from, to) = (unit.conversion, other.conversion)
    guard from.dimension == to.dimension, from.dimension != .other else { return nil }
    return value.multiplied(by: from.factor)?.divided(exactlyBy: to.factor).map {
      StrengthAmount($0, other)
    }
  }

  /// The amount as RxNorm writes it: `500 MG`.
  public var rxNormText: String { "\(value) \(unit.rawValue)" }
}

extension StrengthAmount: CustomStringConvertible {
  /// The amount for people: `500 mg`, `0.5 mcg`, `100 units`; a percentage without a blank.
  public var description: String {
    switch unit {
    case .percent: "\(value)%"
    case .each: value.description
    default: "\(value) \(unit.displayText)"
    }
  }
}
