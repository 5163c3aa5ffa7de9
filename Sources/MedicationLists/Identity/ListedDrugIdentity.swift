// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import MedicationModel
internal import MedicationResolver
internal import SymptomMapping

// When are two resources about the same drug?
//
//   one concept   the same concept of the catalog. A product concept of RxNorm
//                 is one ingredient set, precise ingredient, strength, dose form
//                 (with its release), quantity, qualitative distinction and
//                 brand; so equal concepts are equal in all of them, and two
//                 concepts are never merged, however alike they look.
//   less exact    an ingredient, a brand, a drug form: what the concept leaves
//   concept       open the document's own words, form and strengths say. They
//                 must be the same, too.
//   doubtful      a display, text or strength that disagrees with the code: the
//                 same, so that a doubt stays on its own line.
//   no concept    the same codings, of which one has system and code, the same
//                 words, form and ingredients. A text alone is never merged, nor
//                 is what only a likely match of text found.
//   route         always: as given, else the one that the dose form names.

/// What must be equal for two resources to share a line of a list.
enum ListedDrugIdentity: Hashable {
  /// Resources with the same bytes are about one drug.
  case shared(IdentityKey)
  /// Nothing else is known to be the same drug.
  case alone

  init(_ record: MedicationRecord, _ answer: ResolvedMedication, routes: RouteTable) {
    // A code for absent data with words that name a drug hides no drug.
    guard record.absence == nil || record.absence == .dataAbsent && answer.concepts.count == 1
    else {
      self = .alone
      return
    }
    var key = IdentityKey()
    if answer.concepts.count == 1, let match = answer.concepts.first, let concept = match.concept {
      guard match.match != .text || match.score == 100 else {
        self = .alone
        return
      }
      key.add(concept.rxcui.rawValue)
      if !Self.isDefined(by: concept, answer.problems) {
        Self.addStatements(of: record, to: &key)
      }
    } else {
      guard record.codings.contains(where: { $0.system != nil && $0.code != nil }) else {
        self = .alone
        return
      }
      Self.addStatements(of: record, to: &key)
    }
    for route in AdministrationRoute.all(of: record, doseForms: answer.doseForms, routes: routes) {
      key.add(route)
    }
    self = .shared(key)
  }

  private static let doubts: Set<Problem.Code> = [
    .displayDisagrees, .strengthDisagrees, .formDisagrees, .codingsConflict, .replacementDiffers,
  ]

  /// Whether the concept alone says which drug it is, and nothing in the document contradicts.
  ///
  /// A brand that the document names with a generic code is a note, and another drug on a list.
  static func isDefined(by concept: Concept, _ problems: [Problem]) -> Bool {
    // Only these state strength, form and brand.
    let products: [TermType] = [.clinicalDrug, .brandedDrug, .genericPack, .brandedPack]
    guard products.contains(concept.termType) else { return false }
    let isBranded = concept.termType == .brandedDrug || concept.termType == .brandedPack
    return !problems.contains { problem in
      doubts.contains(problem.code)
        && (problem.severity != .note || problem.code == .displayDisagrees && !isBranded)
    }
  }

  /// Codings, words, form, ingredients and amount as the document has them.
  private static func addStatements(of record: MedicationRecord, to key: inout IdentityKey) {
    let codings = Set(record.codings).map { coding in
      var key = IdentityKey()
      key.add(coding)
      return key.bytes
    }
    for coding in codings.sorted(by: { $0.lexicographicallyPrecedes($1) }) { key.add(coding) }
    key.add(NameKey.of(record.text ?? record.referenceDisplay ?? ""))
    key.add(record.form)
    for ingredient in record.ingredients { key.add(ingredient) }
    key.add(record.amount?.numerator)
    key.add(record.amount?.denominator)
  }
}

// Counted fields, so that no two lists of values have the same bytes, and bytes
// instead of strings: canonically equivalent texts are two texts.

/// Collects values into bytes that are equal only if all values are.
struct IdentityKey: Hashable {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: String?) {
    guard let text else { return bytes.append(0x2D) }
    bytes += String(text.utf8.count).utf8
    bytes.append(0x3A)
    bytes += text.utf8
  }

  mutating func add(_ key: [UInt8]) {
    bytes += String(key.count).utf8
    bytes.append(0x3A)
    bytes += key
  }

  mutating func add(_ number: UInt32) { add(String(number)) }

  mutating func add(_ coding: FHIRCoding) {
    add(coding.system)
    add(coding.version)
    add(coding.code)
    add(coding.display)
  }

  mutating func add(_ concept: FHIRConcept?) {
    guard let concept else { return add(nil as String?) }
    add(String(concept.codings.count))
    for coding in concept.codings { add(coding) }
    add(concept.text)
  }

  mutating func add(_ quantity: FHIRQuantity?) {
    add(quantity?.value)
    add(quantity?.comparator)
    add(quantity?.unit)
    add(quantity?.system)
    add(quantity?.code)
  }

  mutating func add(_ ingredient: MedicationIngredient) {
    add(String(ingredient.codings.count))
    for coding in ingredient.codings { add(coding) }
    add(ingredient.text)
    add(ingredient.referenceDisplay)
    add(ingredient.strength?.numerator)
    add(ingredient.strength?.denominator)
    add(ingredient.strength?.concept)
    add(ingredient.isActive.map { $0 ? "active" : "inactive" })
  }
}

/// The text in place of a name if a medication's codings name different drugs.
///
/// Neither the first of its names nor a code: a reader would take it for the drug.
enum DrugConflict {
  private static let heading = "conflicting codings"

  static func isIn(_ problems: [Problem]) -> Bool {
    problems.contains { $0.code == .codingsConflict }
  }

  static func words(
    concepts: [MatchedConcept], codings: [ResolvedCoding], ingredients: [ResolvedIngredient],
    _ record: MedicationRecord, _ problems: [Problem]
  ) -> String? {
    guard isIn(problems) else { return nil }
    // Words that this wrote, read again.
    if let text = record.text, text.hasPrefix(heading) { return text }
    let given = codings.compactMap { coding in
      coding.concepts.first?.name ?? coding.coding.display ?? coding.coding.code
    }
    let found = concepts.compactMap { $0.name ?? $0.code?.description }
    let further =
      record.referencedCodings.compactMap(\.display)
      + ingredients.filter { $0.origin == .document && $0.isActive }.compactMap { $0.name }
    let names = ([record.text].compactMap(\.self) + found + given + further)
      .distinct { $0.lowercased() }
    return names.isEmpty
      ? heading : "\(heading): " + names.joined(separator: " | ")
  }
}
