// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import MedicationModel
package import SymptomMapping

/// What a label is about, in RxNorm's terms, or why nobody can say.
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
  /// The active substances in the label's words, lower case, each once, sorted: often salts.
  package let substances: [String]
  /// The routes in SPL's words, upper case, sorted; empty if the label states none.
  package let routes: [String]
  package let ground: SubjectGround
  /// Whether product codes that came with the label lead to the same ingredients;
  /// `nil` if none came that the catalog knows.
  package let isConfirmed: Bool?
}

/// How a substance was found in the catalog, the surest way first.
package enum SubjectGround: Int, Sendable, Hashable, CaseIterable, Comparable {
  case substance
  case moiety
  case name
  case text

  package static func < (left: SubjectGround, right: SubjectGround) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Why a label supports no rows, and which substances it names.
package struct SubjectLack: Sendable, Hashable {
  /// The reasons; their raw values stand in tables and messages.
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    case veterinary
    case homeopathic
    case productType = "product-type-not-covered"
    case noIngredient = "no-active-ingredient"
    /// The label has only a name, which is no name of the catalog, and nothing bears it out.
    case unconfirmed = "name-only"
    case notInCatalog = "not-in-catalog"
    case ambiguous = "ambiguous-ingredient"
    case conflict = "identity-conflict"
    /// The products of the document have different ingredients: no statement of the label
    /// belongs to one of them for sure.
    case severalProducts = "several-products"
    case codesDisagree = "product-codes-disagree"
    case routeDisagrees = "route-disagrees"
    /// The catalog has no combination of these ingredients: none of them gets a row.
    case noCombination = "no-combination-concept"
    case severalCombinations = "several-combination-concepts"
    /// The label has no set id or no date: a row could not be checked.
    case noIdentity = "no-set-id-or-date"
  }

  package let reason: Reason
  /// The active substances, each once, sorted by name.
  package let substances: [LabelSubstance]
  /// Those of them that the catalog has no ingredient for; empty for other reasons.
  package let unknown: [LabelSubstance]
  /// The ingredients that were found, sorted by code.
  package let ingredients: [RxCUI]

  package init(
    _ reason: Reason, substances: [LabelSubstance] = [], unknown: [LabelSubstance] = [],
    ingredients: [RxCUI] = []
  ) {
    self.reason = reason
    self.substances = substances
    self.unknown = unknown
    self.ingredients = ingredients
  }
}
