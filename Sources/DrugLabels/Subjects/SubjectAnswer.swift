// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
package import MedicationModel
package import SymptomMapping

/// What a label is about, in RxNorm's terms, or why that cannot be determined.
package enum SubjectAnswer: Sendable, Hashable {
  case subject(LabelSubject)
  case none(SubjectLack)
}

/// The subject of a label: an ingredient, or a combination.
package struct LabelSubject: Sendable, Hashable {
  /// The ingredient (IN; PIN only where the catalog knows no base of it) or the
  /// combination (MIN).
  package let subject: EvidenceSubject
  package let name: String
  /// The base ingredients, sorted by code: one, or those of the combination.
  package let ingredients: [RxCUI]
  /// The distinct active substances in the label's words, lower case, sorted: often salts.
  package let substances: [String]
  /// The routes in SPL's words, upper case, sorted; empty if the label states none.
  package let routes: [String]
  package let ground: SubjectGround
}

/// How a substance was found in the catalog, the surest way first.
package enum SubjectGround: Sendable, Hashable, CaseIterable, Comparable {
  case substance, moiety, name, text
}

/// Why a label supports no rows, and which substances it names.
package struct SubjectLack: Sendable, Hashable {
  /// The reasons; their raw values are used in tables and messages.
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    case veterinary, homeopathic
    case productType = "product-type-not-covered"
    case noIngredient = "no-active-ingredient"
    /// The label has only a name, which is not in the catalog, and nothing confirms it.
    case unconfirmed = "name-only"
    case notInCatalog = "not-in-catalog"
    case ambiguous = "ambiguous-ingredient"
    case conflict = "identity-conflict"
    /// The products of the document have different ingredients: no statement of
    /// the label certainly belongs to one of them.
    case severalProducts = "several-products"
    case codesDisagree = "product-codes-disagree"
    case routeDisagrees = "route-disagrees"
    /// The catalog has no combination of these ingredients: none of them gets a row.
    case noCombination = "no-combination-concept"
    case severalCombinations = "several-combination-concepts"
    /// The label has no set id or no date: a row could not be checked.
    case noIdentity = "no-set-id-or-date"
  }

  package var reason: Reason
  /// The distinct active substances, sorted by name.
  package var substances: [LabelSubstance] = []
  /// Those of them that the catalog has no ingredient for; empty for other reasons.
  package var unknown: [LabelSubstance] = []
  /// The ingredients that were found, sorted by code.
  package var ingredients: [RxCUI] = []
}

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
  private static let companions = wipes.union(["WATER", "SODIUM CHLORIDE"])

  /// Whether it only comes along: it has nothing but what wipes or diluents have.
  private var isCompanion: Bool {
    ingredients.allSatisfy { Self.companions.contains($0.substance.name.uppercased()) }
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

/// Compares a label's ingredients with those of the product codes supplied with it.
struct ProductCodeCheck {
  /// What the comparison says.
  enum Verdict { case unchecked, agrees, several, disagrees }

  private let products: [Concept]

  /// The products of codes; unknown codes and other concepts are left out.
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
      // The water in a kit is not a drug.
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
    // A pack's own products are listed with it.
    if isPack, others.allSatisfy({ $0.isSubset(of: wanted) }) { return .agrees }
    if isWhole { return .several }
    return others.contains { !$0.isDisjoint(with: wanted) } ? .several : .disagrees
  }

  /// Whether a route fits one of the products; `nil` where their dose forms do not say.
  func fits(_ routes: [String], _ table: RouteTable) -> Bool? {
    var isSaid = false
    for product in products {
      for form in product.doseForms {
        guard let fitting = table.routes(forDoseForm: form.name), !fitting.isEmpty else { continue }
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

  package init(bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      guard fields.count >= 3 else { continue }
      let setID = String(decoding: fields[0], as: UTF8.self).lowercased()
      if setID == "setid" { continue }
      let code = String(decoding: fields[2], as: UTF8.self)
      if codes[setID]?.contains(code) != true { codes[setID, default: []].append(code) }
    }
  }

  func codes(of setID: String) -> [String] { codes[setID] ?? [] }
}
