// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import MedicationModel

// Does a display state a strength that its code has not?
// Only what can be compared is judged: an amount next to a concentration or a
// rate says nothing, unless the catalog knows another drug that it fits.

/// Compares the strengths that a display states with those of a concept.
struct StrengthCheck {
  /// What the strengths of a display say.
  enum Verdict {
    case agrees
    /// Another strength.
    case differs
    /// An amount that may be of another salt, or of the base.
    case otherBasis
  }

  /// A strength of the concept, and the ingredient it is of, where that is related.
  private struct Known {
    let strength: Strength
    let ingredient: Concept?
  }

  private let concept: Concept
  private let known: [Known]
  private let quantity: Strength?
  /// What the container holds of each component and of all together.
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
    let named = names.first.map { $0.strengths } ?? []
    known =
      list.isComplete && related.count >= named.count
      ? related : named.compactMap(\.readings.first).map { Known(strength: $0, ingredient: nil) }
    let strengths = known.map(\.strength)
    sums = Self.sums(strengths)
    let quantity = concept.quantity.flatMap { Strength($0) }
    self.quantity = quantity
    containers = (strengths + sums).compactMap { StrengthFit.content(of: $0, in: quantity) }
  }

  /// Judges the strengths of a display.
  ///
  /// - Parameters:
  ///   - words: The display's words.
  ///   - hits: The substances that it names, which identify what a strength is of.
  /// - Returns: Whether each strength is one of the concept's.
  func verdict(on words: DisplayWords, _ hits: [SubstanceHit]) -> Verdict {
    guard !known.isEmpty else { return .agrees }
    let stated = words.strengths.filter {
      $0.listCount == 1 || $0.listCount == known.count
    }
    let owners = AmountOwners.find(stated.map(\.range.lowerBound), hits.map(\.range.lowerBound))
    let parts = zip(stated, owners).map { components(of: $0, $1.map { hits[$0] }) }
    let fitting = zip(stated, parts).map { fits($0, $1) || isInName($0) }
    var isOtherBasis = false
    for (place, strength) in stated.enumerated() where !fitting[place] {
      let start =
        stated.last { $0.range.upperBound <= strength.range.lowerBound }?.range.upperBound ?? 0
      if fitting.contains(true), isRestatement(words.words, start..<strength.range.lowerBound, hits)
      {
        continue
      }
      let candidates = parts[place]
      guard contradicts(strength, candidates) else { continue }
      guard strength.isEquivalent || saltsDiffer(words), isWithinASalt(strength, candidates),
        strength.isEquivalent || !hasSibling(of: strength, { $0.agrees(with: $1) })
      else { return .differs }
      isOtherBasis = true
    }
    return isOtherBasis ? .otherBasis : .agrees
  }

  private static let restating: Set<String> = ["as", "eq", "equivalent"]

  /// Whether the words before a strength say that it states another one once
  /// more: `25 MG (as rilpivirine hydrochloride 27.5 MG)`.
  private func isRestatement(
    _ words: [String], _ between: Range<Int>, _ hits: [SubstanceHit]
  ) -> Bool {
    if words[between].contains(where: Self.restating.contains) { return true }
    let before = hits.filter { $0.range.lowerBound < between.lowerBound && !$0.isBrand }.map(
      \.ingredients)
    return hits.contains {
      between.contains($0.range.lowerBound) && before.contains($0.ingredients)
    }
  }

  /// Whether another name of the concept states the strength, as that of the
  /// salt or of a whole container.
  private func isInName(_ strength: DisplayWords.StatedStrength) -> Bool {
    guard let reading = strength.readings.first,
      !known.contains(where: { $0.strength == reading })
    else { return false }
    return names.dropFirst().contains { name in
      name.strengths.contains { $0.readings.first == reading }
    }
  }

  // MARK: Comparing

  /// The components that a strength may be of: those of the substance that is named with it.
  private func components(
    of strength: DisplayWords.StatedStrength, _ hit: SubstanceHit?
  ) -> [Known] {
    guard strength.listCount == 1, known.count > 1, let ingredients = hit?.ingredients,
      ingredients.count == 1
    else { return known }
    let own = known.filter { $0.ingredient.map(ingredients.contains) ?? false }
    return own.isEmpty ? known : own
  }

  private func fits(_ stated: DisplayWords.StatedStrength, _ candidates: [Known]) -> Bool {
    stated.readings.contains { reading in
      (candidates.map(\.strength) + sums).contains {
        $0.agrees(with: reading) || StrengthFit.isWay(reading, toWrite: $0, in: quantity)
      }
    }
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

  /// Whether a strength that fits nowhere is another one; else it cannot be compared.
  private func contradicts(
    _ stated: DisplayWords.StatedStrength, _ candidates: [Known]
  ) -> Bool {
    guard let reading = stated.readings.first else { return false }
    for component in candidates {
      let known = component.strength
      if known.agreement(with: reading) != .incomparable { return true }
      if Self.isShare(known), Self.isShare(reading) { return true }
      // A puff is neither a volume nor a time.
      let kinds = [known, reading].map { $0.denominator?.unit.dimension }
      if let own = kinds[0], let given = kinds[1], own != given,
        own == .actuations || given == .actuations
      {
        return true
      }
      // The same figure in another kind of unit: 100 MG/ML for 100 UNT/ML.
      if known.perOne?.numerator.value == reading.perOne?.numerator.value,
        known.numerator.unit.dimension != reading.numerator.unit.dimension,
        reading.numerator.unit != .percent
      {
        return true
      }
      if reading.numerator.unit == .percent,
        known.numerator.unit == .percent
          || known.denominator?.unit.dimension == .volume
          || known.denominator?.unit.dimension == .mass
      {
        return true
      }
    }
    if !containers.isEmpty, reading.denominator == nil,
      containers.contains(where: { $0.agreement(with: reading) != .incomparable })
    {
      return true
    }
    return isOfAnotherLiquidOrPatch(stated, candidates)
  }

  /// Whether it says how much there is in a volume or mass; a millilitre of cream is taken as a gram.
  private static func isShare(_ strength: Strength) -> Bool {
    let below = strength.denominator?.unit.dimension
    return strength.numerator.unit.dimension == .mass && (below == .volume || below == .mass)
  }

  /// Whether a bare amount fits another oral liquid or patch of the ingredient, but not this one.
  private func isOfAnotherLiquidOrPatch(
    _ stated: DisplayWords.StatedStrength, _ candidates: [Known]
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
          StrengthFit.amount(of: sibling, in: count)?.agrees(with: reading) ?? false
        }
    }
  }

  /// Whether the catalog has another component of these ingredients with a fitting strength.
  private func hasSibling(
    of stated: DisplayWords.StatedStrength,
    _ fits: (_ sibling: Strength, _ reading: Strength) -> Bool
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
  private static let basis: Set<String> = ["base", "as", "elemental", "eq", "equivalent"]

  /// Whether an amount is near enough to a known one to be that of another salt or of the base.
  ///
  /// Salts and bases of one drug weigh 0.4 to 2.5 times each other; a slip of the
  /// decimal point or of the unit is ten times off or more.
  private func isWithinASalt(_ stated: DisplayWords.StatedStrength, _ candidates: [Known]) -> Bool {
    let known = candidates.map(\.strength)
    let ways = known + known.flatMap(StrengthFit.amounts) + containers + sums
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
}
