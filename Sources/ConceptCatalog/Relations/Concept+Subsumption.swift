// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// How two concepts relate, in the words of FHIR's `$subsumes` operation.
public enum SubsumptionOutcome: String, Sendable, Hashable, CaseIterable {
  /// They are the same concept.
  case equivalent
  /// The first is wider than the second.
  case subsumes
  /// The first is narrower than the second.
  case subsumedBy = "subsumed-by"
  /// Neither.
  case notSubsumed = "not-subsumed"
}

/// An answer about two concepts, and the way that proves it.
public struct Subsumption: Sendable {
  /// How the first relates to the second.
  public let outcome: SubsumptionOutcome
  /// A shortest way from the narrower concept to the wider one; empty where there is none.
  public let way: [RelationStep]
}

/// A wider or narrower concept, and how far away it is.
public struct SubsumptionRelative: Sendable {
  /// The concept.
  public let concept: Concept
  /// A shortest way, always from the narrower concept to the wider one.
  public let way: [RelationStep]
}

extension Concept {
  /// Whether this concept is wider or narrower than another one.
  ///
  /// HL7 defines no subsumption for RxNorm. Here an ingredient is wider than
  /// its forms, those are wider than clinical drugs, and clinical drugs wider
  /// than branded ones; ``SubsumptionBasis`` says which relations count. A
  /// combination is narrower than each of its ingredients: the wide concept
  /// reads "products with amlodipine". Brands are no bridge from one product to
  /// the ingredients of another.
  ///
  /// Concepts of any status are walked: an obsolete product is still a kind of
  /// what it was (S21).
  public func subsumption(
    of other: Concept, basis: SubsumptionBasis = .content
  ) -> Subsumption {
    if self == other { return Subsumption(outcome: .equivalent, way: []) }
    if let way = other.climb(basis).way(to: self) {
      return Subsumption(outcome: .subsumes, way: way)
    }
    if let way = climb(basis).way(to: other) {
      return Subsumption(outcome: .subsumedBy, way: way)
    }
    return Subsumption(outcome: .notSubsumed, way: [])
  }

  /// Every wider concept, nearest first, then by code; of any status.
  ///
  /// - Complexity: O(*r*) in the relations of the concepts found.
  public func ancestors(basis: SubsumptionBasis = .content) -> [SubsumptionRelative] {
    let climb = climb(basis)
    return climb.order.map { SubsumptionRelative(concept: $0, way: climb.way(to: $0) ?? []) }
  }

  /// Every narrower active concept, nearest first, then by code.
  ///
  /// Concepts that are not active are walked through, but not listed.
  /// - Complexity: O(*r*) in the relations of the concepts found.
  public func descendants(basis: SubsumptionBasis = .content) -> [SubsumptionRelative] {
    let descent = descend(basis)
    return descent.order.filter(\.isActive).map {
      SubsumptionRelative(concept: $0, way: descent.way(to: $0) ?? [])
    }
  }

  private func climb(_ basis: SubsumptionBasis) -> SubsumptionWalk {
    let steps = SubsumptionSteps(basis)
    var walk = SubsumptionWalk(from: self, isUpward: true)
    walk.run { concept, found in
      steps.forEachWider(than: concept, isStart: concept == self) { relationship, wider in
        found.append(.init(relationship: relationship, concept: wider, isEnd: false))
      }
    }
    return walk
  }

  private func descend(_ basis: SubsumptionBasis) -> SubsumptionWalk {
    let steps = SubsumptionSteps(basis)
    var walk = SubsumptionWalk(from: self, isUpward: false)
    walk.run { concept, found in
      steps.forEachNarrower(than: concept) { relationship, narrower, isEnd in
        found.append(.init(relationship: relationship, concept: narrower, isEnd: isEnd))
      }
    }
    return walk
  }
}

/// A walk breadth first that visits no concept twice, so that circles end it.
private struct SubsumptionWalk {
  /// The longest way; those of a sound release have up to eight steps.
  private static let depthLimit = 16

  struct Found {
    let relationship: UInt16
    let concept: Concept
    /// Whether the walk must not go on from it.
    let isEnd: Bool
  }

  private struct Origin {
    let concept: Concept
    let relationship: UInt16
  }

  private let start: Concept
  private let isUpward: Bool
  private var origins: [Concept: Origin] = [:]
  /// The concepts found, nearest first, those of one distance by code.
  private(set) var order: [Concept] = []

  init(from start: Concept, isUpward: Bool) {
    self.start = start
    self.isUpward = isUpward
  }

  mutating func run(_ next: (Concept, inout [Found]) -> Void) {
    var level = [start]
    var walked: Set<Concept> = [start]
    for _ in 0..<Self.depthLimit where !level.isEmpty {
      var reached: [Found] = []
      var fresh: [Concept] = []
      var open: [Concept] = []
      for concept in level {
        reached.removeAll(keepingCapacity: true)
        next(concept, &reached)
        for found in reached where found.concept != start {
          let origin = Origin(concept: concept, relationship: found.relationship)
          if origins[found.concept] == nil {
            origins[found.concept] = origin
            fresh.append(found.concept)
          }
          if !found.isEnd, walked.insert(found.concept).inserted {
            // Ways go on only from where they may: an end reached again forgets how.
            origins[found.concept] = origin
            open.append(found.concept)
          }
        }
      }
      order += fresh.sorted()
      level = open.sorted()
    }
  }

  /// The way between the start and a concept, from the narrower to the wider; `nil` if not found.
  func way(to concept: Concept) -> [RelationStep]? {
    guard origins[concept] != nil else { return nil }
    var steps: [RelationStep] = []
    var place = concept
    while let origin = origins[place] {
      let relationship = Relationship(rawValue: start.file.symbol(origin.relationship))
      steps.append(
        isUpward
          ? RelationStep(from: origin.concept, relationship: relationship, to: place)
          : RelationStep(from: place, relationship: relationship, to: origin.concept))
      place = origin.concept
    }
    return isUpward ? steps.reversed() : steps
  }
}
