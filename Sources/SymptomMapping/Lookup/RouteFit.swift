// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// Which routes of labels fit a concept (S19).
enum RouteFit: Sendable {
  /// A concept without dose form, or with one whose name does not say the route.
  case all
  /// The routes of its dose forms, each as the table writes it.
  case some([ArraySlice<UInt8>])

  private static let bar = UInt8(ascii: "|")

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
    var routes: [ArraySlice<UInt8>] = []
    for form in forms {
      guard let field = table.routeBytes(forDoseForm: form.name), !field.isEmpty else {
        self = .all
        return
      }
      routes += field.split(separator: Self.bar)
    }
    self = routes.isEmpty ? .all : .some(routes)
  }

  /// Whether one of a label's routes is among them; no route fits only all.
  func fits(_ routes: ArraySlice<UInt8>) -> Bool {
    guard case .some(let own) = self else { return true }
    return routes.split(separator: Self.bar).contains { route in
      own.contains { $0.elementsEqual(route) }
    }
  }
}

/// Routes by which a drug reaches the whole body; their rows come first where
/// nothing says which route is meant.
enum SystemicRoutes {
  private static let names: [String] = [
    "ORAL", "ENTERAL", "NASOGASTRIC", "SUBLINGUAL", "BUCCAL", "TRANSMUCOSAL", "TRANSDERMAL",
    "INTRAVENOUS", "INTRAVASCULAR", "INTRA-ARTERIAL", "INTRAMUSCULAR", "SUBCUTANEOUS",
    "PARENTERAL",
  ]

  static func contain(_ routes: ArraySlice<UInt8>) -> Bool {
    routes.split(separator: UInt8(ascii: "|")).contains { route in
      names.contains { $0.utf8.elementsEqual(route) }
    }
  }
}
