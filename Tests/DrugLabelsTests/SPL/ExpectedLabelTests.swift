// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import SymptomMapping
import Testing

/// Facts of SPL files that an independent program found (`spl/expected-train.json`).
private struct ExpectedLabel: Decodable {
  struct Substance: Decodable, Hashable {
    var unii: String
    var name: String
  }
  struct Ingredient: Decodable, Hashable {
    var `class`: String
    var unii: String
    var name: String
    var moieties: [Substance]
  }
  struct Product: Decodable, Hashable {
    var name: String
    var ndc: String
    var form: String
  }
  struct Section: Decodable {
    var index: Int
    var parent: Int?
    var id: String
    var loinc: String
    var title: String
    var text_chars: Int
    var tables: Int
    var has_excerpt: Bool
  }

  var document_type: String
  var id: String
  var set_id: String
  var version: Int
  var effective_time: String
  var title_chars: Int
  var products: [Product]
  var active: [Ingredient]
  var inactive_count: Int
  var parts: Int
  var routes: [String]
  var marketing: [String]
  var sections: [Section]
  var tables_total: Int
}

@Suite("SPL against an independent reading")
struct ExpectedLabelTests {
  private static let kinds: [String: LabelKind] = [
    "34391-3": .prescription, "34390-5": .overTheCounter, "75031-5": .prescription,
  ]

  @Test("2.1 Every file has the facts that an independent program found")
  func facts() throws {
    guard let folder = LabelData.path("spl", skipping: "facts of SPL files") else { return }
    let data = Data(try LabelData.bytes("\(folder)/expected-train.json"))
    let expected = try JSONDecoder().decode([String: ExpectedLabel].self, from: data)
    let items = try LabelData.items("\(folder)/spl-train.zip")
    #expect(items.count == expected.count && expected.count == 21)
    for item in items {
      switch item {
      case .label(let label):
        let name = label.file.split(separator: ":").last.map(String.init) ?? ""
        let facts = try #require(expected[name])
        expectIdentity(label, facts, name)
        expectProducts(label, facts, name)
        expectSections(label, facts, name)
        #expect(label.notes.isEmpty, "\(name): \(label.notes)")
      case .skipped(let file, let reason):
        let facts = try #require(expected[String(file.split(separator: ":").last ?? "")])
        #expect(Self.kinds[facts.document_type] == nil, "\(file) is a label")
        #expect(reason.contains(facts.document_type), "\(file): \(reason)")
      case .failed(let error): Issue.record("\(error)")
      }
    }
  }

  private func expectIdentity(_ label: DrugLabel, _ facts: ExpectedLabel, _ name: String) {
    #expect(label.source == .spl)
    #expect(label.kind == Self.kinds[facts.document_type], "\(name): kind")
    #expect(label.documentID == facts.id, "\(name): id")
    #expect(label.setID == facts.set_id, "\(name): set id")
    #expect(label.version == String(facts.version), "\(name): version")
    #expect(label.effectiveTime == facts.effective_time, "\(name): time")
    #expect(label.title.count { !$0.isWhitespace } == facts.title_chars, "\(name): title")
  }

  private func expectProducts(_ label: DrugLabel, _ facts: ExpectedLabel, _ name: String) {
    let products = label.products
    #expect(
      products.map { ExpectedLabel.Product(name: $0.name, ndc: $0.ndc, form: $0.form) }
        == facts.products, "\(name): products")
    let all = products + products.flatMap(\.parts)
    #expect(products.map(\.parts.count).reduce(0, +) == facts.parts, "\(name): parts")
    #expect(
      all.map(\.inactiveCount).reduce(0, +) == facts.inactive_count, "\(name): inactive")
    #expect(Set(all.flatMap(\.routes)) == Set(facts.routes), "\(name): routes")
    #expect(Set(all.flatMap(\.marketing)) == Set(facts.marketing), "\(name): marketing")
    let active = all.flatMap(\.active).map { ingredient in
      ExpectedLabel.Ingredient(
        class: ingredient.basis, unii: ingredient.substance.unii, name: ingredient.substance.name,
        moieties: ingredient.moieties.map { .init(unii: $0.unii, name: $0.name) })
    }
    // The independent program names each substance and class once.
    #expect(Set(active) == Set(facts.active), "\(name): active ingredients")
  }

  private func expectSections(_ label: DrugLabel, _ facts: ExpectedLabel, _ name: String) {
    #expect(label.sections.count == facts.sections.count, "\(name): sections")
    for (section, fact) in zip(label.sections, facts.sections) {
      let place = "\(name), section \(fact.index)"
      #expect(section.id == fact.id, "\(place): id")
      #expect(section.parent == fact.parent, "\(place): parent")
      #expect(section.loinc == fact.loinc, "\(place): code")
      #expect(section.title == fact.title, "\(place): title")
      #expect(section.tables.count == fact.tables, "\(place): tables")
      #expect(
        !(section.highlight.isEmpty && section.highlightTables.isEmpty) == fact.has_excerpt,
        "\(place): highlights")
      // No character is lost: what is not in the text stands in cells, captions or footnotes.
      let tables = section.tables.map { table in
        table.rows.joined().filter { !$0.isRepeated }.map(\.text).joined()
          + table.caption + table.footnotes.joined()
      }
      let all = String(decoding: section.text.utf8, as: UTF8.self) + tables.joined()
      #expect(
        all.unicodeScalars.count { !$0.properties.isWhitespace } == fact.text_chars,
        "\(place): characters")
      expectBlocks(section.text, place)
      expectBlocks(section.highlight, place)
    }
    let count = label.sections.map { $0.tables.count + $0.highlightTables.count }.reduce(0, +)
    #expect(count == facts.tables_total, "\(name): tables")
  }

  /// Blocks are in order, hold all but the line feeds between them, and have no loose blanks.
  private func expectBlocks(_ text: LabelText, _ place: String) {
    var end = 0
    for block in text.blocks {
      let gap = text.utf8[end..<block.range.lowerBound]
      #expect(end == 0 ? gap.isEmpty : gap.elementsEqual([0x0A]), "\(place): gap at \(end)")
      #expect(!block.range.isEmpty && !text.utf8[block.range].contains(0x0A), "\(place): block")
      #expect(text.utf8[block.range].first != 0x20 && text.utf8[block.range].last != 0x20)
      end = block.range.upperBound
    }
    #expect(end == text.utf8.count, "\(place): end")
  }

  @Test("5.1.11 Every table of the SPL files is the grid that an independent program made")
  func grids() throws {
    guard let folder = LabelData.path("spl", skipping: "tables of SPL files") else { return }
    let expected = try LabelData.lines(
      "\(folder)/expected-tables-train.jsonl.gz", as: ExpectedGrid.self)
    #expect(expected.count == 109)
    var tables: [String: [TableGrid]] = [:]
    for label in try LabelData.labels("\(folder)/spl-train.zip") {
      let name = label.file.split(separator: ":").last.map(String.init) ?? ""
      // In SPL the excerpt of a section stands behind its text.
      tables[name] = label.sections.flatMap { $0.tables + $0.highlightTables }
    }
    for grid in expected {
      let found = try #require(tables[grid.file ?? ""])
      let table = try #require(found.dropFirst(grid.table - 1).first)
      grid.expectSame(table, grid.file ?? "")
    }
  }
}
