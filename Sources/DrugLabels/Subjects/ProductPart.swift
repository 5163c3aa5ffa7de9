// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping

/// A part of a label's products: what is given together, and by which routes.
struct ProductPart: Hashable {
  var ingredients: [LabelIngredient]
  var routes: [String]

  /// The parts of each product; a kit has several, others one.
  static func parts(of label: DrugLabel) -> [[ProductPart]] {
    var products: [[ProductPart]] = []
    for product in label.products {
      var parts = leaves(of: product).filter { !$0.ingredients.isEmpty }
      let own = parts.filter { !$0.isCompanion }
      if !own.isEmpty { parts = own }
      // openFDA's documents name the substances of a kit in one list.
      if label.source == .openFDA { parts = parts.map(\.withoutCompanions) }
      if !parts.isEmpty { products.append(parts) }
    }
    return products
  }

  private static func leaves(of product: LabelProduct) -> [ProductPart] {
    guard !product.parts.isEmpty else {
      return [ProductPart(ingredients: product.active, routes: product.routes)]
    }
    var parts = product.parts.flatMap { leaves(of: $0) }
    // A part without a route of its own is given as the kit says.
    for index in parts.indices where parts[index].routes.isEmpty {
      parts[index].routes = product.routes
    }
    return parts
  }

  private static let wipes: Set<String> = [
    "ISOPROPYL ALCOHOL", "ALCOHOL", "POVIDONE-IODINE", "CHLORHEXIDINE GLUCONATE",
    "BENZALKONIUM CHLORIDE",
  ]
  private static let diluents: Set<String> = ["WATER", "SODIUM CHLORIDE"]

  /// Whether it only comes along: it holds nothing but what wipes or diluents hold.
  private var isCompanion: Bool {
    ingredients.allSatisfy {
      let name = $0.substance.name.uppercased()
      return Self.wipes.contains(name) || Self.diluents.contains(name)
    }
  }

  /// The same without the contents and the route of a wipe, and without the water of a diluent, if
  /// there is another drug; a wipe is dropped only if there is another route.
  private var withoutCompanions: ProductPart {
    var part = self
    let rest = ingredients.filter { !Self.wipes.contains($0.substance.name.uppercased()) }
    let others = routes.filter { $0.uppercased() != "TOPICAL" }
    if !rest.isEmpty, rest.count < ingredients.count, !others.isEmpty {
      part = ProductPart(ingredients: rest, routes: others)
    }
    let drugs = part.ingredients.filter { $0.substance.name.uppercased() != "WATER" }
    if !drugs.isEmpty { part.ingredients = drugs }
    return part
  }
}
