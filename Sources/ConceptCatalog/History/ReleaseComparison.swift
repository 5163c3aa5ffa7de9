// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

// Two releases side by side. Only SAB RXNORM is compared, and only real codes:
// numbers that tie a reconstructed release together are renumbered from one to
// the next and say nothing.

/// What changed from one release to another.
public struct ReleaseComparison: Sendable {
  /// What happened to a code.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The newer release holds it, the older one did not.
    case added
    /// It was not active and is active again.
    case reactivated
    /// It became obsolete, or went without a replacement.
    case retired
    /// It went into other codes.
    case remapped
    /// It lost its quantity factor's meaning: its quantified forms are to be used.
    case quantified
    /// Its main name differs.
    case renamed
    /// Its term type differs.
    case retyped
    /// Ingredients, form, generic or other defining relations differ.
    case related
  }

  /// A concept as one of the releases has it.
  public struct Snapshot: Sendable, Hashable {
    /// The main name.
    public let name: String
    /// The term type.
    public let termType: TermType
    /// The status.
    public let status: ConceptStatus
  }

  /// One change of one code; a code may have several.
  public struct Change: Sendable {
    /// What happened.
    public let kind: Kind
    /// The code.
    public let code: RxCUI
    /// The concept in the older release; `nil` if that did not hold it.
    public let old: Snapshot?
    /// The concept in the newer release; `nil` if that does not hold it.
    public let new: Snapshot?
    /// The status in the newer release, also of a code that it does not hold.
    public let status: ConceptStatus
    /// What took its place, sorted by code; of the newer release.
    public let successors: [Concept]
    /// Active concepts near it that do not replace it, such as the generic of a brand.
    public let relatives: [Concept]
    /// Relations that were added and removed; only for ``Kind/related``.
    public let relations: [RelationChange]
    /// Whether the old and new names differ only in case and blanks; only for ``Kind/renamed``.
    public let isSpellingOnly: Bool
  }

  /// The older release.
  public let older: ReleaseIdentity
  /// The newer release.
  public let newer: ReleaseIdentity
  /// The changes of codes, by code, then in the order of ``Kind``.
  public let changes: [Change]
  /// The changes of National Drug Codes, ascending.
  public let ndcChanges: [NDCChange]
  /// How many codes both releases hold.
  public let commonCount: Int

  /// Whether nothing changed.
  public var isEmpty: Bool { changes.isEmpty && ndcChanges.isEmpty }

  /// How many changes of a kind there are.
  public func count(of kind: Kind) -> Int { changes.count { $0.kind == kind } }

  /// How many changes of a kind there are.
  public func count(of kind: NDCChange.Kind) -> Int { ndcChanges.count { $0.kind == kind } }

  /// Compares two catalogs.
  ///
  /// - Parameters:
  ///   - old: The catalog to start from.
  ///   - new: The catalog to come to; not necessarily the newer one.
  /// - Complexity: O(*n*) in concepts, relations and NDCs.
  public init(from old: Catalog, to new: Catalog) {
    older = old.release
    newer = new.release
    var walk = ComparisonWalk(new: new)
    let (olds, news) = (old.ownConcepts, new.ownConcepts)
    for code in Set(olds.keys).union(news.keys).sorted() {
      switch (olds[code], news[code]) {
      case (let before?, let after?): walk.stayed(before, after)
      case (let concept?, nil): walk.gone(concept)
      case (nil, let concept?): walk.come(concept)
      case (nil, nil): break
      }
    }
    changes = walk.changes
    commonCount = walk.commonCount
    ndcChanges = NDCChange.all(from: old, to: new)
  }
}

private struct ComparisonWalk {
  let new: Catalog
  var changes: [ReleaseComparison.Change] = []
  var commonCount = 0

  mutating func come(_ concept: Concept) {
    add(.added, concept.rxcui, old: nil, new: concept)
  }

  mutating func gone(_ concept: Concept) {
    let history = new.history(of: concept.rxcui)
    add(
      history.status == .remapped ? .remapped : .retired, concept.rxcui, old: concept, new: nil,
      history)
  }

  mutating func stayed(_ before: Concept, _ after: Concept) {
    commonCount += 1
    let code = before.rxcui
    if before.status != after.status {
      let history = new.history(of: code)
      let kind: ReleaseComparison.Kind =
        switch after.status {
        case .active: .reactivated
        case .quantified: .quantified
        default: .retired
        }
      add(kind, code, old: before, new: after, history)
    }
    if !before.name.utf8.elementsEqual(after.name.utf8) {
      add(.renamed, code, old: before, new: after)
    }
    if before.termType != after.termType { add(.retyped, code, old: before, new: after) }
    let relations = RelationChange.all(from: before, to: after)
    if !relations.isEmpty {
      add(.related, code, old: before, new: after, relations: relations)
    }
  }

