// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@testable import CommandLineTool
@testable import rxkit_tool
@testable import rxkit_labels

@Suite("The tool as a process")
struct ToolTests {
  @Test("Without a command the help goes to standard error, and the exit code is 2")
  func noCommand() throws {
    try ToolProcess.run([]).expect(2, says: "USAGE: rxkit <command>", lines: 0)
  }

  @Test("An unknown command gets a suggestion, and the exit code is 2")
  func unknownCommand() throws {
    let run = try ToolProcess.run(["hepl"]).expect(2, lines: 0)
    #expect(
      run.errors == """
        rxkit: unknown command 'hepl'. Did you mean 'help'?  [usage.unknown-command]
           try: rxkit help --help

        """)
  }

  @Test("An option before the command is told its place")
  func optionBeforeCommand() throws {
    try ToolProcess.run(["--no-color", "help"]).expect(2, says: "comes before the command")
  }

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

  @Test("A command that rxkit-labels has is not tried, and the program is named")
  func otherProgram() throws {
    for words in [["labels"], ["labels", "build", "x"], ["evaluate", "labels", "x"]] {
      try ToolProcess.run(words).expect(2, says: "rxkit-labels help", lines: 0)
    }
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
