// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing
import TestSupport

@testable import CommandLineTool
@testable import rxkit_labels
@testable import rxkit_tool

@Suite("S23 Every answer carries the release")
struct ReleaseTests {
  /// Questions of every command that asks a catalog, answered and not.
  static let questions = FixtureRows.texts("questions to a release").map {
    RunTests.quoted($0).map { $0.replacing("@/", with: root) }
  }
  static let root = Repository.root.path + "/"
  static let name = "RXNORM_RECONSTRUCTED_20260723"

  @Test(
    "S23 Name, date and that it is not NLM's, in every form that programs read",
    .enabled(if: !Effort.isFast),
    arguments: questions,
    [OutputFormat.json, .ndjson, .csv, .tsv])
  func everyForm(_ words: [String], _ format: OutputFormat) throws {
    let run = try ToolProcess.asking(words + ["--format", format.rawValue])
    #expect(run.errors.components(separatedBy: CatalogOpening.notOfficial).count == 2)
    if words == ["info"] {
      #expect(run.output.contains(Self.name) && run.output.contains("2026-07-23"))
      return
    }
    switch format {
    case .json, .ndjson:
      let lines = format == .json ? [Substring(run.output)] : run.output.split(separator: "\n")
      for line in lines {
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
        for answer in value as? [[String: Any]] ?? [value as? [String: Any] ?? [:]] {
          // Findings of an audit follow its summary, which names the release.
          if words[0] == "audit", answer["kind"] as? String != "summary" { continue }
          let release = try #require(answer["release"] as? [String: Any], "\(words)")
          #expect(release["name"] as? String == Self.name)
          #expect(release["date"] as? String == "2026-07-23")
          #expect(release["official"] as? Bool == false)
        }
      }
    default:
      let separator: Character = format == .csv ? "," : "\t"
      let rows = run.output.split(whereSeparator: \.isNewline)
      let suffix = [Self.name, "2026-07-23", "no"].map { "\(separator)\($0)" }.joined()
      let heading = ["release", "release_date", "official"].map { "\(separator)\($0)" }.joined()
      #expect(rows.first?.hasSuffix(heading) == true, "\(rows.first ?? "")")
      for row in rows.dropFirst() { #expect(row.hasSuffix(suffix), "\(row)") }
    }
  }

  @Test("S23 A table for people has no such columns; the note stands on standard error")
  func people() throws {
    for format in ["table", "markdown"] {
      let run = try ToolProcess.asking("search", "amox", "--format", format)
      #expect(!run.output.contains("official") && run.errors.contains(CatalogOpening.notOfficial))
    }
  }

  /// Files and resources of other tools, each with where it names the release.
  static let exports = FixtureRows.texts("exports").map(RunTests.quoted)

  @Test(
    "S23 An export names the release, and that it is not NLM's", .enabled(if: !Effort.isFast),
    arguments: exports)
  func export(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder["out"].path
    try ToolProcess.asking(["export"] + words + ["-o", path]).expect(0)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.holds(Self.name), "\(words)")
    #expect(
      text.holds("not a release of the U.S.") || text.holds("\"official\":false"), "\(words)")
  }
}

@Suite("S33 Facts, no advice")
struct AdviceTests {
  /// Commands that say nothing of a medication: they build, check, compare or measure.
  static let others = [
    "build", "verify", "info", "value-set", "diff", "evaluate", "completions", "help",
  ]

  static let commands = Rxkit.tool.definitions + RxkitLabels.tool.definitions

  @Test("S33 The help of every command on medications says so in one line")
  func help() {
    for command in Self.commands where !Self.others.contains(command.name) {
      let page = HelpText.page(of: command).replacing("\n", with: " ")
      let note = command.name.hasPrefix("med ") ? HelpText.storeNote : HelpText.safetyNote
      #expect(page.contains(note), "\(command.name)")
    }
    #expect(Set(Self.others).isSubset(of: Self.commands.map(\.name)), "each of them exists")
    let overview = HelpText.overview(of: Rxkit.tool).replacing("\n", with: " ")
    #expect(overview.contains(HelpText.safetyNote))
  }

  @Test("S33 The README says so, with what is not given")
  func readme() throws {
    let text = try String(
      contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8
    ).replacing("\n", with: " ")
    let start = try #require(text.range(of: "**No advice.**"))
    let paragraph = text[start.lowerBound...].prefix(400)
    for word in ["recommendation", "diagnosis", "dose", "equivalence", "verdict on safety"] {
      #expect(paragraph.contains(word), "\(word)")
    }
  }

  /// Pages about medications, for persons.
  static let pages = FixtureRows.texts("pages").map(RunTests.quoted)

  @Test(
    "S33 A page of what labels name ends with it, and its own words advise nothing",
    arguments: pages)
  func ending(_ words: [String]) throws {
    let run = try ToolProcess.asking(words)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.last == "What labels state; no advice, diagnosis or verdict on safety.")
    // What labels say stands in quotation marks; titles of boxed warnings are theirs, too.
    let own = lines.dropLast().filter { !$0.contains("boxed warning") }.map { line in
      line.split(separator: "“").enumerated().map { place, part in
        place == 0 ? part : part.drop { $0 != "”" }
      }.joined()
    }.joined(separator: "\n").lowercased()
    for word in [
      "should", "recommend", "consult", "stop taking", "ask your", "see a doctor", "dangerous",
      "you ", "caused by", "because", "due to", "responsible", "probably", "diagnos",
    ] {
      #expect(!own.contains(word), "\(word)")
    }
  }
}

/// Asks the questions whose answers an independent program found.
@Suite("Golden questions")
struct GoldenQuestionsTests {
  @Test("Every golden question is answered right, as Scripts/golden prints it")
  func golden() throws {
    guard let folder = TestData.path("golden", skipping: "golden questions") else { return }
    let file = folder.appendingPathComponent("golden.tsv")
    guard let answering = ToolProcess.built("rxkit-golden") else {
      print("skipped: golden questions (rxkit-golden is not built)")
      return
    }
    let script = Repository.root.appendingPathComponent("Scripts/golden").path
    let run = try ToolProcess.run(
      program: "/bin/bash", [script, file.path, try StarterCatalog.path()],
      environment: ["RXKIT": try ToolProcess.executable().path, "RXKIT_GOLDEN": answering.path])
    let lines = run.output.split(separator: "\n")
    let count = try TestData.table(file).count
    print("golden: \(lines.last ?? "no answer")")
    for line in lines where line.contains("\twrong\t") { Issue.record("\(line)") }
    #expect(lines.count == count + 1)
    #expect(lines.last?.hasPrefix("\(count) of \(count) right") == true, "\(run.errors)")
    #expect(run.exitCode == 0)
  }

  @Test("A wrong expectation is told with both sides, and the exit code is 1")
  func wrong() throws {
    guard let answering = ToolProcess.built("rxkit-golden") else {
      print("skipped: a wrong golden question (rxkit-golden is not built)")
      return
    }
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "id\tkind\tquestion\texpected\tsource\nx1\tingredients\tingredients 308192\t1\tnone\n",
      to: "questions.tsv")
    let run = try ToolProcess.run(program: answering.path, [try StarterCatalog.path(), file])
      .expect(1)
    #expect(run.output.hasPrefix("x1\t723\twrong\texpected 1\n0 of 1 right"))
  }
}
