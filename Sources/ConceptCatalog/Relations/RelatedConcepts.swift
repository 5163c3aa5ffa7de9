// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// Concepts related to one concept, in groups.
public struct RelatedConcepts: Sendable {
  /// The concept that was queried.
  public let start: Concept
  /// Its status: of one that is not active, every group is empty.
  public let status: ConceptStatus
  /// The requested groups, including empty ones.
  public let groups: [RelatedGroup]

  /// The group of a term type, if it was requested.
  public subscript(termType: TermType) -> RelatedGroup? {
    groups.first { $0.termType == termType }
  }
}

/// Related concepts of one term type.
public struct RelatedGroup: Sendable {
  /// Their term type.
  public let termType: TermType
  /// The path that led to them; `nil` for one hop by a relationship.
  public let path: RelationPath?
  /// The relationship that led to them; `nil` for a path.
  public let relationship: Relationship?
  /// Each concept once, in the order of RxNav: by RxCUI as a string.
  public let concepts: [Concept]

  package let start: Concept
  /// Every level of the walk; empty for one hop by a relationship.
  private let levels: [[RelationWalk.Member]]

  init(along path: RelationPath, of start: Concept, _ walk: inout RelationWalk) {
    let levels = walk.levels(along: path)
    let found = (levels.last ?? []).map { Concept(catalog: start.catalog, ordinal: $0.ordinal) }
    self.init(path.stops.last ?? start.termType, of: start, found, along: path, levels)
  }

  /// A group of one hop, or of a term type without a path to it.
  init(
    _ termType: TermType, by relationship: Relationship? = nil, of start: Concept,
    _ found: [Concept], along path: RelationPath? = nil, _ levels: [[RelationWalk.Member]] = []
  ) {
    self.termType = termType
    self.path = path
    self.relationship = relationship
    self.start = start
    self.levels = levels
    concepts = found.inTextOrder
  }

  /// The way from the start to one of the concepts.
  ///
  /// - Returns: A step per hop; of several ways the one with the lowest codes.
  ///   Empty for the start itself, `nil` for a concept that the group does not hold.
  public func way(to concept: Concept) -> [RelationStep]? {
    if let relationship {
      return concepts.contains(concept)
        ? [RelationStep(from: start, relationship: relationship, to: concept)] : nil
    }
    guard let last = levels.last, var place = Self.place(of: concept.ordinal, in: last) else {
      return nil
    }
    var steps: [RelationStep] = []
    for index in levels.indices.dropFirst().reversed() {
      let member = levels[index][place]
      let origin = Int(member.origin)
      steps.append(
        RelationStep(
          from: Concept(catalog: start.catalog, ordinal: levels[index - 1][origin].ordinal),
          relationship: Relationship(rawValue: start.file.symbol(member.relationship)),
          to: Concept(catalog: start.catalog, ordinal: member.ordinal)))
      place = origin
    }
    return steps.reversed()
  }

  private static func place(of ordinal: UInt32, in level: [RelationWalk.Member]) -> Int? {
    let low = level.indices.firstPlace { level[$0].ordinal < ordinal }
    return low < level.count && level[low].ordinal == ordinal ? low : nil
  }
}

/// One step of a way: "`from` `relationship` `to`".
public struct RelationStep: Sendable, Hashable {
  /// The concept before the step.
  public let from: Concept
  /// The relationship, as RXNREL writes it.
  public let relationship: Relationship
  /// The concept after it.
  public let to: Concept

  /// Makes a step.
  public init(from: Concept, relationship: Relationship, to: Concept) {
    self.from = from
    self.relationship = relationship
    self.to = to
  }
}

extension [Concept] {
  /// The concepts in the order of their codes as strings: 1000 before 999, as RxNav sorts.
  var inTextOrder: [Concept] {
    map { (key: textKey(of: $0.rxcui.rawValue), concept: $0) }
      .sorted { $0.key < $1.key }.map(\.concept)
  }

  /// A number that orders codes as their digits do: the digits at the left of ten, then their count.
  private func textKey(of code: UInt32) -> UInt64 {
    var key = UInt64(code)
    var count: UInt64 = code == 0 ? 1 : 0
    var rest = code
    while rest > 0 {
      rest /= 10
      count += 1
    }
    for _ in count..<10 { key *= 10 }
    return key * 16 + count
  }
}

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
        ?? RelatedGroup(type, of: self, [])
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
  /// As RxNav's getRelatedByRelationship: "this concept relationship other". Every
  /// relationship of SAB RXNORM may be requested, in both directions
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
