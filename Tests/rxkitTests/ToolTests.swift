// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@testable import rxkit

@Suite("The tool as a process")
struct ToolTests {
  @Test("Without a command the help goes to standard error, and the exit code is 2")
  func noCommand() throws {
    let run = try ToolProcess.run([])
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("USAGE: rxkit <command>"))
  }

  @Test("An unknown command gets a suggestion, and the exit code is 2")
  func unknownCommand() throws {
    let run = try ToolProcess.run(["hepl"])
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        rxkit: unknown command 'hepl'. Did you mean 'help'?  [usage.unknown-command]
           try: rxkit help --help

        """)
  }

  @Test("An option before the command is told its place")
  func optionBeforeCommand() throws {
    let run = try ToolProcess.run(["--no-color", "help"])
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("stands before the command"))
  }

  @Test("--version prints the version of the tool first, with or without a command")
  func version() throws {
    for words in [["--version"], ["help", "--version"]] {
      let run = try ToolProcess.run(words)
      #expect(run.exitCode == 0)
      #expect(run.output.hasPrefix("rxkit \(VersionReport.tool)\n"))
      #expect(run.errors.isEmpty)
    }
  }

  @Test("A closed pipe is a quiet end with exit code 0")
  func brokenPipe() throws {
    for words in [["help"], ["completions", "bash"], ["--help"], ["--version"]] {
      let run = try ToolProcess.run(words, closesOutput: true)
      #expect(run.exitCode == 0)
      #expect(!run.isSignalled)
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
    let run = try ToolProcess.run(program: "/bin/sh", ["-c", "'\(tool)' help > /dev/full"])
    #expect(run.exitCode == 3)
    #expect(run.errors.hasPrefix("standard output: no space left on device"))
  }

  @Test("No colour goes into a pipe")
  func noColorInPipes() throws {
    let run = try ToolProcess.run(["hepl"], environment: ["TERM": "xterm-256color"])
    #expect(!run.errors.contains("\u{1B}"))
  }

  @Test("R31 Every exit code is in the help")
  func exitCodes() throws {
    let run = try ToolProcess.run(["help", "exit-codes"])
    #expect(run.exitCode == 0)
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
  /// Commands, and behind each group its members.
  static let names = CommandList.all.flatMap { command in
    [command.definition.name]
      + ((command as? any CommandGroup.Type)?.members ?? []).map { $0.definition.name }
  }

  @Test("The overview is as reviewed")
  func overview() throws {
    try Golden.check(try ToolProcess.run(["--help"]).output, "help.txt")
    #expect(try ToolProcess.run(["help"]).output == ToolProcess.run(["-h"]).output)
  }

  @Test("The help of a command is as reviewed", arguments: names)
  func page(_ name: String) throws {
    let words = name.split(separator: " ").map(String.init)
    let run = try ToolProcess.run(words + ["--help"])
    #expect(run.exitCode == 0)
    try Golden.check(run.output, "help-\(words.joined(separator: "-")).txt")
    #expect(try ToolProcess.run(["help"] + words).output == run.output)
  }

  @Test("The help of a topic is as reviewed", arguments: HelpTopic.allCases)
  func topic(_ topic: HelpTopic) throws {
    try Golden.check(
      try ToolProcess.run(["help", topic.rawValue]).output, "help-\(topic.rawValue).txt")
  }

  @Test("R33 Examples come before options, and every line fits 80 columns", arguments: names)
  func order(_ name: String) throws {
    let text = try #require(
      Rxkit.tool.command(named: name).map { HelpText.page(of: $0.definition) })
    let examples = try #require(text.range(of: "EXAMPLES:"))
    let options = try #require(text.range(of: "OPTIONS:"))
    #expect(examples.lowerBound < options.lowerBound)
    for line in text.split(separator: "\n") where !line.hasPrefix("  rxkit") {
      #expect(DisplayText.width(of: String(line)) <= 80, "\(line)")
    }
  }

  @Test("Every example is a command line that the parser takes", arguments: names)
  func examplesParse(_ name: String) throws {
    let definition = try #require(Rxkit.tool.command(named: name)).definition
    for example in definition.examples {
      // The example of a group is one of its members'.
      let member =
        Self.names.first { $0.hasPrefix(name + " ") && example.line.contains("rxkit \($0) ") }
        ?? name
      let definition = try #require(Rxkit.tool.command(named: member)).definition
      let command = try #require(example.line.range(of: "rxkit \(member)"), "\(example.line)")
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

  @Test("Definitions are whole: sentences, unique names, defaults for choices", arguments: names)
  func definitions(_ name: String) throws {
    let definition = try #require(Rxkit.tool.command(named: name)).definition
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
