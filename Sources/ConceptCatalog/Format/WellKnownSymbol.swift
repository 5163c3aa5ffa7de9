// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Abbreviations that code asks for by name have fixed numbers, so that a
// question like "has_ingredient of this" needs no look-up. Numbers are part of
// the format: only append, and raise the version otherwise.

/// A symbol with a fixed number in every catalog of this format version.
package enum WellKnownSymbol {
  /// The symbols; their number is their position.
  package static let all: [String] =
    [""] + sources + termTypes + relationships + attributes + relationKinds

  private static let sources = [
    "RXNORM", "MTHSPL", "ATC", "VANDF", "DRUGBANK", "USP", "CVX", "SNOMEDCT_US", "MSH",
    "MTHCMSFRF", "GS", "MMSL", "MMX", "NDDF", "ENG",
  ]

  private static let termTypes = [
    "IN", "PIN", "MIN", "SCDC", "SCDF", "SCDFP", "SCDG", "SCDGP", "SCD", "BN", "SBDC", "SBDF",
    "SBDFP", "SBDG", "SBD", "GPCK", "BPCK", "DF", "DFG", "PSN", "SY", "TMSY", "ET", "SU", "DP",
    "PT", "FN",
  ]

  private static let relationships = inversePairs.flatMap { [$0.0, $0.1] }

  /// Relationships of SAB RXNORM and their inverses.
  package static let inversePairs: [(String, String)] = [
    ("has_ingredient", "ingredient_of"), ("has_precise_ingredient", "precise_ingredient_of"),
    ("has_ingredients", "ingredients_of"), ("has_part", "part_of"), ("form_of", "has_form"),
    ("consists_of", "constitutes"), ("isa", "inverse_isa"), ("has_dose_form", "dose_form_of"),
    ("has_doseformgroup", "doseformgroup_of"), ("tradename_of", "has_tradename"),
    ("contains", "contained_in"), ("quantified_form_of", "has_quantified_form"),
    ("reformulated_to", "reformulation_of"), ("has_boss", "boss_of"),
    ("has_active_ingredient", "active_ingredient_of"),
    ("has_inactive_ingredient", "inactive_ingredient_of"),
    ("has_active_moiety", "active_moiety_of"), ("includes", "included_in"),
    ("member_of", "has_member"),
  ]

  /// Kinds of relations (REL): they stand in for a relationship where a row names none.
  private static let relationKinds = ["RB", "RN", "PAR", "CHD", "AQ", "QB", "RO", "SIB"]

  /// Kinds of relations and their inverses (RxNorm Technical Documentation, RXNREL).
  package static let inverseKinds: [(String, String)] = [
    ("RB", "RN"), ("PAR", "CHD"), ("AQ", "QB"), ("RO", "RO"), ("SIB", "SIB"), ("SY", "SY"),
  ]

  private static let attributes = [
    "NDC", "RXN_STRENGTH", "RXN_AVAILABLE_STRENGTH", "RXN_QUANTITY",
    "RXN_QUALITATIVE_DISTINCTION", "RXN_HUMAN_DRUG", "RXN_VET_DRUG", "RXN_BN_CARDINALITY",
    "RXTERM_FORM", "RXN_BOSS_FROM", "RXN_BOSS_AI", "RXN_BOSS_AM", "RXN_BOSS_STRENGTH_NUM_VALUE",
    "RXN_BOSS_STRENGTH_NUM_UNIT", "RXN_BOSS_STRENGTH_DENOM_VALUE",
    "RXN_BOSS_STRENGTH_DENOM_UNIT", "UNII_CODE", "SPL_SET_ID",
  ]

  // Attributes that are asked for of every product.
  package static let strength = number(of: "RXN_STRENGTH")
  static let strengthBasis = number(of: "RXN_BOSS_FROM")
  static let basisIngredient = number(of: "RXN_BOSS_AI")
  static let basisMoiety = number(of: "RXN_BOSS_AM")
  static let humanDrug = number(of: "RXN_HUMAN_DRUG")
  static let veterinaryDrug = number(of: "RXN_VET_DRUG")

  // Term types on the way from a product to its ingredients.
  package static let ingredient = number(of: "IN")
  package static let preciseIngredient = number(of: "PIN")
  package static let component = number(of: "SCDC")

  /// The fixed number of a symbol, if it has one.
  package static func number(of text: String) -> UInt16? {
    numbers[text]
  }

  private static let numbers: [String: UInt16] = {
    var numbers: [String: UInt16] = [:]
    for (position, text) in all.enumerated() where numbers[text] == nil {
      numbers[text] = UInt16(position)
    }
    return numbers
  }()
}
