// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// `Lipitor 10`, `Vytorin 10-20`, `hydrocodone/apap 5/325`: behind a brand, and behind a
// combination, people leave the unit out. The numbers are the strength where exactly one
// strength of the products has these numbers, in its own unit or in micrograms.
// Otherwise they stay numbers: 2 may be `Coumadin` 2 MG or 2 MG/ML, 28 tablets.

/// Numbers without a unit behind a brand or a combination.
enum BrandStrength {
  /// What the numbers of a text are.
  enum Outcome {
    /// No strength of the brand or combination, or neither of them.
    case none
    /// One strength of the brand, in its own unit.
    case one([StatedAmount])
    /// Several strengths have these numbers.
    case several
  }

  /// Reads the numbers behind the brand or combination of a text as its strength.
  static func read(
    _ reading: TextReading, _ identity: DrugIdentity, _ products: inout ProductReader
  ) -> Outcome {
    let bare = reading.amounts.filter { $0.role == .bare && $0.strength == nil }
    let isCombination =
      identity.brands.isEmpty && bare.count > 1 && bare.count == identity.ingredients.count
    guard !identity.brands.isEmpty || isCombination, let first = bare.first,
      bare.allSatisfy({ $0.tokens == first.tokens }),
      !reading.amounts.contains(where: { $0.role == .drug }),
      isBehind(first.tokens.lowerBound, identity, reading.buffer.tokens)
    else { return .none }
    let numbers = bare.map(\.value)
    var found: [[Figure]] = []
    var strengths: [Strength] = []
    let owners =
      isCombination ? [products.rarest(of: identity.ingredients)] : identity.brands
    for owner in owners {
      let family = products.family(of: owner)
      let own = family.products.filter { !isCombination || $0.ingredients == identity.ingredients }
      for components in own.map(\.components) + family.components.map(\.components) {
        guard let own = order(components, by: numbers) else { continue }
        let figures = own.compactMap(\.figure)
        if found.contains(where: { Set($0) == Set(figures) }) { continue }
        found.append(figures)
        // A bare number is not a concentration, but contradicts a different reading.
        let isLiquid = figures.contains { $0.bottom == .volume }
        strengths = isLiquid ? [] : own.compactMap(\.strength)
      }
    }
    guard found.count == 1, strengths.count == bare.count else {
      return found.count > 1 ? .several : .none
    }
    return .one(
      zip(bare, strengths).map { number, strength in
        StatedAmount(
          role: .drug, strength: strength, value: number.value, figure: Figure(strength),
          isInexact: false, listCount: number.listCount, tokens: number.tokens)
      })
  }

  /// Whether only words about the form are between a brand's name and a place.
  private static func isBehind(
    _ place: Int, _ identity: DrugIdentity, _ tokens: [TextToken]
  ) -> Bool {
    var before = place - 1
    while before >= 0 {
      if identity.used.contains(where: { $0.tokens.contains(before) }) { return true }
      guard tokens[before].meaning.contains(.form) else { return false }
      before -= 1
    }
    return false
  }

  /// Components in the order of the numbers that their strengths have.
  private static func order(
    _ components: [Product.Component], by numbers: [ExactDecimal]
  ) -> [Product.Component]? {
    guard components.count == numbers.count else { return nil }
    var left = components
    var ordered: [Product.Component] = []
    for number in numbers {
      guard let place = left.firstIndex(where: { has($0, number) }) else { return nil }
      ordered.append(left.remove(at: place))
    }
    return ordered
  }

  /// Whether a component's strength has a number, in its own unit or in micrograms.
  static func has(_ component: Product.Component, _ number: ExactDecimal) -> Bool {
    guard component.figure != nil, let amount = component.strength?.numerator else { return false }
    if component.has(number) { return true }
    guard amount.unit == .milligram, let inMicrograms = amount.converted(to: .microgram) else {
      return false
    }
    return number == inMicrograms.value
  }
}
