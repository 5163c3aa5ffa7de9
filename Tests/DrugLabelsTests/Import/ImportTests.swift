// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugLabels
import Foundation
import MedicationModel
import SymptomMapping
import Testing
import TestSupport

@Suite("Importing side effects")
struct ImportTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let format: ImportFormat
    var testDescription: String { path }

    func url() -> URL { ImportShelf.fixtures.appending(path: path) }

    func expected() throws -> String {
      let name = format == .csv ? "own" : path
      return try String(
        contentsOf: ImportShelf.fixtures.appending(path: "expected/\(name).tsv"), encoding: .utf8)
    }
  }

  static let cases = [
    Case(path: "onsides-v2", format: .onSIDES2), Case(path: "onsides-v3", format: .onSIDES3),
    Case(path: "sider", format: .sider), Case(path: "own/table.csv", format: .csv),
  ]

  static func table(_ path: String, _ format: ImportFormat) throws -> String {
    let result = try ImportShelf.importer().result(of: path, format)
    return String(decoding: result.table, as: UTF8.self)
  }

  /// Expected rows are the tool's, checked row by row by hand (Fixtures/README.md).
  @Test("A made input of each format gives the rows that were checked by hand", arguments: cases)
  func golden(_ test: Case) throws {
    #expect(try ImportFormat(path: test.url().path) == test.format)
    let table = try Self.table(test.url().path, test.format)
    #expect(table == (try test.expected()))
    // Every field passes the checks of the table's reader.
    _ = try SideEffectTable(bytes: Array(table.utf8))
  }

  @Test("S37 The order of rows plays no part", arguments: cases.dropLast(), [1, 7, 42])
  func order(_ test: Case, _ seed: Int) throws {
    let folder = try TemporaryFolder(test.path, hasHeader: test.format != .sider) { lines in
      var state = UInt64(seed)
      return lines.map { line in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33, line)
      }.sorted { $0.0 < $1.0 }.map(\.1)
    }
    #expect(try Self.table(folder.url.path, test.format) == (try test.expected()))
  }

  @Test("Carriage returns, a byte order mark and a lacking last line end change nothing")
  func lineEnds() throws {
    var files = try TemporaryFolder.files(of: "onsides-v3")
    for (name, text) in files {
      files[name] = "\u{FEFF}" + text.dropLast().replacingOccurrences(of: "\n", with: "\r\n")
    }
    let folder = try TemporaryFolder(files)
    #expect(try Self.table(folder.url.path, .onSIDES3) == (try Self.cases[1].expected()))
  }

  @Test("S28 A list of ingredients is a combination or nothing")
  func combinations() throws {
    let table = try Self.table(ImportShelf.fixtures.appending(path: "onsides-v2").path, .onSIDES2)
    #expect(table.contains("combination\t214619\t"))
    #expect(!table.contains("\t5487\t"), "no row of a combination is about its ingredient")
    let result = try ImportShelf.importer().result(
      of: ImportShelf.fixtures.appending(path: "onsides-v2").path, .onSIDES2)
    #expect(result.summary.codes(.rxnormExtension) == ["OMOP991424"])
    #expect(result.summary.codes(.unknown) == ["89999999"])
  }

  @Test("S20 A retired code is followed, several successors are not chosen among")
  func retired() throws {
    let header =
      "ingredients_rxcuis,ingredients_names,num_ingredients,pt_meddra_id,pt_meddra_term,"
      + "percent_labels,num_labels\n"
    let folder = try TemporaryFolder([
      "adverse_reactions.csv": header + "111111,old,1,1,Nausea,1,3\n222222,split,1,1,Nausea,1,3\n"
    ])
    let result = try ImportShelf.importer().result(of: folder.url.path, .onSIDES2)
    let rows = try SideEffectTable(bytes: result.table).rows
    #expect(rows.map { $0.subject.rxcui.rawValue } == [52175])
    #expect(result.summary.codes(.replaced) == ["111111"])
    #expect(result.summary.codes(.severalSuccessors) == ["222222"])
  }

  @Test("S19 A subject with products of several routes has no route")
  func routes() throws {
    let header =
      "ingredients_rxcuis,ingredients_names,num_ingredients,pt_meddra_id,pt_meddra_term,"
      + "percent_labels,num_labels\n"
    let effects = header + "3355,diclofenac,1,1,Nausea,1,3\n"
    let plain = try TemporaryFolder(["adverse_reactions.csv": effects])
    let table = try SideEffectTable(
      bytes: ImportShelf.importer().result(of: plain.url.path, .onSIDES2).table)
    #expect(table.rows.map(\.routes) == [[]])
    let told = try TemporaryFolder([
      "adverse_reactions.csv": effects,
      "ingredients.csv":
        "set_id,ingredient_rx_cui,ingredient_name,ingredient_omop_concept_id\na,3355,diclofenac,0\n",
      "rxcui_setid_map.csv": "SETID,RXCUI\na,855633\n",
    ])
    let other = try SideEffectTable(
      bytes: ImportShelf.importer().result(of: told.url.path, .onSIDES2).table)
    #expect(other.rows.map(\.routes) == [["TOPICAL"]], "the labels' products tell it")
  }

  @Test("S1 Every row of effects is mapped or counted with a reason", arguments: cases)
  func accounts(_ test: Case) throws {
    let summary = try ImportShelf.importer().result(of: test.url().path, test.format).summary
    let effects = [
      "adverse_reactions.csv", "boxed_warnings.csv", "warnings_and_precautions.csv",
      "product_adverse_effect.csv", "meddra_all_se.tsv", "meddra_freq.tsv", "table.csv",
    ]
    let rows = summary.files.filter { file in effects.contains { file.name.hasSuffix($0) } }
      .reduce(0) { $0 + $1.rows }
    #expect(summary.mappedCount + summary.droppedCount == rows)
  }

  @Test("No term and no number of a term of the source is in a table", arguments: cases)
  func terms(_ test: Case) throws {
    let table = try Self.table(test.url().path, test.format)
    for text in ["900000", "C90000", "Made-up", "made-up"] { #expect(!table.contains(text)) }
    let rows = try SideEffectTable(bytes: Array(table.utf8)).rows
    #expect(rows.allSatisfy { $0.trust == .derived && !$0.licence.isEmpty })
    if test.format != .csv { #expect(rows.allSatisfy { $0.labelTerm == nil }) }
  }

  @Test("The cut of the score and the share can be set")
  func cuts() throws {
    var importer = try ImportShelf.importer()
    importer.minimumScore = 5
    let three = try importer.result(
      of: ImportShelf.fixtures.appending(path: "onsides-v3").path, .onSIDES3)
    // Of the ten rows that get so far five have a score above 5 or, from Japan, none.
    #expect(three.summary.dropped[.belowScore] == 5)
    importer.minimumShare = 0.5
    let two = try importer.result(
      of: ImportShelf.fixtures.appending(path: "onsides-v2").path, .onSIDES2)
    #expect(two.summary.dropped[.belowShare] == 6)
  }
}

/// A small release, the shipped words, and folders of made inputs for importers.
enum ImportShelf {
  static let fixtures = Repository.root.appending(path: "Tests/DrugLabelsTests/Fixtures/Import")

  private static let catalog = Result { try HandRelease("imports").catalog() }

  /// What an importer needs.
  static func importer() throws -> LabelImporter {
    LabelImporter(
      catalog: try catalog.get(), phrases: Extraction.phrases,
      routes: try RouteTable(bytes: TSV.bytes("Data/Mappings/routes.tsv")))
  }
}

extension TemporaryFolder {
  /// Made inputs by their names.
  convenience init(_ files: [String: String]) throws {
    try self.init(files.map { ($0.key, Array($0.value.utf8)) })
  }

  /// A copy of a folder of the fixtures, its rows in another order; headers stay.
  convenience init(_ name: String, hasHeader: Bool, _ order: ([String]) -> [String]) throws {
    try self.init(
      Self.files(of: name).mapValues { text in
        var lines = text.split(separator: "\n").map(String.init)
        let header = hasHeader ? [lines.removeFirst()] : []
        return (header + order(lines)).joined(separator: "\n") + "\n"
      })
  }

  /// The files of a folder of the fixtures.
  static func files(of name: String) throws -> [String: String] {
    let folder = ImportShelf.fixtures.appending(path: name)
    var files: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      files[file] = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }
    return files
  }
}

