// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

extension Concept {
  /// Related concepts of certain term types, along RxNav's default paths.
  ///
  /// As RxNav's getRelatedByType: a walk stops at the term types of the path in
  /// turn, follows every relationship of SAB RXNORM between two of them but
  /// `reformulated_to`, `quantified_form_of` and their inverses, and sees
  /// active concepts only, at every stop. The group of the concept's own term
  /// type holds the concept alone.
  ///
  /// - Parameter types: The term types; the order does not matter.
  /// - Returns: A group per term type, in the order of their letters, also
  ///   where nothing was found. All are empty where the concept is not active;
  ///   `status` says so.
  /// - Complexity: O(*r* log *r*) in the relations of the concepts on the way.
  public func related(to types: [TermType]) -> RelatedConcepts {
    var walk = RelationWalk(from: self)
    let own = termType
    let groups = Set(types).sorted { $0.rawValue < $1.rawValue }.map { type in
      RelationPath.from(own, to: type).map { RelatedGroup(along: $0, of: self, &walk) }
        ?? RelatedGroup(empty: type, of: self)
    }
    return RelatedConcepts(start: self, status: status, groups: groups)
  }

  /// Related concepts of all term types, along RxNav's default paths.
  ///
  /// As RxNav's getAllRelatedInfo: always the nineteen groups of
  /// ``RelationPath/termTypes``, in that order; see ``related(to:)``.
  public var allRelated: RelatedConcepts { related(to: RelationPath.termTypes) }

  /// Related concepts by certain relationships: one hop.
  ///
  /// As RxNav's getRelatedByRelationship: "this concept relationship other".
  /// Every relationship of SAB RXNORM may be asked for, in both directions
  /// (`has_ingredient`, `ingredient_of`); the quantified and reformulated ones too.
  ///
  /// - Parameter relationships: The relationships; repeats do not matter.
  /// - Returns: A group for each relationship and term type that occurs, in that
  ///   order; a relationship without active concepts has none.
  public func related(by relationships: [Relationship]) -> RelatedConcepts {
    var groups: [RelatedGroup] = []
    var seen: Set<Relationship> = []
    for relationship in relationships
    where seen.insert(relationship).inserted && isActive {
      var byType: [TermType: [Concept]] = [:]
      for concept in related(relationship) where concept.isActive {
        byType[concept.termType, default: []].append(concept)
      }
      for (type, found) in byType.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        groups.append(RelatedGroup(type, by: relationship, of: self, found))
      }
    }
    return RelatedConcepts(start: self, status: status, groups: groups)
  }
}
