// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import XMLText

// manufacturedProduct                     the role: routes and marketing beside the product
//   manufacturedProduct                   code, name, form, ingredients, parts
//     ingredient@classCode                IACT and the like are no drug
//       ingredientSubstance
//         activeMoiety/activeMoiety
//     part/partProduct                    of a kit, with routes and marketing of its own
//   consumedIn/substanceAdministration/routeCode
//   subjectOf/approval/code

extension SPLParser {
  /// Reads the product of a section.
  mutating func subject() throws(XMLError) {
    while let event = try child() {
      switch tag(event) {
      case .manufacturedProduct:
        var product = LabelProduct()
        try role(of: &product)
        label.products.append(product)
      default: try skip()
      }
    }
  }

  /// Reads the element around a product.
  private mutating func role(of product: inout LabelProduct) throws(XMLError) {
    while let event = try child() {
      switch tag(event) {
      case .manufacturedProduct, .manufacturedMedicine, .partProduct, .partMedicine:
        try body(of: &product)
      case .consumedIn: try consumption(of: &product)
      case .subjectOf: try approval(of: &product)
      default: try skip()
      }
    }
  }

  private mutating func body(of product: inout LabelProduct) throws(XMLError) {
    while let event = try child() {
      switch tag(event) {
      case .code:
        product.ndc = value(names.code, event)
        try skip()
      case .name: product.name = try line()
      case .formCode:
        product.form = value(names.displayName, event)
        try skip()
      case .asEntityWithGeneric: try generic(of: &product)
      case .ingredient: try ingredient(of: &product, value(names.classCode, event))
      case .activeIngredient: try ingredient(of: &product, "")
      case .inactiveIngredient:
        product.inactiveCount += 1
        try skip()
      case .part:
        var part = LabelProduct()
        try role(of: &part)
        product.parts.append(part)
      case .consumedIn: try consumption(of: &product)
      case .subjectOf: try approval(of: &product)
      default: try skip()
      }
    }
  }

  private mutating func generic(of product: inout LabelProduct) throws(XMLError) {
    while let event = try child() {
      switch tag(event) {
      case .genericMedicine: try generic(of: &product)
      case .name: product.genericName = try line()
      default: try skip()
      }
    }
  }

  // MARK: Ingredients

  /// Reads an ingredient; `activeIngredient` of older files has no class.
  private mutating func ingredient(
    of product: inout LabelProduct, _ basis: String
  ) throws(XMLError) {
    guard basis.isEmpty || ["ACTIB", "ACTIM", "ACTIR"].contains(basis) else {
      product.inactiveCount += 1
      return try skip()
    }
    while let event = try child() {
      switch tag(event) {
      case .ingredientSubstance, .activeIngredientSubstance:
        var ingredient = LabelIngredient(basis: basis, substance: LabelSubstance())
        ingredient.substance = try substance(&ingredient.moieties)
        product.active.append(ingredient)
      default: try skip()
      }
    }
  }

  /// Reads a substance and what acts in it.
  private mutating func substance(
    _ moieties: inout [LabelSubstance]
  ) throws(XMLError) -> LabelSubstance {
    var substance = LabelSubstance()
    while let event = try child() {
      switch tag(event) {
      case .code:
        substance.unii = value(names.code, event)
        try skip()
      case .name: substance.name = try line()
      case .activeMoieties, .activeMoiety: try self.moieties(&moieties)
      default: try skip()
      }
    }
    return substance
  }

  /// Reads `activeMoiety`, which holds another of the same name, or code and name themselves.
  private mutating func moieties(_ moieties: inout [LabelSubstance]) throws(XMLError) {
    var own = LabelSubstance()
    while let event = try child() {
      switch tag(event) {
      case .activeMoiety: try self.moieties(&moieties)
      case .code:
        own.unii = value(names.code, event)
        try skip()
      case .name: own.name = try line()
      default: try skip()
      }
    }
    if own != LabelSubstance() { moieties.append(own) }
  }

  // MARK: Routes and marketing

  private mutating func consumption(of product: inout LabelProduct) throws(XMLError) {
    while let event = try child() {
      switch tag(event) {
      case .substanceAdministration: try consumption(of: &product)
      case .routeCode:
        let route = value(names.displayName, event)
        if !route.isEmpty, !product.routes.contains(route) { product.routes.append(route) }
        try skip()
      default: try skip()
      }
    }
  }

  private mutating func approval(of product: inout LabelProduct) throws(XMLError) {
    while let event = try child() {
      switch tag(event) {
      case .approval: try approval(of: &product)
      case .code:
        let category = value(names.displayName, event)
        if !category.isEmpty, !product.marketing.contains(category) {
          product.marketing.append(category)
        }
        try skip()
      default: try skip()
      }
    }
  }
}

extension LabelSubstance {
  fileprivate init() { self.init(unii: "", name: "") }
}
