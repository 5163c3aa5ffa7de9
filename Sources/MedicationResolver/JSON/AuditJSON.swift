// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
package import JSONText
internal import MedicationModel

extension AuditFinding.Kind: FieldValue {
  package static var kind: FieldKind {
    .defined("kind", in: "audit", .word(allCases.map(\.rawValue)))
  }
}

extension AuditFinding.Proposal.Reason: FieldValue {}

extension AuditReport: Shaped {
  /// What was read and how often each kind was met.
  package static let shape = Shape<Self>("summary") {
    Field.version(1)
    Field.kind("summary")
    Field("records") { $0.tallies.records }
    Field("recordsWithoutCoding") { $0.tallies.recordsWithoutCoding }
    Field("codings") { $0.tallies.codings }
    Field("rxNorm") { $0.tallies.rxNorm }
    Field("ndc") { $0.tallies.ndc }
    Field("notExamined", "Codings of other systems or none.") { $0.tallies.other }
    Field("flagged", "RxNorm codes and NDCs with a finding.") { $0.tallies.flagged }
    Field(
      "counts", "How often each kind is met.",
      each: Shape {
        Field("kind") { $0.kind }
        Field("count", "", .integer(from: 1)) { $0.count }
      }
    ) { report in
      AuditFinding.Kind.allCases.map { (kind: $0, count: report.count(of: $0)) }
        .filter { $0.count > 0 }
    }
    Field("release") { $0.release }
    Field("knownReleases") { $0.knownReleases }
  }
}

extension AuditFinding: Shaped {
  package static let shape = Shape<Self>("finding") {
    Field("kind") { $0.kind }
    Field("severity") { $0.severity }
    Field("count", "", .integer(from: 1)) { $0.count }
    Field("system", "", .name) { $0.system }
    Field("code", "As it was given; of several-drugs all codes, separated by blanks.") { $0.code }
    Field("display", "The display or text, of findings about one.") { $0.display }
    Field("name", "What the catalog calls the code.") { $0.name }
    Field("tty") { $0.termType }
    Field("status") { $0.status }
    Field("message", "", .name) { $0.message }
    Field(
      "proposals", "What could be written instead, every alternative.",
      each: Shape {
        Field("reason", "related does not replace it.") { $0.reason }
        Concept.reference.fields { $0.concept }
        Field("status") { $0.concept.status }
        Field(
          "changes", "What it changes; null if no old name is known.",
          .nullable(.list(.word(["drug", "strength", "form", "brand", "salt"])))
        ) { $0.changes }
      }
    ) { $0.proposals }
    Field(
      "places", "The first places.",
      each: Shape {
        Field("file") { $0.file }
        Field("line", "", .nullable(.integer(from: 1))) { $0.line }
        Field("path") { $0.path }
      }
    ) { $0.places }
  }
}
