// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("rxkit search on the starter release")
struct SearchCommandTests {
  private func rows(_ words: [String]) throws -> [[String]] {
    let run = try ToolProcess.asking(["search"] + words + ["--format", "tsv"])
    return run.output.split(separator: "\n").dropFirst().map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
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

  @Test("A filter that the catalog does not know, and ways that exclude each other, are errors")
  func usage() throws {
    try ToolProcess.asking(["search", "a", "--dose-form", "nosuchform"]).expect(
      2, says: "usage.unknown-filter")
    try ToolProcess.asking(["search", "a", "--exact", "--spelling"]).expect(
      2, says: "usage.conflicting-options")
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
