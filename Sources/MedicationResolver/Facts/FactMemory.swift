// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping
internal import Threads

/// What followed from single concepts, which answers ask for again and again; all threads share it.
final class FactMemory: Sendable {
  /// The facts of a concept, and the problems of finding them.
  struct Known: Sendable {
    let list: IngredientList
    let facts: ConceptFacts
    let problems: [Problem]
  }

  /// The most concepts that are kept: a memory that has as many begins anew.
  private static let limit = 4096

  private let known = Monitor<[Concept: Known]>([:])

  /// What follows from a concept.
  func facts(of concept: Concept, _ mappings: MappingTables) -> Known {
    if let known = known.withLock({ $0[concept] }) { return known }
    var problems: [Problem] = []
    let list = concept.ingredientList
    let facts = ConceptFacts(
      [concept], [list], isConflict: false, mappings: mappings, problems: &problems)
    let new = Known(list: list, facts: facts, problems: problems)
    known.withLock { known in
      if known.count >= Self.limit { known = [:] }
      known[concept] = new
    }
    return new
  }
}
