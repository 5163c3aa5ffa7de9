// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The wording of every usage error, one function a case.

extension CommandFailure {
  /// The first word is no command.
  static func unknownCommand(_ word: String, among commands: [String]) -> CommandFailure {
    let nearest = Suggestion.nearest(to: word, among: commands)
    return usage(
      "usage.unknown-command", "rxkit: unknown command \(quoted(word))" + question(nearest),
      try: nearest.map { "rxkit \($0)" + ($0.hasPrefix("-") ? "" : " --help") } ?? "rxkit help")
  }

  /// An option that the command does not have.
  static func unknownOption(
    _ word: String, of command: CommandDefinition, among options: [String]
  ) -> CommandFailure {
    let nearest = Suggestion.nearest(to: word, among: options)
    return usage(
      "usage.unknown-option",
      "rxkit \(command.name): unknown option \(quoted(word))" + question(nearest), of: command)
  }

  /// An option stands before the command.
  static func optionBeforeCommand(_ word: String) -> CommandFailure {
    usage(
      "usage.option-before-command",
      "rxkit: option \(quoted(word)) stands before the command, expected after it",
      try: "rxkit <command> \(word) …")
  }

  /// An option that needs a value has none.
  static func missingValue(
    of option: OptionDefinition, of command: CommandDefinition
  ) -> CommandFailure {
    usage(
      "usage.missing-value",
      "rxkit \(command.name): option \(option.name) has no value, "
        + "expected \(option.synopsis)", of: command)
  }

  /// A flag was given a value.
  static func unexpectedValue(
    _ value: String, of option: OptionDefinition, of command: CommandDefinition
  ) -> CommandFailure {
    usage(
      "usage.unexpected-value",
      "rxkit \(command.name): option \(option.name) takes no value, found \(quoted(value))",
      of: command)
  }

  /// An option that counts once was given twice.
  static func repeatedOption(
    _ option: OptionDefinition, of command: CommandDefinition
  ) -> CommandFailure {
    usage(
      "usage.repeated-option",
      "rxkit \(command.name): option \(option.name) is given twice, expected once at most",
      of: command)
  }

  /// A value is none of an option's or argument's words.
  static func unknownValue(
    _ value: String, of name: String, among words: [String], of command: CommandDefinition
  ) -> CommandFailure {
    let nearest = Suggestion.nearest(to: value, among: words)
    return usage(
      "usage.unknown-value",
      "rxkit \(command.name): unknown value \(quoted(value)) of \(name), "
        + "expected \(listed(words))" + question(nearest),
      of: command)
  }

  /// A value is no number in the range.
  static func notACount(
    _ value: String, of option: OptionDefinition, in range: ClosedRange<Int>,
    of command: CommandDefinition
  ) -> CommandFailure {
    let expected =
      range.upperBound == .max
      ? "a whole number, \(range.lowerBound) or more"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return usage(
      "usage.not-a-count",
      "rxkit \(command.name): value \(quoted(value)) of \(option.name), expected \(expected)",
      of: command)
  }

  /// A required argument is missing.
  static func missingArgument(
    _ argument: ArgumentDefinition, of command: CommandDefinition
  ) -> CommandFailure {
    usage(
      "usage.missing-argument",
      "rxkit \(command.name): \(argument.placeholder) is missing, expected \(argument.expectation)",
      of: command)
  }

  /// An argument holds nothing but blanks.
  static func emptyArgument(of command: CommandDefinition) -> CommandFailure {
    let expected = command.arguments.first?.placeholder ?? "a word"
    return usage(
      "usage.empty-argument", "rxkit \(command.name): an empty argument, expected \(expected)",
      of: command)
  }

  /// There are more arguments than the command takes.
  static func extraArgument(_ word: String, of command: CommandDefinition) -> CommandFailure {
    let expected = command.arguments.map(\.synopsis).joined(separator: " ")
    return usage(
      "usage.extra-argument",
      "rxkit \(command.name): unexpected argument \(quoted(word)), "
        + "expected \(expected.isEmpty ? "none" : expected)", of: command)
  }

  /// A usage error of one command that a rule of the command itself finds.
  static func usage(
    _ code: String, _ message: String, of command: CommandDefinition
  ) -> CommandFailure {
    usage(code, message, try: "rxkit \(command.name) --help")
  }

  private static func usage(_ code: String, _ message: String, try remedy: String) -> CommandFailure
  {
    CommandFailure(.usage, code, message, try: remedy)
  }

  /// A word in quotation marks, cut to 60 characters, control characters made visible.
  static func quoted(_ word: String) -> String {
    let shown = DisplayText.printable(word)
    return shown.count <= 60 ? "'\(shown)'" : "'\(shown.prefix(59))…'"
  }

  private static func question(_ nearest: String?) -> String {
    nearest.map { ". Did you mean '\($0)'?" } ?? ""
  }

  private static func listed(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
