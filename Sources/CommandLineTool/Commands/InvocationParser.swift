// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Reads the words after the command's name.
///
/// - `--name value` and `--name=value` are the same; `-o value` is the short form.
/// - Options may come before, between and after arguments.
/// - `--` ends the options. `-` alone is an argument (or a value): standard input or output.
/// - Nothing may be shortened, and nothing is given twice unless it may be.
package struct InvocationParser {
  private let tool: Tool
  private let command: CommandDefinition
  private let options: [OptionDefinition]
  private var arguments: [String] = []
  private var given: [(name: String, value: String)] = []

  private init(tool: Tool, command: CommandDefinition) {
    self.tool = tool
    self.command = command
    options = command.allOptions
  }

  /// Reads and checks a command line.
  ///
  /// With `--help` among the options nothing else is checked.
  package static func parse(
    _ words: some Collection<String>, of command: CommandDefinition, tool: Tool
  ) throws -> Invocation {
    var parser = InvocationParser(tool: tool, command: command)
    let beforeEnd = words.prefix { $0 != "--" }
    if beforeEnd.contains(where: CommonOptions.help.spellings.contains) {
      return Invocation(
        tool: tool, command: command, arguments: [],
        options: [(CommonOptions.help.name, "")])
    }
    try parser.read(Array(words))
    if !parser.given.contains(where: { $0.name == CommonOptions.version.name }) {
      try parser.checkArguments()
    }
    return Invocation(
      tool: tool, command: command, arguments: parser.arguments, options: parser.given)
  }

  private mutating func read(_ words: [String]) throws {
    var next = 0
    while next < words.count {
      let word = words[next]
      next += 1
      if word == "--" {
        arguments += words[next...]
        return
      }
      // A negative number is an argument: no option is a digit.
      guard word.hasPrefix("-"), word != "-", Int(word) == nil else {
        arguments.append(word)
        continue
      }
      let (name, attached) = Self.split(word)
      guard let option = options.first(where: { $0.spellings.contains(name) }) else {
        // An option of other tools may name what is an argument here: export --format parquet.
        let value = attached ?? words[next...].first
        if let choice = command.arguments.first?.choices.first(where: { $0.word == value }) {
          throw command.error(
            "unknown-option",
            "unknown option \(CommandFailure.quoted(name)), expected \(command.words) \(choice.word): "
              + choice.explanation)
        }
        let nearest = Suggestion.nearest(to: name, among: options.flatMap(\.spellings))
        throw command.error(
          "unknown-option",
          "unknown option \(CommandFailure.quoted(name))" + CommandFailure.question(nearest))
      }
      var value = attached
      if option.takesValue, value == nil, next < words.count, !words[next].hasPrefix("--") {
        value = words[next]
        next += 1
      }
      try accept(option, value)
    }
  }

  /// `--name=value` in its two parts; a short option has no attached value.
  private static func split(_ word: String) -> (name: String, value: String?) {
    guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<sign]), String(word[word.index(after: sign)...]))
  }

  private mutating func accept(_ option: OptionDefinition, _ value: String?) throws {
    if option.takesValue {
      guard let value, !value.isEmpty else {
        throw command.error(
          "missing-value", "option \(option.name) has no value, expected \(option.synopsis)")
      }
      let words = option.choices.map(\.word)
      guard words.isEmpty || words.contains(value) else {
        throw CommandFailure.unknownValue(value, of: option.name, among: words, of: command)
      }
      if !option.isRepeatable, given.contains(where: { $0.name == option.name }) {
        throw command.error(
          "repeated-option", "option \(option.name) is given twice, expected once at most")
      }
    } else if let value {
      throw command.error(
        "unexpected-value",
        "option \(option.name) takes no value, found \(CommandFailure.quoted(value))")
    }
    if option.name == CommonOptions.json.name {
      return try accept(CommonOptions.format, OutputFormat.json.rawValue)
    }
    given.append((option.name, value ?? ""))
  }

  private func checkArguments() throws {
    var rest = arguments[...]
    for argument in command.arguments {
      let taken: ArraySlice<String>
      switch argument.count {
      case .one, .optional: taken = rest.prefix(1)
      case .any, .oneOrMore: taken = rest
      }
      if argument.isRequired, taken.isEmpty {
        throw command.error("missing-argument", "missing argument \(argument.placeholder)")
      }
      let words = argument.choices.map(\.word)
      if !words.isEmpty, let wrong = taken.first(where: { !words.contains($0) }) {
        throw CommandFailure.unknownValue(
          wrong, of: argument.placeholder, among: words, of: command)
      }
      rest = rest.dropFirst(taken.count)
    }
    guard let extra = rest.first else { return }
    let expected = command.arguments.map(\.synopsis).joined(separator: " ")
    throw command.error(
      "extra-argument",
      "unexpected argument \(CommandFailure.quoted(extra)), expected "
        + (expected.isEmpty ? "none" : expected))
  }
}

