// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// Several codings of one medication: do they speak of one drug, and which of
// their concepts says most?

/// What several matched concepts are together.
struct ConceptSelection {
  /// The concepts that answer: the most specific one, or all that compete.
  var concepts: [MatchedConcept] = []
  /// Codings name different ingredients (S7).
  var isConflict = false
  /// Several concepts of one drug compete and no rule chooses (S4).
  var isAmbiguous = false

  /// Selects among all concepts that the codings lead to.
  ///
  /// Concepts that another one implies (its ingredient, form, generic …) fall
  /// away. What remains is the answer if it is one; otherwise all remain.
  init(_ matches: [MatchedConcept]) {
    let distinct = Self.distinct(matches)
    guard distinct.count > 1 else {
      concepts = distinct
      return
    }
    var implied: Set<Concept> = []
    for match in distinct {
      guard let concept = match.concept else { continue }
      implied.formUnion(concept.impliedConcepts)
    }
    let remaining = distinct.filter { match in
      guard let concept = match.concept else { return true }
      return !implied.contains(concept)
    }
    concepts = remaining
    isConflict = Self.ingredientSets(distinct).count > 1
    if isConflict { concepts = distinct }
    isAmbiguous = !isConflict && concepts.count > 1
  }

  /// Each concept once; the better match kind stays.
  private static func distinct(_ matches: [MatchedConcept]) -> [MatchedConcept] {
    var kept: [MatchedConcept] = []
    for match in matches {
      let place = kept.firstIndex { other in
        match.concept == nil && other.concept == nil
          ? match.code == other.code : match.concept == other.concept
      }
      guard let place else {
        kept.append(match)
        continue
      }
      if match.match.rank < kept[place].match.rank { kept[place] = match }
    }
    return kept
  }

  /// The different complete sets of ingredients that concepts have.
  static func ingredientSets(_ matches: [MatchedConcept]) -> Set<[Concept]> {
    Set(
      matches.compactMap { match in
        guard let list = match.concept?.ingredientList, list.isComplete else { return nil }
        return list.ingredients
      })
  }
}

extension MatchKind {
  /// The order of trust; smaller is better.
  fileprivate var rank: Int {
    switch self {
    case .exact: 0
    case .replacement: 1
    case .ndc: 2
    case .crosswalk: 3
    case .text: 4
    }
  }
}

extension Concept {
  /// The concepts that a statement of this one implies, itself left out.
  fileprivate var impliedConcepts: Set<Concept> {
    let ways: [Relationship] = [
      .tradenameOf, .isA, .consistsOf, .hasIngredient, .hasPreciseIngredient, .hasIngredients,
      .hasPart, .formOf, .quantifiedFormOf, .contains,
    ]
    var found: Set<Concept> = []
    var queue = [self]
    while let concept = queue.popLast() {
      for way in ways {
        for next in concept.related(way) where next != self && found.insert(next).inserted {
          queue.append(next)
        }
      }
    }
    return found
  }
}
