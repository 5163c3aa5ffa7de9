// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import ConceptCatalog
internal import DrugMatching
internal import JSONText
internal import MedicationModel
internal import MedicationResolver

/// The concepts related to what a code resolves to.
struct RelatedAnswer {
  let resolved: ResolvedMedication
  /// The requested term types; `nil` for all.
  let types: [TermType]?

  /// The concept, if the code leads to one that the catalog has.
  private var start: Concept? {
    resolved.concepts.count == 1 ? resolved.concepts[0].concept : nil
  }

  private var related: RelatedConcepts? {
    start.map { types.map($0.related(to:)) ?? $0.allRelated }
  }

  /// Why there are no groups to be filled.
  private var reason: String? {
    guard let start else {
      return resolved.concepts.isEmpty
        ? "the code leads to no concept of the release"
        : "the code leads to \(resolved.concepts.count) concepts, and none is chosen"
    }
    return start.status == .active
      ? nil : "is \(start.status.rawValue), only active concepts have related ones"
  }

  /// Given code, concept and groups; the names are those of `rxkit related`.
  static let shape = Shape<Self> {
    Field("codings") { $0.resolved.codings }
    Field("concepts") { $0.resolved.concepts }
    Field("reason") { $0.reason }
    Field("groups", each: group) { $0.related?.groups ?? [] }
    Field("problems") { $0.resolved.problems }
    Field("release") { $0.resolved.release }
  }

  private static let group = Shape<RelatedGroup> {
    Field("tty") { $0.termType }
    Field("path") { $0.path?.stops }
    Field("evidence") { $0.path?.evidence }
    Field("concepts", each: member) { $0.concepts }
  }

  private static let member = Shape<Concept> {
    Concept.reference.fields { $0 }
    Field("status") { $0.status }
  }
}

extension AnswerColumns {
  /// Related concepts by term type.
  static let related = AnswerColumns(
    givenCode + concept + release,
    members: RelatedAnswer.shape.outline.columns(without: ["codings", "concepts", "release"]))
}
