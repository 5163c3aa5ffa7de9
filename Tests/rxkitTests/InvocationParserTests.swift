// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("Command lines")
struct InvocationParserTests {
  @Test("Words become arguments and options", arguments: FixtureRows.cells("command lines"))
  func reads(_ row: [String]) throws {
    func words(_ cell: String) -> [String] {
      cell.split(separator: " ").map { $0 == "''" ? "" : String($0) }
    }
    let invocation = try InvocationParser.parse(
      words(row[0]), of: SampleCommand.definition, tool: .sample)
    #expect(invocation.arguments == words(row[1]))
    #expect(invocation.value(of: SampleCommand.system) == (row[2].isEmpty ? nil : row[2]))
    #expect(invocation.values(of: SampleCommand.with) == words(row[3]))
    #expect(invocation.isSet(CommonOptions.strict) == !row[4].isEmpty)
  }

  @Test("A letter is the short form of its option")
  func shortForm() throws {
    #expect(try Tool.parse("1", "-o", "x").value(of: CommonOptions.output) == "x")
    #expect(try Tool.parse("1", "-o", "-").value(of: CommonOptions.output) == "-")
  }

  @Test("Help is found beside anything that is wrong")
  func helpFirst() throws {
    #expect(try Tool.parse("--nonsense", "--help").isSet(CommonOptions.help))
    #expect(try Tool.parse("-h").isSet(CommonOptions.help))
  }

  @Test("A count is a whole number in its range")
  func counts() throws {
    #expect(try Tool.parse("1").count(of: SampleCommand.limit) == nil)
    #expect(try Tool.parse("1", "--top", "007").count(of: SampleCommand.limit) == 7)
    for wrong in ["-1", "1.5", "１", "99999999999999999999", "+3", " 3"] {
      #expect(throws: CommandFailure.self) {
        try Tool.parse("1", "--top=\(wrong)").count(of: SampleCommand.limit)
      }
    }
    #expect(throws: CommandFailure.self) {
      try Tool.parse("1", "--top", "0").count(of: SampleCommand.limit, in: 1...9)
    }
  }

  /// Words, and the exact text of the error, as standard error shows it behind the command's name.
  @Test(
    "What is wrong is named, with what was expected",
    arguments: FixtureRows.pairs("wrong command lines"))
  func refuses(_ line: String, _ message: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let failure = #expect(throws: CommandFailure.self) {
      try InvocationParser.parse(words, of: SampleCommand.definition, tool: .sample)
    }
    #expect(failure?.description == "rxkit sample: \(message)\n   try: rxkit sample --help")
    #expect(failure?.exitCode == .usage)
  }

  @Test("A long or strange word is quoted in a short and harmless form")
  func quotes() {
    #expect(CommandFailure.quoted("a\u{1B}[31m\n") == "'a␛[31m '")
    #expect(CommandFailure.quoted(String(repeating: "x", count: 61)).count == 62)
  }
}

@Suite("Suggestions")
struct SuggestionTests {
  static let known = [
    "build", "verify", "info", "lookup", "resolve", "side-effects", "convert", "help", "--help",
    "--version",
  ]

  @Test(
    "The nearest word is suggested, a far one is not",
    arguments: FixtureRows.pairs("nearest words"))
  func suggests(_ word: String, _ nearest: String) {
    #expect(Suggestion.nearest(to: word, among: Self.known) ?? "" == nearest)
  }

  @Test("The distance counts insertions, deletions, changes and swaps of neighbours")
  func distance() {
    func distance(_ a: String, _ b: String) -> Int {
      Suggestion.editDistance(Array(a.unicodeScalars), Array(b.unicodeScalars))
    }
    #expect(distance("", "") == 0)
    #expect(distance("", "abc") == 3)
    #expect(distance("abc", "") == 3)
    #expect(distance("abc", "acb") == 1)
    #expect(distance("kitten", "sitting") == 3)
    #expect(distance("ca", "abc") == 3, "optimal string alignment, not Damerau's own distance")
  }
}

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

  static func run(_ invocation: Invocation, _ streams: inout Streams) -> ExitCode { .done }
}

extension Tool {
  /// A tool with the sample command.
  static let sample = Tool(
    name: "rxkit", abstract: "Test.",
    commands: ToolCommand.of(SampleCommand.self) + [.help(of: "rxkit")])

  /// Parses the words after `sample`.
  static func parse(_ words: String...) throws -> Invocation {
    try InvocationParser.parse(words, of: SampleCommand.definition, tool: .sample)
  }
}

extension CommandFailure {
  /// How the tool fails after what is thrown; `nil` if nothing is.
  static func thrown<Result>(by body: () throws -> Result) -> CommandFailure? {
    do { _ = try body() } catch { return CommandFailure(error) }
    return nil
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
