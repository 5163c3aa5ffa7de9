// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// How common drugs are, by what a release holds of them.
///
/// Each active clinical or branded drug counts one and a little for its NDCs;
/// an ingredient, salt, brand or combination counts the sum of its products.
struct DrugFrequency {
  /// Of each concept itself.
  private(set) var own: [UInt32]
  /// Of the set of ingredients that a product has; 0 for other concepts.
  private var drug: [UInt32]

  /// How common the drug of a concept is: its ingredients', else its own.
  func ofDrug(_ ordinal: Int) -> UInt32 { max(drug[ordinal], own[ordinal]) }

  /// The symbols that the walk asks for.
  private struct Symbols {
    let clinicalDrug, brandedDrug, component, ingredient, preciseIngredient, brand: UInt32
    let multiple: UInt32
    let consistsOf, hasIngredient, hasPrecise, hasIngredients, contains: UInt32

    init() {
      func symbol(_ text: String) -> UInt32 {
        WellKnownSymbol.number(of: text).map(UInt32.init) ?? UInt32.max
      }
      clinicalDrug = symbol(TermType.clinicalDrug.rawValue)
      brandedDrug = symbol(TermType.brandedDrug.rawValue)
      component = symbol(TermType.clinicalDrugComponent.rawValue)
      ingredient = symbol(TermType.ingredient.rawValue)
      preciseIngredient = symbol(TermType.preciseIngredient.rawValue)
      brand = symbol(TermType.brandName.rawValue)
      multiple = symbol(TermType.multipleIngredients.rawValue)
      consistsOf = symbol("consists_of")
      hasIngredient = symbol("has_ingredient")
      hasPrecise = symbol("has_precise_ingredient")
      hasIngredients = symbol("has_ingredients")
      contains = symbol("contains")
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
      let type = kind & 0xFFFF
      guard type == symbols.clinicalDrug || type == symbols.brandedDrug else { continue }
      let isActive = UInt8(truncatingIfNeeded: kind >> 16) == UInt8(ascii: "N")
      // Labels differ in how many packages they list; only the magnitude counts.
      let codes = sections.concept(product, ConceptField.ndcCount)
      let weight: UInt32 = isActive ? 2 + UInt32(32 - codes.leadingZeroBitCount) / 2 : 0
      own[product] = weight
      substances.removeAll(keepingCapacity: true)
      Self.targets(sections, product, symbols.consistsOf, into: &related)
      for component in related where Self.type(sections, component) == symbols.component {
        Self.addSubstances(sections, of: component, symbols, to: &substances)
      }
      Self.targets(sections, product, symbols.hasIngredient, into: &related)
      substances += related.filter { Self.type(sections, $0) == symbols.brand }
      Self.targets(sections, product, symbols.hasIngredients, into: &related)
      substances += related.filter { Self.type(sections, $0) == symbols.multiple }
      var set: UInt64 = 0
      substances.sort()
      for (place, substance) in substances.enumerated() {
        if place > 0, substances[place - 1] == substance { continue }
        own[substance] &+= weight
        if Self.type(sections, substance) == symbols.ingredient {
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
    for index in sections.relations(of: component) {
      let kind = sections.relation(index, RelationField.kind)
      let relationship = kind & 0xFFFF
      guard relationship == symbols.hasIngredient || relationship == symbols.hasPrecise,
        let target = target(sections, index, kind)
      else { continue }
      let type = Self.type(sections, target)
      if type == symbols.ingredient || type == symbols.preciseIngredient {
        substances.append(target)
      }
    }
  }

  private static func targets(
    _ sections: borrowing SectionSpans, _ concept: Int, _ relationship: UInt32,
    into targets: inout [Int]
  ) {
    targets.removeAll(keepingCapacity: true)
    for index in sections.relations(of: concept) {
      let kind = sections.relation(index, RelationField.kind)
      if kind & 0xFFFF == relationship, let target = target(sections, index, kind) {
        targets.append(target)
      }
    }
  }

  /// The target of a relation that SAB RXNORM states between concepts.
  private static func target(
    _ sections: borrowing SectionSpans, _ index: Int, _ kind: UInt32
  ) -> Int? {
    let skipped = RelationField.danglingFlag | RelationField.atomFlag | RelationField.reverseFlag
    let target = Int(sections.relation(index, RelationField.target))
    guard kind >> 16 & 0xFF == 0, kind >> 24 & skipped == 0, target < sections.conceptCount else {
      return nil
    }
    return target
  }

  private static func type(_ sections: borrowing SectionSpans, _ concept: Int) -> UInt32 {
    sections.concept(concept, ConceptField.kind) & 0xFFFF
  }
}
