// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// Does a display state a strength that its code has not (S6, S14, S16, S39)?
// Only what can be compared is judged: an amount beside a concentration or a
// rate says nothing, unless the catalog knows another drug that it fits.

/// Compares the strengths that a display states with those of a concept.
struct StrengthWitness {
  /// What the strengths of a display say.
  enum Verdict {
    case agrees
    /// Another strength.
    case differs
    /// An amount that may be of another salt, or of the base (S17).
    case otherBasis
  }

  /// A strength of the concept, and the ingredient it is of, where that is related.
  private struct Known {
    let strength: Strength
    let ingredient: Concept?
  }

  private let concept: Concept
  private let known: [Known]
  private let containers: [Strength]
  private let sums: [Strength]
  private let names: [DisplayWords]

  init(_ concept: Concept, names: [DisplayWords]) {
    self.concept = concept
    self.names = names
    let list = concept.strengthList
    let related = list.strengths.compactMap { part in
      part.strength.map { Known(strength: $0, ingredient: part.ingredient) }
    }
    // A release that lacks a component still has the name that states its strength.
    let named = names.first.map { StatedStrength.all(in: $0.words) } ?? []
    known =
      list.isComplete && related.count >= named.count
      ? related : named.compactMap(\.readings.first).map { Known(strength: $0, ingredient: nil) }
    let strengths = known.map(\.strength)
    sums = Self.sums(strengths)
    containers = Self.containerAmounts(strengths + sums, concept.quantity)
  }

  /// Judges the strengths of a display.
  ///
  /// - Parameters:
  ///   - words: The display's words.
  ///   - hits: The substances that it names, which tell what a strength is of.
  /// - Returns: Whether each strength is one of the concept's.
  func verdict(on words: DisplayWords, _ hits: [SubstanceHit]) -> Verdict {
    guard !known.isEmpty else { return .agrees }
    let stated = StatedStrength.all(in: words.words).filter {
      $0.listCount == 1 || $0.listCount == known.count
    }
    let fitting = stated.map { fits($0, components(of: $0, stated, hits)) || isInName($0) }
    var isOtherBasis = false
    for (place, strength) in stated.enumerated() where !fitting[place] {
      let start = stated.last { $0.end <= strength.position }?.end ?? 0
      if fitting.contains(true), isRestatement(words.words, start..<strength.position, hits) {
        continue
      }
      switch difference(strength, components(of: strength, stated, hits)) {
      case .silent: break
      case .strength:
        let isOtherSubstance = strength.isEquivalent || saltsDiffer(words)
        guard isOtherSubstance, isWithinASalt(strength, components(of: strength, stated, hits)),
          strength.isEquivalent || !hasSibling(of: strength, { $0.agrees(with: $1) })
        else { return .differs }
        isOtherBasis = true
      }
    }
    return isOtherBasis ? .otherBasis : .agrees
  }

  /// `as`, and `equivalent`, which as a unit is read as `eq`.
  private static let restating: Set<String> = ["as", "eq"]

  /// Whether the words before a strength say that it states another one once
  /// more: `25 MG (as rilpivirine hydrochloride 27.5 MG)`.
  private func isRestatement(
    _ words: [String], _ between: Range<Int>, _ hits: [SubstanceHit]
  ) -> Bool {
    if words[between].contains(where: Self.restating.contains) { return true }
    let before = hits.filter { $0.position < between.lowerBound && !$0.isBrand }.map(\.ingredients)
    return hits.contains { between.contains($0.position) && before.contains($0.ingredients) }
  }

  /// Whether another name of the concept states the strength, as that of the
  /// salt or of a whole container.
  private func isInName(_ strength: StatedStrength) -> Bool {
    guard let reading = strength.readings.first,
      !known.contains(where: { $0.strength == reading })
    else { return false }
    return names.dropFirst().contains { name in
      StatedStrength.all(in: name.words).contains { $0.readings.first == reading }
    }
  }

  // MARK: Comparing

  private enum Difference {
    case silent
    case strength
  }

  /// The components that a strength may be of: that of the substance named just before it.
  private func components(
    of strength: StatedStrength, _ stated: [StatedStrength], _ hits: [SubstanceHit]
  ) -> [Known] {
    guard strength.listCount == 1, known.count > 1 else { return known }
    let floor = stated.last { $0.position < strength.position }?.position ?? -1
    let before = hits.filter { $0.position > floor && $0.position < strength.position }
    guard before.count == 1, let ingredients = before.first?.ingredients, ingredients.count == 1
    else { return known }
    let own = known.filter { $0.ingredient.map(ingredients.contains) ?? false }
    return own.isEmpty ? known : own
  }

  private func fits(_ stated: StatedStrength, _ candidates: [Known]) -> Bool {
    stated.readings.contains { reading in
      candidates.contains { Self.fits(reading, $0.strength) }
        || containers.contains { isContainer($0, of: reading) }
        || sums.contains { $0.agrees(with: reading) }
    }
  }

