// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("rxkit search on the starter release")
struct SearchCommandTests {
  private func rows(_ words: [String]) throws -> [[String]] {
    let run = try ToolProcess.asking(["search"] + words + ["--format", "tsv"])
    return run.output.split(separator: "\n").dropFirst().map(\.cells)
  }

  @Test("Beginnings of words, in any order, bring the product first")
  func words() throws {
    for words in [["amox", "500", "ca"], ["ca", "500", "amox"], ["amox 500mg caps"]] {
      let rows = try rows(words)
      #expect(rows.first?[1] == "308191", "amoxicillin 500 MG Oral Capsule")
      #expect(rows.allSatisfy { $0[6].contains("500 MG") })
    }
    #expect(try rows(["met"]).first?[6] == "metformin")
    #expect(try rows(["lipitor"]).first?[1] == "153165")
  }

  @Test("Filters and limits cut the answer, and what is cut is said")
  func filters() throws {
    let words = ["lisinopril", "10", "--tty", "SCD", "--prescribable", "--ingredient"]
    let alone = try rows(words + ["lisinopril", "--dose-form", "oral tablet"])
    #expect(alone.first?[1] == "314076")
    #expect(alone.allSatisfy { $0[2] == "SCD" && $0[4] == "yes" })
    try ToolProcess.asking(["search", "lisinopril", "--ingredient", "metformin"]).expect(1)
    try ToolProcess.asking(["search", "metformin", "--limit", "3"]).expect(
      0, says: "3 of ", "--limit")
    let next = try rows(["metformin", "--limit", "2", "--offset", "1"])
    #expect(next == Array(try rows(["metformin", "--limit", "3"]).dropFirst()))
  }

  @Test("Whole names say how they matched, spellings that they are suggestions")
  func kinds() throws {
    #expect(try rows(["--exact", "HEPARIN"]).map { $0[5] } == ["case-folded"])
    let normal = try rows(["--exact", "--normalized", "HCTZ 25mg oral tablets"])
    #expect(normal.map { [$0[1], $0[5]] } == [["310798", "normalized"]])
    #expect(try rows(["--normalized", "metformin"]).contains { $0[1] == "6809" })
    let spelling = try rows(["--spelling", "nortriptelene"])
    #expect(
      spelling.first.map { Array($0[1...4]) } == [
        "nortriptyline", "nortriptelene", "spelling", "2",
      ])
  }

  @Test("Suggestions behind an offset are those of the whole list")
  func suggestionsBehindOffset() throws {
    let all = try rows(["--spelling", "metformn"])
    try #require(all.count > 1)
    #expect(try rows(["--spelling", "metformn", "--limit", "1", "--offset", "1"]) == [all[1]])
    try ToolProcess.asking(["search", "--spelling", "metformn", "--limit", "1"]).expect(
      says: "--limit for more")
  }

  @Test("S5 A misspelled query is not corrected: it finds nothing, and says what is near")
  func nothingSilently() throws {
    try ToolProcess.asking(["search", "nortriptelene", "25"]).expect(
      1, says: "spelling: nortriptyline for nortriptelene?", lines: 0)
    let json = try ToolProcess.asking(["search", "nortriptelene", "25", "--format", "json"])
    let answers = Array(try JSONDocument(Array(json.output.utf8)).root.elements)
    let answer = try #require(answers.first)
    #expect(answer["concepts"]?.count == 0)
    let suggestions = answer["suggestions"].map { Array($0.elements) } ?? []
    #expect(suggestions.first?["text"]?.string == "nortriptyline")
  }

  @Test("Queries from standard input are answered one by one")
  func lines() throws {
    let run = try ToolProcess.asking(
      ["search", "-", "--exact", "--format", "ndjson"], input: "lipitor\nno such drug\nheparin\n"
    ).expect(1)
    let answers = try run.output.split(separator: "\n").map { line in
      try JSONDocument(Array(line.utf8)).root
    }
    #expect(answers.map { $0["query"]?.string } == ["lipitor", "no such drug", "heparin"])
    #expect(answers.map { $0["concepts"]?.count == 0 } == [false, true, false])
    #expect(answers.allSatisfy { $0["schema"]?.integer == 1 })
  }
}

