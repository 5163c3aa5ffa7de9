// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// How much of a product a concept says, whatever its term type.
public enum ConceptLevel: String, Sendable, Hashable, CaseIterable {
  /// One substance (IN).
  case ingredient
  /// One salt or isomer of a substance (PIN).
  case preciseIngredient = "precise-ingredient"
  /// Several substances together (MIN).
  case multipleIngredients = "multiple-ingredients"
  /// A brand name (BN).
  case brand
  /// A substance with its strength (SCDC, SBDC).
  case component
  /// Substances with their dose form (SCDF, SBDF and the like).
  case drugForm = "drug-form"
  /// Substances with a group of dose forms (SCDG, SBDG and the like).
  case drugGroup = "drug-group"
  /// Substances with strengths and dose form (SCD, SBD).
  case product
  /// A pack of products (GPCK, BPCK).
  case pack
  /// A dose form (DF).
  case doseForm = "dose-form"
  /// A group of dose forms (DFG).
  case doseFormGroup = "dose-form-group"

  /// The level of a term type; `nil` for one that is not a main name.
  init?(_ type: TermType) {
    switch type {
    case .ingredient: self = .ingredient
    case .preciseIngredient: self = .preciseIngredient
    case .multipleIngredients: self = .multipleIngredients
    case .brandName: self = .brand
    case .clinicalDrugComponent, .brandedDrugComponent: self = .component
    case .clinicalDrugForm, .brandedDrugForm, .clinicalDrugFormPrecise, .brandedDrugFormPrecise:
      self = .drugForm
    case .clinicalDrugGroup, .brandedDrugGroup, .clinicalDrugGroupPrecise: self = .drugGroup
    case .clinicalDrug, .brandedDrug: self = .product
    case .genericPack, .brandedPack: self = .pack
    case .doseForm: self = .doseForm
    case .doseFormGroup: self = .doseFormGroup
    default: return nil
    }
  }
}

extension MatchedConcept {
  /// How much of a product the concept says; `nil` where no main name tells.
  public var level: ConceptLevel? { termType.flatMap { ConceptLevel($0) } }
}
