// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import MedicationModel
internal import MedicationResolver
internal import SymptomMapping

// When do two resources speak of one drug (S12)?
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
enum DrugIdentity: Hashable {
  /// Resources with the same bytes are about one drug.
  case shared(IdentityKey)
  /// Nothing else is known to be the same drug.
  case alone

  init(_ record: MedicationRecord, _ answer: ResolvedMedication, routes: RouteTable) {
    // A code for absent data beside words that name a drug hides no drug.
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
      if !Self.isTold(by: concept, answer.problems) {
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

  /// Whether the concept alone says strength, form and brand.
  private static func isProduct(_ concept: Concept) -> Bool {
    switch concept.termType {
    case .clinicalDrug, .brandedDrug, .genericPack, .brandedPack: true
    default: false
    }
  }

  private static let doubts: Set<Problem.Code> = [
    .displayDisagrees, .strengthDisagrees, .formDisagrees, .codingsConflict, .replacementDiffers,
  ]

  /// Whether the concept alone tells which drug it is, and nothing in the document contradicts.
  ///
  /// A brand that the document names beside a generic code is a note, and another drug on a list.
  static func isTold(by concept: Concept, _ problems: [Problem]) -> Bool {
    guard isProduct(concept) else { return false }
    let isBranded =
      concept.termType == .brandedDrug || concept.termType == .brandedPack
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
