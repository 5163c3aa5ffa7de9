// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// Whether a concept is about one ingredient or several: RxNav's GENERAL_CARDINALITY.
public enum GeneralCardinality: String, Sendable, Hashable, CaseIterable {
  /// One ingredient.
  case single = "SINGLE"
  /// Several ingredients.
  case multiple = "MULTI"
  /// A component that occurs alone and in combinations.
  case hybrid = "HYBRID"
}

extension Concept {
  /// Whether it is about one ingredient or several, by NLM's rule for the property.
  ///
  /// An ingredient or salt is single, a MIN multiple. A component (SCDC) is
  /// hybrid, every other concept multiple, if the default path leads to a MIN;
  /// else single. A release may lack the MIN: a branded component (SBDC) of
  /// several ingredients is multiple without it.
  ///
  /// - Returns: `nil` where the concept is not active, for dose forms and their
  ///   groups, and for a branded component whose name lists more parts than the
  ///   release relates (S15).
  public var generalCardinality: GeneralCardinality? {
    guard isActive else { return nil }
    switch termType {
    case .ingredient, .preciseIngredient: return .single
    case .multipleIngredients: return .multiple
    case .doseForm, .doseFormGroup: return nil
    default: break
    }
    guard let found = related(to: [.multipleIngredients])[.multipleIngredients],
      found.path != nil
    else { return nil }
    if found.concepts.isEmpty {
      guard termType == .brandedDrugComponent else { return .single }
      if ingredients.count > 1 { return .multiple }
      return ClinicalDrugName.partCount(name) > 1 ? nil : .single
    }
    return termType == .clinicalDrugComponent ? .hybrid : .multiple
  }
}
