// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors
internal import XMLText

/// The elements of SPL that are looked at; the raw value is the name in the text.
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
