// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("Commands on the starter release")
struct CommandTests {
  /// Commands that answer, each with the exit code.
  static let answering: [[String]] = [
    ["info"], ["info", "--terminology"], ["verify"], ["lookup", "308192", "617296"],
    ["search", "amox", "500", "ca"], ["search", "--exact", "heparin"],
    ["search", "--spelling", "nortriptelene"],
    ["resolve", "308192", "amoxicillin"], ["side-effects", "860975"],
    ["side-effects", "860975", "--all"], ["convert", sample], ["related", "1656346", "--explain"],
    ["related", "749783", "--packs"], ["related", "6809", "--subsumes", "861007"],
  ]
  static let sample = Repository.root.appendingPathComponent("Data/Samples/FHIR").path

  @Test(
    "R30 Every command answers in every format", .enabled(if: !Effort.isFast), arguments: answering,
    OutputFormat.allCases)
  func formats(_ words: [String], _ format: OutputFormat) throws {
    let run = try ToolProcess.asking(words + ["--format", format.rawValue])
    #expect(run.exitCode == 0 || words.first == "convert", "\(run.errors)")
    #expect(run.errors.components(separatedBy: CatalogOpening.notOfficial).count == 2, "S23")
    #expect(!run.output.contains(CatalogOpening.notOfficial))
    #expect(!run.output.contains("\u{1B}"))
    let lines = run.output.split(separator: "\n")
    switch format {
    case .json:
      #expect((try? JSONDocument(Array(run.output.utf8)))?.root.isArray == true)
    case .ndjson:
      for line in lines { #expect(throws: Never.self) { try JSONDocument(Array(line.utf8)) } }
    case .tsv:
      let columns = Set(lines.map { $0.utf8.count { $0 == 0x09 } })
      #expect(columns.count == 1, "every row has the columns of the header")
    case .csv: #expect(lines.first?.contains(",") == true)
    case .markdown: #expect(lines.allSatisfy { $0.hasPrefix("| ") })
    case .table: break
    }
  }

  @Test("Short and other spellings say the same")
  func spellings() throws {
    let json = try ToolProcess.asking("lookup", "6809", "--format", "json").output
    #expect(json.hasPrefix("["))
    for words in [["--json"], ["-f", "json"]] {
      #expect(try ToolProcess.asking(["lookup", "6809"] + words).output == json, "\(words)")
    }
    for words in [["--json", "-f", "csv"], ["--json", "--json"], ["--json=x"]] {
      try ToolProcess.asking(["lookup", "6809"] + words).expect(2)
    }
    #expect(try ToolProcess.run(["-V"]).output == ToolProcess.run(["--version"]).output)
    try ToolProcess.run(["build", "--json"]).expect(2)
  }

  @Test("S23 --quiet silences the note on standard error, and the answer names the release still")
  func quiet() throws {
    for word in ["--quiet", "-q"] {
      let run = try ToolProcess.asking("lookup", "6809", "--json", word).expect(
        prints: #""official": false"#)
      #expect(run.exitCode == 0 && run.errors.isEmpty)
    }
  }

  /// Commands whose examples need nothing but a catalog; systems of example.org would have to be
  /// loaded into it.
  static let examples: [String] = CommandList.all.flatMap { command -> [String] in
    let definition = command.definition
    return definition.examples.map(\.line).filter { line in
      [
        "lookup", "search", "related", "resolve", "side-effects", "info", "help", "completions",
      ].contains(definition.name)
        && !line.contains(".json") && !line.contains(" - ") && !line.contains("|")
        && !line.contains(">") && !line.contains("(") && !line.contains("example.org")
    }
  }

  @Test("R33 An example of the help that asks the catalog is answered", arguments: examples)
  func example(_ line: String) throws {
    // Every other part stands in quotation marks.
    let words = line.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .flatMap { $0.isMultiple(of: 2) ? $1.split(separator: " ") : [$1] }.map(String.init)
    let run = try ToolProcess.asking(Array(words.dropFirst())).expect(0)
    #expect(!run.output.isEmpty)
  }

  /// Words with a slip, and what is suggested.
  static let slips = [
    ["lokup", "1"]: "lookup", ["side-efects", "1"]: "side-effects", ["conver", "x"]: "convert",
    ["verfy"]: "verify", ["biuld", "x"]: "build", ["lookup", "1", "--formt", "json"]: "--format",
    ["related", "1", "--tty", "SDC"]: "SBDC",
    ["related", "1", "--rela", "has_ingredent"]:
      "has_ingredient",
    ["lookup", "1", "--format", "jsn"]: "json", ["build", "x", "--lenent"]: "--lenient",
    ["side-effects", "1", "--al"]: "--all", ["completions", "zhs"]: "zsh",
    ["help", "exit-code"]: "exit-codes",
  ]

  @Test(
    "R33 A slip is met with the nearest word, exit code 2",
    arguments: slips.keys.sorted { $0[0] < $1[0] })
  func slip(_ words: [String]) throws {
    try ToolProcess.asking(words).expect(
      2, says: "Did you mean '\(Self.slips[words] ?? "")'?", lines: 0)
  }

  @Test("S9 What is not found is reported one by one, and the exit code is 1")
  func notFound() throws {
    for command in ["lookup", "related", "resolve", "side-effects"] {
      let run = try ToolProcess.asking(command, "99999999", "308192", "--format", "ndjson").expect(
        1, says: "99999999: not found")
      #expect(run.output.split(separator: "\n").count == 2, "S1: a record for each")
    }
    let lookup = try ToolProcess.asking("lookup", "99999999", "308192")
    #expect(lookup.output.hasPrefix("fact"))
  }

  @Test("A wrong code is told what differs in one digit, and nothing is guessed")
  func nearest() throws {
    try ToolProcess.asking("lookup", "3081922").expect(
      1, says: "differs in one digit: 308192 amoxicillin 500 MG Oral Tablet (SCD)", lines: 0)
  }

  @Test("R32 - is standard input")
  func standardInput() throws {
    try ToolProcess.asking(
      "lookup", "-", "--format", "tsv", input: "308192\r\n\n 617296 \n"
    ).expect(0, lines: 3)
    let bundle = """
      {"resourceType":"MedicationRequest","status":"active","intent":"order",
       "medicationCodeableConcept":{"coding":[{"system":
       "http://www.nlm.nih.gov/research/umls/rxnorm","code":"308192"}]}}
      """
    for command in ["convert", "resolve", "side-effects"] {
      try ToolProcess.asking(command, "-", "--format", "ndjson", input: bundle).expect(
        0, prints: "\"rxcui\":\"308192\"")
    }
    try ToolProcess.asking(
      "resolve", "-", "--format", "tsv", input: "308192\namoxicillin\n"
    ).expect(lines: 3)
  }

  @Test("R32 --output writes what standard output would get, and overwrites only with --force")
  func output() throws {
    let folder = try TemporaryFolder()
    let place = folder["answer.json"].path
    for words in [
      ["lookup", "308192"], ["resolve", "308192"], ["side-effects", "860975"],
      ["convert", Self.sample], ["related", "308192"],
    ] {
      let asked = words + ["--format", "ndjson"]
      let plain = try ToolProcess.asking(asked)
      try ToolProcess.asking(asked + ["-o", place]).expect(
        plain.exitCode, says: "wrote \(place)\n", lines: 0)
      #expect(try String(contentsOfFile: place, encoding: .utf8) == plain.output)
      try ToolProcess.asking(["resolve", "617296", "-o", place]).expect(2)
      #expect(try String(contentsOfFile: place, encoding: .utf8) == plain.output)
      #expect(try ToolProcess.asking(asked + ["-o", place, "--force"]).exitCode == plain.exitCode)
      #expect(try ToolProcess.asking(asked + ["-o", "-"]).output == plain.output)
      #expect(try folder.names() == ["answer.json"])
      try FileManager.default.removeItem(atPath: place)
    }
  }

  @Test("R32 A reader that goes away ends every command quietly with 0", arguments: answering)
  func brokenPipe(_ words: [String]) throws {
    try ToolProcess.asking(words + ["--format", "json"], closesOutput: true).expect(
      0, omits: "broken pipe", "unwritable")
  }

  @Test("--strict turns problems into exit code 1")
  func strict() throws {
    let text = "{\"resourceType\":\"Medication\",\"code\":{\"text\":\"no such drug\"}}"
    let unknown =
      "{\"resourceType\":\"Medication\",\"code\":{\"coding\":[{\"system\":"
      + "\"http://www.nlm.nih.gov/research/umls/rxnorm\",\"code\":\"99999998\"}]}}"
    try ToolProcess.asking("convert", "-", input: text).expect(0)
    try ToolProcess.asking("convert", "-", input: unknown).expect(0)
    try ToolProcess.asking("convert", "-", "--strict", input: unknown).expect(1)
  }

  @Test("--concepts without --terminology is told what it belongs to")
  func concepts() throws {
    try ToolProcess.asking("info", "--concepts").expect(2, says: "--terminology")
  }
}
