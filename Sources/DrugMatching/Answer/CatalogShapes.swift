// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
package import JSONText
package import MedicationModel

// What the answers of all commands contain: codes, term types, concepts in short, the release.

extension RxCUI: FieldValue {
  package static var kind: FieldKind {
    .defined(
      "rxcui", in: "common",
      meaning: "An RxNorm code. Placeholders of a reconstructed release (90000000 and above) "
        + "never occur: there the code is null.",
      .pattern("^([1-9][0-9]{0,6}|[1-8][0-9]{7})$"))
  }
  package func write(to json: inout JSONWriter) { json.string(description) }
  package var cell: String? { description }
}

extension TermType: FieldValue {
  package static var kind: FieldKind {
    .defined(
      "tty", in: "common", meaning: "A term type of RxNorm, such as SCD.",
      .pattern("^[A-Z]{2,6}$"))
  }
}

extension ConceptStatus: FieldValue {
  package static var kind: FieldKind {
    .defined("status", in: "common", .word(allCases.map(\.rawValue)))
  }
}

extension Problem.Severity: FieldValue {}

extension Problem: Shaped {
  package static let shape = Shape<Self>(
    "problem", in: "common",
    "What a person should know. The codes are listed on the documentation page Problems."
  ) {
    Field("code", "", .pattern("^[a-z]+(-[a-z]+)*$")) { $0.code.rawValue }
    Field("severity") { $0.severity }
    Field("message", "", .name) { $0.message }
    Field("path", "Where: a path within what was given, empty for the whole.") { $0.path }
  }
}

extension Relationship: FieldValue {
  package static var kind: FieldKind { .name }
  package func write(to json: inout JSONWriter) { json.string(rawValue) }
  package var cell: String? { rawValue }
}

extension Concept {
  /// Code, name and term type of a concept that another one is related to.
  package static let reference = Shape<Concept>(
    "reference", in: "common", "A concept that another one refers to."
  ) {
    Field("rxcui") { $0.code }
    Field("name", "", .name) { $0.name }
    Field("tty") { $0.termType }
  }
}

extension ReleaseIdentity: Shaped {
  package static let shape = Shape<Self>(
    "release", in: "common", "The release that the answer was made from."
  ) {
    Field("name", "", .name) { $0.name }
    Field(
      "date", "YYYY-MM-DD; null if the release does not say.",
      .nullable(.pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))
    ) { $0.date }
    Field("official", "Whether it is a release of the U.S. National Library of Medicine.") {
      $0.isOfficial
    }
    Field(
      "leftOut",
      "What the catalog was built without, so that not found does not mean that there is none; "
        + "absent where nothing was left out.", .list(.word(CatalogParts.all.names), atLeast: 1)
    ) { $0.leftOut.names }.omitted { $0.leftOut.isEmpty }
  }
}

extension NationalDrugCode: FieldValue {
  package static var kind: FieldKind { .pattern("^[0-9]{11}$") }
  package func write(to json: inout JSONWriter) { json.string(digits) }
  package var cell: String? { digits }
}
