// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import XMLText

/// The elements of SPL that are read; the raw value is the name in the text.
enum SPLTag: String, CaseIterable {
  // The document and what identifies it.
  case document, id, code, title, effectiveTime, setId, versionNumber
  case component, structuredBody, section, text, excerpt, highlight, subject
  // Products. Labels of before 2009 have the names with Medicine and Ingredient.
  case manufacturedProduct, manufacturedMedicine, part, partProduct, partMedicine
  case name, formCode, asEntityWithGeneric, genericMedicine
  case ingredient, activeIngredient, inactiveIngredient
  case ingredientSubstance, activeIngredientSubstance, activeMoieties, activeMoiety
  case consumedIn, substanceAdministration, routeCode, subjectOf, approval
  // Text.
  case paragraph, list, item, caption, br, footnote, footnoteRef
  case table, thead, tbody, tfoot, tr, th, td, col, colgroup
  /// Any other element, and every element of another namespace than the document's.
  case other
}

/// The elements and attributes of SPL as one reader numbers them.
struct SPLNames {
  let code, root, value, displayName, classCode, rowspan, colspan: XMLName
  private var tags: [SPLTag]

  init(_ reader: borrowing XMLReader) {
    code = reader.name("code")
    root = reader.name("root")
    value = reader.name("value")
    displayName = reader.name("displayName")
    classCode = reader.name("classCode")
    rowspan = reader.name("rowspan")
    colspan = reader.name("colspan")
    tags = []
    for tag in SPLTag.allCases where tag != .other {
      let number = Int(reader.name(tag.rawValue).number)
      while tags.count <= number { tags.append(.other) }
      tags[number] = tag
    }
  }

  func tag(_ name: XMLName) -> SPLTag {
    let number = Int(name.number)
    return number < tags.count ? tags[number] : .other
  }
}

// The parts of a product that are read:
//
//   manufacturedProduct (or part)
//     manufacturedProduct (manufacturedMedicine, partProduct, partMedicine in older files)
//       code, name, formCode
//       asEntityWithGeneric/genericMedicine/name
//       ingredient (activeIngredient, inactiveIngredient): substance, moieties
//       part: another product
//     consumedIn/substanceAdministration/routeCode
//     subjectOf/approval/code: marketing category

extension SPLParser {
  private enum Place { case around, product, generic, route, marketing }

  mutating func product() throws(XMLError) -> LabelProduct {
    var product = LabelProduct()
    try read(&product, .around)
    return product
  }

  private mutating func read(_ product: inout LabelProduct, _ place: Place) throws(XMLError) {
    try children { (parser, tag, event) throws(XMLError) in
      let names = parser.names
      switch (place, tag) {
      case (.around, .manufacturedProduct), (.around, .manufacturedMedicine),
        (.around, .partProduct), (.around, .partMedicine):
        try parser.read(&product, .product)
      case (.around, .consumedIn), (.product, .consumedIn), (.route, .substanceAdministration):
        try parser.read(&product, .route)
      case (.around, .subjectOf), (.product, .subjectOf), (.marketing, .approval):
        try parser.read(&product, .marketing)
      case (.product, .asEntityWithGeneric), (.generic, .genericMedicine):
        try parser.read(&product, .generic)
      case (.product, .code): product.ndc = parser.value(names.code, event)
      case (.product, .name): product.name = try parser.line()
      case (.product, .formCode): product.form = parser.value(names.displayName, event)
      case (.product, .part): product.parts.append(try parser.product())
      case (.generic, .name): product.genericName = try parser.line()
      case (.route, .routeCode):
        let route = parser.value(names.displayName, event)
        if !route.isEmpty, !product.routes.contains(route) { product.routes.append(route) }
      case (.marketing, .code):
        let category = parser.value(names.displayName, event)
        if !category.isEmpty, !product.marketing.contains(category) {
          product.marketing.append(category)
        }
      case (.product, .ingredient):
        let basis = parser.value(names.classCode, event)
        if ["", "ACTIB", "ACTIM", "ACTIR"].contains(basis) {
          try parser.ingredient(of: &product, basis)
        } else {
          product.inactiveCount += 1
        }
      // Older files do not state the basis of the strength.
      case (.product, .activeIngredient): try parser.ingredient(of: &product, "")
      case (.product, .inactiveIngredient): product.inactiveCount += 1
      default: break
      }
    }
  }

  private mutating func ingredient(of product: inout LabelProduct, _ basis: String) throws(XMLError)
  {
    try children { (parser, tag, _) throws(XMLError) in
      guard tag == .ingredientSubstance || tag == .activeIngredientSubstance else { return }
      var moieties: [LabelSubstance] = []
      let substance = try parser.substance(&moieties)
      product.active.append(LabelIngredient(basis: basis, substance: substance, moieties: moieties))
    }
  }

  /// Reads a substance and its active moieties.
  private mutating func substance(
    _ moieties: inout [LabelSubstance]
  ) throws(XMLError) -> LabelSubstance {
    var substance = LabelSubstance(unii: "", name: "")
    try children { (parser, tag, event) throws(XMLError) in
      switch tag {
      case .code: substance.unii = parser.value(parser.names.code, event)
      case .name: substance.name = try parser.line()
      case .activeMoieties, .activeMoiety:
        let moiety = try parser.substance(&moieties)
        if !moiety.unii.isEmpty || !moiety.name.isEmpty { moieties.append(moiety) }
      default: break
      }
    }
    return substance
  }
}
