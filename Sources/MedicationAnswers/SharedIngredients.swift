// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import MedicationModel
public import MedicationResolver
public import MedicationStore
public import SymptomMapping

/// Ingredients that several medications on a list have: a fact, no advice and no interaction claim.
public struct SharedIngredients: Sendable {
  /// An ingredient in several medications.
  public struct Shared: Sendable {
    /// The ingredient (IN).
    public let ingredient: Concept
    /// The medications that have it, in the order of the list.
    public let medications: [UserAnnotatedMedication]
  }

  /// Ingredients of two or more medications, by code.
  public let shared: [Shared]
  /// Medications of which not every ingredient is known; they may share more.
  public let notCompared: [UserAnnotatedMedication]

  init(_ answers: [(medication: UserAnnotatedMedication, answer: ResolvedMedication)]) {
    var holders: [Concept: [UserAnnotatedMedication]] = [:]
    var open: [UserAnnotatedMedication] = []
    for (medication, answer) in answers {
      let active = answer.ingredients.filter(\.isActive)
      for ingredient in Set(active.compactMap(\.concept)) {
        holders[ingredient, default: []].append(medication)
      }
      let isSure = [.certain, .text].contains(answer.certainty.ingredient)
      if !isSure || active.isEmpty || active.contains(where: { $0.concept == nil }) {
        open.append(medication)
      }
    }
    shared = holders.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
      .map { Shared(ingredient: $0.key, medications: $0.value) }
    notCompared = open
  }
}

extension HealthStore {
  /// Compares the ingredients of the active medications that the store may see.
  ///
  /// - Returns: The shared ingredients, and what was not compared.
  /// - Throws: `HealthError` if the store cannot be read, `CatalogError` if the catalog is damaged.
  public func sharedIngredients(
    from resolver: MedicationResolver
  ) async throws -> SharedIngredients {
    let medications = try await UserAnnotatedMedicationQueryDescriptor(
      predicate: .isArchived(false)
    ).result(for: self)
    return SharedIngredients(try medications.map { ($0, try resolver.resolve($0)) })
  }

  /// Asks the person whether this app may log and read the symptoms that labels name.
  ///
  /// - Throws: `HealthError` as `requestAuthorization(toShare:read:)` does.
  public func requestAuthorization(for effects: SideEffectAnswer) async throws(HealthError) {
    try await requestAuthorization(toShare: effects.symptomTypes, read: effects.symptomTypes)
  }
}

extension SideEffectAnswer {
  /// The types of the symptoms that labels name, to request authorization for.
  public var symptomTypes: Set<ObjectType> {
    Set((symptoms + warnings).map { .categoryType($0.symptom) })
  }
}