@Suite("rxkit related")
struct RelatedCommandTests {
  private func answers(_ words: String...) throws -> (code: Int32, records: [JSONDocument]) {
    let run = try ToolProcess.asking(["related"] + words + ["--format", "ndjson"])
    let lines = run.output.split(separator: "\n")
    return (run.exitCode, try lines.map { try JSONDocument(Array($0.utf8)) })
  }

  private func concepts(_ record: JSONDocument, tty: String) -> [String] {
    record.root["groups"]?.elements.first { $0["tty"]?.string == tty }?["concepts"]?.elements
      .compactMap { $0["rxcui"]?.string } ?? []
  }

  @Test("Without an option there are nineteen groups, each with its path")
  func all() throws {
    let (code, records) = try answers("1656346")
    let record = try #require(records.first)
    #expect(code == 0)
    let groups = record.root["groups"]?.elements.map { $0 } ?? []
    #expect(groups.count == 19)
    #expect(groups.allSatisfy { $0["path"]?.isArray == true && $0["evidence"]?.string != nil })
    // The family is stated by a source, so these are facts of RxNorm.
    #expect(concepts(record, tty: "IN") == ["1656328", "69749"])
    #expect(concepts(record, tty: "SBDG") == ["1656344", "1656345"])
    #expect(concepts(record, tty: "SBD") == ["1656346"])
    #expect(record.root["starts"]?.elements.first { _ in true }?["cardinality"]?.string == "MULTI")
  }

  @Test("S4 A name of several concepts has an answer for each, and says so")
  func sharedName() throws {
    let run = try ToolProcess.asking("related", "--name", "Entresto", "--products").expect(
      0, prints: "1656346")
    #expect(run.output.hasSuffix("none: BPCK\n"))
  }

  @Test("A retired code names its successors and follows none; an obsolete one says its status")
  func notActive() throws {
    let (code, records) = try answers("541862", "999", "no such drug")
    #expect(code == 1)
    #expect(records.count == 3, "S1: a record for each")
    #expect(records.first?.root["history"]?["status"]?.string == "NotCurrent")
    #expect(records.allSatisfy { $0.root["answered"]?.boolean == false })
    #expect(records.allSatisfy { $0.root["starts"]?.elements.first { _ in true } == nil })
    try ToolProcess.asking("related", "1495474", "861023").expect(1)
  }

  @Test("Brands need one ingredient for every word")
  func brands() throws {
    let both = try answers("--brands", "17767", "83367")
    #expect(both.code == 0)
    #expect(both.records.count == 1)
    #expect(both.records.first.map { concepts($0, tty: "BN") } == ["404914"])
    try ToolProcess.asking("related", "--brands", "17767", "308192").expect(
      1, says: "308192: not one active ingredient, expected IN, PIN or MIN")
  }

  @Test("A pack tells its products with counts, a product its packs")
  func packs() throws {
    let pack = try ToolProcess.asking("related", "749783", "--packs", "--format", "tsv")
    let row = try #require(pack.output.split(separator: "\n").last)
    #expect(row.contains("contains\t\tSCD\t308460\tazithromycin 250 MG Oral Tablet\tActive\t6"))
    let product = try answers("308460", "--packs")
    let members = product.records.first?.root["groups"]?.elements.first { _ in true }
    let found = members?["concepts"]?.elements.first { $0["rxcui"]?.string == "749783" }
    #expect(found?["count"]?.integer == 6)
  }

  @Test("Subsumption speaks FHIR's words, and shows the way")
  func subsumption() throws {
    let wide = try answers("6809", "--subsumes", "861007").records.first
    #expect(wide?.root["subsumption"]?["outcome"]?.string == "subsumes")
    #expect(wide?.root["subsumption"]?["way"]?.elements.first { _ in true } != nil)
    let narrow = try answers("861007", "--subsumes", "6809").records.first
    #expect(narrow?.root["subsumption"]?["outcome"]?.string == "subsumed-by")
    let kind = try answers("861007", "--subsumes", "6809", "--basis", "kind").records.first
    #expect(kind?.root["subsumption"]?["outcome"]?.string == "not-subsumed")
    #expect(try answers("861007", "--subsumes", "no such drug").code == 1)
  }
}
