// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping

/// Compares a label's ingredients with those of product codes that came with it.
struct ProductCodeCheck {
  /// What the comparison says.
  enum Verdict: Hashable {
    case unchecked
    case agrees
    case several
    case disagrees
  }

  private let products: [Concept]

  /// The products of codes; what is unknown, or no product, is left out.
  init(_ codes: [String], _ catalog: Catalog) {
    products = codes.compactMap { RxCUI($0) }.compactMap { catalog.concept(for: $0) }.filter {
      Self.termTypes.contains($0.termType)
    }
  }

  private static let termTypes: Set<TermType> = [
    .clinicalDrug, .brandedDrug, .genericPack, .brandedPack,
  ]

  func verdict(_ ingredients: [RxCUI]) -> Verdict {
    let wanted = Set(ingredients)
    var isWhole = false
    var isPack = false
    var others: [Set<RxCUI>] = []
    for product in products {
      let list = product.effectiveIngredients
      // A kit's water is no drug.
      let drugs = list.ingredients.filter { $0.name.lowercased() != "water" }
      let codes = Set(drugs.compactMap(\.code))
      guard list.isComplete, codes.count == drugs.count, !codes.isEmpty else { continue }
      if codes == wanted {
        isWhole = true
        if product.termType == .genericPack || product.termType == .brandedPack { isPack = true }
      } else {
        others.append(codes)
      }
    }
    if others.isEmpty { return isWhole ? .agrees : .unchecked }
    // A pack's own products are named beside it.
    if isPack, others.allSatisfy({ $0.isSubset(of: wanted) }) { return .agrees }
    if isWhole { return .several }
    return others.contains { !$0.isDisjoint(with: wanted) } ? .several : .disagrees
  }

  /// Whether a route fits one of the products; `nil` where their dose forms do not say.
  func fits(_ routes: [String], _ table: RouteTable) -> Bool? {
    var isSaid = false
    for product in products {
      for form in product.doseForms {
        guard let fitting = table.routes(forDoseForm: form.name), !fitting.isEmpty else {
          continue
        }
        isSaid = true
        if routes.contains(where: fitting.contains) { return true }
      }
    }
    return isSaid ? false : nil
  }
}

/// DailyMed's table of the RxNorm codes of each label (`rxnorm_mappings.txt`).
///
/// Lines of `SETID|SPL_VERSION|RXCUI|RXSTRING|RXTTY`, the first with these names. The codes are
/// those of products and only confirm what a label says itself; a subject is never based on them
/// alone.
package struct LabelCodeTable: Sendable {
  private var codes: [String: [String]] = [:]
  package private(set) var skippedLineCount = 0

  package init(bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      guard fields.count >= 3 else {
        skippedLineCount += 1
        continue
      }
      let setID = String(decoding: fields[0], as: UTF8.self).lowercased()
      if setID == "setid" { continue }
      let code = String(decoding: fields[2], as: UTF8.self)
      if codes[setID]?.contains(code) != true { codes[setID, default: []].append(code) }
    }
  }

  func codes(of setID: String) -> [String] {
    codes[setID] ?? []
  }
}
