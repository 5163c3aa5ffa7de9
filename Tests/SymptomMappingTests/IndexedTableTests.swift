// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease
import Testing
import TestSupport

@testable import SymptomMapping

/// The table as a catalog has it: found by subject, read as far as it is asked.
@Suite("The evidence within a catalog")
struct IndexedTableTests {
  private static let names = MappingTables.fileNames

  /// A catalog of a small release with the shipped tables, and an index beside them.
  private static func catalog(
    table: [UInt8]? = nil, index: (inout [UInt8]) -> Void = { _ in }
  ) throws -> Catalog {
    var small = HandRelease(name: SmallTables.release)
    small.concept(100, "IN", "alphamab")
    return try small.catalog { builder in
      for name in names {
        builder.attach(name, bytes: try Shipped.bytes(name))
      }
      guard let file = try SideEffectTable(bytes: Shipped.bytes("side-effects.tsv")).indexFile
      else { return }
      var bytes = file.bytes
      index(&bytes)
      builder.attach(file.name, bytes: bytes)
      if let table { builder.attach("side-effects.tsv", bytes: table) }
    }
  }

  private static func lines(_ rows: [SymptomMapping.EvidenceRow]) -> [String] {
    rows.map { String(decoding: $0.wholeLine, as: UTF8.self) }
  }

  @Test("Every subject has the rows that it has where the whole table is read")
  func subjects() throws {
    let whole = try SideEffectTable(
      bytes: Shipped.bytes("side-effects.tsv"),
      labels: LabelTable(bytes: Shipped.bytes("labels.tsv")))
    let catalog = try Self.catalog()
    let table = try MappingTables(catalog: catalog).sideEffects
    #expect(table.count == whole.count)
    #expect(table.subjects == whole.subjects)
    for subject in whole.subjects {
      #expect(table.hasRows(about: subject))
      #expect(Self.lines(table.rows(about: subject)) == Self.lines(whole.rows(about: subject)))
    }
    let unknown = EvidenceSubject(.product, RxCUI(rawValue: 1))
    #expect(!table.hasRows(about: unknown) && table.rows(about: unknown).isEmpty)
    #expect(catalog.damage == nil)
  }

  @Test("A row is the same however it was asked for")
  func sameness() throws {
    let table = try MappingTables(catalog: try Self.catalog()).sideEffects
    let subject = try #require(table.subjects.last)
    let own = table.rows(about: subject)
    #expect(!own.isEmpty)
    #expect(table.rows.filter { $0.subject == subject } == own)
    #expect(table.rows(about: subject) == own)
    #expect(Set(own).count == own.count)
    let other = try MappingTables(catalog: try Self.catalog()).sideEffects
    #expect(other.rows(about: subject) != own, "rows of another table")
    #expect(table.rows(naming: own[0].symptom).contains(own[0]))
  }

  @Test(
    "An index of another table, version or length is not used: the table is read whole",
    .enabled(if: !Effort.isFast))
  func strangeIndex() throws {
    let whole = try SideEffectTable(
      bytes: Shipped.bytes("side-effects.tsv"),
      labels: LabelTable(bytes: Shipped.bytes("labels.tsv")))
    for place in [0, 4, 8, 16] {
      let catalog = try Self.catalog { $0[place] ^= 1 }
      let table = try MappingTables(catalog: catalog).sideEffects
      #expect(Self.lines(table.rows) == Self.lines(whole.rows))
      #expect(catalog.damage == nil)
    }
    let catalog = try Self.catalog { $0.removeLast(3) }
    #expect(try MappingTables(catalog: catalog).sideEffects.count == whole.count)
  }

  @Test("S24 Rows that are not what the index says are damage, never an empty answer alone")
  func wrongPlace() throws {
    // The offset of the first entry, one byte further.
    let catalog = try Self.catalog { $0[20 + 12] &+= 1 }
    let table = try MappingTables(catalog: catalog).sideEffects
    let subject = try #require(table.subjects.first)
    #expect(table.rows(about: subject).isEmpty)
    #expect(catalog.damage != nil)
  }

  @Test("A table in which subjects do not stand together has no index")
  func unsorted() throws {
    let rows = [RowText(code: "100"), RowText(code: "200"), RowText(code: "100", symptom: "Acne")]
    #expect(try SideEffectTable(bytes: SmallTables.evidence(rows)).indexFile == nil)
    let empty = try SideEffectTable(bytes: SmallTables.evidence([])).indexFile
    #expect(empty?.bytes.count == 20)
  }

