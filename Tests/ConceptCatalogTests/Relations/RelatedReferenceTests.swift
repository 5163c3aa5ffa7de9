// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import TestSupport
import Testing

@Suite(
  "Related concepts of the starter release, compared with a naive walk", .enabled(if: Effort.isFull)
)
struct RelatedReferenceTests {
  /// The stride through the concepts of a type; 1 where there are few.
  static let strides: [(type: TermType, stride: Int)] = [
    (.ingredient, 7), (.preciseIngredient, 3), (.multipleIngredients, 3), (.genericPack, 1),
    (.brandedPack, 1), (.brandName, 17), (.clinicalDrug, 31), (.brandedDrug, 31),
    (.clinicalDrugComponent, 31), (.brandedDrugComponent, 31), (.clinicalDrugForm, 23),
    (.brandedDrugForm, 23), (.clinicalDrugGroup, 23), (.brandedDrugGroup, 23),
    (.clinicalDrugFormPrecise, 20), (.clinicalDrugGroupPrecise, 20), (.brandedDrugFormPrecise, 20),
    (.doseForm, 29), (.doseFormGroup, 12),
  ]

  @Test("All nineteen groups hold what the rows of RXNREL lead to", arguments: strides)
  func allRelated(_ type: TermType, _ stride: Int) throws {
    guard let (catalog, naive) = try StarterPair.get() else { return }
    var place = 0
    var found = 0
    for concept in catalog.concepts where concept.termType == type {
      place += 1
      guard place % stride == 0 || place == 1 else { continue }
      let code = Int(concept.rxcui.rawValue)
      var walked: [ArraySlice<String>: Set<Int>] = [:]
      for group in concept.allRelated.groups {
        let stops = try #require(group.path?.stops.map(\.rawValue))
        var level: Set<Int> = naive.isActive(code) ? [code] : []
        for end in stops.indices.dropFirst() {
          let stretch = stops[...end]
          let known = walked[stretch]
          level = known ?? naive.hop(from: level, to: stops[end])
          walked[stretch] = level
        }
        let expected = level.map(String.init).sorted()
        #expect(group.concepts.map(\.rxcui.description) == expected, "\(code) \(stops)")
        found += level.count
      }
    }
    #expect(place > 0)
    #expect(found > 0)
  }

  @Test("Generic products, brands and cardinality follow from the rows")
  func products() throws {
    guard let (catalog, naive) = try StarterPair.get() else { return }
    for concept in catalog.concepts where concept.isActive {
      let code = Int(concept.rxcui.rawValue)
      let generic: Set<Int>? =
        switch concept.termType {
        case .brandedDrug: naive.hop(from: [code], to: "SCD")
        case .brandedPack: naive.hop(from: [code], to: "GPCK")
        case .clinicalDrug, .genericPack: [code]
        default: nil
        }
      #expect(
        concept.genericProducts.map { Int($0.rxcui.rawValue) } == (generic ?? []).sorted(),
        "\(code)")
      guard concept.termType == .clinicalDrugComponent else { continue }
      let combinations = naive.levels(from: code, along: ["SCDC", "SCD", "MIN"])[2]
      #expect(concept.generalCardinality == (combinations.isEmpty ? .single : .hybrid), "\(code)")
    }
  }

  @Test("Brands that hold two ingredients are those with rows to both")
  func brands() throws {
    guard let (catalog, naive) = try StarterPair.get() else { return }
    var asked = 0
    for brand in catalog.concepts where brand.termType == .brandName && brand.isActive {
      let ingredients = naive.hop(from: [Int(brand.rxcui.rawValue)], to: "IN").sorted()
      guard ingredients.count == 2, brand.rxcui.rawValue % 4 == 0 else { continue }
      asked += 1
      let concepts = ingredients.compactMap { catalog.concept(UInt32($0)) }
      let expected = naive.hop(from: [ingredients[0]], to: "BN")
        .intersection(naive.hop(from: [ingredients[1]], to: "BN"))
      let found = catalog.brands(holding: concepts)
      #expect(found.map(\.rxcui.description) == expected.map(String.init).sorted())
      #expect(found.contains(brand))
    }
    #expect(asked > 50)
  }

  @Test("What is wider by content is what the rows lead up to", arguments: [7, 11])
  func ancestors(_ part: UInt32) throws {
    guard let (catalog, naive) = try StarterPair.get() else { return }
    let upward: Set<String> = [
      "isa", "tradename_of", "quantified_form_of", "form_of", "consists_of", "has_ingredient",
      "has_precise_ingredient", "has_ingredients", "has_part", "contains",
    ]
    for concept in catalog.concepts where concept.rxcui.rawValue % 60 == part {
      let start = Int(concept.rxcui.rawValue)
      var seen: Set<Int> = []
      var open = [start]
      while let code = open.popLast() {
        let type = naive.termType(code)
        let generics = naive.related(code, "tradename_of").count
        for fact in naive.facts[code] ?? [] where fact.source == "RXNORM" {
          guard upward.contains(fact.relationship) else { continue }
          if type == "BN", fact.relationship != "tradename_of" { continue }
          if ["BN", "SBDG"].contains(type), fact.relationship == "tradename_of",
            code != start || generics != 1
          {
            continue
          }
          if fact.target != start, seen.insert(fact.target).inserted { open.append(fact.target) }
        }
      }
      let found = Set(concept.ancestors().map { Int($0.concept.rxcui.rawValue) })
      #expect(found == seen, "\(start)")
    }
  }
}
