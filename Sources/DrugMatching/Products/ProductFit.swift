// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
package import MedicationModel

// Is a stated amount a way to write a component's strength? Liquids are written
// per their own volume, as percentages or as what a container holds; patches
// per day; inhalers per puff. Amounts are never computed across substances.

/// Compares stated amounts with strengths of products.
package enum StrengthFit {
  /// What RxNorm writes for products that are dosed by the unit: clotting factors, epoetins.
  private static let oneUnit = Strength(StrengthAmount(.one, .unit)).flatMap { Figure($0) }

  /// From here on an amount is the strength; below it is a part of it, or a guess.
  static let matched = 0.7
  /// What an amount without a volume is worth for a concentration: it is none.
  private static let open = 0.69

  /// How well an amount fits a component: 1 equal, 0 another amount.
  static func fit(
    _ amount: StatedAmount, _ component: Product.Component, content: Figure?,
    quantity: Strength?
  ) -> Double {
    guard let own = component.figure, let strength = component.strength else { return 0 }
    guard let stated = amount.figure, let written = amount.strength else { return 0 }
    if let shared = amount.shared, Figure(shared) == own { return 1 }
    return fit(stated, written, own, strength, content, quantity, unsaid: amount.unsaid)
  }

  /// Whether a strength is a way to write another one, of a product of which there is so much.
  package static func isWay(_ written: Strength, toWrite strength: Strength, in quantity: Strength?)
    -> Bool
  {
    guard let stated = Figure(written), let own = Figure(strength) else { return false }
    let content = content(of: strength, in: quantity).flatMap { Figure($0) }
    // A bare amount near the content is a different one, unless it is the rounded form.
    if let content, stated.bottom == nil, stated.isNear(content) {
      return self.content(of: strength, in: quantity)?.agrees(with: written) ?? false
    }
    return fit(stated, written, own, strength, content, quantity, unsaid: [.time, .actuations])
      > 0.55
      || isCreamPer(written, strength) || isCreamPer(strength, written)
  }

  private static func fit(
    _ stated: Figure, _ written: Strength, _ own: Figure, _ strength: Strength, _ content: Figure?,
    _ quantity: Strength?, unsaid: Set<StrengthUnit.Dimension>
  ) -> Double {
    if stated == own { return 1 }
    // The units of the container, which the release does not have.
    if own == oneUnit, stated.top == .units { return open }
    if let percent = percent(written, as: strength), percent == own { return 1 }
    if let content {
      if stated == content { return stated.bottom == nil ? 1 : 0.9 }
      if stated.bottom != nil, stated.withoutDenominator == content || isVolume(written, quantity) {
        if isNearInVolume(written, content, quantity) { return 0.97 }
      } else if stated.bottom == nil, stated.isNear(content, parts: 100) {
        // A release rounds volumes and concentrations: 1.7 mL of 70 mg/mL are 120 mg.
        return 0.93
      }
    }
    return partly(stated, written, own, strength, unsaid)
  }

  private static func partly(
    _ stated: Figure, _ written: Strength, _ own: Figure, _ strength: Strength,
    _ unsaid: Set<StrengthUnit.Dimension>
  ) -> Double {
    if stated.bottom == own.bottom {
      guard stated.isNear(own), written.agrees(with: strength) else { return 0 }
      return 0.97
    }
    guard stated.bottom == nil, let per = strength.denominator, stated.top == own.top else {
      return isSolidPer(stated, own) ? 0.9 : 0
    }
    for (place, amount) in amounts(of: strength).enumerated() {
      guard let figure = Figure(amount) else { continue }
      if figure == stated || figure.isNear(stated) && amount.agrees(with: written) {
        let isOpen = [.volume, .time, .actuations].contains(per.unit.dimension)
        return isOpen && !unsaid.contains(per.unit.dimension) ? open - 0.04 * Double(place) : 0.96
      }
    }
    return 0
  }

  /// An amount per piece or dose, for a product whose strength is per piece.
  private static func isSolidPer(_ stated: Figure, _ own: Figure) -> Bool {
    (stated.bottom == .actuations || stated.bottom == .pieces)
      && own.bottom == nil && stated.withoutDenominator == own
  }

  /// A mass in a gram of cream, of which a millilitre is taken as a gram: `10 mg/g`.
  ///
  /// Only for comparing the display of a code with its concept: in a text, `mg/g` of a liquid is
  /// another strength, so it is not matched to one per millilitre.
  private static func isCreamPer(_ written: Strength, _ strength: Strength) -> Bool {
    guard let per = written.denominator, per.unit.dimension == .mass,
      strength.denominator?.unit == .milliliter,
      let grams = per.converted(to: .gram).map({ StrengthAmount($0.value, .milliliter) })
    else { return false }
    return Strength(written.numerator, per: grams)?.agrees(with: strength) ?? false
  }

  /// The amounts that people write for a concentration or a rate without what it is in.
  package static func amounts(of strength: Strength) -> [Strength] {
    let counts: [Int] =
      switch strength.denominator?.unit.dimension {
      case .actuations: [1]
      case .time: [24, 1]
      case .volume: [1, 5, 10, 15, 2]
      default: []
      }
    return counts.compactMap { amount(of: strength, in: $0) }
  }

  /// What a container of a volume holds: quantity times concentration.
  package static func content(of strength: Strength, in quantity: Strength?) -> Strength? {
    guard let quantity, quantity.numerator.unit.dimension == .volume,
      let per = strength.denominator, let volume = quantity.numerator.converted(to: per.unit),
      let product = strength.numerator.value.multiplied(by: volume.value),
      let amount = product.divided(exactlyBy: per.value)
    else { return nil }
    return Strength(StrengthAmount(amount, strength.numerator.unit))
  }

  package static func amount(of strength: Strength, in count: Int) -> Strength? {
    guard let denominator = strength.denominator,
      let times = strength.numerator.value.multiplied(by: ExactDecimal(count)),
      let value = times.divided(exactlyBy: denominator.value)
        ?? times.divided(by: denominator.value, toSignificantDigits: 12)
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
    return figure.isNear(content, parts: 100)
  }
}

