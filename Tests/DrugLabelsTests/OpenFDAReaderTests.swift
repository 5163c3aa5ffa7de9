// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import JSONText
import Testing
import TestSupport

@Suite("openFDA's JSON in all its forms")
struct OpenFDAReaderTests {
  /// Set ids of the labels and codes of the errors, in order.
  static func outline(_ text: String, file: String = "a.json") -> [String] {
    OpenFDAReader.labels(Array(text.utf8), file: file).map { document in
      switch document {
      case .success(.label(let label)): "\(label.setID)@\(label.file)"
      case .success(.skipped(let reason)): "skipped: \(reason)"
      case .failure(let error): "\(error.code)@\(error.place)"
      }
    }
  }

  @Test(
    "2.2.6 The envelope, an array, one object and lines give the same labels",
    arguments: FixtureRows.pairs("forms of openFDA"))
  func forms(text: String, lines: String) {
    let numbers = lines.split(separator: " ")
    #expect(Self.outline(text) == ["a@a.json:\(numbers[0])", "b@a.json:\(numbers[1])"])
  }

  @Test("An object over several lines is named by its file alone")
  func oneObject() {
    #expect(Self.outline("{\n  \"set_id\": \"A\"\n}\n") == ["a@a.json"])
  }

  @Test("Brackets, quotation marks and a member named results within strings cut nothing")
  func strings() {
    let text = #"{"results":[{"set_id":"A","warnings":["]}{[\"results\":[","\\"]},{"set_id":"B"}]}"#
    #expect(Self.outline(text) == ["a@a.json:1", "b@a.json:1"])
    let inner = #"{"set_id":"A","x":{"results":[1]},"warnings":["results"]}"#
    #expect(Self.outline(inner) == ["a@a.json:1"])
  }

  @Test("A line that is no JSON is an error with its place, and the next line is read")
  func brokenLine() {
    let text = "{\"set_id\":\"A\"}\n{\"set_id\":\n{\"set_id\":\"B\"}\n"
    #expect(
      Self.outline(text) == ["a@a.json:1", "json.truncated@a.json:2:11", "b@a.json:3"])
    #expect(
      Self.outline("{\"x\n{\"set_id\":\"B\"}\n", file: "a.jsonl")
        == ["json.truncated@a.jsonl:1:4", "b@a.jsonl:2"])
  }

  @Test(
    "A text that ends too early is an error, whatever was read before it",
    arguments: FixtureRows.pairs("truncated"))
  func truncated(text: String, expected: String) {
    #expect(Self.outline(text) == ["a@a.json:1", expected])
  }

  @Test("What is no label is skipped with a reason")
  func noLabels() {
    #expect(Self.outline("[7, {\"error\":{}}, {}, \"x\"]").allSatisfy { $0.hasPrefix("skipped: ") })
    #expect(Self.outline("[7, {\"error\":{}}, {}, \"x\"]").count == 4)
    #expect(Self.outline(" \n").isEmpty)
  }

  private func label(_ text: String) throws -> DrugLabel {
    let document = try #require(OpenFDAReader.labels(Array(text.utf8), file: "a").first)
    guard case .label(let label) = try document.get() else {
      throw ExpectedLabelMissing()
    }
    return label
  }

  private struct ExpectedLabelMissing: Error {}

  @Test("2.2.1 Several strings of a field are one section with a block for each")
  func severalStrings() throws {
    let label = try label(#"{"set_id":"A","warnings":["a\u00a0b  c","","d"]}"#)
    let section = try #require(label.sections.first)
    #expect(section.loinc == "34071-1" && section.field == "warnings")
    #expect(section.text.utf8 == Array("a\u{A0}b  c\nd".utf8))
    #expect(section.text.blocks.map(\.range) == [0..<7, 8..<9])
  }

  @Test("2.2.3 Names and UNIIs of one substance pair; of several they pair by position only")
  func pairs() throws {
    let one = try label(#"{"set_id":"A","openfda":{"substance_name":["X"],"unii":["1"]}}"#)
    #expect(one.products.first?.hasCertainPairs == true)
    let two = try label(#"{"set_id":"A","openfda":{"substance_name":["X","Y"],"unii":["2","1"]}}"#)
    let product = try #require(two.products.first)
    #expect(!product.hasCertainPairs)
    #expect(product.active.map(\.substance.unii) == ["2", "1"])
    let odd = try label(#"{"set_id":"A","openfda":{"substance_name":["X","Y"],"unii":["2"]}}"#)
    #expect(odd.products.first?.active.map(\.substance.unii) == ["2"])
    #expect(odd.notes == ["openfda: 1 UNIIs do not pair with X, Y"])
  }

  @Test("An empty block of openFDA gives no product and no kind")
  func emptyBlock() throws {
    let label = try label(#"{"set_id":"A","openfda":{}}"#)
    #expect(label.products.isEmpty && label.kind == .unstated && label.rxcuis.isEmpty)
  }

  @Test("Markup that is not whole keeps its rows and its place, and a note says so")
  func brokenTable() throws {
    let label = try label(
      #"{"set_id":"A","x_table":["<table><tr><td>a</td></tr><tr>","","<table/>"]}"#)
    let section = try #require(label.sections.first)
    #expect(section.tables.map(\.rows.count) == [2, 0, 0])
    #expect(label.notes.count == 3)
    #expect(label.notes[0] == "x: a field whose section is not known")
    #expect(label.notes[1].hasPrefix("x_table[0]: 1:31: found end of text"))
  }

  @Test(
    "S1, R24: a guide in the boxed warning is moved whole, in any order",
    arguments: FixtureRows.texts("guides"))
  func guide(members: String) throws {
    let label = try label(#"{"set_id":"A","# + members + "}")
    func text(_ loinc: String) -> [String] {
      label.sections.filter { $0.loinc == loinc }
        .map { String(decoding: $0.text.utf8, as: UTF8.self) }
    }
    #expect(text("34066-1") == ["WARNING: A"])
    #expect(text("42231-1") == ["MEDICATION GUIDE C\nMEDICATION GUIDE B"])
    #expect(label.notes == ["boxed_warning: a medication guide, read as spl_medguide"])
  }

  @Test("S31 A boxed warning that holds only a guide is none")
  func onlyGuide() throws {
    let label = try label(#"{"set_id":"A","boxed_warning":["MEDICATION GUIDE B"]}"#)
    #expect(Extraction.extractor.read(label).boxedTitle == nil)
    let warned = try self.label(#"{"set_id":"A","boxed_warning":["WARNING: BLEEDING It bleeds."]}"#)
    #expect(Extraction.extractor.read(warned).boxedTitle == "WARNING: BLEEDING")
  }

  @Test("A field that is no text is noted and nothing else is lost")
  func oddValues() throws {
    let label = try label(#"{"set_id":"A","version":3,"warnings":[1,"a"],"purpose":"b","@id":"x"}"#)
    #expect(label.version == "3")
    #expect(label.sections.map { String(decoding: $0.text.utf8, as: UTF8.self) } == ["a", "b"])
    #expect(label.notes == ["warnings: a value that is not a string"])
  }
}

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
    let rows = text.split(separator: "\n").map(\.cells)
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