@Suite("Combining tables of side effects")
struct CombinationTests {
  /// A row by what the precedence reads; the rest is the same in all.
  struct Row: Sendable {
    var source = "openfda"
    var trust = "A"
    var date = "20250101"
    var percent = ""
    var agreeing = 1
    var context = ""
    var licence = "CC0-1.0"

    var line: String {
      [
        "ingredient", "52175", "losartan", "HKCategoryTypeIdentifierDizziness", "exact", "present",
        "listed", "", percent, "", "none", "", "effect", context, "", "", "ORAL", "9",
        "\(agreeing)", "set-\(source)", "34084-4", "", "dizziness", trust, source, "1", date, "",
        licence,
      ].joined(separator: "\t") + "\n"
    }
  }

  static func table(_ rows: [Row]) throws -> SideEffectTable {
    let text = SideEffectTable.wholeColumnNames.joined(separator: "\t") + "\n"
    return try SideEffectTable(bytes: Array((text + rows.map(\.line).joined()).utf8))
  }

  /// The first row is kept, the second gives way.
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let kept: Row
    let dropped: Row
    var testDescription: String { id }
  }

  static let cases = [
    Case(
      id: "trust A before B", kept: Row(source: "other", trust: "A"),
      dropped: Row(source: "spl", trust: "B")),
    Case(id: "openfda before annotated", kept: Row(), dropped: Row(source: "annotated")),
    Case(id: "spl before annotated", kept: Row(source: "spl"), dropped: Row(source: "annotated")),
    Case(
      id: "annotated before onsides", kept: Row(source: "annotated", trust: "B"),
      dropped: Row(source: "onsides", trust: "B", date: "20260101", percent: "5")),
    Case(
      id: "onsides before sider", kept: Row(source: "onsides", trust: "B", date: ""),
      dropped: Row(source: "sider", trust: "B", percent: "5")),
    Case(
      id: "sider before other", kept: Row(source: "sider", trust: "B"),
      dropped: Row(source: "other", trust: "B")),
    Case(
      id: "spl and openfda are equal: the newer", kept: Row(date: "20260101"),
      dropped: Row(source: "spl")),
    Case(
      id: "a date before none", kept: Row(trust: "B"), dropped: Row(trust: "B", date: "")),
    Case(id: "figures before none", kept: Row(percent: "3"), dropped: Row()),
    Case(id: "more labels agree", kept: Row(agreeing: 5), dropped: Row(agreeing: 4)),
  ]

  @Test("Of one key the best source's row is kept, whatever the order", arguments: cases)
  func precedence(_ test: Case) throws {
    let (a, b) = (try Self.table([test.kept]), try Self.table([test.dropped]))
    for tables in [[a, b], [b, a]] {
      let combined = TableCombination(tables)
      let rows = try SideEffectTable(bytes: combined.table).rows
      #expect(rows.map { String(decoding: $0.wholeLine, as: UTF8.self) } == [test.kept.line])
      #expect(combined.replaced.values.flatMap(\.values) == [1])
    }
  }

  @Test("Counts of labels are not added up, and each row keeps source and licence")
  func counts() throws {
    let labels = try Self.table([Row(agreeing: 3)])
    let others = try Self.table([
      Row(source: "onsides", trust: "B", agreeing: 8),
      Row(source: "onsides", trust: "B", context: "hypertension", licence: "MIT"),
    ])
    let rows = try SideEffectTable(bytes: TableCombination([others, labels, labels]).table).rows
    #expect(rows.map(\.labelsAgreeing) == [3, 1])
    #expect(rows.map(\.sourceKind) == [.openFDA, .onSIDES])
    #expect(rows.map(\.licence) == ["CC0-1.0", "MIT"])
    #expect(TableCombination([labels, labels]).repeatedCount == 1)
  }

  @Test("S37 A combination combined with its parts is itself")
  func idempotent() throws {
    let tables = try [
      Self.table(Self.cases.map(\.kept).prefix(1) + []), Self.table([Row(context: "a")]),
    ]
    let once = TableCombination(tables).table
    let again = TableCombination([try SideEffectTable(bytes: once)] + tables.reversed()).table
    #expect(once == again)
  }

  @Test(
    "S36 Only licences that let everyone pass a row on are free",
    arguments: FixtureRows.pairs("licences"))
  func licences(_ words: String, _ terms: String) {
    #expect("\(LicenceTerms(words))" == terms)
  }
}
