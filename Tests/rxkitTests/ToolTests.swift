// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CRxKit
import Foundation
import LibRxKit
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_labels
@testable import rxkit_tool

@Suite("The tool as a process")
struct ToolTests {
  @Test("--version prints the version of the tool first, with or without a command")
  func version() throws {
    for words in [["--version"], ["help", "--version"]] {
      let run = try ToolProcess.run(words).expect(0)
      #expect(run.output.hasPrefix("rxkit \(VersionReport.tool)\n"))
      #expect(run.errors.isEmpty)
    }
  }

  @Test("The first line of --version names the program that was run")
  func versionOfLabels() throws {
    let run = try ToolProcess.run(["rxkit-labels", "--version"])
    #expect(run.output.hasPrefix("rxkit-labels \(VersionReport.tool)\n"))
  }

  @Test("The C library and the Python package have the version of the tool")
  func versionOfLibrary() throws {
    #expect(rxkit_version().map { String(cString: $0) } == VersionReport.tool)
    let project = Repository.root.appendingPathComponent("Python/pyproject.toml")
    let text = try String(contentsOf: project, encoding: .utf8)
    #expect(text.contains("\nversion = \"\(VersionReport.tool)\"\n"))
  }

  @Test("A closed pipe is a quiet end with exit code 0")
  func brokenPipe() throws {
    for words in [["help"], ["completions", "bash"], ["--help"], ["--version"]] {
      let run = try ToolProcess.run(words, closesOutput: true).expect(0)
      #expect(run.errors.isEmpty)
    }
  }

  @Test("A full disk is told, and the exit code is 3")
  func fullDisk() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else {
      print("skipped: there is no /dev/full")
      return
    }
    let tool = try ToolProcess.executable().path
    let run = try ToolProcess.run(program: "/bin/sh", ["-c", "'\(tool)' help > /dev/full"]).expect(
      3)
    #expect(run.errors.hasPrefix("standard output: no space left on device"))
  }

  @Test("No colour goes into a pipe")
  func noColorInPipes() throws {
    try ToolProcess.run(["hepl"], environment: ["TERM": "xterm-256color"]).expect(omits: "\u{1B}")
  }

  @Test("R31 Every exit code is in the help")
  func exitCodes() throws {
    let run = try ToolProcess.run(["help", "exit-codes"]).expect(0)
    for code in ExitCode.allCases { #expect(run.output.contains("\n  \(code.rawValue)  ")) }
  }

  @Test("R31 The documentation has the table of exit codes that the help prints")
  func documentedExitCodes() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Documentation/rxkit.docc/CommandLine.md"),
      encoding: .utf8
    ).replacing("`", with: "")
    for code in ExitCode.allCases {
      #expect(page.contains("| \(code.rawValue) | \(code.meaning) |"))
    }
  }
}

@Suite("Help")
struct HelpTests {
  /// The commands of both programs.
  static let commands = Rxkit.tool.definitions + RxkitLabels.tool.definitions

  @Test("The overview is as reviewed")
  func overview() throws {
    try Golden.check(try ToolProcess.run(["--help"]).output, "help.txt")
    #expect(try ToolProcess.run(["help"]).output == ToolProcess.run(["-h"]).output)
    try Golden.check(try ToolProcess.run(["rxkit-labels", "--help"]).output, "help-labels.txt")
  }

  @Test("The help of a command is as reviewed", arguments: commands)
  func page(_ command: CommandDefinition) throws {
    let isOfLabels = command.program == RxkitLabels.tool.name
    let program = isOfLabels ? [command.program] : []
    let run = try ToolProcess.run(program + [command.name, "--help"]).expect(0)
    try Golden.check(
      run.output, "help-\(isOfLabels ? "labels-" : "")\(command.name.replacing(" ", with: "-")).txt"
    )
    #expect(try ToolProcess.run(program + ["help", command.name]).output == run.output)
  }

  @Test("The help of a topic is as reviewed", arguments: HelpTopic.allCases)
  func topic(_ topic: HelpTopic) throws {
    try Golden.check(
      try ToolProcess.run(["help", topic.rawValue]).output, "help-\(topic.rawValue).txt")
  }

  @Test("R33 Examples come before options, and every line fits 80 columns", arguments: commands)
  func order(_ command: CommandDefinition) throws {
    let text = HelpText.page(of: command)
    let examples = try #require(text.range(of: "EXAMPLES:"))
    let options = try #require(text.range(of: "OPTIONS:"))
    #expect(examples.lowerBound < options.lowerBound)
    for line in text.split(separator: "\n") where !line.hasPrefix("  rxkit") {
      #expect(DisplayText.width(of: String(line)) <= 80, "\(line)")
    }
  }

