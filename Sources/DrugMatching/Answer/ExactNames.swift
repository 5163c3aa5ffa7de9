// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
internal import MedicationModel

/// Texts that are a name of the catalog, whatever their case and blanks.
package enum ExactNames {
  /// The concepts of a name, current ones only where there are any, the widest first.
  ///
  /// Of concepts that share a name the ingredient comes first, then the brand.
  static func concepts(_ text: String, _ catalog: Catalog) -> [(Concept, DrugMatch.Level)] {
    let found = all(named: text, catalog).compactMap { concept in
      level(of: concept.termType).map { (concept, $0) }
    }
    let current = found.filter {
      $0.0.mainSuppress == UInt8(ascii: "N") && $0.0.code != nil
    }
    let chosen = current.isEmpty ? found : current
    return chosen.sorted { (order($0.0), $0.0.position) < (order($1.0), $1.0.position) }
  }

  /// The concepts of a name as it is written, or with numbers and units apart as RxNorm writes them.
  ///
  /// A sign of doubt belongs to no name.
  package static func all(named text: String, _ catalog: Catalog) -> [Concept] {
    if text.utf8.count > DrugMatcher.longestText || !DoubtSign.found(in: text).isEmpty {
      return []
    }
    let found = catalog.concepts(named: text, comparing: .normalized)
    return found.isEmpty ? catalog.concepts(named: spaced(text), comparing: .normalized) : found
  }

  /// `500mg` as `500 mg`.
  private static func spaced(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isLetter = (0x61...0x7A).contains(byte | 0x20)
      if isLetter, let last = bytes.last, (0x30...0x39).contains(last) { bytes.append(0x20) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
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
