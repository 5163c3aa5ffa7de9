// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import RxNormRelease
import Testing
import TestSupport

/// Expected values were read off the rows of Fixtures/release by hand.
@Suite("Related concepts")
struct RelatedTests {
  private func concept(_ code: UInt32) throws -> Concept {
    try #require(FixtureRelease.catalog().concept(code))
  }

  @Test("A path never goes through a reformulation or a quantified form")
  func excluded() throws {
    let concepts = [
      "2997001|ENG||||||1|1|1||RXNORM|SCD|1|once|N|N||",
      "2997002|ENG||||||2|2|2||RXNORM|SCDF|2|form of it||N||",
      "2997003|ENG||||||3|3|3||RXNORM|SCDF|3|other form||N||",
      "2997004|ENG||||||4|4|4||RXNORM|SCDF|4|third form||N||",
      "2997005|ENG||||||5|5|5||RXNORM|SCDF|5|fourth form||N||",
      "2997006|ENG||||||6|6|6||RXNORM|SCDF|6|odd form||N||",
    ]
    let words = [
      "reformulated_to", "reformulation_of", "quantified_form_of", "has_quantified_form",
      "odd_word",
    ]
    let relations = words.enumerated().map { place, word in
      "\(2_997_002 + place)||CUI|RN|2997001||CUI|\(word)|||RXNORM||||||"
    }
    let catalog = try FixtureRelease.catalog(adding: [.concepts: concepts, .relations: relations])
    let drug = try #require(catalog.concept(2_997_001))
    #expect(drug.related(to: [.clinicalDrugForm]).groups.map(\.concepts.codes) == [[2_997_006]])
    #expect(
      drug.related(by: words.map(Relationship.init(rawValue:))).groups.map(\.concepts.codes) == [
        [2_997_002], [2_997_003], [2_997_004], [2_997_005], [2_997_006],
      ])
  }

  @Test("Groups come once each, in the order of their letters, unknown types empty")
  func askedTypes() throws {
    let related = try concept(861007).related(to: [
      .preciseIngredient, .brandName, .synonym, .brandName,
    ])
    #expect(related.groups.map(\.termType) == [.brandName, .preciseIngredient, .synonym])
    #expect(related[.synonym]?.path == nil)
    #expect(related[.synonym]?.concepts.isEmpty == true)
    #expect(related[.preciseIngredient]?.concepts.codes == [235743])
  }

  @Test("RXNDOC tells inverses that the format does not know")
  func statedInverse() throws {
    let catalog = try FixtureRelease.catalog(adding: [
      .documentation: ["RELA|tested_with|rela_inverse|tests|"]
    ])
    let tests = Relationship(rawValue: "tests")
    #expect(catalog.concept(235743)?.related(tests).codes == [6809])
    #expect(catalog.verify().isSound)
  }
}

@Suite("Default paths")
struct RelationPathTests {
  @Test("Every pair of the nineteen term types has one path, which begins and ends with them")
  func everyPair() {
    #expect(RelationPath.termTypes.count == 19)
    #expect(
      RelationPath.termTypes.map(\.rawValue) == RelationPath.termTypes.map(\.rawValue).sorted())
    #expect(RelationPath.all.count == 19 * 18)
    for start in RelationPath.termTypes {
      for end in RelationPath.termTypes {
        let path = RelationPath.from(start, to: end)
        #expect(path?.stops.first == start)
        #expect(path?.stops.last == end)
        #expect(path?.stops.allSatisfy(RelationPath.termTypes.contains) == true)
        #expect(Set(path?.stops ?? []).count == path?.stops.count, "no stop twice")
        #expect(path?.evidence.isEmpty == false)
      }
    }
  }

  @Test("A term type of another source has no path")
  func foreignTypes() {
    #expect(RelationPath.from(.ingredient, to: .synonym) == nil)
    #expect(RelationPath.from(.synonym, to: .synonym) == nil)
  }

  /// The table written as the file of the test data is.
  private static var file: String {
    let rows = RelationPath.all.filter { !$0.isOwn }.map { path in
      let stops = path.stops.map(\.rawValue)
      return [stops.first ?? "", stops.last ?? "", path.text, path.evidence].joined(separator: "\t")
    }
    return (["from\tto\tpath\tevidence"] + rows).map { $0 + "\n" }.joined()
  }

  @Test("The table is the one that was compared with recorded answers, by its checksum")
  func checksum() {
    // CRC-32 of rxnav-paths.tsv, by Python's zlib.
    #expect(PageChecksum.of(Array(Self.file.utf8)[...]) == 0x450B_942F)
  }
}

/// Expected values were read off the rows of Fixtures/release by hand.
@Suite("Products, brands and packs by their relations")
struct ProductTests {
  private func concept(_ code: UInt32) throws -> Concept {
    try #require(FixtureRelease.catalog().concept(code))
  }

