// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@testable import CommandLineTool
@testable import rxkit_tool
@testable import rxkit_labels

@Suite("Completions and manual pages")
struct CompletionsTests {
  static let tools: [Tool] = [.sample, Rxkit.tool, RxkitLabels.tool]

  @Test("bash takes the script", arguments: tools)
  func bashSyntax(_ tool: Tool) throws {
    guard let bash = ToolProcess.path(of: "bash") else { return }
    let run = try ToolProcess.run(
      program: bash, ["-n"], input: BashCompletions.script(for: tool))
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  @Test("zsh takes the script", arguments: tools)
  func zshSyntax(_ tool: Tool) throws {
    guard let zsh = ToolProcess.path(of: "zsh") else { return }
    let run = try ToolProcess.run(
      program: zsh, ["-n", "/dev/stdin"], input: ZshCompletions.script(for: tool))
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  @Test("fish takes the script", arguments: tools)
  func fishSyntax(_ tool: Tool) throws {
    guard let fish = ToolProcess.path(of: "fish") else { return }
    let folder = try TemporaryFolder()
    let file = try folder.write(FishCompletions.script(for: tool), to: "rxkit.fish")
    let run = try ToolProcess.run(
      program: fish, ["--no-execute", file], environment: ["HOME": folder.url.path])
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  static let cases: [(line: String, offers: [String])] = [
    ("rxkit s", ["sample"]), ("rxkit sample --s", ["--system", "--strict"]),
    ("rxkit sample --color ", ["red", "green"]), ("rxkit sample --color g", ["green"]),
    ("rxkit sample --system ", []), ("rxkit help sam", ["sample"]),
    ("rxkit help exit", ["exit-codes"]),
  ]

  @Test("bash offers what fits", arguments: cases)
  func bashOffers(_ line: String, _ offers: [String]) throws {
    try expect(offers, of: .sample, for: line)
  }

  @Test("bash completes the words of a group of commands, and the options of its commands")
  func groupOffers() throws {
    for (line, offers) in [
      ("rxkit med sn", ["snooze"]), ("rxkit med symptom l", ["log", "list"]),
      ("rxkit med take --sch", ["--scheduled"]), ("rxkit med notifications o", ["on", "off"]),
      ("rxkit me", ["med"]), ("rxkit export s", ["swift", "sqlite"]),
    ] {
      try expect(offers, of: Rxkit.tool, for: line)
    }
  }

  /// Expects what bash offers for a line whose last word is being typed.
  private func expect(_ offers: [String], of tool: Tool, for line: String) throws {
    guard let bash = ToolProcess.path(of: "bash") else { return }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let script =
      BashCompletions.script(for: tool) + """

        COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
        COMP_CWORD=\(words.count - 1)
        _rxkit
        printf '%s\\n' "${COMPREPLY[@]}"
        """
    let run = try ToolProcess.run(program: bash, [], input: script)
    #expect(run.errors.isEmpty)
    #expect(run.output.split(separator: "\n").map(String.init) == offers, "\(line)")
  }

  @Test("fish offers what fits", arguments: cases)
  func fishOffers(_ line: String, _ offers: [String]) throws {
    guard let fish = ToolProcess.path(of: "fish") else { return }
    let folder = try TemporaryFolder()
    let script = FishCompletions.script(for: .sample) + "complete -C'\(line)'\n"
    let file = try folder.write(script, to: "try.fish")
    let run = try ToolProcess.run(
      program: fish, ["--no-config", file], environment: ["HOME": folder.url.path])
    let offered = run.output.split(separator: "\n").compactMap {
      $0.split(separator: "\t").first.map(String.init)
    }
    #expect(Set(offered) == Set(offers))
  }

  @Test("groff formats every manual page without a warning", arguments: tools)
  func manuals(_ tool: Tool) throws {
    guard let groff = ToolProcess.path(of: "groff") else { return }
    let pages = [ManualPage.ofTool(tool)] + tool.definitions.map(ManualPage.ofCommand)
    for page in pages {
      let run = try ToolProcess.run(
        program: groff, ["-man", "-Tutf8", "-ww", "-z"], input: page)
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    }
  }

  @Test("A manual page names its command, its options and the exit codes")
  func manualContent() throws {
    let run = try ToolProcess.run(["help", "--man", "completions"]).expect(
      0, prints: "\\-\\-no\\-color", ".SH EXIT STATUS")
    #expect(run.output.hasPrefix(".TH RXKIT\\-COMPLETIONS 1 "))
  }
}