  @Test("Many threads that ask get the rows of each subject")
  func threads() async throws {
    let whole = try SideEffectTable(
      bytes: Shipped.bytes("side-effects.tsv"),
      labels: LabelTable(bytes: Shipped.bytes("labels.tsv")))
    let table = try MappingTables(catalog: try Self.catalog()).sideEffects
    let subjects = Array(whole.subjects.prefix(60))
    let expected = subjects.map { whole.rows(about: $0).count }
    await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 { group.addTask { subjects.map { table.rows(about: $0).count } } }
      for await found in group { #expect(found == expected) }
    }
  }

  // MARK: Labels

  private static func catalog(
    labels: [UInt8], index: (inout [UInt8]) -> Void = { _ in }
  ) throws -> Catalog {
    var small = HandRelease(name: SmallTables.release)
    small.concept(100, "IN", "alphamab")
    return try small.catalog { builder in
      for name in names where name != "labels.tsv" {
        builder.attach(name, bytes: try Shipped.bytes(name))
      }
      builder.attach("labels.tsv", bytes: labels)
      guard let file = try LabelTable(bytes: labels).indexFile else { return }
      var bytes = file.bytes
      index(&bytes)
      builder.attach(file.name, bytes: bytes)
    }
  }

  private static func facts(_ label: LabelRecord) -> [String] {
    [
      label.setID, label.version, label.date.description, label.boxedTitle ?? "",
      label.routes.joined(), label.substances.joined(), label.subjectName,
    ]
  }

  @Test("S31 Every subject has the labels that it has where the whole table is read")
  func labels() throws {
    let bytes = try Shipped.bytes("labels.tsv")
    let whole = try LabelTable(bytes: bytes)
    let catalog = try Self.catalog(labels: bytes)
    let table = try MappingTables(catalog: catalog).labels
    #expect(table.count == whole.count && table.subjects == whole.subjects)
    for subject in whole.subjects {
      let found = table.labels(about: subject).map(Self.facts)
      #expect(found == whole.labels(about: subject).map(Self.facts))
    }
    #expect(table.labels(about: EvidenceSubject(.product, RxCUI(rawValue: 1))).isEmpty)
    #expect(catalog.damage == nil)
  }

  @Test("Labels that are not what their index says are damage; another index is not used")
  func damagedLabels() throws {
    let bytes = SmallTables.labels([LabelText(code: "100"), LabelText(code: "200")])
    let damaged = try Self.catalog(labels: bytes) { $0[20 + 12] &+= 1 }
    let table = try MappingTables(catalog: damaged).labels
    #expect(table.labels(about: try #require(table.subjects.first)).isEmpty)
    #expect(damaged.damage != nil)
    for place in [0, 4, 8, 16] {
      let catalog = try Self.catalog(labels: bytes) { $0[place] ^= 1 }
      #expect(try MappingTables(catalog: catalog).labels.count == 2)
      #expect(catalog.damage == nil)
    }
  }

  @Test("Labels of which a subject's do not stand together have no index")
  func unsortedLabels() throws {
    let codes = ["100", "200", "100"]
    let bytes = SmallTables.labels(codes.map { LabelText(code: $0) })
    #expect(try LabelTable(bytes: bytes).indexFile == nil)
    #expect(try MappingTables(catalog: Self.catalog(labels: bytes)).labels.count == 3)
  }
}

/// Tables keep their answers for products: each must be what is found anew.
@Suite("Side effects from memory")
struct AnswerMemoryTests {
  /// Tablets of 200 and 300 by the same codes in each release; what they contain differs.
  private static func release(of first: Int, _ second: Int) throws -> Catalog {
    var release = HandRelease(name: SmallTables.release)
    release.concept(1, "DF", "Oral Tablet")
    for (code, name) in [(100, "alphadol"), (101, "betadol"), (102, "gammadol")] {
      release.concept(code, "IN", name)
    }
    release.drug(200, "first Oral Tablet", form: 1, [(1200, first)])
    release.drug(300, "second Oral Tablet", form: 1, [(1300, second)])
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
    let catalog = try HandRelease("two strengths of an ester", name: SmallTables.release).catalog()
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
