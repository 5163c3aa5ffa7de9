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

  /// Exact text of each error, as standard error shows it.
  struct Wrong: Sendable, CustomTestStringConvertible {
    let words: [String]
    let message: String
    var testDescription: String { words.joined(separator: " ") }
  }

  static let wrong: [Wrong] = [
    Wrong(
      words: ["1", "--sytem", "x"],
      message: "rxkit sample: unknown option '--sytem'. Did you mean '--system'?"
        + "  [usage.unknown-option]"),
    Wrong(
      words: ["1", "--sys"],
      message: "rxkit sample: unknown option '--sys'. Did you mean '--system'?"
        + "  [usage.unknown-option]"),
    Wrong(
      words: ["1", "--zebra=3"],
      message: "rxkit sample: unknown option '--zebra'  [usage.unknown-option]"),
    Wrong(
      words: ["1", "-ofile"],
      message: "rxkit sample: unknown option '-ofile'  [usage.unknown-option]"),
    Wrong(
      words: ["1", "--system"],
      message: "rxkit sample: option --system has no value, expected --system <url>"
        + "  [usage.missing-value]"),
    Wrong(
      words: ["1", "--system", "--strict"],
      message: "rxkit sample: option --system has no value, expected --system <url>"
        + "  [usage.missing-value]"),
    Wrong(
      words: ["1", "--system="],
      message: "rxkit sample: option --system has no value, expected --system <url>"
        + "  [usage.missing-value]"),
    Wrong(
      words: ["1", "--strict=yes"],
      message: "rxkit sample: option --strict takes no value, found 'yes'"
        + "  [usage.unexpected-value]"),
    Wrong(
      words: ["1", "--system", "a", "--system", "b"],
      message: "rxkit sample: option --system is given twice, expected once at most"
        + "  [usage.repeated-option]"),
    Wrong(
      words: ["1", "--color", "gren"],
      message: "rxkit sample: unknown value 'gren' of --color, expected red or green. "
        + "Did you mean 'green'?  [usage.unknown-value]"),
    Wrong(
      words: [],
      message: "rxkit sample: missing argument <code>"
        + "  [usage.missing-argument]"),
  ]

  @Test("What is wrong is named, with what was expected", arguments: wrong)
  func refuses(_ case: Wrong) throws {
    let failure = #expect(throws: CommandFailure.self) {
      try InvocationParser.parse(`case`.words, of: SampleCommand.definition, tool: .sample)
    }
    #expect(failure?.description == `case`.message + "\n   try: rxkit sample --help")
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
  struct Case: Sendable, CustomTestStringConvertible {
    let word: String
    let nearest: String?
    var testDescription: String { word }
  }

  static let known = [
    "build", "verify", "info", "lookup", "resolve", "side-effects", "convert", "help", "--help",
    "--version",
  ]

  static let cases = [
    Case(word: "lokup", nearest: "lookup"),
    Case(word: "loookup", nearest: "lookup"),
    Case(word: "look", nearest: "lookup"),
    Case(word: "lookpu", nearest: "lookup"),
    Case(word: "Resolve", nearest: "resolve"),
    Case(word: "sideeffects", nearest: "side-effects"),
    Case(word: "side", nearest: "side-effects"),
    Case(word: "side-efect", nearest: "side-effects"),
    Case(word: "version", nearest: "--version"),
    Case(word: "hlep", nearest: "help"),
    Case(word: "xyz", nearest: nil),
    Case(word: "", nearest: nil),
    Case(word: "-", nearest: nil),
    Case(word: "metformin", nearest: nil),
  ]

  @Test("The nearest word is suggested, a far one is not", arguments: cases)
  func suggests(_ case: Case) {
    #expect(Suggestion.nearest(to: `case`.word, among: Self.known) == `case`.nearest)
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
