// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// Compares concepts at the levels of an evaluation, and keeps what it has read of them.
struct ConceptComparison: Sendable {
  private struct Facts {
    let generics: Set<UInt32>
    let ingredients: [UInt32]
    let figures: [Figure]
  }

  private var known: [UInt32: Facts] = [:]

  /// The live concepts of a code: itself, or what took its place.
  func current(_ code: RxCUI, _ catalog: Catalog) -> [Concept] {
    if let concept = catalog.concept(for: code), concept.mainSuppress != nil { return [concept] }
    return catalog.history(of: code).successors
  }

  /// The narrowest level at which a concept agrees with one of several.
  mutating func level(
    _ concept: Concept, _ expected: [Concept]
  ) -> MatchingEvaluation.Level? {
    if expected.contains(concept) { return .concept }
    let own = facts(concept)
    var best: MatchingEvaluation.Level?
    for other in expected {
      let facts = facts(other)
      if !own.generics.isDisjoint(with: facts.generics) { return .product }
      guard own.ingredients == facts.ingredients, !own.ingredients.isEmpty else { continue }
      if !own.figures.isEmpty, own.figures == facts.figures {
        best = .strength
      } else if best == nil {
        best = .ingredient
      }
    }
    return best
  }

  private mutating func facts(_ concept: Concept) -> Facts {
    if let facts = known[concept.position] { return facts }
    // Brand to generic; a quantified drug and the same one without its quantity are two.
    let generics: Set<UInt32> =
      switch concept.termType {
      case .brandedDrug, .brandedPack, .brandedDrugComponent, .brandedDrugForm:
        Set(concept.genericForms.map(\.position)).union([concept.position])
      default: [concept.position]
      }
    let component =
      concept.termType == .brandedDrugComponent ? concept.genericForms.first ?? concept : concept
    let figures = component.strengthList.strengths.compactMap { $0.strength.flatMap { Figure($0) } }
      .sorted {
        ($0.significand, $0.exponent, $0.divisor) < ($1.significand, $1.exponent, $1.divisor)
      }
    let facts = Facts(
      generics: generics, ingredients: concept.ingredients.map(\.position).sorted(),
      figures: figures)
    known[concept.position] = facts
    return facts
  }
}