  /// Whether a reading is what the container holds.
  ///
  /// RxNorm rounds concentrations: 120 MG in 1.7 ML are 70 MG/ML. Beside the
  /// container's own volume an amount may be off by a twentieth.
  private func isContainer(_ amount: Strength, of reading: Strength) -> Bool {
    if amount.agrees(with: reading) { return true }
    guard let stated = reading.denominator, let quantity = concept.quantity,
      let container = Strength(quantity), let volume = Strength(stated),
      volume.agrees(with: container),
      let given = reading.numerator.converted(to: amount.numerator.unit)?.value,
      let difference = given.subtracting(amount.numerator.value),
      let twentyfold = difference.multiplied(by: ExactDecimal(20))
    else { return false }
    return !(amount.numerator.value < (twentyfold.isNegative ? twentyfold.negated : twentyfold))
  }

  /// The components together, for mixed salts and insulins: `amphetamine salts 10 MG`.
  private static func sums(_ strengths: [Strength]) -> [Strength] {
    guard strengths.count > 1, let first = strengths.first?.perOne,
      strengths.allSatisfy({ $0.numerator.unit == first.numerator.unit }),
      strengths.allSatisfy({ $0.perOne?.denominator == first.denominator })
    else { return [] }
    var sum = ExactDecimal.zero
    for strength in strengths {
      guard let one = strength.perOne, let next = sum.adding(one.numerator.value) else {
        return []
      }
      sum = next
    }
    return Strength(StrengthAmount(sum, first.numerator.unit), per: first.denominator).map { [$0] }
      ?? []
  }

  /// Whether a stated strength is a way to write a known one.
  private static func fits(_ stated: Strength, _ known: Strength) -> Bool {
    if known.agrees(with: stated) { return true }
    if stated.numerator.unit == .percent { return isPercent(stated, of: known) }
    if let given = percent(stated), given == percent(known) { return true }
    return amounts(known).contains { $0.agrees(with: stated) }
  }

  /// The amounts that people write for a concentration or a rate without what it is in.
  private static func amounts(_ known: Strength) -> [Strength] {
    guard let per = known.perOne?.denominator else { return [] }
    switch per.unit.dimension {
    case .volume: return [1, 5, 10, 15].compactMap { amount(of: known, in: $0) }
    case .time: return [1, 24].compactMap { amount(of: known, in: $0) }
    case .actuations: return [1].compactMap { amount(of: known, in: $0) }
    default: return []
    }
  }

  private static func amount(of known: Strength, in count: Int) -> Strength? {
    guard let one = known.perOne,
      let value = one.numerator.value.multiplied(by: ExactDecimal(count))
    else { return nil }
    return Strength(StrengthAmount(value, one.numerator.unit))
  }

  /// A concentration as a percentage; a millilitre of cream is taken as a gram.
  private static func percent(_ strength: Strength) -> ExactDecimal? {
    guard let one = strength.perOne, let per = one.denominator?.unit,
      let amount = one.numerator.converted(to: .milligram)?.value
    else { return nil }
    return switch per {
    case .milliliter, .gram: amount.divided(exactlyBy: ExactDecimal(10))
    case .milligram: amount.multiplied(by: ExactDecimal(100))
    default: nil
    }
  }

  private static func isPercent(_ stated: Strength, of known: Strength) -> Bool {
    let asSolid = stated.numerator.value.multiplied(by: ExactDecimal(10)).flatMap {
      Strength(StrengthAmount($0, .milligram), per: StrengthAmount(.one, .gram))
    }
    let ways = [stated.percentAsMassPerVolumeOfLiquid, asSolid].compactMap { $0 }
    if ways.contains(where: { $0.agrees(with: known) }) { return true }
    // Parts by volume: 70 % of alcohol is 0.7 ML/ML.
    guard known.numerator.unit == .milliliter, let ratio = known.perOne,
      let hundred = ratio.numerator.value.multiplied(by: ExactDecimal(100))
    else { return false }
    return hundred == stated.numerator.value
  }

  /// What a strength that fits nowhere says.
  private func difference(
    _ stated: StatedStrength, _ candidates: [Known]
  ) -> Difference {
    guard let reading = stated.readings.first else { return .silent }
    for component in candidates {
      let known = component.strength
      if known.agreement(with: reading) != .incomparable { return .strength }
      if Self.percent(known) != nil, Self.percent(reading) != nil { return .strength }
      // A puff is no volume and no time.
      let kinds = [known, reading].map { $0.denominator?.unit.dimension }
      if let own = kinds[0], let given = kinds[1], own != given,
        own == .actuations || given == .actuations
      {
        return .strength
      }
      // The same figure in another kind of unit: 100 MG/ML for 100 UNT/ML.
      if known.perOne?.numerator.value == reading.perOne?.numerator.value,
        known.numerator.unit.dimension != reading.numerator.unit.dimension,
        reading.numerator.unit != .percent
      {
        return .strength
      }
      if reading.numerator.unit == .percent,
        known.numerator.unit == .percent
          || known.denominator?.unit.dimension == .volume
          || known.denominator?.unit.dimension == .mass
      {
        return .strength
      }
    }
    if !containers.isEmpty, reading.denominator == nil,
      containers.contains(where: { $0.agreement(with: reading) != .incomparable })
    {
      return .strength
    }
    return isOfAnotherLiquidOrPatch(stated, candidates) ? .strength : .silent
  }

