// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// A concept as it leaves the catalog: with the names of permitted sources only.
struct ExportedConcept {
  let concept: Concept
  /// What it is called: its main name, or the first name that may be shown.
  let name: String
  /// The best name for people.
  let displayName: String
  let termType: TermType
  let source: String

  /// The position that ties rows together, from 1.
  var id: Int { Self.id(of: concept) }
  /// The RxCUI; `nil` where the number is a placeholder.
  var code: RxCUI? { concept.code }

  static func id(of concept: Concept) -> Int { Int(concept.position) + 1 }
}

extension ExportContent {
  /// The form in which a concept is exported; `nil` if it stays in.
  func exported(_ concept: Concept) -> ExportedConcept? {
    guard permits(concept) else { return nil }
    let source = concept.source
    if permits(source) {
      return ExportedConcept(
        concept: concept, name: concept.name, displayName: concept.displayName,
        termType: concept.termType, source: source)
    }
    guard let name = concept.names.first(where: { permits($0.source) }) else { return nil }
    return ExportedConcept(
      concept: concept, name: name.text, displayName: name.text, termType: name.termType,
      source: name.source)
  }

  /// The names of a concept that may be shown.
  func names(of concept: Concept) -> [Name] {
    concept.names.filter { permits($0.source) }
  }

  /// The concepts of RxNorm itself: those that a row of SAB RXNORM names and that have a code.
  ///
  /// HL7's page on RxNorm takes just these as the codes of the system.
  func forEachCode(
    _ part: String, _ progress: ProgressTeller,
    _ body: (Concept, RxCUI) throws(ExportError) -> Void
  ) throws(ExportError) {
    let total = catalog.conceptCount
    for concept in catalog.concepts {
      progress.tell(part, Int(concept.position), of: total)
      guard let code = concept.code, concept.source == "RXNORM" else { continue }
      try body(concept, code)
    }
  }
}
