// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Walks over the rows of RXNREL, as plain as can be: sets of codes, one hop at a
// time, every rule of the walk written out where it applies.

extension NaiveRelease {
  /// Relationships that no path follows.
  static let excluded: Set<String> = [
    "reformulated_to", "reformulation_of", "quantified_form_of", "has_quantified_form",
  ]

  /// Whether an unsuppressed row of RXNORM names it.
  func isActive(_ code: Int) -> Bool {
    guard let main = mainName(code) else { return false }
    return main.suppress == "N" || main.suppress.isEmpty
  }

  /// The active concepts of a type that a row joins with one of some codes.
  func hop(from codes: Set<Int>, to type: String) -> Set<Int> {
    var reached: Set<Int> = []
    for code in codes {
      for fact in facts[code] ?? [] where fact.source == "RXNORM" {
        guard !Self.excluded.contains(fact.relationship), termType(fact.target) == type,
          isActive(fact.target)
        else { continue }
        reached.insert(fact.target)
      }
    }
    return reached
  }

  /// What is reached at each stop of a path.
  func levels(from start: Int, along stops: [String]) -> [Set<Int>] {
    var levels: [Set<Int>] = [isActive(start) ? [start] : []]
    for stop in stops.dropFirst() { levels.append(hop(from: levels.last ?? [], to: stop)) }
    return levels
  }

  /// From what, at each stop of a path, its last concept is reached; the first stop first.
  func levels(to end: Int, along stops: [String]) -> [Set<Int>] {
    var levels: [Set<Int>] = [[end]]
    for stop in stops.dropLast().reversed() {
      levels.append(hop(from: levels.last ?? [], to: stop))
    }
    return levels.reversed()
  }
}