  /// Whether a bare amount fits another oral liquid or patch of the ingredient, but not this one.
  private func isOfAnotherLiquidOrPatch(
    _ stated: StatedStrength, _ candidates: [Known]
  ) -> Bool {
    guard stated.readings.allSatisfy({ $0.denominator == nil }) else { return false }
    let isOral = concept.doseForms.contains { $0.name.hasPrefix("Oral") }
    let dimensions = Set(
      candidates.compactMap { $0.strength.denominator?.unit.dimension }
        .filter { $0 == .time || $0 == .volume && isOral })
    return hasSibling(of: stated) { sibling, reading in
      guard let dimension = sibling.denominator?.unit.dimension else { return false }
      return dimensions.contains(dimension)
        && [1, dimension == .time ? 24 : 5].contains { count in
          Self.amount(of: sibling, in: count)?.agrees(with: reading) ?? false
        }
    }
  }

  /// Whether the catalog has another component of these ingredients with a fitting strength.
  private func hasSibling(
    of stated: StatedStrength, _ fits: (_ sibling: Strength, _ reading: Strength) -> Bool
  ) -> Bool {
    concept.ingredients.contains { ingredient in
      ingredient.related(.ingredientOf).contains { component in
        guard component.termType == .clinicalDrugComponent,
          let known = component.strengthList.strengths.first?.strength
        else { return false }
        return stated.readings.contains { fits(known, $0) }
      }
    }
  }

  /// Whether display and concept name different salts, so that amounts may differ.
  ///
  /// A display that only leaves the salt out states the amount of the code.
  private func saltsDiffer(_ words: DisplayWords) -> Bool {
    let saysSo = !words.saltWords.isEmpty || words.words.contains(where: Self.basis.contains)
    return saysSo && words.saltWords != names.first?.saltWords ?? []
  }

  /// Words that say what an amount is of.
  private static let basis: Set<String> = ["base", "as", "elemental", "eq"]

  /// Whether an amount is near enough to a known one to be that of another salt or of the base.
  ///
  /// Salts and bases of one drug weigh 0.4 to 2.5 times each other; a slip of the
  /// decimal point or of the unit is ten times off or more (S16).
  private func isWithinASalt(_ stated: StatedStrength, _ candidates: [Known]) -> Bool {
    let known = candidates.map(\.strength)
    let ways = known + known.flatMap(Self.amounts) + containers + sums
    return stated.readings.contains { reading in
      let readings = [reading, reading.percentAsMassPerVolumeOfLiquid].compactMap { $0 }
      return readings.contains { given in ways.contains { Self.isNear(given, $0) } }
    }
  }

  private static func isNear(_ given: Strength, _ known: Strength) -> Bool {
    guard let left = given.perOne, let right = known.perOne,
      (left.denominator == nil) == (right.denominator == nil)
    else { return false }
    // Crosswise, so that nothing is divided.
    var (amount, other) = (left.numerator.value, right.numerator.value)
    guard let converted = left.numerator.converted(to: right.numerator.unit) else { return false }
    amount = converted.value
    if let per = left.denominator, let otherPer = right.denominator {
      guard let volume = per.converted(to: otherPer.unit),
        let crossed = other.multiplied(by: volume.value),
        let scaled = amount.multiplied(by: otherPer.value)
      else { return false }
      (amount, other) = (scaled, crossed)
    }
    guard let double = amount.multiplied(by: ExactDecimal(2)),
      let fivefold = amount.multiplied(by: ExactDecimal(5)),
      let otherDouble = other.multiplied(by: ExactDecimal(2)),
      let otherFivefold = other.multiplied(by: ExactDecimal(5))
    else { return false }
    return !(fivefold < otherDouble) && !(otherFivefold < double)
  }

  // MARK: Containers

  /// What a whole container holds: quantity times concentration (S39).
  static func containerAmounts(_ strengths: [Strength], _ quantity: String?) -> [Strength] {
    guard let quantity, let factor = Strength(quantity),
      factor.numerator.unit.dimension == .volume
    else { return [] }
    return strengths.compactMap { strength in
      guard let per = strength.denominator, let volume = factor.numerator.converted(to: per.unit),
        let product = strength.numerator.value.multiplied(by: volume.value),
        let amount = product.divided(exactlyBy: per.value)
      else { return nil }
      return Strength(StrengthAmount(amount, strength.numerator.unit))
    }
  }
}
