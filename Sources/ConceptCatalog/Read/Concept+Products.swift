// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

extension Concept {
  /// One product of a pack.
  public struct PackItem: Sendable {
    /// How many of it the pack holds; 0 where its name does not say.
    public let count: Int
    /// The amount of each, such as `480 ML`, where the pack's name states one.
    public let quantity: String?
    /// The product's name, as the pack's name writes it.
    public let name: String
    /// The product; `nil` where the release does not relate it.
    public let concept: Concept?
  }

  /// The products of a pack with their counts, in the order of its name.
  ///
  /// Only the name has counts; products come from `contains`. Related products
  /// that the name does not list follow, with the count 0.
  public var packItems: [PackItem] {
    guard termType == .genericPack || termType == .brandedPack else { return [] }
    let products = related(.contains)
    var places: [[UInt8]: Int] = [:]
    for (place, product) in products.enumerated() {
      for name in product.names {
        let key = NameKey.of(name.text)
        if places[key] == nil { places[key] = place }
      }
    }
    var used = Set<Int>()
    let listed = ClinicalDrugName.packItems(name)
    var items = listed.map { item in
      let place = places[NameKey.of(item.name)]
      if let place { used.insert(place) }
      return PackItem(
        count: item.count, quantity: item.quantity, name: item.name,
        concept: place.map { products[$0] })
    }
    // One item and one product that are written differently are the same.
    let open = items.indices.filter { items[$0].concept == nil }
    let spare = products.indices.filter { !used.contains($0) }
    if open.count == 1, spare.count == 1 {
      let item = items[open[0]]
      items[open[0]] = PackItem(
        count: item.count, quantity: item.quantity, name: item.name,
        concept: products[spare[0]])
    } else {
      items += spare.map {
        PackItem(count: 0, quantity: nil, name: products[$0].name, concept: products[$0])
      }
    }
    return items
  }

  /// The generic concepts of a branded one, sorted by code.
  public var genericForms: [Concept] { related(.tradenameOf) }

  /// The branded concepts of a generic one, sorted by code.
  public var brandedForms: [Concept] { related(.hasTradename) }

  /// The brand names (BN) of a concept, sorted by code.
  ///
  /// A brand is its own; a branded drug or form has one; a generic drug and an
  /// ingredient have those of their branded kin.
  public var brandNames: [Concept] {
    switch termType {
    case .brandName: return [self]
    case .brandedDrug, .brandedDrugComponent, .brandedDrugForm, .brandedDrugFormPrecise,
      .brandedDrugGroup, .brandedPack:
      return related(.hasIngredient).filter { $0.termType == .brandName }
    case .clinicalDrug, .clinicalDrugComponent, .clinicalDrugForm, .clinicalDrugGroup,
      .clinicalDrugFormPrecise, .clinicalDrugGroupPrecise:
      return Concept.related(related(.hasTradename), .hasIngredient)
        .filter { $0.termType == .brandName }
    default:
      return related(.hasTradename).filter { $0.termType == .brandName }
    }
  }

  /// The dose forms (DF), sorted by code: by relation, else those of its drug form.
  public var doseForms: [Concept] {
    if termType == .doseForm { return [self] }
    let forms = related(.hasDoseForm)
    return forms.isEmpty ? Concept.related(related(.isA), .hasDoseForm) : forms
  }

  /// The dose form groups (DFG), sorted by code.
  public var doseFormGroups: [Concept] {
    switch termType {
    case .doseFormGroup: return [self]
    case .doseForm: return related(.isA).filter { $0.termType == .doseFormGroup }
    case .clinicalDrugGroup, .brandedDrugGroup, .clinicalDrugGroupPrecise:
      return related(.hasDoseFormGroup)
    default:
      let groups = Concept.related(related(.isA), .hasDoseFormGroup)
      if !groups.isEmpty { return groups }
      return Concept.related(doseForms, .isA).filter { $0.termType == .doseFormGroup }
    }
  }

  /// The same drug without its quantity factor, for example without `12 HR`.
  public var unquantifiedForms: [Concept] { related(.quantifiedFormOf) }

  /// The drugs and packs (SCD, SBD, GPCK, BPCK) of an ingredient, salt or MIN, sorted by code.
  ///
  /// From an ingredient through its components to the drugs, from a MIN to its
  /// drugs and their brands, and from those to the packs that contain them. A
  /// brand gives its branded drugs.
  /// - Complexity: O(*r*) in the relations walked.
  public var products: [Concept] {
    let drugs: [Concept] =
      switch termType {
      case .ingredient: Concept.related(related(.ingredientOf), .constitutes)
      case .preciseIngredient:
        Concept.related(related(.preciseIngredientOf), .constitutes)
      case .multipleIngredients:
        related(.ingredientsOf) + Concept.related(related(.ingredientsOf), .hasTradename)
      case .brandName: related(.ingredientOf)
      default: []
      }
    let products = drugs.filter { $0.termType == .clinicalDrug || $0.termType == .brandedDrug }
    return (products + Concept.related(products, .containedIn)).sortedWithoutRepeats
  }
}

extension Concept {
  /// A pack that holds a product.
  public struct PackMembership: Sendable {
    /// The pack (GPCK or BPCK).
    public let pack: Concept
    /// How the pack's name lists the product; several where it does so several times.
    ///
    /// A count of 0 means that the name does not state it.
    public let items: [PackItem]

    /// How many of the product the pack holds; 0 if its name does not state it.
    public var count: Int { items.reduce(0) { $0 + $1.count } }
  }

  /// The active packs that contain a product, sorted by code, with the counts of their names.
  ///
  /// The inverse of `packItems`. For a generic drug these are the packs that
  /// contain the generic itself; packs of its brands contain the brand.
  public var packMemberships: [PackMembership] {
    related(.containedIn).filter(\.isActive).map { pack in
      PackMembership(pack: pack, items: pack.packItems.filter { $0.concept == self })
    }
  }
}

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
  /// The active concepts of that name, sorted by code; several where a name is shared.
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
  /// Ingredients are found along the default path to brand names, so they may
  /// include salts and combinations.
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

/// A concept that was sold on with another composition under the same name.
public struct Reformulation: Sendable, Hashable {
  /// The concept before.
  public let former: Concept
  /// The concept after.
  public let reformulated: Concept
}

extension Concept {
  /// What a brand was reformulated to: the active concepts, sorted by code.
  ///
  /// These are other drugs under one name, never replacements.
  public var reformulatedTo: [Concept] {
    related(Relationship(rawValue: "reformulated_to")).filter(\.isActive)
  }

  /// What a brand is a reformulation of: the active concepts, sorted by code.
  public var reformulationOf: [Concept] {
    related(Relationship(rawValue: "reformulation_of")).filter(\.isActive)
  }
}

extension Catalog {
  /// All reformulations between active concepts, sorted by code: RxNav's getReformulationConcepts.
  ///
  /// - Complexity: O(*r*) in the relations of the release.
  public var reformulations: [Reformulation] {
    guard let symbol = WellKnownSymbol.number(of: "reformulated_to") else { return [] }
    var found: [Reformulation] = []
    for concept in concepts where concept.isActive {
      var targets: [UInt32] = []
      concept.forEachLink { link in
        if link.relationship == symbol { targets.append(link.target) }
      }
      for target in targets.map({ Concept(catalog: self, ordinal: $0) }) where target.isActive {
        found.append(Reformulation(former: concept, reformulated: target))
      }
    }
    return found
  }
}
