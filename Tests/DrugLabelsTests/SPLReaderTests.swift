// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import SymptomMapping
import TestSupport
import Testing

@Suite("SPL files")
struct SPLReaderTests {
  private static func read(_ inner: String, code: String = "34391-3") throws -> DrugLabel {
    let text = """
      <document xmlns="urn:hl7-org:v3"><code code="\(code)"/><setId root="A"/>\(inner)</document>
      """
    switch try SPLReader.label(Array(text.utf8), file: "a.xml") {
    case .label(let label): return label
    case .skipped(let reason): throw Skipped(reason: reason)
    }
  }

  private struct Skipped: Error { let reason: String }

  private static func text(_ markup: String) throws -> LabelText {
    let label = try read(
      "<component><structuredBody><component><section><text>\(markup)</text></section>"
        + "</component></structuredBody></component>")
    return label.sections.first?.text ?? LabelText()
  }

  @Test(
    "2.1 Text comes in blocks with its white space collapsed, tables apart",
    arguments: FixtureRows.pairs("blocks"))
  func blocks(markup: String, expected: String) throws {
    let text = try Self.text(markup)
    let string = String(decoding: text.utf8, as: UTF8.self)
    #expect(string.replacing("\n", with: "⏎") == expected)
    let blocks = text.blocks.map { String(decoding: text.utf8[$0.range], as: UTF8.self) }
    #expect(blocks.joined(separator: "⏎") == expected)
  }

  @Test("Marks of text may be hundreds deep; deeper sections are said, deeper text is an error")
  func depth() throws {
    func nested(_ name: String, _ count: Int, _ inner: String) -> String {
      String(repeating: "<\(name)>", count: count) + inner
        + String(repeating: "</\(name)>", count: count)
    }
    let text = try Self.text("<paragraph>" + nested("content", 900, "deep") + "</paragraph>")
    #expect(String(decoding: text.utf8, as: UTF8.self) == "deep")
    func sections(_ count: Int) throws -> DrugLabel {
      try Self.read(
        "<component><structuredBody>" + String(repeating: "<component><section>", count: count)
          + String(repeating: "</section></component>", count: count)
          + "</structuredBody></component>")
    }
    let label = try sections(50)
    #expect(label.sections.count == 50 && label.notes.isEmpty)
    let deep = try sections(900)
    #expect(deep.sections.count < 100 && deep.notes.first?.contains("deep") == true)
    #expect(throws: LabelError.self) { try Self.text(nested("content", 2_100, "deeper")) }
  }

  @Test("Items and captions are known as such")
  func blockKinds() throws {
    let text = try Self.text(
      "<paragraph>p</paragraph><list><caption>c</caption><item><caption>•</caption>i</item></list>")
    #expect(text.blocks.map(\.kind) == [.paragraph, .caption, .caption, .item])
  }

