// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

@testable import CommandLineTool
@testable import rxkit_tool

/// A command with every kind of option and argument, for tests of the frame.
struct SampleCommand: Command {
  static let system = OptionDefinition.text(
    "--system", "url", "Code system.", default: "rxnorm")
  static let with = OptionDefinition.file("--with", "file", "Another file.").repeatable()
  static let limit = OptionDefinition.count("--top", "count", "Answers at most.", default: "10")
  static let color = OptionDefinition.choice(
    "--color", "color", "Colour.", [Choice("red", "like blood"), Choice("green", "like grass")])

  static let definition = CommandDefinition(
    name: "sample",
    abstract: "Test the frame.",
    examples: [.init("rxkit sample 1 --top 3", "three answers")],
    arguments: [ArgumentDefinition("code", "A code.", count: .oneOrMore)],
    options: [system, with, limit, color, CommonOptions.strict, CommonOptions.output])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode { .done }
}

extension Tool {
  /// A tool with the sample command.
  static let sample = Tool(
    name: "rxkit", abstract: "Test.", commands: ToolCommand.of(SampleCommand.self, HelpCommand.self)
  )

  /// Parses the words after `sample`.
  static func parse(_ words: String...) throws(CommandFailure) -> Invocation {
    try InvocationParser.parse(words, of: SampleCommand.definition, tool: .sample)
  }
}

extension Terminal {
  /// A terminal of a width, without colour.
  static func ofWidth(_ width: Int) -> Terminal {
    var terminal = Terminal.none
    terminal.isTerminal = true
    terminal.width = width
    return terminal
  }
}
