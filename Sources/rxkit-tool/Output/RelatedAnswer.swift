// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText
import MedicationModel
import MedicationResolver

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

extension RelatedAnswer {
  /// Writes the answer as one JSON object, in the shape of `related.schema.json`.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("schema", 1)
      json.member("asked", asked.map(\.text))
      json.member("question", question)
      json.member("answered", isAnswered)
      json.array("starts") { json in
        for start in starts { Self.writeStart(start, to: &json) }
      }
      json.key("history")
      if let history { history.write(to: &json) } else { json.null() }
      json.array("groups") { json in
        for group in groups { Self.write(group, to: &json) }
      }
      json.key("subsumption")
      if let subsumption {
        json.object { json in
          json.member("outcome", subsumption.answer.outcome.rawValue)
          json.member("basis", subsumption.basis.rawValue)
          json.key("other")
          Self.writeReference(to: subsumption.other, in: &json)
          json.key("way")
          Self.write(subsumption.answer.way, to: &json)
        }
      } else {
        json.null()
      }
      json.member("problem", problem)
      json.key("release")
      release.write(to: &json)
    }
  }

  private static func writeStart(_ start: Concept, to json: inout JSONWriter) {
    json.object { json in
      json.member("rxcui", start.code?.description)
      json.member("name", start.name)
      json.member("tty", start.termType.rawValue)
      json.member("status", start.status.rawValue)
      json.member("cardinality", start.generalCardinality?.rawValue)
    }
  }

  private static func write(_ group: Group, to json: inout JSONWriter) {
    json.object { json in
      json.member("tty", group.termType?.rawValue)
      json.member("relationship", group.relationship?.rawValue)
      json.key("path")
      if let path = group.path {
        json.array { json in
          for stop in path.stops { json.string(stop.rawValue) }
        }
      } else {
        json.null()
      }
      json.member("evidence", group.path?.evidence)
      json.array("concepts") { json in
        for member in group.members { write(member, to: &json) }
      }
    }
  }

  private static func write(_ member: Member, to json: inout JSONWriter) {
    json.object { json in
      json.member("rxcui", member.concept?.code?.description)
      json.member("name", member.name)
      json.member("tty", member.concept?.termType.rawValue)
      json.member("status", member.concept?.status.rawValue)
      json.member("count", member.count)
      json.member("quantity", member.quantity)
      json.key("way")
      if let way = member.way { write(way, to: &json) } else { json.null() }
    }
  }

  private static func write(_ way: [RelationStep], to json: inout JSONWriter) {
    json.array { json in
      for step in way {
        json.object { json in
          json.key("from")
          writeReference(to: step.from, in: &json)
          json.member("relationship", step.relationship.rawValue)
          json.key("to")
          writeReference(to: step.to, in: &json)
        }
      }
    }
  }

  private static func writeReference(to concept: Concept, in json: inout JSONWriter) {
    json.object { json in
      json.member("rxcui", concept.code?.description)
      json.member("name", concept.name)
      json.member("tty", concept.termType.rawValue)
    }
  }
}
