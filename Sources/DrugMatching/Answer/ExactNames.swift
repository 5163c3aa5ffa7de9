// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// Texts that are a name of the catalog, whatever their case and blanks.
enum ExactNames {
  /// The concepts of a name, current ones only where there are any, the widest first.
  ///
  /// Of concepts that share a name the ingredient comes first, then the brand.
  static func concepts(_ text: String, _ catalog: Catalog) -> [(Concept, DrugMatch.Level)] {
    var found: [(Concept, DrugMatch.Level)] = []
    for concept in catalog.concepts(named: text, comparing: .normalized) {
      if let level = level(of: concept.termType) { found.append((concept, level)) }
    }
    let current = found.filter {
      $0.0.mainSuppress == UInt8(ascii: "N") && $0.0.code != nil
    }
    let chosen = current.isEmpty ? found : current
    return chosen.sorted { (order($0.0), $0.0.position) < (order($1.0), $1.0.position) }
  }

  private static func order(_ concept: Concept) -> Int {
    let types: [TermType] = [
      .ingredient, .preciseIngredient, .multipleIngredients, .brandName, .clinicalDrug,
      .brandedDrug,
    ]
    return types.firstIndex(of: concept.termType) ?? types.count
  }

  private static func level(of type: TermType) -> DrugMatch.Level? {
    switch type {
    case .ingredient, .preciseIngredient, .multipleIngredients, .brandName: .ingredient
    case .clinicalDrugComponent, .brandedDrugComponent: .component
    case .clinicalDrugForm, .brandedDrugForm, .clinicalDrugGroup, .brandedDrugGroup,
      .clinicalDrugFormPrecise, .brandedDrugFormPrecise, .clinicalDrugGroupPrecise:
      .form
    case .clinicalDrug, .brandedDrug: .product
    case .genericPack, .brandedPack: .pack
    default: nil
    }
  }
}
