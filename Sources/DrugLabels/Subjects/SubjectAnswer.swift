// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel
public import SymptomMapping

/// What a label is about, in RxNorm's terms, or why nobody can say.
public enum SubjectAnswer: Sendable, Hashable {
  /// The label is about this.
  case subject(LabelSubject)
  /// The label supports no rows.
  case none(SubjectLack)
}

/// The subject of a label: an ingredient, or a combination.
public struct LabelSubject: Sendable, Hashable {
  /// The ingredient (IN; PIN only where the catalog knows no base of it) or the
  /// combination (MIN).
  public let subject: EvidenceSubject
  /// RxNorm's name of it.
  public let name: String
  /// The base ingredients, sorted by code: one, or those of the combination.
  public let ingredients: [RxCUI]
  /// The active substances in the label's words, lower case, each once, sorted: often salts.
  public let substances: [String]
  /// The routes in SPL's words, upper case, sorted; empty if the label states none.
  public let routes: [String]
  /// How the ingredients were found, the weakest way among them.
  public let ground: SubjectGround
  /// Whether product codes that came with the label lead to the same ingredients;
  /// `nil` if none came that the catalog knows.
  public let isConfirmed: Bool?
}

/// How a substance was found in the catalog, the surest way first.
public enum SubjectGround: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// By the UNII of the substance.
  case substance
  /// By the UNII of the moiety that acts in it.
  case moiety
  /// By its name, which is a name of the concept.
  case name
  /// By its name, read as free text.
  case text

  /// Orders by sureness.
  public static func < (left: SubjectGround, right: SubjectGround) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Why a label supports no rows, and which substances it names.
public struct SubjectLack: Sendable, Hashable {
  /// The reasons; their raw values stand in tables and messages.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The label is of a drug for animals.
    case veterinary
    /// The product is homeopathic.
    case homeopathic
    /// A vaccine, plasma derivative, cellular therapy or allergenic.
    case productType = "product-type-not-covered"
    /// The label names no active ingredient.
    case noIngredient = "no-active-ingredient"
    /// The label has only a name, which is no name of the catalog, and nothing bears it out.
    case unconfirmed = "name-only"
    /// The catalog has no ingredient of that UNII or name.
    case notInCatalog = "not-in-catalog"
    /// A name or UNII leads to several ingredients and is ambiguous.
    case ambiguous = "ambiguous-ingredient"
    /// UNII and name of a substance lead to different ingredients.
    case conflict = "identity-conflict"
    /// The products of the document have different ingredients: no statement of the label
    /// belongs to one of them for sure.
    case severalProducts = "several-products"
    /// The product codes that came with the label lead to other ingredients.
    case codesDisagree = "product-codes-disagree"
    /// The stated route fits none of the label's own products.
    case routeDisagrees = "route-disagrees"
    /// The catalog has no combination of these ingredients: none of them gets a row.
    case noCombination = "no-combination-concept"
    /// The catalog has several combinations of these ingredients.
    case severalCombinations = "several-combination-concepts"
    /// The label has no set id or no date: a row could not be checked.
    case noIdentity = "no-set-id-or-date"
  }

  /// Why.
  public let reason: Reason
  /// The active substances, each once, sorted by name.
  public let substances: [LabelSubstance]
  /// Those of them that the catalog has no ingredient for; empty for other reasons.
  public let unknown: [LabelSubstance]
  /// The ingredients that were found, sorted by code.
  public let ingredients: [RxCUI]

  /// Makes one.
  public init(
    _ reason: Reason, substances: [LabelSubstance] = [], unknown: [LabelSubstance] = [],
    ingredients: [RxCUI] = []
  ) {
    self.reason = reason
    self.substances = substances
    self.unknown = unknown
    self.ingredients = ingredients
  }
}
