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
  /// Concepts of the system that stand under others in a way that is not said to be is-a.
  private var otherwisePlaced: Set<Int> = []

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
          otherwisePlaced.insert(concept.index)
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
    let lower = filter.operation == "generalizes" ? other : concept
    if !isSame, !isStated(answer, filter.operation), isOtherwisePlaced(lower) {
      return .unknown(
        "\(system.url) does not say that its hierarchy means is-a"
          + (meaning.isEmpty ? "" : " but \(meaning)"))
    }
    return Verdict(answer)
  }

  /// Whether a concept, or one that it is a kind of, may be a kind of more than is said.
  private func isOtherwisePlaced(_ concept: CodeSystemConcept) -> Bool {
    guard !otherwisePlaced.isEmpty else { return false }
    var open = [concept]
    var seen: Set<Int> = [concept.index]
    while let next = open.popLast() {
      if otherwisePlaced.contains(next.index) { return true }
      for parent in next.broader(meaning) where seen.insert(parent.index).inserted {
        open.append(parent)
      }
    }
    return false
  }

  /// Whether an answer follows from edges that are there, not from edges that are missing.
  private func isStated(_ answer: Bool, _ operation: String) -> Bool {
    operation == "descendent-leaf" ? false : operation == "is-not-a" ? !answer : answer
  }
}
