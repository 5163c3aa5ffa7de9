// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
package import DrugMatching
internal import MedicationModel
package import SymptomMapping

/// Finds what labels are about.
///
/// Use one value per thread: it caches look-ups. The label's own UNIIs and
/// names decide; product codes supplied with it are only a check. Source of the
/// rules: the documentation page "Side-effect table".
package struct SubjectFinder: Sendable {
  private let catalog: Catalog
  private let combinations: CombinationIndex
  private let routes: RouteTable
  private let codes: LabelCodeTable?
  private var identity: SubstanceIdentity

  /// Makes a finder.
  package init(
    _ catalog: Catalog, matcher: DrugMatcher, routes: RouteTable, codes: LabelCodeTable? = nil
  ) {
    self.catalog = catalog
    self.routes = routes
    self.codes = codes
    combinations = CombinationIndex(catalog)
    identity = SubstanceIdentity(catalog, matcher)
  }

  package mutating func subject(of label: DrugLabel) -> SubjectAnswer {
    let products = ProductPart.parts(of: label)
    let substances = Self.substances(products)
    func none(_ reason: SubjectLack.Reason) -> SubjectAnswer {
      .none(SubjectLack(reason: reason, substances: substances))
    }
    switch label.kind {
    case .veterinary: return none(.veterinary)
    case .otherHuman(let type): return none(type == .homeopathic ? .homeopathic : .productType)
    case .prescription, .overTheCounter, .unstated: break
    }
    if Self.isHomeopathic(label.products) { return none(.homeopathic) }
    guard !label.setID.isEmpty, label.date != nil else { return none(.noIdentity) }
    guard !products.isEmpty else { return named(label) }
    return known(label, products, substances)
  }

  private mutating func known(
    _ label: DrugLabel, _ products: [[ProductPart]], _ substances: [LabelSubstance]
  ) -> SubjectAnswer {
    var sets: Set<[RxCUI]> = []
    var unknown: Set<LabelSubstance> = []
    var ground = SubjectGround.substance
    var lack: SubjectLack.Reason?
    for product in products {
      let found = identity.ingredients(
        of: product.flatMap(\.ingredients),
        arePairsCertain: label.source != .openFDA && label.products.allSatisfy(\.hasCertainPairs))
      sets.insert(found.codes.sorted())
      unknown.formUnion(found.unknown)
      ground = max(ground, found.ground)
      lack = found.lack ?? lack
    }
    let found = Set(sets.joined()).sorted()
    if lack != nil || !unknown.isEmpty {
      return .none(
        SubjectLack(
          reason: lack ?? .notInCatalog, substances: substances, unknown: Self.sorted(unknown),
          ingredients: found))
    }
    guard sets.count == 1 else {
      return .none(
        SubjectLack(reason: .severalProducts, substances: substances, ingredients: found))
    }
    return checked(label, found, ground, products.flatMap { $0.flatMap(\.routes) }, substances)
  }

  /// The subject of a label whose products have only names: all of them must mean the same.
  private mutating func named(_ label: DrugLabel) -> SubjectAnswer {
    let named = label.products.compactMap { product -> [ProductPart]? in
      let name = product.genericName.isEmpty ? product.name : product.genericName
      let ingredient = LabelIngredient(LabelSubstance(unii: "", name: name))
      return name.isEmpty ? nil : [ProductPart(ingredients: [ingredient], routes: product.routes)]
    }
    if named.isEmpty { return .none(SubjectLack(reason: .noIngredient)) }
    return known(label, named, Self.substances(named))
  }

  /// The subject of ingredients, if nothing supplied with the label contradicts it.
  private func checked(
    _ label: DrugLabel, _ ingredients: [RxCUI], _ ground: SubjectGround, _ stated: [String],
    _ substances: [LabelSubstance]
  ) -> SubjectAnswer {
    func none(_ reason: SubjectLack.Reason) -> SubjectAnswer {
      .none(SubjectLack(reason: reason, substances: substances, ingredients: ingredients))
    }
    let routes = Self.names(stated.map { $0.uppercased() })
    let check = ProductCodeCheck(label.rxcuis + (codes?.codes(of: label.setID) ?? []), catalog)
    let verdict = check.verdict(ingredients)
    switch verdict {
    case .several: return none(.severalProducts)
    case .disagrees: return none(.codesDisagree)
    case .unchecked where ground == .text && label.products.allSatisfy(\.active.isEmpty):
      // A name read as text, and nothing else that confirms it.
      return none(.unconfirmed)
    case .agrees, .unchecked: break
    }
    if Set(routes).isSubset(of: Self.tellingRoutes), !routes.isEmpty,
      check.fits(routes, self.routes) == false
    {
      return none(.routeDisagrees)
    }
    guard let first = ingredients.first else { return none(.noIngredient) }
    var (kind, code) = (SubjectKind.ingredient, first)
    if ingredients.count > 1 {
      let found = combinations.combinations(of: ingredients)
      guard let combination = found.first else { return none(.noCombination) }
      guard found.count == 1 else { return none(.severalCombinations) }
      (kind, code) = (.combination, combination)
    }
    guard let concept = catalog.concept(for: code) else { return none(.notInCatalog) }
    return .subject(
      LabelSubject(
        subject: EvidenceSubject(kind, code), name: concept.name, ingredients: ingredients,
        substances: Self.names(substances.map { $0.name.lowercased() }), routes: routes,
        ground: ground))
  }

  /// Routes that follow with certainty from a dose form; those of injections do not.
  private static let tellingRoutes: Set<String> = [
    "ORAL", "SUBLINGUAL", "BUCCAL", "TOPICAL", "TRANSDERMAL", "NASAL", "OPHTHALMIC",
    "AURICULAR (OTIC)", "VAGINAL", "RECTAL", "RESPIRATORY (INHALATION)",
  ]

  private static func isHomeopathic(_ products: [LabelProduct]) -> Bool {
    products.contains { product in
      product.marketing.contains { $0.uppercased().holds("HOMEOPATHIC") }
        || isHomeopathic(product.parts)
    }
  }

  /// Names as in a field: distinct and sorted; a bar within a name would split it.
  private static func names(_ names: [String]) -> [String] {
    Set(names.map { $0.split(separator: "|").joined(separator: " ") })
      .filter { !$0.isEmpty }.sorted { $0.precedesInBytes($1) }
  }

  private static func substances(_ products: [[ProductPart]]) -> [LabelSubstance] {
    sorted(Set(products.joined().flatMap { $0.ingredients.map(\.substance) }))
  }

  private static func sorted(_ substances: Set<LabelSubstance>) -> [LabelSubstance] {
    substances.sorted { ($0.name, $0.unii) < ($1.name, $1.unii) }
  }
}

/// The combinations (MIN) of a catalog by their base ingredients.
struct CombinationIndex: Sendable {
  /// Combinations by their sorted ingredients; several if they differ only in salts.
  private var combinations: [[RxCUI]: [RxCUI]] = [:]

  init(_ catalog: Catalog) {
    for concept in catalog.concepts where concept.termType == .multipleIngredients {
      guard let code = concept.code, concept.status == .active else { continue }
      let list = concept.ingredientList
      let parts = list.ingredients.compactMap(\.code)
      guard list.isComplete, parts.count == list.ingredients.count, parts.count > 1 else {
        continue
      }
      combinations[parts.sorted(), default: []].append(code)
    }
  }

  /// The combinations of exactly these ingredients, which must be sorted.
  func combinations(of ingredients: [RxCUI]) -> [RxCUI] { combinations[ingredients] ?? [] }
}
