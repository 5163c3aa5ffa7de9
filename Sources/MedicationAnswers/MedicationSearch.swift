// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import MedicationModel
public import MedicationResolver
public import MedicationStore

/// Products that a search found, narrowed step by step: name, then strength, then form.
public struct MedicationSearch: Sendable {
  /// A product that can be added to a list.
  public struct Choice: Sendable {
    /// The product.
    public let concept: Concept
    /// The brand, else the ingredients; of a pack its whole name.
    public let name: String
    /// The strengths of its components as the release writes them; empty for a pack.
    public let strength: String
    /// The dose form; empty if the release relates none.
    public let form: String
  }

  /// The products that are left, the likeliest first.
  public let choices: [Choice]
  /// Whether the search found more than it returned: more words are needed.
  public let isCut: Bool

  private init(_ choices: [Choice], isCut: Bool) { (self.choices, self.isCut) = (choices, isCut) }

  /// Searches a catalog for active products by the beginnings of words.
  public init(_ text: String, in catalog: Catalog, limit: Int = 500) {
    var filter = SearchFilter()
    filter.termTypes = [.clinicalDrug, .brandedDrug, .genericPack, .brandedPack]
    filter.statuses = [.active]
    let results = catalog.search(text, filter: filter, limit: limit)
    self.init(results.hits.map { Choice($0.concept) }, isCut: results.hasMore)
  }

  /// The distinct names to choose from.
  public var names: [String] { distinct(\.name) }
  /// The distinct strengths to choose from.
  public var strengths: [String] { distinct(\.strength) }
  /// The distinct forms to choose from.
  public var forms: [String] { distinct(\.form) }

  /// The products with a name.
  public func named(_ name: String) -> MedicationSearch { narrowed(\.name, name) }
  /// The products with a strength.
  public func ofStrength(_ strength: String) -> MedicationSearch { narrowed(\.strength, strength) }
  /// The products with a form.
  public func ofForm(_ form: String) -> MedicationSearch { narrowed(\.form, form) }

  private func distinct(_ property: KeyPath<Choice, String>) -> [String] {
    var seen: Set<String> = []
    return choices.map { $0[keyPath: property] }.filter { seen.insert($0).inserted }
  }

  private func narrowed(_ property: KeyPath<Choice, String>, _ value: String) -> MedicationSearch {
    MedicationSearch(choices.filter { $0[keyPath: property] == value }, isCut: isCut)
  }
}

extension MedicationSearch.Choice {
  fileprivate init(_ concept: Concept) {
    let brand = concept.termType == .brandedDrug ? concept.brandNames.first?.name : nil
    let ingredients = concept.ingredients.map(\.name).joined(separator: " / ")
    let isPack = [.genericPack, .brandedPack].contains(concept.termType)
    self.init(
      concept: concept, name: isPack || ingredients.isEmpty ? concept.name : brand ?? ingredients,
      strength: concept.strengthList.strengths.map(\.text).joined(separator: " / "),
      form: concept.doseForms.first?.name ?? "")
  }
}

extension MedicationConcept {
  /// The medication to add for a product: with its code, its name, and the form that follows.
  ///
  /// - Throws: `CatalogError` if the catalog is damaged.
  public init(_ choice: MedicationSearch.Choice, by resolver: MedicationResolver)
    throws(CatalogError)
  {
    let coding = ClinicalCoding(
      system: CodeSystem.rxNorm, version: nil, code: choice.concept.rxcui.description)
    let answer = try resolver.resolve(coding)
    self.init(
      identifier: .mint(displayText: choice.concept.name, codings: [coding]),
      displayText: choice.concept.name, generalForm: answer.generalForm.derived,
      relatedCodings: [coding])
  }
}

extension PersonStore {
  /// Searches a catalog for what can be added to the list: names say strength and form.
  ///
  /// - Throws: `CatalogError` if the catalog is damaged.
  public func search(
    _ text: String, with resolver: MedicationResolver, limit: Int = 12
  ) throws(CatalogError) -> [MedicationConcept] {
    try MedicationSearch(text, in: resolver.catalog, limit: limit).choices.map {
      (choice) throws(CatalogError) in try MedicationConcept(choice, by: resolver)
    }
  }
}
