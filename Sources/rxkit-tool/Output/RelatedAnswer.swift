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
    /// How many of it a pack holds; 0 if the pack's name does not state it.
    var count: Int?
    /// The amount of each, as the pack's name states it.
    var quantity: String?
    /// The steps that led to it, if requested.
    var way: [RelationStep]?
  }

  /// Related concepts of one kind.
  struct Group {
    var termType: TermType?
    var relationship: Relationship?
    var path: RelationPath?
    var members: [Member]
  }

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
  /// Whether tables show the steps that led to each concept.
  var showsWays = false
  let release: ReleaseIdentity

  /// Whether the question could be answered, be it with nothing.
  var isAnswered: Bool { problem == nil }
}

extension RelatedAnswer.Group {
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

extension RelatedAnswer: StreamedAnswer {
  /// The reason why a word has no answer is printed once, on standard error.
  var isShown: Bool { isAnswered || !starts.isEmpty }
  var isComplete: Bool { isAnswered }

  func writePage(_ streams: inout Streams) throws {
    try streams.output.write(streams.terminal.style.bold(DisplayText.printable(heading)) + "\n")
    if let page { try streams.write(page, as: .table) }
    guard !starts.isEmpty else { return }
    for line in footer { try streams.output.write(DisplayText.printable(line) + "\n") }
  }

  typealias Row = (
    answer: RelatedAnswer, relationship: String?, group: RelatedAnswer.Group?,
    member: RelatedAnswer.Member?
  )

  static let columns: [Field<Row>] = [
    Field("asked") { $0.answer.asked.map(\.text) }, Field("question") { $0.answer.question },
    Field("start") { $0.answer.starts.map { $0.code?.description ?? "" } },
    Field("start_name") { $0.answer.starts.map(\.name) },
    Field("start_tty") { $0.answer.starts.map(\.termType) },
    Field("start_status") { $0.answer.starts.map(\.status).cell ?? $0.answer.history?.status.cell },
    Field("relationship") { $0.relationship }, Field("path") { $0.group?.path?.text },
    Field("tty") { $0.member?.concept?.termType ?? $0.group?.termType },
    Field("rxcui") { $0.member?.concept?.code }, Field("name") { $0.member?.name },
    Field("status") { $0.member?.concept?.status }, Field("count") { $0.member?.count },
    Field("way") { $0.member?.way.flatMap { text(of: $0) } },
  ]

  /// One row per related concept, for programs; a query without an answer keeps a row.
  var rowTable: Table {
    var rows: [Row] = []
    if let (subsumption, _, other) = subsumption {
      let member = RelatedAnswer.Member(concept: other, name: other.name, way: subsumption.way)
      rows.append((self, subsumption.outcome.rawValue, nil, member))
    }
    for group in groups {
      rows += group.members.map { (self, group.relationship?.rawValue, group, $0) }
    }
    return Table(of: Self.columns, rows.isEmpty ? [(self, nil, nil, nil)] : rows)
  }

  /// The text above the table of one answer.
  private var heading: String {
    if starts.isEmpty {
      return "\(asked.map(\.text).joined(separator: ", ")): \(problem ?? "")"
    }
    let starts = starts.map { start in
      let facts = [
        start.termType.rawValue, start.status.rawValue, start.generalCardinality?.rawValue,
      ]
      return start.labelled
        + " (\(facts.compactMap { $0 }.joined(separator: ", ")))"
    }
    let line = starts.joined(separator: " + ")
    guard let (subsumption, _, other) = subsumption else { return line }
    let words =
      switch subsumption.outcome {
      case .equivalent: "is"
      case .subsumes: "subsumes"
      case .subsumedBy: "is subsumed by"
      case .notSubsumed: "neither subsumes nor is subsumed by"
      }
    return "\(line) \(words) \(other.labelled)"
      + " (\(other.termType.rawValue), \(other.status.rawValue))"
  }

  /// The related concepts of one answer, for a person.
  private var page: Table? {
    let hasCounts = groups.contains { $0.members.contains { $0.count != nil } }
    let hasRelationships = groups.contains { $0.relationship != nil }
    let hasPaths = showsWays && groups.contains { $0.path != nil }
    typealias Row = (group: RelatedAnswer.Group, member: RelatedAnswer.Member)
    var columns: [Field<Row>] = []
    if hasRelationships { columns.append(Field("relationship") { $0.group.relationship }) }
    columns += [
      Field("tty") { $0.member.concept?.termType ?? $0.group.termType },
      Field("rxcui", "", .count, cell: { $0.member.concept?.code?.description }) { _ in "" },
      Field("name") { Self.named($0.member) },
    ]
    if hasCounts { columns.append(Field("count") { $0.member.count }) }
    if hasPaths { columns.append(Field("path") { $0.group.path?.text }) }
    if showsWays { columns.append(Field("way") { $0.member.way.flatMap { Self.text(of: $0) } }) }
    let rows: [Row] = groups.flatMap { group in group.members.map { (group, $0) } }
    return rows.isEmpty ? nil : Table(of: columns, rows)
  }

  /// The text below the table: the path of a subsumption, and the groups without concepts.
  private var footer: [String] {
    var lines: [String] = []
    if let way = subsumption?.answer.way, let text = Self.text(of: way) { lines.append(text) }
    let empty = groups.filter(\.members.isEmpty).map { group in
      let name = group.termType?.rawValue ?? group.relationship?.rawValue ?? ""
      return showsWays ? name + (group.path.map { " (\($0.text))" } ?? "") : name
    }
    if let problem = problem {
      lines.append("no answer: \(problem)")
    } else if !empty.isEmpty {
      lines.append("none: " + empty.joined(separator: ", "))
    } else if groups.isEmpty, subsumption == nil {
      lines.append("none")
    }
    return lines
  }

  private static func named(_ member: RelatedAnswer.Member) -> String {
    let amount = member.quantity.map { " (\($0) each)" } ?? ""
    let status = member.concept?.status ?? .active
    return member.name + amount + (status == .active ? "" : " [\(status.rawValue)]")
  }

  /// A path in words: `6809 ingredient_of 860974`, with a name if there is no code.
  private static func text(of way: [RelationStep]) -> String? {
    func shown(_ concept: Concept) -> String { concept.code?.description ?? "'\(concept.name)'" }
    var text = ""
    var last: Concept?
    for step in way {
      if step.from != last { text += (last == nil ? "" : "; ") + shown(step.from) }
      text += " \(step.relationship.rawValue) \(shown(step.to))"
      last = step.to
    }
    return text.isEmpty ? nil : text
  }
}
