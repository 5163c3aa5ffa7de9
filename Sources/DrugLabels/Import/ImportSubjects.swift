// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping

struct ImportSubject: Hashable, Sendable {
  let subject: EvidenceSubject
  let name: String
}

/// Leads codes and names of drugs to subjects of rows.
///
/// Ingredients of one drug stay together: several of them are a combination or nothing, never
/// subjects of their own. Retired, unknown and ambiguous codes are noted.
struct ImportSubjects {
  /// A product with its base ingredients and routes; either is empty if not all are known.
  struct Product {
    let ingredients: [Concept]
    let routes: [String]
  }

  private let catalog: Catalog
  private let routes: RouteTable
  private var concepts: [String: Concept?] = [:]
  private let combinations: CombinationIndex
  private var listed: [[String]: ImportSubject?] = [:]
  private var usualRoutes: [EvidenceSubject: [String]] = [:]

  init(_ catalog: Catalog, _ routes: RouteTable) {
    self.catalog = catalog
    self.routes = routes
    combinations = CombinationIndex(catalog)
  }

  /// The concept of an RxNorm code, its successor where one took its place; or `nil` and a note.
  mutating func concept(_ code: String, _ summary: inout ImportSummary) -> Concept? {
    if let known = concepts[code] { return known }
    let concept = find(code, &summary)
    concepts[code] = concept
    return concept
  }

  private func find(_ code: String, _ summary: inout ImportSummary) -> Concept? {
    guard let rxcui = RxCUI(code) else {
      summary.note(code.hasPrefix("OMOP") ? .rxnormExtension : .notACode, code)
      return nil
    }
    let history = catalog.history(of: rxcui)
    let live = catalog.concept(for: rxcui).flatMap { $0.code == nil ? nil : $0 }
    if history.status == .active || history.status == .quantified { return live }
    let successors = history.activeSuccessors
    if successors.count > 1 {
      summary.note(.severalSuccessors, code)
      return nil
    }
    if let successor = successors.first {
      summary.note(.replaced, code)
      return successor
    }
    summary.note(live == nil ? .unknown : .retired, code)
    return live
  }

  /// The subject of a set of ingredient codes; `nil` unless every code has ingredients.
  mutating func subject(
    ofIngredients codes: [String], _ summary: inout ImportSummary
  ) -> ImportSubject? {
    if let known = listed[codes] { return known }
    var ingredients: Set<Concept>? = []
    for code in codes where ingredients != nil {
      let list = concept(code, &summary)?.ingredientList
      if list?.isComplete == false { summary.note(.noIngredients, code) }
      ingredients = list?.isComplete == true ? ingredients?.union(list?.ingredients ?? []) : nil
    }
    let found = subject(of: ingredients?.sorted() ?? [], &summary)
    listed[codes] = found
    return found
  }

  /// The subject of base ingredients: the ingredient, or the combination (MIN) of just them.
  func subject(of ingredients: [Concept], _ summary: inout ImportSummary) -> ImportSubject? {
    guard let first = ingredients.first else { return nil }
    if ingredients.count == 1 {
      return first.code.map {
        ImportSubject(subject: EvidenceSubject(.ingredient, $0), name: first.name)
      }
    }
    let codes = ingredients.compactMap(\.code).sorted()
    let candidates = combinations.combinations(of: codes).compactMap { catalog.concept(for: $0) }
    let plain = candidates.filter { $0.related(.hasPart).allSatisfy { $0.termType == .ingredient } }
    let subject = (plain.isEmpty ? candidates : plain).min().flatMap { self.subject(of: $0) }
    if subject == nil {
      summary.note(
        .noCombination, ingredients.map { $0.code?.description ?? $0.name }.joined(separator: "+"))
    }
    return subject
  }

  /// A concept as a subject of its own kind; `nil` for brands, dose forms and parts of products.
  func subject(of concept: Concept) -> ImportSubject? {
    guard let code = concept.code else { return nil }
    let kind: SubjectKind
    switch concept.termType {
    case .ingredient, .preciseIngredient: kind = .ingredient
    case .multipleIngredients: kind = .combination
    case .clinicalDrug, .brandedDrug, .genericPack, .brandedPack: kind = .product
    default: return nil
    }
    return ImportSubject(subject: EvidenceSubject(kind, code), name: concept.name)
  }

  mutating func product(_ code: String, _ summary: inout ImportSummary) -> Product? {
    guard let concept = concept(code, &summary) else { return nil }
    let list = concept.ingredientList
    if !list.isComplete { summary.note(.noIngredients, code) }
    return Product(
      ingredients: list.isComplete ? list.ingredients : [], routes: routes(of: concept))
  }

  /// The routes that the dose forms of a product, or of those of a pack, are for; empty where one
  /// of the forms does not say.
  private func routes(of product: Concept) -> [String] {
    let isPack = product.termType == .genericPack || product.termType == .brandedPack
    let forms =
      isPack ? product.packItems.flatMap { $0.concept?.doseForms ?? [] } : product.doseForms
    var names: Set<String> = []
    for form in forms {
      guard let routes = routes.routes(forDoseForm: form.name), !routes.isEmpty else { return [] }
      names.formUnion(routes)
    }
    return Self.usualWords(names)
  }

  /// The route that every product of a subject has, where there is only one.
  mutating func usualRoute(of subject: ImportSubject) -> [String] {
    if let known = usualRoutes[subject.subject] { return known }
    var found: Set<[String]> = []
    if let concept = catalog.concept(for: subject.subject.rxcui) {
      let own = concept.ingredients
      for product in concept.products
      where product.status == .active && product.code != nil && product.ingredients == own {
        found.insert(routes(of: product))
      }
    }
    let route = found.count == 1 ? found.first ?? [] : []
    usualRoutes[subject.subject] = route
    return route
  }

  /// Routes that fit one dose form, as labels of it say them: the three routes of injections are
  /// interchangeable and stay together.
  static func usualWords(_ names: Set<String>) -> [String] {
    var words = names
    if words.contains("ORAL") { words.subtract(["ENTERAL", "NASOGASTRIC"]) }
    if words.contains("TOPICAL") { words.subtract(["CUTANEOUS", "PERCUTANEOUS"]) }
    return words.sorted()
  }

  /// The base ingredient that a name or ATC codes lead to; `nil` and a note for none or several.
  func ingredient(named name: String, atc: [String], _ summary: inout ImportSummary) -> Concept? {
    var byName = bases(catalog.concepts(named: name, comparing: .normalized))
    if byName.isEmpty {
      byName = bases(catalog.concepts(named: name, comparing: .normalized, source: nil))
    }
    let byCode = bases(atc.flatMap { catalog.concepts(system: CodeSystem.atc, code: $0) })
    let shared = byName.intersection(byCode)
    let candidates = !shared.isEmpty ? shared : byName.union(byCode)
    if candidates.count == 1 { return candidates.first }
    summary.note(candidates.isEmpty ? .unknownName : .ambiguousName, name)
    return nil
  }

  /// The base ingredients among concepts, those of salts included; combinations are none.
  private func bases(_ concepts: [Concept]) -> Set<Concept> {
    var bases: Set<Concept> = []
    for concept in concepts
    where concept.termType == .ingredient || concept.termType == .preciseIngredient {
      bases.formUnion(concept.ingredients.filter { $0.code != nil })
    }
    return bases
  }
}
