// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// The order of search results, as a prescriber would have it. Concepts are
// divided into bands; within a band common ones come first.
//
//   band 0  active, in the prescribable subset: ingredients, brands, products, packs
//   band 1  active, the same kinds, not in the subset
//   band 2  active parts of the graph: components, drug forms, groups, dose forms
//   band 3  what is suppressed
//
// Within a band: substances and brands before products; then by how common the
// drug is (ingredient set, for branded products too), by how common the concept
// itself is, by term type, by length of the name, by code. How common: the
// catalog knows nothing of prescriptions, so it counts what exists: each active
// product, with a little for its NDCs. Counts are compared in steps of half a
// power of two, so that short names win among about equals.

struct SearchRanking {
  static let bandCount = 4

  private(set) var ordinals: [UInt32] = []
  /// The first rank of each band.
  private(set) var bandStarts: [UInt32] = []
  /// The rank of each ordinal; `UInt32.max` for concepts that are not searched.
  private(set) var ranks: [UInt32] = []

  /// The place of each term type among those that are searched first.
  private static let primeTypes: [TermType] = [
    .ingredient, .brandName, .multipleIngredients, .preciseIngredient, .clinicalDrug,
    .brandedDrug, .genericPack, .brandedPack,
  ]
  /// Those of ``primeTypes`` before the products.
  static let substanceTypeCount = 4

  init(_ sections: borrowing SectionSpans) {
    let count = sections.conceptCount
    let frequency = DrugFrequency(sections)
    let places = Self.placesBySymbol()
    var keyed: [(key: UInt64, ordinal: UInt32)] = []
    keyed.reserveCapacity(count)
    for ordinal in 0..<count {
      let kind = sections.concept(ordinal, ConceptField.kind)
      guard kind >> 24 & ConceptField.liveFlag != 0 else { continue }
      let place = places[UInt16(truncatingIfNeeded: kind)]
      let isActive = UInt8(truncatingIfNeeded: kind >> 16) == UInt8(ascii: "N")
      let isPrescribable = kind >> 24 & ConceptField.prescribableFlag != 0
      let band: UInt64 =
        !isActive ? 3 : place == nil ? 2 : isPrescribable ? 0 : 1
      let type = place ?? Self.primeTypes.count
      let level: UInt64 = type < Self.substanceTypeCount ? 0 : 1
      let length = sections.text(sections.concept(ordinal, ConceptField.name)).count
      let key =
        band << 60 | level << 58 | (63 - Self.step(frequency.ofDrug(ordinal))) << 52
        | (63 - Self.step(frequency.own[ordinal])) << 46 | UInt64(type) << 40
        | UInt64(min(length, 0xFFFF)) << 24
      keyed.append((key, UInt32(ordinal)))
    }
    keyed.sort { $0.key != $1.key ? $0.key < $1.key : $0.ordinal < $1.ordinal }
    ordinals = keyed.map(\.ordinal)
    ranks = [UInt32](repeating: .max, count: count)
    for (rank, ordinal) in ordinals.enumerated() { ranks[Int(ordinal)] = UInt32(rank) }
    for band in 0..<UInt64(Self.bandCount) {
      bandStarts.append(UInt32(keyed.firstIndex { $0.key >> 60 >= band } ?? keyed.count))
    }
  }

  /// Twice the binary logarithm, as a whole number below 64.
  private static func step(_ count: UInt32) -> UInt64 {
    let number = UInt64(count) + 1
    let power = 63 - number.leadingZeroBitCount
    // The half step: the next bit below the highest.
    let half = power > 0 ? Int(number >> UInt64(power - 1) & 1) : 0
    return UInt64(min(63, 2 * power + half))
  }

  private static func placesBySymbol() -> [UInt16: Int] {
    var places: [UInt16: Int] = [:]
    for (place, type) in primeTypes.enumerated() {
      if let symbol = WellKnownSymbol.number(of: type.rawValue) { places[symbol] = place }
    }
    return places
  }
}

/// How common drugs are, by what a release holds of them.
///
/// Each active clinical or branded drug counts one and a little for its NDCs;
/// an ingredient, salt, brand or combination counts the sum of its products.
struct DrugFrequency {
  private(set) var own: [UInt32]
  /// Of the set of ingredients that a product has; 0 for other concepts.
  private var drug: [UInt32]

  /// How common the drug of a concept is: its ingredients', else its own.
  func ofDrug(_ ordinal: Int) -> UInt32 { max(drug[ordinal], own[ordinal]) }

