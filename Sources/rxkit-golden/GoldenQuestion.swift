// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel

/// A line of a file of questions whose answers an independent program found.
struct GoldenQuestion {
  let id: String
  let kind: String
  /// What follows the kind and one blank, other blanks kept.
  let argument: String
  let expected: String

  /// Reads a line `id kind question expected source`, tab-separated.
  init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count >= 4, fields[0] != "id" else { return nil }
    id = String(fields[0])
    kind = String(fields[1])
    argument = String(fields[2].dropFirst(fields[1].count + 1))
    expected = String(fields[3])
  }

  /// The answer of a catalog, through its public API; `nil` for an unknown kind.
  func answer(from catalog: Catalog) -> String? {
    switch kind {
    case "name-exact": codes(catalog.concepts(named: argument, comparing: .exact))
    case "name-normalized": codes(catalog.concepts(named: argument, comparing: .normalized))
    case "ndc": ndc(catalog.ndcMatches(for: argument))
    case "unii-lookup": codes(catalog.concepts(system: CodeSystem.unii, code: argument))
    case "status": RxCUI(argument).map { catalog.history(of: $0).status.rawValue } ?? "Unknown"
    case "findactive":
      codes(RxCUI(argument).map { catalog.history(of: $0).successors } ?? [])
    default:
      answer(about: RxCUI(argument).flatMap { catalog.concept(for: $0) })
    }
  }

  private func answer(about concept: Concept?) -> String? {
    guard let concept else { return "none" }
    return switch kind {
    case "concept":
      [
        concept.termType.rawValue, concept.name, concept.status.rawValue,
        concept.isPrescribable ? "prescribable" : "not-prescribable",
      ].joined(separator: "|")
    case "ingredients": codes(concept.ingredients)
    case "precise-ingredients": codes(concept.preciseIngredients)
    case "salts-of": codes(concept.related(.hasForm))
    case "base-of": codes(concept.related(.formOf))
    case "min-of": codes(concept.multipleIngredients.map { [$0] } ?? [])
    case "generic-of": codes(concept.genericForms)
    case "branded-of": codes(concept.brandedForms)
    case "brands", "brand-of": codes(concept.brandNames)
    case "components": codes(concept.components)
    case "unquantified": codes(concept.unquantifiedForms)
    case "quantified": codes(concept.catalog.history(of: concept.rxcui).successors)
    case "packs-with": codes(concept.related(.containedIn))
    case "doseform": named(concept.doseForms)
    case "doseformgroup": named(concept.doseFormGroups)
    case "strength": list(concept.strengthList.strengths.map(\.text))
    case "quantity": concept.quantity ?? "none"
    case "distinction": concept.qualitativeDistinction ?? "none"
    case "ndcs": list(concept.ndcs.map(\.digits))
    case "unii": list(concept.uniis)
    case "setids": list(concept.labelSetIDs)
    case "prescribable": concept.isPrescribable ? "yes" : "no"
    case "pack-contents":
      list(concept.packItems.map { "\($0.count)x\($0.concept?.code?.description ?? $0.name)" })
    default: nil
    }
  }

  private func codes(_ concepts: [Concept]) -> String {
    list(concepts.compactMap { $0.code?.description })
  }

  private func named(_ concepts: [Concept]) -> String {
    list(concepts.map { "\($0.code?.description ?? ""):\($0.name)" })
  }

  private func list(_ items: [String]) -> String {
    items.isEmpty ? "none" : items.joined(separator: ";")
  }

  private func ndc(_ matches: NDCMatches) -> String {
    if case .invalid = matches.reading { return "invalid" }
    return codes(matches.concepts)
  }
}
