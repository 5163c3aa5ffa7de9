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
  let displayName: String
  let termType: TermType
  let source: String

  /// The position that ties rows together, from 1.
  var id: Int { Self.id(of: concept) }
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

  func names(of concept: Concept) -> [Name] {
    concept.names.filter { permits($0.source) }
  }

  /// The concepts of RxNorm itself: those that a row of SAB RXNORM names and that have a code.
  ///
  /// HL7's page on RxNorm takes just these as the codes of the system.
  func codes(
    _ part: String, _ progress: ProgressReport
  ) -> some Sequence<(concept: Concept, code: RxCUI)> {
    let total = catalog.conceptCount
    return catalog.concepts.lazy.compactMap { concept in
      progress.update(part, Int(concept.position), of: total)
      guard let code = concept.code, concept.source == "RXNORM" else { return nil }
      return (concept, code)
    }
  }
}

/// A code that the release names as gone, and what became of it.
struct FormerCode {
  let code: RxCUI
  let history: ConceptHistory
  /// Its last name in the archive of a source that may be shown: RXNORM's main name, if any.
  let name: ArchivedName?
}

extension ExportContent {
  /// The former codes, sorted, one at a time.
  ///
  /// Codes that only restricted sources ever named, and placeholders, are not among them.
  var formerCodes: some Sequence<FormerCode> {
    catalog.formerCodes.lazy.compactMap { code in
      guard shown(code.rawValue) != nil else { return nil }
      let history = catalog.history(of: code)
      let names = history.archivedNames.filter { permits($0.source) }
      if names.isEmpty, !history.archivedNames.isEmpty { return nil }
      let main = names.filter { $0.source == "RXNORM" && !$0.termType.isExtraName }
      let name = (main.isEmpty ? names : main).max { left, right in
        left.lastReleased.precedesInBytes(right.lastReleased)
      }
      return FormerCode(code: code, history: history, name: name)
    }
  }
}
