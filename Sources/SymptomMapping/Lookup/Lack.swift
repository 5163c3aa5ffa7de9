// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// Why something has no label; the raw values are those of the answer.
enum LackReason: String, CaseIterable {
  case noLabel = "no_label"
  case noEffectSection = "no_effect_section"
  case noRouteMatch = "no_route_match"
  case notADrug = "not_a_drug"
  case vaccine = "vaccine_not_covered"
  case allergenic = "allergenic_not_covered"
  case homeopathic
  case unknownCode = "unknown_code"
}

/// A part of what was asked that has no label.
struct Lack: Hashable {
  let reason: LackReason
  /// The code of the ingredient; `nil` for one without a code of its own.
  let code: RxCUI?
  /// What it is called.
  let name: String

  /// The word for answers: the code, or the name where there is no code.
  var missing: String { "ingredient_missing:" + (code?.description ?? name) }
}

extension Concept {
  /// Placebo tablets and other parts of a pack without a drug.
  var isInert: Bool { code?.rawValue == 748_794 }

  /// Why a concept without label has none, where its kind says so (S40).
  var reasonWithoutLabel: LackReason? {
    if isDevice { return .notADrug }
    if isHomeopathic { return .homeopathic }
    if isAllergenic { return .allergenic }
    return isVaccine ? .vaccine : nil
  }

  /// Whether an extract that allergies are tested or treated with; RxNorm calls each of them so.
  private var isAllergenic: Bool {
    name.lowercased().contains("allergenic extract")
  }

  /// Whether a vaccine: it has a code of CVX, or is called one.
  private var isVaccine: Bool {
    names.contains { $0.source == "CVX" }
      || name.lowercased().split { !$0.isLetter }.contains { $0 == "vaccine" || $0 == "vaccines" }
  }

  /// Whether its strength is a homeopathic potency.
  private var isHomeopathic: Bool {
    name.lowercased().contains("[hp_")
  }

  /// Whether the release types it as a medical device.
  private var isDevice: Bool {
    semanticTypes.contains { $0.identifier == "T074" }
  }
}
