// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
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

extension SubsumptionOutcome: FieldValue {}
extension SubsumptionBasis: FieldValue {}
extension GeneralCardinality: FieldValue {}

extension RelationStep: Shaped {
  static let shape = Shape<Self>("step", "from relationship to.") {
    Field("from", "", Concept.reference) { $0.from }
    Field("relationship") { $0.relationship }
    Field("to", "", Concept.reference) { $0.to }
  }
}

extension RelatedAnswer.Member: Shaped {
  static let shape = Shape<Self>("concept") {
    Field("rxcui") { $0.concept?.code }
    Field("name", "", .name) { $0.name }
    Field("tty", "Null for a product of a pack that the release does not relate.") {
      $0.concept?.termType
    }
    Field("status") { $0.concept?.status }
    Field(
      "count",
      "How many of it a pack holds, 0 where the pack's name does not tell; null outside of packs."
    ) { $0.count }
    Field("quantity", "The amount of each in a pack, such as 480 ML.") { $0.quantity }
    Field(
      "way",
      "The steps that led to it, with --explain; of wider and narrower concepts from the narrower "
        + "to the wider one."
    ) { $0.way }
  }
}

extension RelatedAnswer.Group: Shaped {
  static let shape = Shape<Self>(
    "group",
    "Concepts of one term type, or by one relationship. By RxCUI as a string, as RxNav sorts; "
      + "packs in the order of their names, wider and narrower concepts nearest first."
  ) {
    Field("tty", "Null for packs, whose members have term types of their own.") { $0.termType }
    Field("relationship", "The relationship of the one hop; null for a path.") { $0.relationship }
    Field("path", "The term types of RxNav's default path; null where none was walked.") {
      $0.path?.stops
    }
    Field("evidence", "Where the path is known from; own is rxkit's.") { $0.path?.evidence }
    Field("concepts") { $0.members }
  }
}

extension RelatedAnswer: Shaped {
  private static let start = Shape<Concept>("start") {
    Concept.reference.fields { $0 }
    Field("status") { $0.status }
    Field(
      "cardinality",
      "GENERAL_CARDINALITY: about one ingredient, several, or a component of both; null if not "
        + "active, and for dose forms."
    ) { $0.generalCardinality }
  }

  static let shape = Shape<Self>("related") {
    Field.version(1)
    Field("asked", "The words, as they were given.", .list(.text, atLeast: 1)) {
      $0.asked.map(\.text)
    }
    Field("question", "The kind of query; all is every term type.", .word(RelatedQuestion.names)) {
      $0.question
    }
    Field(
      "answered", "Whether there is an answer, be it that nothing is related; problem says why not."
    ) { $0.isAnswered }
    Field(
      "starts",
      "What the answer is about: one concept, the ingredients of --brands, or none if nothing was "
        + "found.", each: start
    ) { $0.starts }
    Field(
      "history",
      "What became of an RxNorm code that no concept has; its successors are not followed."
    ) { $0.history }
    Field("groups") { $0.groups }
    Field(
      "subsumption",
      "",
      Shape<(answer: Subsumption, basis: SubsumptionBasis, other: Concept)>("subsumption") {
        Field(
          "outcome",
          "How the start relates to the other concept, in the words of FHIR's $subsumes."
        ) { $0.answer.outcome }
        Field("basis") { $0.basis }
        Field("other", "", Concept.reference) { $0.other }
        Field("way") { $0.answer.way }
      }
    ) { $0.subsumption }
    Field("problem", "Why there is no answer.") { $0.problem }
    Field("release") { $0.release }
  }
}