// Is the salt of a product the one that the text names? Penicillin G
// benzathine and procaine, metoprolol succinate and tartrate are not exchanged.

/// Compares salts that a text names with those of a product.
package enum SaltFit {
  /// The result of the comparison.
  enum Outcome {
    /// The text names none, or the same.
    case same
    /// The product, or the wider concept, does not say its salt.
    case unsaid
    /// Another one.
    case other
  }

  /// Compares the salts of a text with those of a concept, all ingredients together.
  static func compare(_ stated: Set<String>, _ own: Set<String>) -> Outcome {
    if stated.isEmpty { return .same }
    if own.isEmpty { return .unsaid }
    // `sodium phosphate` and `phosphate` are one; a combination has those of its parts.
    return stated.isSubset(of: own) || own.isSubset(of: stated) ? .same : .other
  }

  /// A salt without how often it is there; nothing for a hydrate.
  ///
  /// `bi` is a prefix only where the caller says so: a bicarbonate is not a carbonate.
  package static func stem(_ word: String, stripsBi: Bool = false) -> Set<String> {
    if word.hasSuffix("hydrate") || word == "anhydrous" { return [] }
    let prefixes = ["hydrogen", "mono", "hemi", "di", "tri"] + (stripsBi ? ["bi"] : [])
    for start in prefixes where word.hasPrefix(start) {
      let rest = String(word.dropFirst(start.utf8.count))
      if WordLists.nameSalts.contains(rest) { return [rest] }
    }
    return [word]
  }
}

// A text means a pack by a word for one, by several strengths that only a pack
// combines (`10 mg + 20 mg`), or by a brand that is sold in packs only.

/// Compares what a text says with packs.
enum PackFit {
  /// Whether a text means a pack without a word for one.
  static func isAsked(
    _ reading: TextReading, _ identity: DrugIdentity, _ products: inout ProductReader
  ) -> Bool {
    guard !identity.isEmpty else { return false }
    let amounts = reading.amounts.filter { $0.role == .drug }
    let strengths = Set(amounts.compactMap(\.figure))
    if identity.ingredients.count == 1, strengths.count > 1 {
      let owners = identity.brands.isEmpty ? identity.ingredients : identity.brands
      for owner in owners {
        for pack in products.family(of: owner).packs {
          let held = Set(products.packComponents(pack).compactMap(\.figure))
          if held == strengths { return true }
        }
      }
    }
    let saysMore =
      !amounts.isEmpty || !reading.form.isEmpty || reading.amounts.contains { $0.role == .bare }
    return !identity.brands.isEmpty
      && identity.brands.allSatisfy { brand in
        // Without a concept of its own a brand is shown by what it is sold as.
        guard saysMore || products.isPack(brand) else { return false }
        let family = products.family(of: brand)
        return !family.packs.isEmpty && family.products.isEmpty && family.components.isEmpty
      }
  }

  /// The share of a text's strengths that a pack contains, less for each that the text does not state.
  ///
  /// Numbers of a list without a unit, as in `1/35`, are milligrams or micrograms.
  static func share(
    _ amounts: [StatedAmount], _ bare: [StatedAmount], _ components: [Product.Component]
  ) -> Double {
    let lists = bare.filter { $0.listCount > 1 }
    guard !amounts.isEmpty else {
      let areHeld = lists.allSatisfy { number in
        components.contains { BrandStrength.has($0, number.value) }
      }
      return areHeld ? 1 : 0
    }
    guard !components.isEmpty else { return 0.5 }
    let isHeld = amounts.map { amount in
      components.contains {
        StrengthFit.fit(amount, $0, content: nil, quantity: nil) >= StrengthFit.matched
      }
    }
    let unsaid = components.filter { component in
      !amounts.contains {
        StrengthFit.fit($0, component, content: nil, quantity: nil) >= StrengthFit.matched
      }
    }
    let others = Set(unsaid.compactMap(\.figure)).count
    return max(
      0, Double(isHeld.filter { $0 }.count) / Double(amounts.count) - 0.03 * Double(others))
  }
}
