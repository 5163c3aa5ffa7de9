// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

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

  @Test("--explain shows the steps, and without it there are none")
  func explain() throws {
    try ToolProcess.asking("related", "1656346", "--tty", "in", "--format", "ndjson").expect(
      prints: "\"way\":null")
    try ToolProcess.asking("related", "1656346", "--tty", "IN", "--explain").expect(
      prints: "SBD SCDC IN", "1656346 consists_of 1656334 has_ingredient 1656328")
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

  @Test("Two questions at once are refused, and --basis needs a question of its own")
  func conflicts() throws {
    try ToolProcess.asking("related", "6809", "--generic", "--packs").expect(
      2, says: "[usage.conflicting-options]")
    try ToolProcess.asking("related", "6809", "--basis", "kind").expect(
      2, says: "[usage.missing-option]")
  }

  @Test("A placeholder cannot be asked for by its number")
  func placeholder() throws {
    try ToolProcess.asking("related", "90003018", "--format", "json").expect(
      1, prints: "\"starts\": []")
  }
}
