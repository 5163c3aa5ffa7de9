// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool
@testable import rxkit_labels

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
  static let pages: [[String]] = [
    ["side-effects", "6809"], ["side-effects", "860975", "--all"], ["side-effects", "36437"],
    ["side-effects", "11289", "--all"], ["side-effects", "32968"],
    ["symptoms", "nausea"], ["symptoms", "chest pain"],
    ["explain", "--symptom", "dizziness", "--medications", "29046", "36437", "32968"],
  ]

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
