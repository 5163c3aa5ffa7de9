// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// A clinical or branded drug with what a text may say of it.
///
/// Never changed, and shared by the families that it is of: copying its parts took a fifth of
/// the time of matching.
final class Product: Sendable {
  /// An ingredient of a product with its strength.
  struct Component: Sendable {
    let concept: UInt32
    let ingredient: UInt32
    let precise: UInt32?
    let strength: Strength?
    let figure: Figure?

    /// Whether its strength has a number, in its own unit.
    func has(_ number: ExactDecimal) -> Bool {
      strength?.numerator.value == number
    }
  }

  let concept: Concept
  let isBranded: Bool
  let components: [Component]
  let form: FormFeatures
  let formName: String
  /// The ingredients, ascending.
  let ingredients: [UInt32]
  /// The volume or time of the whole product.
  let quantity: Strength?
  let quantityFigure: Figure?
  /// How long a dose lasts, if the name says it.
  let hours: Int?
  /// What the whole container holds of each component, where that is known.
  let contents: [Figure?]
  /// Whether it is set apart by something that form and strength do not say.
  let hasDistinction: Bool
  let isCurrent: Bool
  let isPrescribable: Bool

  init(
    concept: Concept, isBranded: Bool, components: [Component], form: FormFeatures,
    formName: String, ingredients: [UInt32], quantity: Strength?, hasDistinction: Bool, hours: Int?,
    contents: [Figure?], isCurrent: Bool
  ) {
    (self.concept, self.isBranded, self.components) = (concept, isBranded, components)
    (self.form, self.formName, self.ingredients) = (form, formName, ingredients)
    (self.quantity, self.hours, self.contents) = (quantity, hours, contents)
    quantityFigure = quantity.flatMap { Figure($0) }
    self.hasDistinction = hasDistinction
    self.isCurrent = isCurrent
    isPrescribable = concept.isPrescribable
  }
}

/// A component, form or pack of an ingredient or brand.
struct PartialProduct {
  let concept: Concept
  let termType: TermType
  let components: [Product.Component]
  let form: FormFeatures
  let ingredients: [UInt32]
  let isCurrent: Bool
}

/// The products of an ingredient or a brand.
struct ProductFamily {
  var products: [Product] = []
  /// Components (SCDC, SBDC).
  var components: [PartialProduct] = []
  /// Drug forms (SCDF, SBDF).
  var forms: [PartialProduct] = []
  /// Packs (GPCK, BPCK).
  var packs: [Concept] = []
}