  private mutating func add(
    _ kind: ReleaseComparison.Kind, _ code: RxCUI, old: Concept?, new: Concept?,
    _ history: ConceptHistory? = nil, relations: [RelationChange] = []
  ) {
    let isSpelling =
      kind == .renamed && old.map { NameKey.of($0.name) } == new.map { NameKey.of($0.name) }
    changes.append(
      ReleaseComparison.Change(
        kind: kind, code: code, old: old?.snapshot, new: new?.snapshot,
        status: history?.status ?? new?.status ?? .unknown,
        successors: history?.successors ?? [],
        relatives: history?.related.map(\.concept).sortedWithoutRepeats ?? [],
        relations: relations, isSpellingOnly: isSpelling))
  }
}

extension Catalog {
  fileprivate var ownConcepts: [RxCUI: Concept] {
    var found: [RxCUI: Concept] = [:]
    for concept in concepts where concept.isLive && concept.code != nil {
      found[concept.rxcui] = concept
    }
    return found
  }
}

extension Concept {
  fileprivate var snapshot: ReleaseComparison.Snapshot {
    ReleaseComparison.Snapshot(name: name, termType: termType, status: status)
  }
}

/// A defining relation that was added or removed between two releases.
public struct RelationChange: Sendable, Hashable {
  /// What of the concept the relation says.
  public enum Aspect: String, Sendable, Hashable, CaseIterable {
    /// Ingredients, salts and components.
    case ingredients
    /// Dose form and dose form group.
    case form
    /// The generic of a brand, or the brand.
    case brand
    /// What a pack contains.
    case contents
    /// Anything else.
    case other
  }

  /// Whether the newer release has it, and not the older one.
  public let isAdded: Bool
  /// The relationship.
  public let relationship: Relationship
  /// The other concept, of the release that has the relation.
  public let target: Concept

  /// What of the concept the relation says.
  public var aspect: Aspect {
    switch relationship {
    case .hasIngredient: target.termType == .brandName ? .brand : .ingredients
    case .hasPreciseIngredient, .hasIngredients, .hasPart, .formOf, .consistsOf: .ingredients
    case .hasDoseForm, .hasDoseFormGroup: .form
    case .tradenameOf: .brand
    case .contains: .contents
    default: .other
    }
  }

  /// The relations of one concept that differ between two releases.
  ///
  /// Only those that define the concept: `has_ingredient` of a component, not
  /// `ingredient_of` of the ingredient, which changes with each new product.
  static func all(from old: Concept, to new: Concept) -> [RelationChange] {
    func changes(_ isAdded: Bool, _ relations: [DefiningRelation], _ others: [DefiningRelation])
      -> [RelationChange]
    {
      let known = Set(others.map(\.key))
      return relations.filter { !known.contains($0.key) }.map {
        RelationChange(isAdded: isAdded, relationship: $0.relationship, target: $0.target)
      }
    }
    let (before, after) = (old.definingRelations, new.definingRelations)
    if before.map(\.key) == after.map(\.key) { return [] }
    return changes(false, before, after) + changes(true, after, before)
  }
}

/// A relation with what identifies it in two releases.
private typealias DefiningRelation = (relationship: Relationship, target: Concept, key: RelationKey)

/// Relationship and code; for a target that has no code its name.
private struct RelationKey: Hashable {
  let relationship: String
  let code: UInt32
  let name: String
}

extension Concept {
  /// Relationships that say what a concept is; the others are their inverses.
  private static let definingRelationships: [Relationship] = [
    .hasIngredient, .hasPreciseIngredient, .hasIngredients, .hasPart, .formOf, .consistsOf, .isA,
    .hasDoseForm, .hasDoseFormGroup, .tradenameOf, .contains, .quantifiedFormOf,
    Relationship(rawValue: "reformulated_to"), Relationship(rawValue: "has_boss"),
  ]

  /// The relations of SAB RXNORM that define the concept, by relationship and target.
  fileprivate var definingRelations: [DefiningRelation] {
    var found: [DefiningRelation] = []
    for relationship in Self.definingRelationships {
      forEachRelated(relationship) { target in
        let code = target.code
        let key = RelationKey(
          relationship: relationship.rawValue, code: code?.rawValue ?? 0,
          name: code == nil ? target.name : "")
        found.append((relationship, target, key))
      }
    }
    return found
  }
}
