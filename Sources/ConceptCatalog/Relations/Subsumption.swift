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
  /// reads "products with amlodipine". Brands do not connect one product to the
  /// ingredients of another.
  ///
  /// Concepts of any status are walked: an obsolete product is still a kind of
  /// what it was.
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
      steps.forEachWider(than: concept, isStart: concept == self) { found($0, $1, false) }
    }
    return walk
  }

  private func descend(_ basis: SubsumptionBasis) -> SubsumptionWalk {
    let steps = SubsumptionSteps(basis)
    var walk = SubsumptionWalk(from: self, isUpward: false)
    walk.run { steps.forEachNarrower(than: $0, $1) }
    return walk
  }
}

/// A walk breadth first that visits no concept twice, so that circles end it.
private struct SubsumptionWalk {
  /// The longest way; those of a sound release have up to eight steps.
  private static let depthLimit = 16

  private let start: Concept
  private let isUpward: Bool
  private var origins: [Concept: (concept: Concept, relationship: UInt16)] = [:]
  /// The concepts found, nearest first, those of one distance by code.
  private(set) var order: [Concept] = []

  init(from start: Concept, isUpward: Bool) {
    self.start = start
    self.isUpward = isUpward
  }

  mutating func run(_ next: (Concept, SubsumptionSteps.Body) -> Void) {
    var level = [start]
    var walked: Set<Concept> = [start]
    for _ in 0..<Self.depthLimit where !level.isEmpty {
      var fresh: [Concept] = []
      var open: [Concept] = []
      for concept in level {
        next(concept) { relationship, found, isEnd in
          if found == start { return }
          if origins[found] == nil {
            origins[found] = (concept, relationship)
            fresh.append(found)
          }
          if !isEnd, walked.insert(found).inserted {
            // Ways go on only from where they may: an end reached again forgets how.
            origins[found] = (concept, relationship)
            open.append(found)
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

// What is wider than what. Read "narrower relationship wider":
//
//   kind      SCD isa SCDF isa SCDG, SBD isa SBDF isa SBDG, DF isa DFG, the forms
//             with salt likewise; SBD, SBDF, SBDC, BPCK tradename_of SCD, SCDF,
//             SCDC, GPCK; quantified_form_of; PIN form_of IN
//   content   the same, and: SCD, SBD consists_of SCDC, SBDC; SCDC, SCDF, SCDG
//             has_ingredient IN; SBD, SBDF ... has_ingredient BN; SCDC, SCDFP ...
//             has_precise_ingredient PIN; SCD has_ingredients MIN; MIN has_part
//             IN, PIN; GPCK, BPCK contains SCD, SBD
//
// A brand (BN) and a brand in a form group (SBDG) hold several products, which
// may have different ingredients: Cozaar Pill must not make losartan a kind of
// what another product of the name holds. So they are never passed through on
// the way up to something generic. Where one of them is the narrow end itself
// and has one generic only, that one is wider than it.

/// What a wider concept means.
public enum SubsumptionBasis: String, Sendable, Hashable, CaseIterable {
  /// The narrower concept is a kind of the wider one.
  case kind
  /// The same, or the narrower concept holds what the wider one names.
  case content
}

struct SubsumptionSteps {
  /// Takes a relationship, the other concept, and whether it must not be walked on from.
  typealias Body = (_ relationship: UInt16, _ other: Concept, _ isEnd: Bool) -> Void

  private let relationships: Set<UInt16>
  private let inverses: [UInt16: UInt16]
  private let tradenameOf: UInt16
  private let brand: UInt16
  private let brandedGroup: UInt16

  private static let kinds = ["isa", "tradename_of", "quantified_form_of", "form_of"]
  private static let contents = [
    "consists_of", "has_ingredient", "has_precise_ingredient", "has_ingredients", "has_part",
    "contains",
  ]

  init(_ basis: SubsumptionBasis) {
    let words = basis == .kind ? Self.kinds : Self.kinds + Self.contents
    var inverses: [UInt16: UInt16] = [:]
    for (left, right) in WellKnownSymbol.inversePairs where words.contains(left) {
      guard let a = WellKnownSymbol.number(of: left), let b = WellKnownSymbol.number(of: right)
      else { continue }
      inverses[b] = a
    }
    relationships = Set(inverses.values)
    self.inverses = inverses
    tradenameOf = WellKnownSymbol.number(of: "tradename_of") ?? 0
    brand = WellKnownSymbol.number(of: TermType.brandName.rawValue) ?? 0
    brandedGroup = WellKnownSymbol.number(of: TermType.brandedDrugGroup.rawValue) ?? 0
  }

  /// Calls `body` with each next wider concept and the relationship to it.
  ///
  /// `isStart` says whether the concept is the narrow end of the whole way.
  func forEachWider(
    than concept: Concept, isStart: Bool, _ body: (_ relationship: UInt16, _ wider: Concept) -> Void
  ) {
    let type = concept.termTypeSymbol
    let holdsSeveral = type == brand || type == brandedGroup
    let passesGenerics = !holdsSeveral || (isStart && genericCount(of: concept) == 1)
    concept.forEachLink { link in
      guard relationships.contains(link.relationship) else { return }
      if !passesGenerics, link.relationship == tradenameOf { return }
      // Which salt a brand's products have may differ as well.
      if type == brand, link.relationship != tradenameOf { return }
      body(link.relationship, Concept(catalog: concept.catalog, ordinal: link.target))
    }
  }

  /// Calls `body` with each next narrower concept and the relationship from it.
  func forEachNarrower(than concept: Concept, _ body: Body) {
    concept.forEachLink { link in
      guard let relationship = inverses[link.relationship] else { return }
      let narrower = Concept(catalog: concept.catalog, ordinal: link.target)
      let type = narrower.termTypeSymbol
      guard type == brand || type == brandedGroup else {
        return body(relationship, narrower, false)
      }
      if relationship == tradenameOf {
        if genericCount(of: narrower) == 1 { body(relationship, narrower, true) }
      } else if type != brand {
        body(relationship, narrower, false)
      }
    }
  }

  private func genericCount(of concept: Concept) -> Int {
    var count = 0
    concept.forEachLink { if $0.relationship == tradenameOf { count += 1 } }
    return count
  }
}
