// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import MedicationModel

/// What `rxkit related` says to one start.
struct RelatedAnswer {
  /// A related concept.
  struct Member {
    /// `nil` for a product of a pack that the release does not relate.
    let concept: Concept?
    let name: String
    /// How many of it a pack holds; 0 where the pack's name does not tell.
    var count: Int?
    /// The amount of each, as the pack's name states it.
    var quantity: String?
    /// The steps that led to it, if they are asked for.
    var way: [RelationStep]?
  }

  /// Related concepts of one kind.
  struct Group {
    var termType: TermType?
    var relationship: Relationship?
    var path: RelationPath?
    var members: [Member]
  }

  /// The words that were asked.
  let asked: [GivenWord]
  /// The name of the question, as JSON has it.
  let question: String
  /// The concepts that the answer is about; several for brands only.
  var starts: [Concept] = []
  var history: ConceptHistory?
  var groups: [Group] = []
  var subsumption: (answer: Subsumption, basis: SubsumptionBasis, other: Concept)?
  /// Why there is no answer.
  var problem: String?
  let release: ReleaseIdentity

  /// Whether the question could be answered, be it with nothing.
  var isAnswered: Bool { problem == nil }
}

extension RelatedAnswer.Group {
  /// A group of the library.
  init(_ group: RelatedGroup, explaining: Bool) {
    termType = group.termType
    relationship = group.relationship
    path = group.path
    members = group.concepts.map { concept in
      .init(
        concept: concept, name: concept.name, way: explaining ? group.way(to: concept) : nil)
    }
  }

  /// Wider or narrower concepts, as groups by term type.
  static func groups(
    of relatives: [SubsumptionRelative], explaining: Bool
  ) -> [RelatedAnswer.Group] {
    var members: [TermType: [RelatedAnswer.Member]] = [:]
    for relative in relatives {
      members[relative.concept.termType, default: []].append(
        .init(
          concept: relative.concept, name: relative.concept.name,
          way: explaining ? relative.way : nil))
    }
    return members.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      RelatedAnswer.Group(termType: $0.key, members: $0.value)
    }
  }

  /// The products of a pack.
  init(contentsOf pack: Concept, explaining: Bool) {
    relationship = .contains
    members = pack.packItems.map { item in
      .init(
        concept: item.concept, name: item.concept?.name ?? item.name, count: item.count,
        quantity: item.quantity,
        way: explaining
          ? item.concept.map { [RelationStep(from: pack, relationship: .contains, to: $0)] } : nil)
    }
  }

  /// The packs of a product.
  init(packsOf product: Concept, explaining: Bool) {
    relationship = .containedIn
    members = product.packMemberships.map { membership in
      .init(
        concept: membership.pack, name: membership.pack.name, count: membership.count,
        quantity: membership.items.count == 1 ? membership.items[0].quantity : nil,
        way: explaining
          ? [RelationStep(from: product, relationship: .containedIn, to: membership.pack)] : nil)
    }
  }
}
