// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import MedicationModel
internal import MedicationResolver

/// What is said in place of a name where a medication's codings name different drugs (S7).
///
/// Neither the first of its names nor a code: a reader would take it for the drug.
enum DrugConflict {
  private static let heading = "conflicting codings"

  /// Whether problems say that there is one.
  static func isIn(_ problems: [Problem]) -> Bool {
    problems.contains { $0.code == .codingsConflict }
  }

  /// The words; `nil` where there is no conflict.
  static func words(
    concepts: [MatchedConcept], codings: [ResolvedCoding], ingredients: [ResolvedIngredient],
    _ record: MedicationRecord, _ problems: [Problem]
  ) -> String? {
    guard isIn(problems) else { return nil }
    // Words that this wrote, read again.
    if let text = record.text, text.hasPrefix(heading) { return text }
    let given = codings.compactMap { coding in
      coding.concepts.first?.name ?? coding.coding.display ?? coding.coding.code
    }
    let found = concepts.compactMap { $0.name ?? $0.code?.description }
    let further =
      record.referencedCodings.compactMap(\.display)
      + ingredients.filter { $0.origin == .document && $0.isActive }.compactMap { $0.name }
    var seen: Set<String> = []
    let names = ([record.text].compactMap(\.self) + found + given + further).filter {
      seen.insert($0.lowercased()).inserted
    }
    return names.isEmpty
      ? heading : "\(heading): " + names.joined(separator: " | ")
  }
}
