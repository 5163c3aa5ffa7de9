// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

/// Every command that writes a file, on input that fails: at once, or when answers were written.
@Suite("S38 Half-written is not written")
struct WholeFileTests {
  /// A line that is too long, behind one that is answered.
  private static let endless = "6809\n" + String(repeating: "9", count: LineStream.longestLine + 9)

  static let failing: [(words: [String], input: String)] = [
    (["lookup", "-"], endless), (["history", "-"], endless), (["related", "-"], endless),
    (["search", "-"], endless), (["symptoms", "-"], "nausea\n" + endless),
    (["resolve", "-"], endless), (["side-effects", "-"], endless),
    (["explain", "--symptom", "nausea", "--medications", "-"], endless),
    (["match", "-"], "\"metformin\"\n" + endless),
    (["resolve", "no-such.json"], ""), (["side-effects", "no-such.json"], ""),
    (["match", "--input", "no-such.tsv"], ""), (["evaluate", "matching", "no-such.tsv"], ""),
    (["rxkit-labels", "evaluate", "no-such", "--expected", "no-such"], ""),
    (["export", "swift", "--codes", "no-such"], ""), (["diff", "no-such", "no-such"], ""),
    (["rxkit-labels", "combine", "no-such.tsv"], ""), (["build", "no-such.zip"], ""),
  ]

  @Test("S38 A run that fails leaves no file, and the old one as it was", arguments: failing)
  func failure(_ words: [String], _ input: String) throws {
    let folder = try TemporaryFolder()
    let path = folder["out"].path
    let run = try ToolProcess.asking(words + ["-o", path], input: input).expect(omits: "wrote ")
    #expect(run.exitCode >= 2, "\(words): \(run.errors)")
    #expect(try folder.names() == [], "\(words)")
    try folder.write("mine", to: "out")
    try ToolProcess.asking(words + ["-o", path, "--force"], input: input).expect(run.exitCode)
    #expect(try folder.names() == ["out"], "\(words)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test("S38 A run that succeeds leaves the whole answer and nothing else")
  func success() throws {
    let folder = try TemporaryFolder()
    let path = folder["out"].path
    for words in [["lookup", "6809"], ["side-effects", "6809"], ["match", "metformin"]] {
      let printed = try ToolProcess.asking(words + ["--format", "json"])
      try ToolProcess.asking(words + ["--format", "json", "-o", path, "--force"]).expect(
        0, lines: 0)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == printed.output)
      #expect(try folder.names() == ["out"])
    }
  }
}
