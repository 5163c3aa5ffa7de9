// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("Command lines")
struct InvocationParserTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let words: [String]
    let arguments: [String]
    var system: String?
    var with: [String] = []
    var isStrict = false
    var testDescription: String { words.joined(separator: " ") }
  }

  static let cases: [Case] = [
    Case(words: ["1"], arguments: ["1"]),
    Case(words: ["1", "--system", "ndc"], arguments: ["1"], system: "ndc"),
    Case(words: ["--system=ndc", "1"], arguments: ["1"], system: "ndc"),
    Case(words: ["--system=a=b", "1"], arguments: ["1"], system: "a=b"),
    Case(words: ["1", "--strict", "2"], arguments: ["1", "2"], isStrict: true),
    Case(words: ["1", "--strict", "--strict"], arguments: ["1"], isStrict: true),
    Case(words: ["--with", "a", "1", "--with=b"], arguments: ["1"], with: ["a", "b"]),
    Case(words: ["-"], arguments: ["-"]),
    Case(words: ["--with", "-", "1"], arguments: ["1"], with: ["-"]),
    Case(words: ["--with", "-x", "1"], arguments: ["1"], with: ["-x"]),
    Case(words: ["--with=--x", "1"], arguments: ["1"], with: ["--x"]),
    Case(words: ["--", "--strict", "-"], arguments: ["--strict", "-"]),
    Case(words: ["1", "--", "--help"], arguments: ["1", "--help"]),
    Case(words: ["naïve", ""], arguments: ["naïve", ""]),
  ]

  @Test("Words become arguments and options", arguments: cases)
  func reads(_ case: Case) throws {
    let invocation = try InvocationParser.parse(
      `case`.words, of: SampleCommand.definition, tool: .sample)
    #expect(invocation.arguments == `case`.arguments)
    #expect(invocation.value(of: SampleCommand.system) == `case`.system)
    #expect(invocation.values(of: SampleCommand.with) == `case`.with)
    #expect(invocation.isSet(CommonOptions.strict) == `case`.isStrict)
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
  static let wrong: [([String], String)] = [
    (
      ["1", "--sytem", "x"],
      "unknown option '--sytem'. Did you mean '--system'?  [usage.unknown-option]"
    ),
    (["1", "--sys"], "unknown option '--sys'. Did you mean '--system'?  [usage.unknown-option]"),
    (["1", "--zebra=3"], "unknown option '--zebra'  [usage.unknown-option]"),
    (["1", "-ofile"], "unknown option '-ofile'  [usage.unknown-option]"),
    (["1", "--system"], noSystem), (["1", "--system", "--strict"], noSystem),
    (["1", "--system="], noSystem),
    (
      ["1", "--strict=yes"],
      "option --strict takes no value, found 'yes'  [usage.unexpected-value]"
    ),
    (
      ["1", "--system", "a", "--system", "b"],
      "option --system is given twice, expected once at most  [usage.repeated-option]"
    ),
    (
      ["1", "--color", "gren"],
      "unknown value 'gren' of --color, expected red or green. Did you mean 'green'?"
        + "  [usage.unknown-value]"
    ),
    ([], "missing argument <code>  [usage.missing-argument]"),
  ]
  private static let noSystem =
    "option --system has no value, expected --system <url>  [usage.missing-value]"

  @Test("What is wrong is named, with what was expected", arguments: wrong)
  func refuses(_ words: [String], _ message: String) throws {
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
    arguments: [
      ("lokup", "lookup"), ("loookup", "lookup"), ("look", "lookup"), ("lookpu", "lookup"),
      ("Resolve", "resolve"), ("sideeffects", "side-effects"), ("side", "side-effects"),
      ("side-efect", "side-effects"), ("version", "--version"), ("hlep", "help"), ("xyz", nil),
      ("", nil), ("-", nil), ("metformin", nil),
    ])
  func suggests(_ word: String, _ nearest: String?) {
    #expect(Suggestion.nearest(to: word, among: Self.known) == nearest)
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
