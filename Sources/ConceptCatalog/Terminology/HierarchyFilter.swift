// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Filters that follow the hierarchy of a code system.
struct HierarchyFilter {
  static let operations: Set<String> = [
    "is-a", "descendent-of", "is-not-a", "generalizes", "child-of", "descendent-leaf",
  ]

  private let catalog: Catalog
  private let system: LoadedCodeSystem

  private let meaning: String
  /// Concepts of the system that something is a kind of.
  private var broader: Set<Int> = []
  /// Concepts of the system that take part in a hierarchy whose meaning is not is-a.
  private var otherwiseRelated: Set<Int> = []

  /// Looks at all edges of the system once.
  init(_ catalog: Catalog, _ system: LoadedCodeSystem) {
    self.catalog = catalog
    self.system = system
    meaning = system.hierarchyMeaning
    for concept in system.concepts {
      for (parent, kind) in concept.parents {
        if CodeSystemConcept.isA(kind, meaning) {
          broader.insert(parent.index)
        } else {
          otherwiseRelated.formUnion([parent.index, concept.index])
        }
      }
    }
  }

  /// What a filter says of a concept of the system.
  func matches(_ filter: ValueSetFilter, _ concept: CodeSystemConcept) -> Verdict {
    guard ["concept", "code"].contains(filter.property) else {
      return .unknown("the filter \(filter.description) is about no hierarchy of \(system.url)")
    }
    let found = catalog.terms(system: system.url, code: filter.value).terms.first {
      $0.concept.system.index == system.index
    }
    guard let other = found?.concept else {
      return .unknown("\(system.url) has no code \(filter.value)")
    }
    let isSame = other.index == concept.index
    let answer: Bool
    switch filter.operation {
    case "is-a": answer = isSame || concept.isDescendant(of: other.index, meaning)
    case "is-not-a": answer = !(isSame || concept.isDescendant(of: other.index, meaning))
    case "descendent-of": answer = concept.isDescendant(of: other.index, meaning)
    case "generalizes": answer = isSame || other.isDescendant(of: concept.index, meaning)
    case "child-of": answer = concept.broader(meaning).contains { $0.index == other.index }
    default:
      answer = !broader.contains(concept.index) && concept.isDescendant(of: other.index, meaning)
    }
    // An is-a that is stated counts; where another edge may mean it, too, nothing else is settled.
    if concept.index != other.index, !isStated(answer, filter.operation),
      otherwiseRelated.contains(concept.index) || otherwiseRelated.contains(other.index)
    {
      return .unknown(
        "\(system.url) does not say that its hierarchy means is-a"
          + (meaning.isEmpty ? "" : " but \(meaning)"))
    }
    return Verdict(answer)
  }

  /// Whether an answer follows from edges that are there, not from edges that are missing.
  private func isStated(_ answer: Bool, _ operation: String) -> Bool {
    operation == "descendent-leaf" ? false : operation == "is-not-a" ? !answer : answer
  }
}
