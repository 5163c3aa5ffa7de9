// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A relationship (RELA) of RxNorm, read as "X relationship Y".
///
/// RXNREL states it right to left: the second concept of a row has the
/// relationship to the first (RxNorm Technical Documentation, RXNREL).
/// Any string is allowed; those of other sources are kept as they are.
public struct Relationship: Hashable, Sendable {
  /// The relationship as RXNREL writes it.
  public let rawValue: String
  /// Its fixed number in every catalog, if it has one.
  let wellKnown: UInt16?

  /// Makes a relationship of RXNREL's word for it.
  public init(rawValue: String) {
    self.rawValue = rawValue
    wellKnown = WellKnownSymbol.number(of: rawValue)
  }

  /// `has_ingredient`: an ingredient of a component or form; the brand of a branded drug.
  public static let hasIngredient = Relationship(rawValue: "has_ingredient")
  /// `ingredient_of`.
  public static let ingredientOf = Relationship(rawValue: "ingredient_of")
  /// `has_precise_ingredient`: the salt or isomer.
  public static let hasPreciseIngredient = Relationship(rawValue: "has_precise_ingredient")
  /// `precise_ingredient_of`.
  public static let preciseIngredientOf = Relationship(rawValue: "precise_ingredient_of")
  /// `has_ingredients`: the MIN of a drug of several ingredients.
  public static let hasIngredients = Relationship(rawValue: "has_ingredients")
  /// `ingredients_of`.
  public static let ingredientsOf = Relationship(rawValue: "ingredients_of")
  /// `has_part`: the single ingredients of a MIN.
  public static let hasPart = Relationship(rawValue: "has_part")
  /// `form_of`: the base of a salt.
  public static let formOf = Relationship(rawValue: "form_of")
  /// `has_form`: the salts of a base.
  public static let hasForm = Relationship(rawValue: "has_form")
  /// `consists_of`: the components of a drug.
  public static let consistsOf = Relationship(rawValue: "consists_of")
  /// `constitutes`: the drugs of a component.
  public static let constitutes = Relationship(rawValue: "constitutes")
  /// `isa`: the more general concepts.
  public static let isA = Relationship(rawValue: "isa")
  /// `inverse_isa`: the more special concepts.
  public static let inverseIsA = Relationship(rawValue: "inverse_isa")
  /// `has_dose_form`.
  public static let hasDoseForm = Relationship(rawValue: "has_dose_form")
  /// `has_doseformgroup`.
  public static let hasDoseFormGroup = Relationship(rawValue: "has_doseformgroup")
  /// `tradename_of`: the generic of a brand.
  public static let tradenameOf = Relationship(rawValue: "tradename_of")
  /// `has_tradename`: the brands of a generic.
  public static let hasTradename = Relationship(rawValue: "has_tradename")
  /// `contains`: the products of a pack.
  public static let contains = Relationship(rawValue: "contains")
  /// `contained_in`: the packs of a product.
  public static let containedIn = Relationship(rawValue: "contained_in")
  /// `quantified_form_of`: the same drug without the quantity.
  public static let quantifiedFormOf = Relationship(rawValue: "quantified_form_of")
  /// `has_quantified_form`: the same drug in certain quantities.
  public static let hasQuantifiedForm = Relationship(rawValue: "has_quantified_form")

  /// Equal by the word.
  public static func == (left: Relationship, right: Relationship) -> Bool {
    left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
  }

  /// Hashes the word.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue)
  }
}