  private struct Symbols {
    let clinicalDrug = symbol("SCD")
    let brandedDrug = symbol("SBD")
    let component = symbol("SCDC")
    let ingredient = symbol("IN")
    let preciseIngredient = symbol("PIN")
    let multiple = symbol("MIN")
    let brand = symbol("BN")
    let consistsOf = symbol("consists_of")
    let hasIngredient = symbol("has_ingredient")
    let hasPrecise = symbol("has_precise_ingredient")
    let hasIngredients = symbol("has_ingredients")
    let contains = symbol("contains")

    private static func symbol(_ text: String) -> UInt16 {
      WellKnownSymbol.number(of: text) ?? .max
    }
  }

  init(_ sections: borrowing SectionSpans) {
    let count = sections.conceptCount
    own = [UInt32](repeating: 0, count: count)
    drug = [UInt32](repeating: 0, count: count)
    let symbols = Symbols()
    var sums: [UInt64: UInt32] = [:]
    var sets: [(product: Int, set: UInt64)] = []
    var substances: [Int] = []
    var related: [Int] = []
    for product in 0..<count {
      let kind = sections.concept(product, ConceptField.kind)
      let type = sections.termTypeSymbol(product)
      guard type == symbols.clinicalDrug || type == symbols.brandedDrug else { continue }
      let isActive = UInt8(truncatingIfNeeded: kind >> 16) == UInt8(ascii: "N")
      // Labels differ in how many packages they list; only the magnitude counts.
      let codes = sections.concept(product, ConceptField.ndcs + 1)
      let weight: UInt32 = isActive ? 2 + UInt32(32 - codes.leadingZeroBitCount) / 2 : 0
      own[product] = weight
      substances.removeAll(keepingCapacity: true)
      Self.targets(sections, product, symbols.consistsOf, into: &related)
      for component in related where sections.termTypeSymbol(component) == symbols.component {
        Self.addSubstances(sections, of: component, symbols, to: &substances)
      }
      Self.targets(sections, product, symbols.hasIngredient, into: &related)
      substances += related.filter { sections.termTypeSymbol($0) == symbols.brand }
      Self.targets(sections, product, symbols.hasIngredients, into: &related)
      substances += related.filter { sections.termTypeSymbol($0) == symbols.multiple }
      var set: UInt64 = 0
      substances.sort()
      for (place, substance) in substances.enumerated() {
        if place > 0, substances[place - 1] == substance { continue }
        own[substance] &+= weight
        if sections.termTypeSymbol(substance) == symbols.ingredient {
          set = KeyHash.of(bytes(of: set)) ^ UInt64(substance)
        }
      }
      sums[set, default: 0] &+= weight
      sets.append((product, set))
    }
    for (product, set) in sets { drug[product] = set == 0 ? own[product] : sums[set] ?? 0 }
    addOthers(sections, symbols)
  }

  private func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
  }

  /// Packs are as common as their most common product, other parts as their ingredients.
  private mutating func addOthers(_ sections: borrowing SectionSpans, _ symbols: Symbols) {
    var related: [Int] = []
    for concept in 0..<sections.conceptCount where own[concept] == 0 && drug[concept] == 0 {
      for relationship in [symbols.contains, symbols.hasIngredient] {
        Self.targets(sections, concept, relationship, into: &related)
        for target in related { drug[concept] = max(drug[concept], own[target]) }
        if drug[concept] > 0 { break }
      }
    }
  }

  private static func addSubstances(
    _ sections: borrowing SectionSpans, of component: Int, _ symbols: Symbols,
    to substances: inout [Int]
  ) {
    for relationship in [symbols.hasIngredient, symbols.hasPrecise] {
      var related: [Int] = []
      targets(sections, component, relationship, into: &related)
      substances += related.filter {
        let type = sections.termTypeSymbol($0)
        return type == symbols.ingredient || type == symbols.preciseIngredient
      }
    }
  }

  private static func targets(
    _ sections: borrowing SectionSpans, _ concept: Int, _ relationship: UInt16,
    into targets: inout [Int]
  ) {
    targets.removeAll(keepingCapacity: true)
    for index in sections.relations(of: concept)
    where UInt16(truncatingIfNeeded: sections.relation(index, RelationField.kind)) == relationship {
      if let target = sections.target(ofRelation: index) { targets.append(target) }
    }
  }
}
