// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import JSONText
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("Commands on the starter release")
struct CommandTests {
  /// Commands that answer, each with the exit code.
  static let answering = FixtureRows.texts("commands that answer").map {
    RunTests.quoted($0).map { $0 == "SAMPLES" ? sample : $0 }
  }
  static let sample = Repository.root.appendingPathComponent("Data/Samples/FHIR").path

  @Test(
    "R30 Every command answers in every format", .enabled(if: !Effort.isFast), arguments: answering,
    OutputFormat.allCases)
  func formats(_ words: [String], _ format: OutputFormat) throws {
    let run = try Self.expectForm(format, of: words)
    #expect(run.errors.components(separatedBy: CatalogOpening.notOfficial).count == 2, "S23")
  }

  /// Runs a command in a format, and looks whether the answer has its form.
  @discardableResult
  static func expectForm(_ format: OutputFormat, of words: [String]) throws -> ToolProcess {
    let run = try ToolProcess.asking(words + ["--format", format.rawValue])
    #expect(!run.output.isEmpty || !["history", "diff", "audit"].contains(words[0]))
    #expect(run.exitCode == 0 || words.first == "convert", "\(run.errors)")
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
    return run
  }

  @Test("Short and other spellings say the same")
  func spellings() throws {
    let json = try ToolProcess.asking("lookup", "6809", "--format", "json").output
    #expect(json.hasPrefix("["))
    for words in [["--json"], ["-f", "json"]] {
      #expect(try ToolProcess.asking(["lookup", "6809"] + words).output == json, "\(words)")
    }
    #expect(try ToolProcess.run(["-V"]).output == ToolProcess.run(["--version"]).output)
  }

  /// Commands whose examples need nothing but a catalog; systems of example.org would have to be
  /// loaded into it.
  static let examples: [String] = Rxkit.tool.commands.flatMap { command -> [String] in
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
}

@Suite("What a slip is met with")
struct RemedyTests {
  @Test("Filters are met in any case")
  func filters() throws {
    let upper = try ToolProcess.asking(
      "search", "metformin", "--tty", "SCD", "--tty", "IN", "--source", "RXNORM")
    let lower = try ToolProcess.asking(
      "search", "metformin", "--tty", "scd,in", "--source", "rxnorm")
    #expect(upper.exitCode == 0)
    #expect(upper.output == lower.output)
  }

  @Test("lookup takes an NDC without --system")
  func lookup() throws {
    let plain = try ToolProcess.asking("lookup", "0378-7001-05", "--json")
    #expect(
      plain.output
        == (try ToolProcess.asking(
          "lookup", "0378-7001-05", "--system", "ndc", "--json"
        ).output))
  }
}

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
    let next = try rows(["metformin", "--limit", "2", "--offset", "1"])
    #expect(next == Array(try rows(["metformin", "--limit", "3"]).dropFirst()))
  }

  @Test("Suggestions behind an offset are those of the whole list")
  func suggestionsBehindOffset() throws {
    let all = try rows(["--spelling", "metformn"])
    try #require(all.count > 1)
    #expect(try rows(["--spelling", "metformn", "--limit", "1", "--offset", "1"]) == [all[1]])
  }
}

@Suite("history, diff and audit")
struct HistoryCommandTests {
  @Test("Two releases give the same catalog in either order, and it is said which is current")
  func build() throws {
    let folder = try TemporaryFolder()
    let months = Repository.root.path + "/Tests/rxkitTests/Fixtures/months/RxNorm_full_"
    let releases = [months + "02022026", months + "01052026"]
    for (name, order) in [("a", releases), ("b", releases.reversed())] {
      let path = folder[name].path
      try ToolProcess.run(["build"] + order + ["-o", path]).expect(
        0,
        says: "current is RxNorm_full_02022026 of 2026-02-02; history from 1 earlier release\n")
      try ToolProcess.run(["verify", "--catalog", path]).expect(0)
    }
    #expect(try Data(contentsOf: folder["a"]) == Data(contentsOf: folder["b"]), "S37")
  }

  @Test("R30 diff answers in every format", arguments: OutputFormat.allCases)
  func formats(_ format: OutputFormat) throws {
    let catalog = try StarterCatalog.path()
    try CommandTests.expectForm(format, of: ["diff", catalog, catalog])
  }

  /// First fields of lines, and what is read of them.
  @Test(
    "A list is read as lines, tab-separated or comma-separated values",
    arguments: FixtureRows.cells("lists of codes"))
  func list(_ row: [String]) throws {
    let list = try CodeList(InputFile(name: "x", bytes: Array(row[0].utf8)), system: nil)
    let codings = list.entries.map(\.coding)
    #expect(codings.map { $0.code ?? "-" }.joined(separator: " | ") == row[1])
    #expect(codings.map { $0.display ?? "-" }.joined(separator: " | ") == row[2])
  }
}
