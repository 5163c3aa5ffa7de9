// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A concept that was sold on with another composition under the same name.
public struct Reformulation: Sendable, Hashable {
  /// The concept before.
  public let former: Concept
  /// The concept after.
  public let reformulated: Concept
}

extension Concept {
  /// What a brand was reformulated to: the active concepts, sorted by code.
  ///
  /// These are other drugs under one name, never replacements (S20).
  public var reformulatedTo: [Concept] {
    related(Relationship(rawValue: "reformulated_to")).filter(\.isActive)
  }

  /// What a brand is a reformulation of: the active concepts, sorted by code.
  public var reformulationOf: [Concept] {
    related(Relationship(rawValue: "reformulation_of")).filter(\.isActive)
  }
}

extension Catalog {
  /// All reformulations between active concepts, sorted by code: RxNav's getReformulationConcepts.
  ///
  /// - Complexity: O(*r*) in the relations of the release.
  public var reformulations: [Reformulation] {
    guard let symbol = WellKnownSymbol.number(of: "reformulated_to") else { return [] }
    var found: [Reformulation] = []
    for concept in concepts where concept.isActive {
      var targets: [UInt32] = []
      concept.forEachLink { link in
        if link.relationship == symbol { targets.append(link.target) }
      }
      for target in targets.map({ Concept(catalog: self, ordinal: $0) }) where target.isActive {
        found.append(Reformulation(former: concept, reformulated: target))
      }
    }
    return found
  }
}
