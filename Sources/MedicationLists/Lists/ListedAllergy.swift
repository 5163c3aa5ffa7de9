// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import FHIRResources
public import MedicationModel
public import MedicationResolver

/// An allergy shown with a list, with what it was compared by.
public struct ListedAllergy: Sendable {
  /// Whether an allergy was compared with the medications, and if not, why.
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// Its codes resolve to ingredients, which were compared.
    case compared
    /// It is refuted or was entered in error.
    case refuted
    /// It says that there is no allergy, or that none is known.
    case absence
    /// A modifier was not understood.
    case notUnderstood = "not-understood"
    /// It names its substance only in words.
    case textOnly = "text-only"
    /// No code gives an ingredient: a class, an excipient, a food, or an unknown code.
    case noIngredient = "no-ingredient"
    /// Its codes name different ingredients, or several that no rule chooses between.
    case ambiguous
  }

  /// Where it is in the documents.
  public let source: ListSource
  /// What it says, literally.
  public let record: AllergyRecord
  /// Every coding with its outcome.
  public let codings: [ResolvedCoding]
  /// The ingredients (IN) that its codes resolve to, sorted by code.
  public let ingredients: [Concept]
  /// What a person should know about the record and about its codes.
  public let problems: [Problem]
  /// Whether it was compared.
  public let comparison: Comparison

  init(
    _ record: AllergyRecord, document: String, resolver: MedicationResolver
  ) throws(CatalogError) {
    source = ListSource(
      document: document, entryPath: record.entryPath, resourceType: "AllergyIntolerance",
      id: record.id)
    self.record = record
    let concepts = [record.codings] + record.reactionSubstances.map(\.codings)
    var answers: [ResolvedMedication] = []
    for codings in concepts where !codings.isEmpty {
      answers.append(try Self.answer(codings, resolver))
    }
    codings = answers.flatMap(\.codings)
    let codes = answers.flatMap(\.problems).filter { problem in
      problem.path.hasPrefix("codings") || problem.code == .codingsConflict
    }
    problems = record.problems + codes
    var found: [Concept] = []
    var isOpen = false
    for answer in answers {
      // What only words led to is not compared.
      guard answer.concepts.allSatisfy({ $0.match != .text }) else { continue }
      if answer.concepts.count > 1 {
        isOpen = true
      } else {
        found += answer.ingredients.compactMap(\.concept)
      }
    }
    ingredients = Set(found).sorted()
    comparison =
      if record.isRefuted {
        .refuted
      } else if record.isAbsence {
        .absence
      } else if record.isNotUnderstood {
        .notUnderstood
      } else if !ingredients.isEmpty {
        .compared
      } else if isOpen {
        .ambiguous
      } else if answers.isEmpty {
        .textOnly
      } else {
        .noIngredient
      }
  }

  private static func answer(
    _ codings: [FHIRCoding], _ resolver: MedicationResolver
  ) throws(CatalogError) -> ResolvedMedication {
    var question = MedicationRecord(entryPath: "", resourceType: "AllergyIntolerance")
    question.codings = codings
    return try resolver.resolve(question)
  }

  /// The words for it: its text, else a display or a code.
  public var words: String? { FHIRConcept(codings: record.codings, text: record.text).words }

  /// Orders by words and then by content and place.
  static func precedes(_ left: ListedAllergy, _ right: ListedAllergy) -> Bool {
    let (leftKey, rightKey) = (left.contentKey, right.contentKey)
    if leftKey != rightKey { return leftKey.lexicographicallyPrecedes(rightKey) }
    return ListSource.precedes(left.source, right.source)
  }

  private var contentKey: [UInt8] {
    var key = IdentityKey()
    key.add(NameKey.of(words ?? ""))
    for coding in record.codings { key.add(coding) }
    for text in [
      record.id, record.clinicalStatus, record.verificationStatus, record.type, record.recorded,
    ] { key.add(text) }
    return key.bytes
  }
}
