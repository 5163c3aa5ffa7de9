// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import MedicationModel
import SymptomMapping
import Testing

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
    let folder = try ImportFolderOfTest(test.path, hasHeader: test.format != .sider) { lines in
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
    var files = try ImportFolderOfTest.files(of: "onsides-v3")
    for (name, text) in files {
      files[name] = "\u{FEFF}" + text.dropLast().replacingOccurrences(of: "\n", with: "\r\n")
    }
    let folder = try ImportFolderOfTest(files)
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
    let folder = try ImportFolderOfTest([
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
    let plain = try ImportFolderOfTest(["adverse_reactions.csv": effects])
    let table = try SideEffectTable(
      bytes: ImportShelf.importer().result(of: plain.url.path, .onSIDES2).table)
    #expect(table.rows.map(\.routes) == [[]])
    let told = try ImportFolderOfTest([
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
