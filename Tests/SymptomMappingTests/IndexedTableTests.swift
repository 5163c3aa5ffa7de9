// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease
import SymptomMapping
import TestSupport
import Testing

/// The table as a catalog has it: found by subject, read as far as it is asked.
@Suite("The evidence within a catalog")
struct IndexedTableTests {
  private static let names = MappingTables.fileNames

  /// A catalog of a small release with the shipped tables, and an index beside them.
  private static func catalog(
    table: [UInt8]? = nil, index: (inout [UInt8]) -> Void = { _ in }
  ) throws -> Catalog {
    var small = SmallRelease()
    small.add(100, "IN", "alphamab")
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
    var small = SmallRelease()
    small.add(100, "IN", "alphamab")
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