  @Test("2.1 Products of files of before 2009 have other names")
  func oldProducts() throws {
    let label = try Self.read(
      """
      <component><structuredBody><component><section><subject><manufacturedProduct>
      <manufacturedMedicine><code code="1"/><name>Old <suffix>XR</suffix></name>
      <formCode displayName="TABLET"/>
      <activeIngredient><activeIngredientSubstance><code code="D"/><name>d</name>
      <activeMoieties><activeMoiety><code code="E"/><name>e</name></activeMoiety></activeMoieties>
      </activeIngredientSubstance></activeIngredient>
      <inactiveIngredient><inactiveIngredientSubstance><name>x</name></inactiveIngredientSubstance>
      </inactiveIngredient></manufacturedMedicine>
      <consumedIn><substanceAdministration><routeCode displayName="ORAL"/>
      </substanceAdministration></consumedIn>
      </manufacturedProduct></subject></section></component></structuredBody></component>
      """)
    let product = try #require(label.products.first)
    #expect(product.name == "Old XR" && product.ndc == "1" && product.form == "TABLET")
    #expect(product.routes == ["ORAL"] && product.inactiveCount == 1)
    #expect(
      product.active == [
        LabelIngredient(
          basis: "", substance: LabelSubstance(unii: "D", name: "d"),
          moieties: [LabelSubstance(unii: "E", name: "e")])
      ])
  }

  @Test(
    "2.1 The type of the document tells what it is",
    arguments: [
      ("34391-3", LabelKind.prescription), ("45129-4", .prescription), ("75031-5", .prescription),
      ("34390-5", .overTheCounter),
      ("53404-0", .otherHuman(.vaccine)), ("60683-0", .otherHuman(.plasmaDerivative)),
      ("60684-8", .otherHuman(.cellularTherapy)), ("60682-2", .otherHuman(.allergenic)),
      ("50577-6", .veterinary), ("50578-4", .veterinary),
    ])
  func kinds(code: String, kind: LabelKind) throws {
    #expect(try Self.read("", code: code).kind == kind)
  }

  @Test(
    "2.1 Other types of documents are skipped with the reason",
    arguments: ["60685-5", "51726-8", ""])
  func otherTypes(code: String) {
    #expect(throws: Skipped.self) { try Self.read("", code: code) }
  }

  @Test("A label whose products are all marketed as homeopathic is of that kind")
  func homeopathic() throws {
    func product(_ category: String) -> String {
      "<subject><manufacturedProduct><manufacturedProduct/><subjectOf><approval><code "
        + "displayName='\(category)'/></approval></subjectOf></manufacturedProduct></subject>"
    }
    func kind(_ categories: String...) throws -> LabelKind {
      try Self.read(
        "<component><structuredBody><component><section>" + categories.map(product).joined()
          + "</section></component></structuredBody></component>"
      ).kind
    }
    #expect(try kind("Unapproved homeopathic") == .otherHuman(.homeopathic))
    #expect(try kind("Unapproved homeopathic", "NDA") == .prescription)
    #expect(try kind() == .prescription)
  }

  @Test("XML that is no SPL is skipped, and what is no XML is an error with its place")
  func noSPL() throws {
    #expect(
      try SPLReader.label(Array("<html/>".utf8), file: "a")
        == .skipped(reason: "the outermost element is html, not document"))
    let cut = Array("<document>\n<code code='34391-3'/>".utf8)
    #expect {
      try SPLReader.label(cut, file: "z.zip:a.xml")
    } throws: { error in
      "\(error)".hasPrefix("z.zip:a.xml:2:23: end of text, expected an end tag  [xml.truncated]")
    }
  }

  @Test("Every prefix of a file ends with an error or a reason")
  func prefixes() throws {
    let text = """
      <document xmlns="urn:hl7-org:v3"><code code="34391-3"/><component><structuredBody><component>
      <section><text>a<table><tr><td>b<footnote>c</footnote></td></tr></table></text></section>
      </component></structuredBody></component></document>
      """
    for count in 0..<text.utf8.count {
      let result = Result { () throws(LabelError) in
        try SPLReader.label(Array(text.utf8.prefix(count)), file: "a")
      }
      if case .success(.label) = result { Issue.record("a label of \(count) bytes") }
    }
  }

  @Test("Elements of another namespace are not taken for SPL's")
  func otherNamespace() throws {
    let label = try Self.read("<x:setId xmlns:x='urn:x' root='B'/><versionNumber value='2'/>")
    #expect(label.setID == "a" && label.version == "2")
  }
}

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

@Suite("The model of a label")
struct LabelModelTests {
  @Test("A string without structure is one paragraph, byte by byte")
  func stringIsOneParagraph() {
    let text = LabelText("Nausea\u{A0}(5 %)\n\nvomiting")
    #expect(text.utf8 == Array("Nausea\u{A0}(5 %)\n\nvomiting".utf8))
    #expect(text.blocks == [LabelText.Block(.paragraph, 0..<text.utf8.count)])
    #expect(LabelText("").blocks.isEmpty)
  }

  @Test(
    "The date is the first eight digits of the effective time",
    arguments: [
      ("20260716", LabelDate(year: 2026, month: 7, day: 16)),
      ("20260716120000+0000", LabelDate(year: 2026, month: 7, day: 16)), ("2026", nil), ("", nil),
    ])
  func dateOfEffectiveTime(time: String, date: LabelDate?) {
    var label = DrugLabel(source: .spl, file: "a.xml", kind: .prescription)
    label.effectiveTime = time
    #expect(label.date == date)
  }
}
