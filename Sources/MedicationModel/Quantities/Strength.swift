// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// How much of a substance is in how much of a product: `500 MG`, `10 MG/ML`, `14 MG/24 HR`.
///
/// Equality is that of the figures and units as given, whatever the text:
/// `0.5 G` and `500 MG` are two strengths that agree (``agrees(with:)``), not
/// one. Concentration is identity: nothing here multiplies a
/// concentration by an amount in a container.
public struct Strength: Sendable {
  /// How much of the substance.
  public let numerator: StrengthAmount
  /// In how much of the product; `nil` for a whole piece, such as a tablet.
  public let denominator: StrengthAmount?
  /// The strength as it was written.
  public let text: String

  /// Makes a strength, or `nil` if an amount is negative or the denominator zero.
  ///
  /// A denominator of one piece is none: it says what no denominator says.
  ///
  /// - Parameters:
  ///   - numerator: How much of the substance.
  ///   - denominator: In how much of the product, more than zero; `nil` for a whole piece.
  ///   - text: The words it was read from; without them, RxNorm's way of writing.
  public init?(
    _ numerator: StrengthAmount, per denominator: StrengthAmount? = nil, text: String? = nil
  ) {
    guard !numerator.value.isNegative else { return nil }
    if let value = denominator?.value, value.isZero || value.isNegative { return nil }
    let isPiece = denominator == StrengthAmount(.one, .each)
    self.init(valid: numerator, per: isPiece ? nil : denominator, text: text)
  }

  private init(valid numerator: StrengthAmount, per denominator: StrengthAmount?, text: String?) {
    self.numerator = numerator
    self.denominator = denominator
    self.text = text ?? Self.rxNormText(numerator, denominator)
  }
}

extension Strength: Hashable {
  /// Whether figures and units are equal; the text is ignored.
  public static func == (left: Strength, right: Strength) -> Bool {
    left.numerator == right.numerator && left.denominator == right.denominator
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(numerator)
    hasher.combine(denominator)
  }
}

extension Strength: CustomStringConvertible {
  /// The strength as RxNorm writes it: `10 MG/ML`, `14 MG/24 HR`.
  public var rxNormText: String { Self.rxNormText(numerator, denominator) }

  /// The strength for people: `10 mg/mL`, `100 units/mL`, `75 mcg`, `14 mg/24 hr`.
  public var description: String {
    guard let denominator else { return numerator.description }
    return denominator.value == .one
      ? "\(numerator)/\(denominator.unit.displayText)" : "\(numerator)/\(denominator)"
  }

  /// The same strength in one unit of its denominator: `250 MG/5 ML` is `50 MG/ML`.
  ///
  /// - Returns: `nil` if the quotient has no end in base ten, as 14 by 24.
  public var perOne: Strength? {
    guard let denominator, denominator.value != .one else { return self }
    return numerator.value.divided(exactlyBy: denominator.value).flatMap { quotient in
      Strength(
        StrengthAmount(quotient, numerator.unit),
        per: StrengthAmount(.one, denominator.unit), text: text)
    }
  }

  /// A percentage as mass in volume: 1 % is 10 MG/ML, one gram in 100 mL.
  ///
  /// Valid only for liquids, and a percentage does not show whether the product
  /// is one: the caller has to know. Creams and powders are mass in mass.
  ///
  /// - Returns: `nil` if the strength is not a percentage.
  public var percentAsMassPerVolumeOfLiquid: Strength? {
    guard numerator.unit == .percent, denominator == nil else { return nil }
    return numerator.value.multiplied(by: ExactDecimal(10)).map { value in
      Strength(
        valid: StrengthAmount(value, .milligram), per: StrengthAmount(.one, .milliliter),
        text: text)
    }
  }

  private static func rxNormText(
    _ numerator: StrengthAmount, _ denominator: StrengthAmount?
  ) -> String {
    guard let denominator else { return numerator.rxNormText }
    return denominator.value == .one
      ? "\(numerator.rxNormText)/\(denominator.unit.rawValue)"
      : "\(numerator.rxNormText)/\(denominator.rxNormText)"
  }
}

/// A number with its unit.
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
    guard unit.dimension == other.dimension, unit.dimension != .other else { return nil }
    return value.multiplied(by: unit.factor)?.divided(exactlyBy: other.factor).map {
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
