// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

@testable import SymptomMapping

/// Tables keep their answers for products: each must be what is found anew.
@Suite("Side effects from memory")
struct AnswerMemoryTests {
  /// Tablets of 200 and 300 by the same codes in each release; what they contain differs.
  private static func release(of first: UInt32, _ second: UInt32) throws -> Catalog {
    var release = SmallRelease()
    release.add(1, "DF", "Oral Tablet")
    for (code, name) in [(100, "alphadol"), (101, "betadol"), (102, "gammadol")]
      as [(UInt32, String)]
    {
      release.add(code, "IN", name)
    }
    release.addDrug(200, "first Oral Tablet", form: 1, components: [(1200, first)])
    release.addDrug(300, "second Oral Tablet", form: 1, components: [(1300, second)])
    return try release.catalog()
  }

  private static func product(_ code: UInt32, of catalog: Catalog) throws -> Concept {
    try #require(catalog.concept(for: RxCUI(rawValue: code)))
  }

  @Test("S37 Products of a whole release get the answers that are found anew")
  func wholeRelease() throws {
    guard let catalog = try Shipped.catalog(for: "side effects from memory") else { return }
    let tables = try Shipped.tables()
    let today = try #require(LabelDate(year: 2030, month: 1, day: 1))
    // All products of every eighth ingredient, so that many share an answer.
    let products = catalog.concepts.filter { concept in
      (concept.termType == .clinicalDrug || concept.termType == .brandedDrug)
        && concept.ingredientList.ingredients.first.map { $0.ordinal % 8 == 0 } ?? true
    }
    var memory = EvidenceMemory()
    var numbers: Set<Int> = []
    for product in products {
      let fresh = tables.answer([product], today: nil)
      for _ in 0..<2 { #expect(tables.sideEffects(of: [product]) == fresh, "\(product.rxcui)") }
      if let known = memory.answer(for: product, product.ingredientList, tables, today: nil) {
        #expect(known.answer == fresh, "\(product.rxcui)")
        numbers.insert(known.number)
      }
    }
    #expect(products.count > 500)
    #expect(numbers.count < products.count / 2, "most products share an answer")
    for product in products.prefix(100) {
      let dated = tables.sideEffects(of: [product], today: today)
      #expect(dated == tables.answer([product], today: today), "\(product.rxcui)")
      #expect(dated.asOf == today)
    }
  }

  @Test("S37 Tables used with several catalogs, one of them opened twice, mix up no answers")
  func severalCatalogs() throws {
    let rows = [
      RowText(code: "100", symptom: "Nausea", setID: "alpha"),
      RowText(code: "101", symptom: "Headache", setID: "beta"),
    ]
    let tables = try SmallTables.tables(
      rows,
      labels: [LabelText(code: "100", setID: "alpha"), LabelText(code: "101", setID: "beta")])
    let catalogs = [
      try Self.release(of: 100, 102), try Self.release(of: 101, 100),
      try Self.release(of: 100, 102), try Self.release(of: 102, 101),
    ]
    let symptoms: [[[SymptomCategory]]] = [
      [[.nausea], []], [[.headache], [.nausea]], [[.nausea], []], [[], [.headache]],
    ]
    for _ in 0..<2 {
      for (catalog, expected) in zip(catalogs, symptoms) {
        for (code, expected) in zip([200, 300] as [UInt32], expected) {
          let product = try Self.product(code, of: catalog)
          let answer = tables.sideEffects(of: [product])
          #expect(answer.symptoms.map(\.symptom) == expected)
          #expect(answer == tables.answer([product], today: nil))
        }
      }
    }
  }

  @Test("S37 Tables with other evidence keep no answers of the former")
  func otherEvidence() throws {
    let product = try Self.product(200, of: Self.release(of: 100, 101))
    let tables = try SmallTables.tables([RowText(symptom: "Nausea")])
    #expect(tables.sideEffects(of: [product]).symptoms.map(\.symptom) == [.nausea])
    let other = tables.replacing(
      sideEffects: try SideEffectTable(
        bytes: SmallTables.evidence([RowText(symptom: "Headache")])))
    #expect(other.sideEffects(of: [product]).symptoms.map(\.symptom) == [.headache])
    #expect(tables.sideEffects(of: [product]).symptoms.map(\.symptom) == [.nausea])
    #expect(MappingTables.empty.sideEffects(of: [product]).coverage == .none)
  }

  @Test("S17 S37 A reason that names a product is not given to another one")
  func ownReason() throws {
    var release = SmallRelease()
    release.add(1, "DF", "Injection")
    release.add(100, "IN", "alphadol")
    release.add(101, "IN", "betadol")
    release.add(150, "MIN", "alphadol / betadol")
    for ingredient in [100, 101] as [UInt32] {
      release.relate(150, "has_part", ingredient, inverse: "part_of")
    }
    for (code, strength) in [(200, "50"), (300, "100")] as [(UInt32, String)] {
      release.addDrug(
        code, "alphadol cypionate \(strength) MG/ML / betadol 5 MG/ML Injection", form: 1,
        components: [(code + 1000, 100), (code + 2000, 101)])
    }
    let catalog = try release.catalog()
    let tables = try SmallTables.tables(
      [],
      labels: [
        LabelText(
          kind: "combination", code: "150", route: "INTRAMUSCULAR",
          substances: "alphadol undecanoate|betadol")
      ])
    for code in [200, 300, 200] as [UInt32] {
      let product = try Self.product(code, of: catalog)
      let answer = tables.sideEffects(of: [product])
      #expect(answer.reasons.contains("other_salt:\(code)"))
      #expect(answer == tables.answer([product], today: nil))
    }
  }
}
