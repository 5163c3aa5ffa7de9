// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// The label routes that fit a concept.
enum RouteFit: Sendable {
  /// A concept without dose form, or with one whose name does not say the route.
  case all
  /// The routes of its dose forms.
  case some([[UInt8]])

  /// The routes that fit a concept: those of its dose forms, or of the forms in its group.
  init(_ concept: Concept, _ table: RouteTable) {
    switch concept.termType {
    case .ingredient, .preciseIngredient, .multipleIngredients, .brandName,
      .clinicalDrugComponent, .brandedDrugComponent:
      self = .all
      return
    default: break
    }
    var forms = concept.doseForms
    if forms.isEmpty {
      forms = concept.doseFormGroups.flatMap { $0.related(.inverseIsA) }
        .filter { $0.termType == .doseForm }
    }
    var names: [[UInt8]] = []
    for form in forms {
      guard let routes = table.routeNames(forDoseForm: form.name), !routes.names.isEmpty else {
        self = .all
        return
      }
      names += routes.names
    }
    self = names.isEmpty ? .all : .some(names)
  }

  /// Whether one of a label's routes is among them; no route fits only all.
  func fits(_ routes: RouteNames) -> Bool {
    switch self {
    case .all: true
    case .some(let own): routes.names.contains { own.contains($0) }
    }
  }
}
