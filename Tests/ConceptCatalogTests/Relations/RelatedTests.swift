// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import RxNormRelease
import Testing

/// Expected values were read off the rows of Fixtures/release by hand.
@Suite("Related concepts")
struct RelatedTests {
  private func concept(_ code: UInt32) throws -> Concept {
    try #require(FixtureRelease.catalog().concept(code))
  }

  private func group(_ type: TermType, of code: UInt32) throws -> [UInt32] {
    try #require(concept(code).allRelated[type]).concepts.codes
  }

  @Test("All related concepts are nineteen groups in a fixed order, the empty ones too")
  func groups() throws {
    let related = try concept(6809).allRelated
    #expect(
      related.groups.map(\.termType.rawValue) == [
        "BN", "BPCK", "DF", "DFG", "GPCK", "IN", "MIN", "PIN", "SBD", "SBDC", "SBDF", "SBDFP",
        "SBDG", "SCD", "SCDC", "SCDF", "SCDFP", "SCDG", "SCDGP",
      ])
    #expect(related[.genericPack]?.concepts.isEmpty == true)
    #expect(related.status == .active)
    #expect(try concept(746839).allRelated.groups.count == 19)
  }

  @Test("The group of the own term type holds the start alone, with an empty way")
  func ownType() throws {
    let group = try #require(concept(1_656_340).allRelated[.clinicalDrug])
    #expect(group.concepts.codes == [1_656_340])
    #expect(group.path?.text == "SCD")
    #expect(group.way(to: try concept(1_656_340)) == [])
  }

  @Test("A group is sorted by code as a string")
  func order() throws {
    #expect(try group(.ingredient, of: 1_007_809) == [34323, 36721, 6585])
    #expect(try group(.brandedDrug, of: 6809) == [860977, 861008])
    #expect(
      try concept(1_007_809).related(by: [.hasPart]).groups.map(\.concepts.codes) == [
        [34323, 36721, 6585]
      ])
  }

  @Test("Paths see active concepts only, at every stop")
  func activeOnly() throws {
    // 861023 is obsolete, 860978 and 860979 are unquantified.
    #expect(try group(.clinicalDrug, of: 6809) == [860975, 861007])
    #expect(try group(.brandedDrug, of: 151827) == [860977, 861008])
    #expect(try concept(861008).related(to: [.brandName])[.brandName]?.concepts.codes == [151827])
  }

  @Test(
    "A start that is not active gives empty groups and its status",
    arguments: [
      (861023 as UInt32, ConceptStatus.obsolete), (860978, .quantified), (2_999_020, .obsolete),
    ])
  func inactiveStart(_ code: UInt32, _ status: ConceptStatus) throws {
    let related = try concept(code).allRelated
    #expect(related.status == status)
    #expect(related.groups.count == 19)
    #expect(related.groups.allSatisfy { $0.concepts.isEmpty })
    #expect(try concept(code).related(by: [.hasIngredient, .consistsOf]).groups.isEmpty)
    #expect(try concept(code).generalCardinality == nil)
    #expect(try concept(code).genericProducts.isEmpty)
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

  @Test("S3 Every concept shows the way that led to it")
  func way() throws {
    let group = try #require(concept(6809).related(to: [.brandedDrug])[.brandedDrug])
    let steps = try #require(group.way(to: concept(861008)))
    #expect(group.path?.text == "IN SCDC SCD SBD")
    #expect(steps.map(\.from.rxcui.rawValue) == [6809, 860974, 861007])
    #expect(
      steps.map(\.relationship.rawValue) == ["ingredient_of", "constitutes", "has_tradename"])
    #expect(steps.map(\.to.rxcui.rawValue) == [860974, 861007, 861008])
    #expect(group.way(to: try concept(860979)) == nil)
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

  @Test("A relationship reads from the start, and has an inverse to ask for")
  func byRelationship() throws {
    let down = try concept(6809).related(by: [.ingredientOf, .hasForm, .ingredientOf])
    #expect(
      down.groups.map(\.termType) == [
        .clinicalDrugComponent, .clinicalDrugForm, .clinicalDrugGroup, .preciseIngredient,
      ])
    #expect(
      down.groups.map(\.concepts.codes) == [
        [860974], [372803, 372804], [1_161_610, 1_161_611], [235743],
      ])
    #expect(try concept(6809).related(by: [.hasIngredient]).groups.isEmpty)
    let up = try concept(372804).related(by: [.hasIngredient])
    #expect(up.groups.map(\.relationship) == [.hasIngredient])
    let ingredient = try concept(6809)
    #expect(up.groups.first?.way(to: ingredient)?.map(\.from.rxcui.rawValue) == [372804])
  }

  @Test("Facts between atoms and of other sources are no part of a path")
  func otherSources() throws {
    #expect(try group(.ingredient, of: 860974) == [6809])
    #expect(try group(.ingredient, of: 861007) == [6809])
  }

  @Test("A pack that contains itself ends a walk")
  func circles() throws {
    #expect(try group(.clinicalDrug, of: 2_999_032) == [])
    #expect(try group(.genericPack, of: 2_999_032) == [2_999_032])
    #expect(try group(.clinicalDrug, of: 2_999_033) == [])
  }
}
