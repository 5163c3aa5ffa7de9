// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import RxNormRelease
import Testing

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
