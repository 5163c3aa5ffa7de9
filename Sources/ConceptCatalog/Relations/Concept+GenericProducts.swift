// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

extension Concept {
  /// The generic products of a product: RxNav's getGenericProduct.
  ///
  /// A branded drug (SBD) gives its clinical drugs, a branded pack its generic
  /// packs; a clinical drug and a generic pack give themselves.
  ///
  /// - Returns: Active concepts, sorted by code. Empty for every other term
  ///   type, and where the concept is not active.
  public var genericProducts: [Concept] {
    let generic: TermType
    switch termType {
    case .brandedDrug, .clinicalDrug: generic = .clinicalDrug
    case .brandedPack, .genericPack: generic = .genericPack
    default: return []
    }
    return (related(to: [generic])[generic]?.concepts ?? []).sorted()
  }

  /// The drugs and packs of an ingredient, a brand, a component, a form or a group.
  ///
  /// The groups are those of ``Catalog/products(named:)``; none for other term types.
  public var relatedProducts: RelatedConcepts { related(to: productTypes) }

  /// The term types of the products that a name of this concept brings, for products(named:).
  ///
  /// As NLM's documentation of getDrugs lists them: all four product types for
  /// an ingredient, generic ones for a generic part, branded ones for a brand.
  var productTypes: [TermType] {
    switch termType {
    case .ingredient, .preciseIngredient, .multipleIngredients:
      [.brandedPack, .genericPack, .brandedDrug, .clinicalDrug]
    case .clinicalDrugComponent, .clinicalDrugForm, .clinicalDrugGroup:
      [.genericPack, .clinicalDrug]
    case .brandName, .brandedDrugComponent, .brandedDrugForm, .brandedDrugGroup:
      [.brandedPack, .brandedDrug]
    default: []
    }
  }
}

/// The products that a name brings: RxNav's getDrugs.
public struct NamedProducts: Sendable {
  /// The active concepts of that name, sorted by code; several where a name is shared (S4).
  public let named: [Concept]
  /// What each of them brings, in the same order.
  public let related: [RelatedConcepts]
}

extension Catalog {
  /// The drugs and packs of an ingredient, a brand, a component, a form or a group, by its name.
  ///
  /// As RxNav's getDrugs. An ingredient (IN, PIN, MIN) brings SCD, GPCK, SBD
  /// and BPCK; a generic part (SCDC, SCDF, SCDG) brings SCD and GPCK; a brand or
  /// a branded part (BN, SBDC, SBDF, SBDG) brings SBD and BPCK; anything else
  /// nothing. Names are compared without regard to case and surplus blanks.
  ///
  /// - Returns: Empty where no active concept of these term types has the name.
  public func products(named name: String) -> NamedProducts {
    let named = concepts(named: name, comparing: .normalized)
      .filter { $0.isActive && !$0.productTypes.isEmpty }
    return NamedProducts(
      named: named, related: named.map(\.relatedProducts))
  }

  /// The brands that hold all of several ingredients, and maybe more: RxNav's getMultiIngredBrand.
  ///
  /// Ingredients are asked for along the default path to brand names, so salts
  /// and combinations may stand among them.
  ///
  /// - Returns: Active brand names (BN) in the order of RxNav: by RxCUI as a
  ///   string. Empty for no ingredients.
  public func brands(holding ingredients: [Concept]) -> [Concept] {
    var common: Set<Concept>?
    for ingredient in ingredients {
      let brands = Set(ingredient.related(to: [.brandName])[.brandName]?.concepts ?? [])
      common = common?.intersection(brands) ?? brands
    }
    return Array(common ?? []).inTextOrder
  }
}
