// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import DrugMatching
public import FHIRResources
public import MedicationModel
public import SymptomMapping

/// Turns a code, a name or a medication into what it means.
///
/// The single entry point for every kind of query. Rules, in the order in which
/// they apply: a coding is resolved only by its system and code; codings that
/// name different ingredients are a conflict and none is chosen; among levels
/// of one drug the most specific is the concept; text counts only where no
/// coding resolves, and only if its match is accepted. Nothing is decided
/// silently.
public struct MedicationResolver: Sendable {
  /// The catalog that answers come from.
  public let catalog: Catalog
  /// The tables of forms, routes and side effects.
  public let mappings: MappingTables

  /// Reads texts; copies of a resolver share it.
  let texts: TextMatcher
  /// What followed from concepts; copies share it, too.
  let factMemory = FactMemory()
  /// The release's date, which ages of labels are counted to.
  let releaseDay: LabelDate?

  /// Makes a resolver.
  ///
  /// Its matcher of texts is made when the first text needs one, and once only. Copies of
  /// the resolver share it, from whatever thread they ask.
  public init(catalog: Catalog, mappings: MappingTables) {
    self.init(catalog, mappings, TextMatcher(catalog, confusedNames: mappings.confusedNames))
  }

  /// Makes a resolver with the tables that the catalog holds.
  ///
  /// - Throws: `MappingError` if it holds none, or one that cannot be used; `rxkit build` puts them
  ///   into every catalog.
  public init(catalog: Catalog) throws(MappingError) {
    self.init(catalog: catalog, mappings: try MappingTables(catalog: catalog))
  }

  /// Makes a resolver with a matcher that exists already.
  ///
  /// - Parameters:
  ///   - catalog: The catalog that answers come from.
  ///   - mappings: The tables of forms, routes and side effects.
  ///   - matcher: A matcher of the same catalog, with the same confused names.
  public init(catalog: Catalog, mappings: MappingTables, matcher: DrugMatcher) {
    self.init(catalog, mappings, TextMatcher(catalog, confusedNames: nil, matcher: matcher))
  }

  private init(_ catalog: Catalog, _ mappings: MappingTables, _ texts: TextMatcher) {
    self.catalog = catalog
    self.mappings = mappings
    self.texts = texts
    releaseDay = catalog.release.date.flatMap { LabelDate($0.filter { $0 != "-" }) }
  }

  /// Answers a query; exactly one answer for each.
  ///
  /// - Throws: `CatalogError` if the catalog turns out to be damaged: this
  ///   method never returns an answer made from damaged bytes.
  /// - Complexity: O(1) in the size of the catalog.
  public func resolve(_ query: MedicationQuery) throws(CatalogError) -> ResolvedMedication {
    var memory = EffectMemory.none
    let answer = answer(query, ResolutionInput(query), remembering: &memory)
    try catalog.throwIfDamaged()
    return answer
  }

  /// Answers for a coding.
  public func resolve(_ coding: ClinicalCoding) throws(CatalogError) -> ResolvedMedication {
    try resolve(.coding(coding, display: nil))
  }

  /// Answers for a user-annotated medication; the object itself is not changed.
  public func resolve(
    _ medication: UserAnnotatedMedication
  ) throws(CatalogError) -> ResolvedMedication {
    try resolve(.userAnnotated(medication))
  }

  /// Answers for a medication resource of a FHIR document.
  public func resolve(_ record: MedicationRecord) throws(CatalogError) -> ResolvedMedication {
    try resolve(.record(record))
  }

  /// Matches only a text, as resolving does where no coding can be resolved.
  ///
  /// - Throws: `CatalogError` if the catalog proves damaged on the way.
  package func match(_ text: String) throws(CatalogError) -> DrugMatch {
    let match = texts.match(text)
    try catalog.throwIfDamaged()
    return match
  }
}

/// What of a query takes part in resolving; nicknames, flags and doses do not.
struct ResolutionInput: Sendable {
  var codings: [FHIRCoding] = []
  /// The text that may be matched where no coding resolves.
  var text: String?
  /// The display of a reference beside a text.
  var otherText: String?
  /// Whether the text is compared with the codings, as a display is.
  var isTextChecked = false
  /// JSON path of the text, for problems.
  var textPath = Self.ownText
  /// JSON path before `[n]` of the codings, for problems.
  var codingPath = Self.recordCodings
  var givenForm: MedicationGeneralForm?
  /// Whether a system counts only if spelled exactly, as in the Medications API.
  var needsExactSystems = false
  /// Codings and ingredients of the Medication that is referred to.
  var referencedCodings: [FHIRCoding] = []
  var referencedIngredients: [MedicationIngredient] = []
  var documentIngredients: [MedicationIngredient] = []
  /// The dose form that a document states.
  var documentForm: FHIRConcept?
  /// Problems that the input brings along.
  var problems: [Problem] = []
  /// Whether the document names several drugs where one is expected, so that none may be chosen.
  var isConflict: Bool {
    problems.contains { Self.conflicts.contains($0.code) }
  }

  /// Problems of reading that leave open which drug is meant.
  static let conflicts: Set<Problem.Code> = [.codingsConflict, .referenceAmbiguous]

  /// A statement that nothing is taken, or that nothing is known.
  var absence: AbsenceStatement?

  init(_ query: MedicationQuery) {
    switch query {
    case .coding(let coding, let display): self.init(coding: coding, display: display)
    case .ndc(let text): self.init(ndc: text)
    case .name(let text): self.init(name: text)
    case .userAnnotated(let medication): self.init(medication.medication)
    case .record(let record): self.init(record)
    }
  }

  init(coding: ClinicalCoding, display: String?) {
    codings = [
      FHIRCoding(
        system: coding.system, version: coding.version, code: coding.code, display: display)
    ]
  }

  init(ndc: String) {
    codings = [FHIRCoding(system: CodeSystem.ndc, code: ndc)]
  }

  init(name: String) {
    text = name
  }

  init(_ medication: MedicationConcept) {
    codings = medication.relatedCodings.sorted().map {
      FHIRCoding(system: $0.system, version: $0.version, code: $0.code)
    }
    text = String(medication.trimmedDisplayText)
    isTextChecked = true
    textPath = "medication.displayText"
    codingPath = "medication.relatedCodings"
    givenForm = medication.generalForm
    needsExactSystems = true
  }

  init(_ record: MedicationRecord) {
    codings = record.codings
    referencedCodings = record.referencedCodings
    referencedIngredients = record.referencedIngredients
    text = record.text ?? record.referenceDisplay
    otherText = record.text == nil ? nil : record.referenceDisplay
    textPath = record.text == nil ? Self.referenceText : Self.ownText
    documentIngredients = record.ingredients
    documentForm = record.form
    problems = record.problems
    absence = record.absence
  }
}
