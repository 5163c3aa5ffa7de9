// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import JSONText
import TestSupport
import Testing

@Suite("openFDA's documents against an independent reading")
struct ExpectedDocumentTests {
  private static let files = ["labels-train.jsonl.gz", "labels-full-train.jsonl.gz"]
  /// The labels of both files, which are read once for all tests.
  private static let labels = Result {
    try LabelData.path("openfda", skipping: "openFDA's documents").map { folder in
      try files.map { try LabelData.labels("\(folder)/\($0)") }
    }
  }

  @Test(
    "2.2 All 790 documents are read and have the facts of the manifest",
    .enabled(if: !Effort.isFast))
  func manifest() throws {
    guard let folder = LabelData.path("openfda", skipping: "openFDA's manifest") else { return }
    let text = String(decoding: try LabelData.bytes("\(folder)/manifest.tsv"), as: UTF8.self)
    let rows = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let facts = Dictionary(uniqueKeysWithValues: rows.dropFirst().map { ($0[0], $0) })
    let labels = try Self.labels.get()?.joined().map(\.self) ?? []
    #expect(labels.count == 790 && facts.count == 790)
    for label in labels {
      let fact = try #require(facts[label.setID])
      let product = label.products.first ?? LabelProduct()
      func list(_ values: [String]) -> String { values.joined(separator: "|") }
      #expect(label.version == fact[1])
      #expect(label.effectiveTime == fact[2])
      #expect(product.genericName == fact[3].split(separator: "|").joined(separator: ", "))
      #expect(list(product.active.map(\.substance.name)) == fact[4])
      #expect(list(product.active.map(\.substance.unii)) == fact[5])
      #expect(list(label.rxcuis) == fact[6])
      #expect(list(product.routes) == fact[7])
      let kinds: [LabelKind: String] = [
        .prescription: "HUMAN PRESCRIPTION DRUG", .overTheCounter: "HUMAN OTC DRUG",
      ]
      #expect(kinds[label.kind] == fact[8])
      // One document has the guide for patients among the parts of its boxed warning, too.
      let moved = "boxed_warning: a medication guide, read as spl_medguide"
      #expect(label.notes == (label.setID.hasPrefix("6a0b609b") ? [moved] : []), "\(label.setID)")
    }
  }

  @Test(
    "2.2.1 Every field of text is one section, byte by byte, with the code of its section",
    .enabled(if: !Effort.isFast))
  func sections() throws {
    guard let folder = LabelData.path("openfda", skipping: "openFDA's sections") else { return }
    let path = "\(folder)/labels-full-train.jsonl.gz"
    let others: Set = ["id", "set_id", "version", "effective_time", "openfda"]
    let lines = try LabelData.bytes(path).split(separator: 0x0A)
    for (line, label) in zip(lines, try Self.labels.get()?.last ?? []) {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      let names = object.keys.filter { !others.contains($0) && !$0.hasSuffix("_table") }
      #expect(label.sections.count == names.count)
      for section in label.sections {
        let strings = object[section.field] as? [String] ?? []
        #expect(
          section.text.blocks.map { Array(section.text.utf8[$0.range]) }
            == strings.filter { !$0.isEmpty }.map { Array($0.utf8) })
        #expect(!section.loinc.isEmpty, "\(section.field)")
        let tables = object["\(section.field)_table"] as? [String] ?? []
        let inner = tables.map { $0.components(separatedBy: "<table").count - 2 }.reduce(0, +)
        #expect(section.tables.count == tables.count + inner)
      }
    }
  }

  @Test("5.1.11 200 tables of openFDA are the grids that an independent program made")
  func grids() throws {
    guard let folder = LabelData.path("openfda", skipping: "openFDA's tables") else { return }
    let expected = try LabelData.lines(
      "\(folder)/expected-tables-train.jsonl.gz", as: ExpectedGrid.self)
    #expect(expected.count == 200)
    var tables: [String: [TableGrid]] = [:]
    for label in try Self.labels.get()?.joined().map(\.self) ?? [] {
      tables[label.setID] = label.sections.first { $0.field == "adverse_reactions" }?.tables
    }
    for grid in expected {
      let found = try #require(tables[grid.set_id ?? ""])
      grid.expectSame(try #require(found.dropFirst(grid.table - 1).first), grid.set_id ?? "")
    }
  }
}