  @Test("Brands hold all of the ingredients that are asked for")
  func brands() throws {
    let catalog = try FixtureRelease.catalog()
    let valsartan = try concept(69749)
    #expect(catalog.brands(holding: [valsartan]).codes == [1_656_341])
    #expect(catalog.brands(holding: [valsartan, try concept(1_656_328)]).codes == [1_656_341])
    #expect(catalog.brands(holding: [valsartan, try concept(6809)]).isEmpty)
    #expect(catalog.brands(holding: [try concept(235743)]).codes == [151827])
    #expect(catalog.brands(holding: []).isEmpty)
  }

  @Test("A reformulation is told from both ends, and in the list of all")
  func reformulations() throws {
    let rows = [
      "151827||CUI|RN|1656341||CUI|reformulation_of|||RXNORM||||||",
      "861023||CUI|RN|861008||CUI|reformulation_of|||RXNORM||||||",
    ]
    let catalog = try FixtureRelease.catalog(adding: [.relations: rows])
    #expect(catalog.concept(151827)?.reformulatedTo.codes == [1_656_341])
    #expect(catalog.concept(1_656_341)?.reformulationOf.codes == [151827])
    #expect(catalog.concept(861008)?.reformulationOf.isEmpty == true, "861023 is not active")
    #expect(catalog.reformulations.map(\.former.rxcui.rawValue) == [151827])
    #expect(catalog.reformulations.map(\.reformulated.rxcui.rawValue) == [1_656_341])
    #expect(try FixtureRelease.catalog().reformulations.isEmpty)
  }
}

/// Expected values were read off the rows of Fixtures/release by hand.
@Suite("Subsumption")
struct SubsumptionTests {
  private func concept(_ code: UInt32) throws -> Concept {
    try #require(FixtureRelease.catalog().concept(code))
  }

  @Test("A concept is equivalent to itself")
  func itself() throws {
    let answer = try concept(6809).subsumption(of: concept(6809))
    #expect(answer.outcome == .equivalent)
    #expect(answer.way.isEmpty)
  }

  @Test("The words are those of FHIR")
  func words() {
    #expect(
      SubsumptionOutcome.allCases.map(\.rawValue) == [
        "equivalent", "subsumes", "subsumed-by", "not-subsumed",
      ])
  }

  @Test("Ancestors and descendants are closed, nearest first, each with its way")
  func closure() throws {
    let wider = try concept(861008).ancestors(basis: .kind)
    #expect(
      Set(wider.map(\.concept.rxcui.rawValue)) == [
        368254, 861007, 1_171_245, 372803, 1_161_610, 1_161_611,
      ])
    #expect(wider.map(\.way.count) == wider.map(\.way.count).sorted())
    let narrower = try concept(860978).descendants(basis: .kind)
    #expect(narrower.map(\.concept.rxcui.rawValue) == [860975, 860977], "860979 is not active")
    let way = try #require(narrower.last?.way)
    #expect(way.first?.from == narrower.last?.concept)
    #expect(try way.last?.to == concept(860978))
  }

  @Test("A brand is no bridge from one of its products to the ingredients of another")
  func brandsAreNoBridges() throws {
    // A second product of the brand Glucophage, with another ingredient.
    let concepts = ["2997011|ENG||||||1|1|1||RXNORM|SBD|1|valsartan 1 MG [Glucophage]||N||"]
    let relations = [
      "151827||CUI|RO|2997011||CUI|has_ingredient|||RXNORM||||||",
      "69749||CUI|RN|151827||CUI|tradename_of|||RXNORM||||||",
    ]
    let catalog = try FixtureRelease.catalog(adding: [.concepts: concepts, .relations: relations])
    let product = try #require(catalog.concept(2_997_011))
    let metformin = try #require(catalog.concept(6809))
    #expect(metformin.subsumption(of: product).outcome == .notSubsumed)
    #expect(!metformin.descendants().contains { $0.concept == product })
    let brand = try #require(catalog.concept(151827))
    #expect(metformin.subsumption(of: brand).outcome == .notSubsumed, "it has two generics")
    #expect(brand.subsumption(of: product).outcome == .subsumes)
  }

  @Test("An active concept is among the descendants of exactly its ancestors")
  func bothWays() throws {
    let catalog = try FixtureRelease.catalog()
    for basis in SubsumptionBasis.allCases {
      var upward: Set<[Concept]> = []
      var downward: Set<[Concept]> = []
      for concept in catalog.concepts {
        if concept.isActive {
          for wider in concept.ancestors(basis: basis) { upward.insert([wider.concept, concept]) }
        }
        for narrower in concept.descendants(basis: basis) {
          downward.insert([concept, narrower.concept])
        }
      }
      #expect(upward == downward)
      #expect(upward.count > 30)
    }
  }
}

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
