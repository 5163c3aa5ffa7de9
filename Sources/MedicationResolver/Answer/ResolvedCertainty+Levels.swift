// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

extension ResolvedCertainty {
  /// How sure a selection is at each level.
  ///
  /// The clinical drug of a branded drug is its generic, if it has one; a pack
  /// is its own clinical drug. A product is known where a brand, a pack or an
  /// NDC was given.
  ///
  /// A text may name the drug with certainty and still leave the product open.
  ///
  /// - Parameters:
  ///   - selection: What was found.
  ///   - lists: The ingredients of each of its concepts that the catalog holds.
  ///   - texts: What texts say.
  init(_ selection: ConceptSelection, _ lists: [IngredientList], _ texts: TextSelection) {
    guard texts.sureIngredients.isEmpty else {
      self.init(ingredient: .text, clinicalDrug: .ambiguous, product: .unknown)
      return
    }
    let concepts = selection.concepts.compactMap(\.concept)
    let isText = !concepts.isEmpty && selection.concepts.allSatisfy { $0.match == .text }
    let sure: Level = isText ? .text : .certain
    guard !selection.isConflict else {
      self.init(ingredient: .ambiguous, clinicalDrug: .ambiguous, product: .ambiguous)
      return
    }
    self.init(
      ingredient: Self.ingredientLevel(lists, sure),
      clinicalDrug: Self.level(concepts, sure, Self.clinicalDrugs),
      product: Self.level(selection.concepts, sure, Self.products))
  }

  private static func ingredientLevel(_ lists: [IngredientList], _ sure: Level) -> Level {
    guard !lists.isEmpty else { return .unknown }
    if lists.allSatisfy({ $0.ingredients.isEmpty }) { return .unknown }
    guard lists.allSatisfy({ $0.isComplete }) else { return .incomplete }
    return lists.count == 1 || Set(lists.map(\.ingredients)).count == 1 ? sure : .ambiguous
  }

  /// Sure if every concept gives the same one answer.
  private static func level<Given>(
    _ given: [Given], _ sure: Level, _ answer: (Given) -> [Concept]
  ) -> Level {
    if given.count == 1 {
      let answer = answer(given[0])
      return answer.isEmpty ? .unknown : answer.count == 1 ? sure : .ambiguous
    }
    let answers = given.map(answer)
    if answers.allSatisfy({ $0.isEmpty }) { return .unknown }
    guard answers.allSatisfy({ !$0.isEmpty }) else { return .ambiguous }
    return Set(answers.flatMap { $0 }).count == 1 ? sure : .ambiguous
  }

  private static func clinicalDrugs(of concept: Concept) -> [Concept] {
    switch concept.termType {
    case .clinicalDrug, .genericPack: [concept]
    case .brandedDrug, .brandedPack: concept.genericForms
    default: []
    }
  }

  private static func products(of match: MatchedConcept) -> [Concept] {
    guard let concept = match.concept else { return [] }
    return switch concept.termType {
    case .brandedDrug, .brandedPack, .genericPack: [concept]
    case .clinicalDrug where match.match == .ndc: [concept]
    default: []
    }
  }
}
