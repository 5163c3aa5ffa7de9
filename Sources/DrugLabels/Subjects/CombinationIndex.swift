// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// The combinations (MIN) of a catalog by their base ingredients.
struct CombinationIndex: Sendable {
  /// Combinations by their ingredients, sorted; several where salts make the difference.
  private var combinations: [[RxCUI]: [RxCUI]] = [:]

  /// Reads the combinations of a catalog.
  init(_ catalog: Catalog) {
    for concept in catalog.concepts where concept.termType == .multipleIngredients {
      guard let code = concept.code, concept.status == .active else { continue }
      let list = concept.ingredientList
      let parts = list.ingredients.compactMap(\.code)
      guard list.isComplete, parts.count == list.ingredients.count, parts.count > 1 else {
        continue
      }
      combinations[parts.sorted(), default: []].append(code)
    }
  }

  /// The combinations of exactly these ingredients, which are sorted.
  func combinations(of ingredients: [RxCUI]) -> [RxCUI] {
    combinations[ingredients] ?? []
  }
}
