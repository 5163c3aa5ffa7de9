// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels
import JSONText
import SymptomMapping

/// What one label holds, for `rxkit-labels show`.
struct LabelAnswer: StreamedAnswer {
  let label: DrugLabel

  var isShown: Bool { true }

  /// What kind of document it is, in a word.
  private var kind: String {
    switch label.kind {
    case .prescription: "prescription"
    case .overTheCounter: "over the counter"
    case .otherHuman(let type): type.rawValue
    case .veterinary: "veterinary"
    case .unstated: "not stated"
    }
  }

  // MARK: JSON

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("schema", 1)
      json.member("file", label.file)
      json.member("source", label.source.rawValue)
      json.member("kind", kind)
      json.member("documentId", label.documentID)
      json.member("setId", label.setID)
      json.member("version", label.version)
      json.member("effectiveTime", label.effectiveTime)
      json.member("title", label.title)
      json.objects("products", label.products) { Self.write($0, to: &$1) }
      json.member("rxcuis", label.rxcuis)
      json.objects("sections", label.sections) { section, json in
        json.member("parent", section.parent)
        json.member("id", section.id)
        json.member("loinc", section.loinc)
        json.member("field", section.field)
        json.member("title", section.title)
        json.member("textBytes", section.text.utf8.count)
        json.member("blocks", section.text.blocks.count)
        json.member("highlightBytes", section.highlight.utf8.count)
        json.member("tables", section.tables.count)
        json.member("highlightTables", section.highlightTables.count)
      }
      json.member("notes", label.notes)
    }
  }

  private static func write(_ product: LabelProduct, to json: inout JSONWriter) {
    json.member("name", product.name)
    json.member("genericName", product.genericName)
    json.member("ndc", product.ndc)
    json.member("form", product.form)
    json.member("routes", product.routes)
    json.member("marketing", product.marketing)
    json.objects("active", product.active) { ingredient, json in
      json.member("basis", ingredient.basis)
      json.member("unii", ingredient.substance.unii)
      json.member("name", ingredient.substance.name)
      json.objects("moieties", ingredient.moieties) { moiety, json in
        json.member("unii", moiety.unii)
        json.member("name", moiety.name)
      }
    }
    json.member("certainPairs", product.hasCertainPairs)
    json.member("inactiveCount", product.inactiveCount)
    json.objects("parts", product.parts) { write($0, to: &$1) }
  }

  // MARK: Rows

  /// The columns of the rows: one a section.
  static func table(of rows: [[String?]]) -> Table {
    var table = Table([
      .init("file"), .init("set_id"), .init("version"), .init("section", .number),
      .init("parent", .number), .init("loinc"), .init("title"), .init("bytes", .number),
      .init("highlight_bytes", .number), .init("tables", .number),
    ])
    for row in rows { table.append(row) }
    return table
  }

  var rowTable: Table {
    Self.table(
      of: label.sections.enumerated().map { index, section in
        [
          label.file, label.setID, label.version, String(index),
          section.parent.map { String($0) }, section.loinc, Self.name(of: section),
          String(section.text.utf8.count), String(section.highlight.utf8.count),
          String(section.tables.count),
        ]
      })
  }

  private static func name(of section: LabelSection) -> String {
    section.title.isEmpty ? section.field : section.title
  }

  // MARK: A page

  func writePage(_ streams: inout Streams) throws {
    try streams.write(card, as: .table)
    guard !label.sections.isEmpty else { return }
    try streams.output.write("\n")
    try streams.write(outline, as: .table)
  }

  private var card: Table {
    var table = Table("fact", "value")
    table.append(["file", label.file])
    table.append(["kind", kind])
    table.append(["set id", "\(label.setID), version \(label.version)"])
    table.append(["effective", label.effectiveTime])
    if !label.title.isEmpty { table.append(["title", label.title]) }
    for product in label.products { add(product, as: "product", to: &table) }
    if !label.rxcuis.isEmpty { table.append(["rxcui", label.rxcuis.joined(separator: " ")]) }
    let tables = label.sections.map(\.tables.count).reduce(0, +)
    table.append(["sections", "\(label.sections.count) with \(tables) tables"])
    for note in label.notes { table.append(["note", note]) }
    return table
  }

  private func add(_ product: LabelProduct, as word: String, to table: inout Table) {
    let facts = [product.name, product.form, product.ndc, product.routes.joined(separator: ", ")]
    table.append([word, facts.filter { !$0.isEmpty }.joined(separator: "; ")])
    for ingredient in product.active {
      let substance = ingredient.substance
      let moieties = ingredient.moieties.map { "\($0.name) \($0.unii)" }.joined(separator: ", ")
      table.append([
        "  active",
        "\(substance.name) \(substance.unii)" + (moieties.isEmpty ? "" : " (\(moieties))"),
      ])
    }
    for part in product.parts { add(part, as: "  part", to: &table) }
  }

  /// The sections with their content, indented as they nest.
  private var outline: Table {
    var table = Table([
      .init("loinc"), .init("section"), .init("bytes", .number), .init("tables", .number),
    ])
    var depths: [Int] = []
    for section in label.sections {
      let depth = section.parent.map { $0 < depths.count ? depths[$0] + 1 : 0 } ?? 0
      depths.append(depth)
      table.append([
        section.loinc, String(repeating: "  ", count: depth) + Self.name(of: section),
        String(section.text.utf8.count), String(section.tables.count),
      ])
    }
    return table
  }
}
