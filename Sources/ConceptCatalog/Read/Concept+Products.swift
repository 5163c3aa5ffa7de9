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

  /// The products of a pack with their counts, in the order of its name (S15).
  ///
  /// Counts stand only in the name; products come from `contains`. Related
  /// products that the name does not list follow, with the count 0.
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
      .brandedDrugGroup:
      return related(.hasIngredient).filter { $0.termType == .brandName }
    case .brandedPack:
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
    switch termType {
    case .doseForm: return [self]
    default:
      let forms = related(.hasDoseForm)
      if !forms.isEmpty { return forms }
      return Concept.related(related(.isA), .hasDoseForm)
    }
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
