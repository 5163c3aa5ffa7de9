// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Is a stated amount a way to write a component's strength? Liquids are written
// per their own volume, as percentages or as what a container holds; patches
// per day; inhalers per puff. Amounts are never computed across substances.

/// Compares stated amounts with strengths of products.
enum StrengthFit {
  /// What RxNorm writes for products that are dosed by the unit: clotting factors, epoetins.
  private static let oneUnit = Strength(StrengthAmount(.one, .unit)).flatMap { Figure($0) }

  /// From here on an amount is the strength; below it is a part of it, or a guess.
  static let matched = 0.7
  /// What an amount without a volume is worth for a concentration: it is none (S39).
  private static let open = 0.69

  /// How well an amount fits a component: 1 equal, 0 another amount.
  static func fit(
    _ amount: StatedAmount, _ component: Product.Component, content: Figure?,
    quantity: Strength?
  ) -> Double {
    guard let own = component.figure, let strength = component.strength else { return 0 }
    guard let stated = amount.figure, let written = amount.strength else { return 0 }
    if stated == own { return 1 }
    if let shared = amount.shared, shared == own { return 1 }
    // The units of the container, which the release does not have (S14).
    if own == oneUnit, stated.top == .units { return open }
    if let percent = percent(written, as: strength), percent == own { return 1 }
    if let content {
      if stated == content { return stated.bottom == nil ? 1 : 0.9 }
      if stated.bottom != nil, stated.withoutDenominator == content || isVolume(written, quantity) {
        if isNearInVolume(written, content, quantity) { return 0.97 }
      } else if stated.bottom == nil, stated.isNear(content) {
        return 0.93
      }
    }
    return partly(stated, written, own, strength)
  }

  private static func partly(
    _ stated: Figure, _ written: Strength, _ own: Figure, _ strength: Strength
  ) -> Double {
    if stated.bottom == own.bottom {
      guard stated.isNear(own), written.agrees(with: strength) else { return 0 }
      return 0.97
    }
    guard stated.bottom == nil, let per = strength.denominator, stated.top == own.top else {
      return isSolidPer(stated, own) ? 0.9 : 0
    }
    // An amount without what it is in.
    let counts: [Int] =
      switch per.unit.dimension {
      case .actuations: [1]
      case .time: [24, 1]
      case .volume: [1, 5, 10, 15, 2]
      default: []
      }
    for (place, count) in counts.enumerated() {
      guard let amount = self.amount(of: strength, in: count), let figure = Figure(amount) else {
        continue
      }
      if figure == stated || figure.isNear(stated) && amount.agrees(with: written) {
        return per.unit.dimension == .volume ? open - 0.04 * Double(place) : 0.96
      }
    }
    return 0
  }

  /// An amount per piece or dose, for a product whose strength is per piece.
  private static func isSolidPer(_ stated: Figure, _ own: Figure) -> Bool {
    (stated.bottom == .actuations || stated.bottom == .pieces || stated.bottom == .volume)
      && own.bottom == nil && stated.withoutDenominator == own
  }

  private static func amount(of strength: Strength, in count: Int) -> Strength? {
    guard let denominator = strength.denominator,
      let times = strength.numerator.value.multiplied(by: ExactDecimal(count)),
      let value = times.divided(exactlyBy: denominator.value)
        ?? times.divided(by: denominator.value, toSignificantDigits: 12, .halfUp)
    else { return nil }
    return Strength(StrengthAmount(value, strength.numerator.unit))
  }

  /// A percentage in the units of a component: of liquids per millilitre, of solids per mass.
  private static func percent(_ written: Strength, as strength: Strength) -> Figure? {
    guard written.numerator.unit == .percent, let per = strength.denominator else { return nil }
    switch per.unit {
    case .milliliter where strength.numerator.unit == .milliliter:
      return ratio(written, .milliliter, per.unit, shift: -2)
    case .milliliter: return written.percentAsMassPerVolumeOfLiquid.flatMap { Figure($0) }
    case .milligram, .gram: return ratio(written, per.unit, per.unit, shift: -2)
    default: return nil
    }
  }

  private static func ratio(
    _ written: Strength, _ top: StrengthUnit, _ bottom: StrengthUnit, shift: Int
  ) -> Figure? {
    ExactDecimal(
      significand: written.numerator.value.significand,
      exponent: written.numerator.value.exponent + shift
    ).flatMap { Strength(StrengthAmount($0, top), per: StrengthAmount(.one, bottom)) }
      .flatMap { Figure($0) }
  }

  private static func isVolume(_ written: Strength, _ quantity: Strength?) -> Bool {
    guard let stated = written.denominator, let quantity, let volume = Strength(stated) else {
      return false
    }
    return volume.agrees(with: quantity)
  }

  private static func isNearInVolume(
    _ written: Strength, _ content: Figure, _ quantity: Strength?
  ) -> Bool {
    guard isVolume(written, quantity), let amount = Strength(written.numerator),
      let figure = Figure(amount)
    else { return false }
    return figure.isNear(content)
  }
}
