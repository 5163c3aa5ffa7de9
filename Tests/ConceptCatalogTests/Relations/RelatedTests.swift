// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import RxNormRelease
import TestSupport
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

  /// NLM, "Default Path Changes - November 2022", and the example of getRelaPaths.
  static let documented = [
    "BPCK GPCK SCD SCDC IN", "BPCK GPCK SCD MIN", "BPCK GPCK SCD SCDC PIN", "BPCK GPCK SCD",
    "BPCK GPCK SCD SCDC", "BPCK GPCK SCD SCDF", "MIN SCD GPCK BPCK", "PIN SCDC SCD GPCK BPCK",
    "SCD GPCK BPCK", "SCDC SCD GPCK BPCK", "SCDF SCD GPCK BPCK", "SBDG BN", "SCD SCDC PIN",
  ]

  @Test("The paths that NLM documents are in the table", arguments: documented)
  func documentedPath(_ text: String) {
    let stops = text.split(separator: " ").map { TermType(rawValue: String($0)) }
    #expect(RelationPath.from(stops[0], to: stops[stops.count - 1])?.stops == stops)
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

  @Test("The table is rxnav-paths.tsv, row by row")
  func rows() throws {
    guard let text = try TestData.text(of: "matching/rxnav-paths.tsv") else { return }
    let expected = text.split(separator: "\n")
    let rows = Self.file.split(separator: "\n")
    #expect(rows.count == expected.count)
    for (row, expected) in zip(rows, expected) { #expect(row == expected) }
  }
}

@Suite("Relations")
struct RelationTests {
  private func concept(_ code: UInt32) throws -> Concept {
    try #require(FixtureRelease.catalog().concept(code))
  }

  @Test("A row reads right to left: its second code has the relationship to its first")
  func direction() throws {
    #expect(try concept(861008).related(.tradenameOf).codes == [861007])
    #expect(try concept(861007).related(.hasTradename).codes == [861008])
    #expect(try concept(861007).related(.tradenameOf).codes == [])
    #expect(try concept(860974).related(.hasIngredient).codes == [6809])
  }

  @Test("A fact that one row states is known from both ends, and said to be derived")
  func oneWay() throws {
    let brand = try concept(1_656_341)
    #expect(brand.related(.ingredientOf).codes == [1_656_346])
    let derived = brand.relations.filter { $0.isDerived }
    #expect(derived.map(\.targetCode.rawValue) == [1_656_346])
    #expect(try concept(1_656_346).related(.hasIngredient).codes == [1_656_341])
  }

  @Test("A relationship without a known inverse is kept, and turned round at the other end")
  func unknownRelationship() throws {
    let tested = Relationship(rawValue: "tested_with")
    #expect(try concept(6809).related(tested).codes == [235743])
    #expect(try concept(235743).related(tested).codes == [])
    let turned = try concept(235743).relations.filter { $0.relationship == tested }
    #expect(turned.map(\.targetCode.rawValue) == [6809])
    #expect(turned.allSatisfy { $0.isReversed && $0.isDerived })
  }

  @Test("An unknown relationship that rows state both ways is four facts")
  func unknownBothWays() throws {
    let pairs = Relationship(rawValue: "goes_with")
    for (code, other) in [(6809 as UInt32, 69749 as UInt32), (69749, 6809)] {
      let concept = try concept(code)
      #expect(concept.related(pairs).codes == [other])
      let facts = concept.relations.filter { $0.relationship == pairs }
      #expect(facts.map(\.isReversed) == [false, true])
    }
  }

  @Test("A relation to a code that the release does not hold keeps the code")
  func dangling() throws {
    let concept = try concept(861007)
    let dangling = concept.relations.filter { $0.target == nil }
    #expect(dangling.map(\.targetCode.rawValue) == [9_999_991, 9_999_992])
    #expect(dangling.map(\.relationship) == [.hasTradename, .hasTradename])
    #expect(dangling.map(\.isDerived) == [false, true])
    #expect(concept.related(.hasTradename).codes == [861008])
  }

  @Test("Facts between atoms and of other sources stay out of RXNORM's graph")
  func atoms() throws {
    #expect(try concept(861007).related(.hasIngredient).codes == [])
    #expect(try concept(860974).related(.hasIngredient).codes == [6809])
    #expect(try concept(861007).ingredients.codes == [6809])
    let label = try concept(1_656_346).relations.filter { $0.source == "MTHSPL" }
    #expect(label.map(\.relationship.rawValue) == ["has_active_ingredient"])
    #expect(label.map(\.targetCode.rawValue) == [1_656_328])
    #expect(label.allSatisfy { $0.isBetweenAtoms && !$0.isDerived })
    let product = try concept(861007).relations.filter { $0.source == "MTHSPL" }
    #expect(product.map(\.isBetweenAtoms) == [false])
  }

  @Test("A row without RELA keeps its REL, and its inverse is known")
  func kinds() throws {
    let parents = try concept(6809).relations.filter { $0.relationship.rawValue == "PAR" }
    #expect(parents.map(\.targetCode.rawValue) == [11256])
    let children = try concept(11256).relations.filter { $0.relationship.rawValue == "CHD" }
    #expect(children.map(\.targetCode.rawValue) == [6809])
    #expect(children.allSatisfy { $0.isDerived && !$0.isReversed && $0.source == "SNOMEDCT_US" })
  }

  @Test("A row that stands twice is one relation")
  func repeats() throws {
    let relations = try concept(861007).relations
    #expect(relations.count { $0.relationship == .consistsOf } == 1)
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