  @Test("Every example is a command line that the parser takes", arguments: commands)
  func examplesParse(_ definition: CommandDefinition) throws {
    for example in definition.examples {
      let command = try #require(example.line.range(of: definition.words), "\(example.line)")
      let words = example.line[command.upperBound...].split(separator: " ").map(String.init)
        .map { $0.trimmingCharacters(in: ["'", "\""]) }
      let own = words.prefix { !["|", ">", "<", "&&"].contains($0) }.map { word in
        word.hasSuffix(")") && !word.contains("(") ? String(word.dropLast()) : word
      }
      #expect(throws: Never.self, "\(example.line)") {
        try InvocationParser.parse(own, of: definition, tool: Rxkit.tool)
      }
    }
  }

  @Test("Definitions are whole: sentences, unique names, defaults for choices", arguments: commands)
  func definitions(_ definition: CommandDefinition) throws {
    #expect(definition.abstract.hasSuffix("."))
    #expect(!definition.examples.isEmpty)
    let spellings = definition.allOptions.flatMap(\.spellings)
    #expect(Set(spellings).count == spellings.count, "an option is defined twice")
    for option in definition.allOptions {
      #expect(option.explanation.hasSuffix("."), "\(option.name)")
      #expect(option.name.hasPrefix("--"), "\(option.name)")
      if let value = option.defaultValue, !option.choices.isEmpty {
        #expect(option.choices.map(\.word).contains(value), "\(option.name)")
      }
    }
    for argument in definition.arguments.dropLast() {
      #expect(argument.count == .one, "only the last argument may be left out or repeated")
    }
  }
}

@Suite("Where the catalog is")
struct CatalogLocationTests {
  @Test("The option comes first, then the environment, then the user's data folder")
  func order() throws {
    var environment = Environment(catalog: "env.rxkit", dataHome: "/data", home: "/home/me")
    #expect(
      try CatalogLocation(option: "mine.rxkit", environment: environment).path == "mine.rxkit")
    let named = try CatalogLocation(option: nil, environment: environment)
    #expect(named.path == "env.rxkit")
    #expect(named.origin == .environment)
    environment.catalog = nil
    let own = try CatalogLocation(option: nil, environment: environment)
    #expect(own.origin == .userData)
    #if os(macOS)
      #expect(own.path == "/home/me/Library/Application Support/rxkit/catalog.rxkit")
    #else
      #expect(own.path == "/data/rxkit/catalog.rxkit")
      environment.dataHome = "relative"
      #expect(
        CatalogLocation.userDataPath(environment) == "/home/me/.local/share/rxkit/catalog.rxkit",
        "the XDG specification: a relative path is ignored")
    #endif
  }

  @Test("Without a home folder there is no place, and the exit code is 4")
  func noPlace() {
    let failure = #expect(throws: CommandFailure.self) {
      try CatalogLocation(option: nil, environment: Environment())
    }
    #expect(failure?.exitCode == .catalog)
  }

  @Test("A missing catalog says where it was looked for and how to build one")
  func missing() throws {
    let environment = Environment(catalog: "env.rxkit")
    let failure = try CatalogLocation(option: nil, environment: environment).missing
    #expect(
      failure.description == """
        env.rxkit: catalog not found (named by RXKIT_CATALOG)  [catalog.missing]
           try: rxkit build <release.zip> -o env.rxkit, or Scripts/get-rxnorm for NLM's current release
        """)
  }
}

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

  @Test("bash offers what fits", arguments: FixtureRows.pairs("offers"))
  func bashOffers(_ line: String, _ offers: String) throws {
    try expect(RunTests.quoted(offers), of: .sample, for: line)
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

  @Test("fish offers what fits", arguments: FixtureRows.pairs("offers"))
  func fishOffers(_ line: String, _ offers: String) throws {
    guard let fish = ToolProcess.path(of: "fish") else { return }
    let folder = try TemporaryFolder()
    let script = FishCompletions.script(for: .sample) + "complete -C'\(line)'\n"
    let file = try folder.write(script, to: "try.fish")
    let run = try ToolProcess.run(
      program: fish, ["--no-config", file], environment: ["HOME": folder.url.path])
    let offered = run.output.split(separator: "\n").compactMap {
      $0.split(separator: "\t").first.map(String.init)
    }
    #expect(Set(offered) == Set(RunTests.quoted(offers)))
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