/// A command line that has been checked against the definition of its command.
package struct Invocation: Sendable {
  /// The tool, for commands that describe other commands.
  package let tool: Tool
  package let command: CommandDefinition
  /// The positional arguments; `-` means standard input.
  package let arguments: [String]
  /// Every option that was given, in order, with its value (empty for a flag).
  private let given: [(name: String, value: String)]

  /// Stores a checked command line; ``InvocationParser`` creates it.
  package init(
    tool: Tool, command: CommandDefinition, arguments: [String],
    options: [(name: String, value: String)]
  ) {
    self.tool = tool
    self.command = command
    self.arguments = arguments
    given = options
  }

  package func isSet(_ option: OptionDefinition) -> Bool {
    given.contains { $0.name == option.name }
  }

  /// The value of an option, `nil` if it was not given.
  package func value(of option: OptionDefinition) -> String? {
    given.last { $0.name == option.name }?.value
  }

  /// The values of a repeatable option, in order.
  package func values(of option: OptionDefinition) -> [String] {
    given.filter { $0.name == option.name }.map(\.value)
  }

  /// The comma-separated words of an option's values; empty only if the option is not given.
  ///
  /// A list without words, such as `,`, is an error: as a filter it would let everything through.
  package func list(
    of option: OptionDefinition, separators: Set<Character> = [","]
  ) throws -> [String] {
    let words = values(of: option).flatMap { $0.split(whereSeparator: separators.contains) }
    if words.isEmpty, let value = value(of: option) {
      throw command.error(
        "empty-list",
        "value \(CommandFailure.quoted(value)) of \(option.name), expected words and commas")
    }
    return words.map(String.init)
  }

  /// The comma-separated words of an option's values, all of which must be known.
  package func words(
    of option: OptionDefinition, among known: [String],
    separators: Set<Character> = [","], as read: (String) -> String = { $0 }
  ) throws -> [String] {
    try list(of: option, separators: separators).map { word in
      if known.contains(read(word)) { return read(word) }
      throw CommandFailure.unknownValue(word, of: option.name, among: known, of: command)
    }
  }

  /// The value of an option as a whole number.
  package func count(
    of option: OptionDefinition, in range: ClosedRange<Int> = 0...Int.max
  ) throws -> Int? {
    guard let text = value(of: option) else { return nil }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
      range.contains(number)
    else {
      let limits = range.upperBound == .max ? ", \(range.lowerBound) or more" : nil
      throw command.error(
        "not-a-count",
        "value \(CommandFailure.quoted(text)) of \(option.name), expected a whole number"
          + (limits ?? " from \(range.lowerBound) to \(range.upperBound)"))
    }
    return number
  }

  /// The output format of `--format`; `nil` if it was not given.
  package var format: OutputFormat? {
    value(of: CommonOptions.format).flatMap { OutputFormat(rawValue: $0) }
  }
}
