// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("What a slip is met with")
struct RemedyTests {
  /// Words with a slip that must not look like an answer, and the code of the error.
  static let slips: [([String], String)] = [
    (["search", "amox", "--tty", "XYZ"], "usage.unknown-value"),
    (["search", "amox", "--tty", "SCD,XYZ"], "usage.unknown-value"),
    (["search", "amox", "--source", "XYZ"], "usage.unknown-value"),
    (["search", "amox", "--tty", ","], "usage.empty-list"),
    (["search", "amox", "--source", ","], "usage.empty-list"),
    (["search", "amox", "--limit", "0"], "usage.not-a-count"),
    (["search", ""], "usage.empty-argument"), (["search", " ", " "], "usage.empty-argument"),
    (["resolve", ""], "usage.empty-argument"), (["lookup", "6809", ""], "usage.empty-argument"),
    (["history", " "], "usage.empty-argument"), (["related", ""], "usage.empty-argument"),
    (["lookup", "-", "-"], "usage.repeated-input"),
    (["resolve", "-", "-"], "usage.repeated-input"),
  ]

  @Test("A slip is a usage error, and nothing is answered", arguments: slips)
  func slip(_ words: [String], _ code: String) throws {
    try ToolProcess.asking(words).expect(2, says: "[\(code)]", "try: ", lines: 0)
  }

  @Test("Filters are met in any case, and near ones are named")
  func filters() throws {
    try ToolProcess.asking("search", "amox", "--tty", "SDC").expect(says: "Did you mean")
    try ToolProcess.asking("search", "amox", "--source", "RXNROM").expect(
      says: "Did you mean 'RXNORM'?")
    let upper = try ToolProcess.asking(
      "search", "metformin", "--tty", "SCD", "--tty", "IN", "--source", "RXNORM")
    let lower = try ToolProcess.asking(
      "search", "metformin", "--tty", "scd,in", "--source", "rxnorm")
    #expect(upper.exitCode == 0)
    #expect(upper.output == lower.output)
  }

  @Test("A name in the place of a code is told where names are found")
  func names() throws {
    let run = try ToolProcess.asking("history", "metformin", "'ab c", "0").expect(
      1, says: "try: rxkit search metformin", "try: rxkit search ''\\''ab c'")
    #expect(run.errors.components(separatedBy: "try:").count == 3, "none for a code")
  }

  @Test("lookup takes an NDC without --system, and prints the command for a name")
  func lookup() throws {
    let plain = try ToolProcess.asking("lookup", "0378-7001-05", "--json")
    #expect(
      plain.output
        == (try ToolProcess.asking(
          "lookup", "0378-7001-05", "--system", "ndc", "--json"
        ).output))
    try ToolProcess.asking("lookup", "amoxicillin 500 mg", "--quiet").expect(
      1, says: "try: rxkit resolve 'amoxicillin 500 mg'\n", lines: 0)
    // A line may contain a person's data: only its place is named.
    let line = try ToolProcess.asking("lookup", "-", "--quiet", input: "jane doe\n")
    #expect(line.errors == "standard input:1: not an RxNorm code or NDC\n")
  }

  @Test(
    "match and resolve agree on a text, and print what competes",
    arguments: [
      ("metformin 500", "ingredient-only, under-determined", "861007"),
      ("coumadin", "ingredient-only, under-determined", "855290"),
      ("advil", "ingredient-only, under-determined", "91703"),
      ("losartan 50 mg tablet", "ingredient-only, under-determined", "979492"),
      ("simvastatin 3 mg tablet", "ingredient-only, not-in-release", "36567"),
    ])
  func oneVerdict(_ text: String, _ verdict: String, _ candidate: String) throws {
    let match = try ToolProcess.asking("match", text, "--format", "tsv").output
    #expect(match.contains(verdict.replacingOccurrences(of: ", ", with: "\t")), "\(match)")
    let resolve = try ToolProcess.asking("resolve", text).output
    #expect(resolve.contains("(\(verdict))"), "\(resolve)")
    #expect(match.contains(candidate) && resolve.contains("(\(candidate))"))
  }

  @Test("What is not found is said once, on standard error")
  func once() throws {
    try ToolProcess.asking("related", "nosuchdrug").expect(
      1, says: "nosuchdrug: not found", lines: 0)
  }

  @Test("A place that takes no file is told what to do")
  func places() throws {
    try ToolProcess.asking("export", "swift", "--codes", "6809", "-o", "/nonexist/x").expect(
      3, says: "[output.unwritable]", "try: make the folder first")
  }

  @Test("One medication that is wrong does not take the others with it")
  func medications() throws {
    let folder = try TemporaryFolder()
    let good = "{\"medication\": {\"displayText\": \"metformin\"}}"
    let array = try folder.write("[\(good),\n  {\"medication\": {}},\n5, \(good)]", to: "a.json")
    let lines = try folder.write("\(good)\n{\"medication\": 1}\n{\n\(good)\n", to: "b.json")
    for command in ["resolve", "side-effects"] {
      try ToolProcess.asking(command, array, "--format", "ndjson").expect(
        3, says: "\(array):2:", "[1].medication", "\(array):3:1: [2]: found another value", lines: 2
      )
    }
    try ToolProcess.asking("resolve", lines, "--format", "ndjson").expect(
      3, says: "\(lines):2:16: medication", lines: 2)
    let single = try folder.write("{\"medication\": {}}", to: "c.json")
    try ToolProcess.asking("resolve", single, "--format", "ndjson").expect(3, lines: 0)
  }

  @Test("Figures of an evaluation are an object with the release that they are of")
  func evaluation() throws {
    let pairs = Repository.root
      .appendingPathComponent("Tests/rxkitTests/Fixtures/matching/pairs.tsv").path
    let run = try ToolProcess.asking("evaluate", "matching", pairs, "--format", "json").expect(0)
    let root = try JSONDocument(Array(run.output.utf8)).root
    let evaluation = try #require(root.elements.first { _ in true })
    #expect(root.count == 1)
    #expect(evaluation["schema"]?.integer == 1)
    #expect(evaluation["release"]?["name"]?.string != nil)
    let first = try #require(evaluation["figures"]?.elements.first { _ in true })
    #expect(first["figure"]?.string == "concept top-1")
    // Two of the three texts name a drug, each by the very name of its concept.
    #expect(first["count"]?.integer == 2)
    #expect(first["of"]?.integer == 2)
    #expect(first["share"]?.numberText == "1.0000")
  }
}
