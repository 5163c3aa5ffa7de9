// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The wording of every usage error, one function a case.

extension CommandFailure {
  /// The first word is no command.
  package static func unknownCommand(
    _ word: String, of program: String, among commands: [String]
  ) -> CommandFailure {
    let nearest = Suggestion.nearest(to: word, among: commands)
    return usage(
      "usage.unknown-command", "\(program): unknown command \(quoted(word))" + question(nearest),
      try: nearest.map { "\(program) \($0)" + ($0.hasPrefix("-") ? "" : " --help") }
        ?? "\(program) help")
  }

  /// A command that another program has.
  package static func command(_ words: String, of program: String, isOf other: String)
    -> CommandFailure
  {
    usage(
      "usage.other-program", "\(program) \(words): a command of another program, \(other)",
      try: "\(other) help; swift build -c release --product \(other) builds it")
  }

  /// An option that the command does not have.
  static func unknownOption(
    _ word: String, of command: CommandDefinition, among options: [String]
  ) -> CommandFailure {
    let nearest = Suggestion.nearest(to: word, among: options)
    return usage(
      "usage.unknown-option",
      "\(command.words): unknown option \(quoted(word))" + question(nearest), of: command)
  }

  /// An option stands before the command.
  package static func optionBeforeCommand(_ word: String, of program: String) -> CommandFailure {
    usage(
      "usage.option-before-command",
      "\(program): option \(quoted(word)) stands before the command, expected after it",
      try: "\(program) <command> \(word) …")
  }

  /// An option that needs a value has none.
  static func missingValue(
    of option: OptionDefinition, of command: CommandDefinition
  ) -> CommandFailure {
    usage(
      "usage.missing-value",
      "\(command.words): option \(option.name) has no value, "
        + "expected \(option.synopsis)", of: command)
  }

  /// A flag was given a value.
  static func unexpectedValue(
    _ value: String, of option: OptionDefinition, of command: CommandDefinition
  ) -> CommandFailure {
    usage(
      "usage.unexpected-value",
      "\(command.words): option \(option.name) takes no value, found \(quoted(value))",
      of: command)
  }

  /// An option that counts once was given twice.
  static func repeatedOption(
    _ option: OptionDefinition, of command: CommandDefinition
  ) -> CommandFailure {
    usage(
      "usage.repeated-option",
      "\(command.words): option \(option.name) is given twice, expected once at most",
      of: command)
  }

  /// A value is none of an option's or argument's words.
  package static func unknownValue(
    _ value: String, of name: String, among words: [String], of command: CommandDefinition
  ) -> CommandFailure {
    let nearest = Suggestion.nearest(to: value, among: words)
    return usage(
      "usage.unknown-value",
      "\(command.words): unknown value \(quoted(value)) of \(name), "
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
      "\(command.words): value \(quoted(value)) of \(option.name), expected \(expected)",
      of: command)
  }

  /// A required argument is missing.
  package static func missingArgument(
    _ argument: ArgumentDefinition, of command: CommandDefinition
  ) -> CommandFailure {
    usage(
      "usage.missing-argument",
      "\(command.words): missing argument \(argument.placeholder)",
      of: command)
  }

  /// An argument holds nothing but blanks.
  package static func emptyArgument(of command: CommandDefinition) -> CommandFailure {
    let expected = command.arguments.first?.placeholder ?? "a word"
    return usage(
      "usage.empty-argument", "\(command.words): an empty argument, expected \(expected)",
      of: command)
  }

  /// There are more arguments than the command takes.
  static func extraArgument(_ word: String, of command: CommandDefinition) -> CommandFailure {
    let expected = command.arguments.map(\.synopsis).joined(separator: " ")
    return usage(
      "usage.extra-argument",
      "\(command.words): unexpected argument \(quoted(word)), "
        + "expected \(expected.isEmpty ? "none" : expected)", of: command)
  }

  /// A usage error of one command that a rule of the command itself finds.
  package static func usage(
    _ code: String, _ message: String, of command: CommandDefinition
  ) -> CommandFailure {
    usage(code, message, try: "\(command.words) --help")
  }

  private static func usage(_ code: String, _ message: String, try remedy: String) -> CommandFailure
  {
    CommandFailure(.usage, code, message, try: remedy)
  }

  /// A word in quotation marks, cut to 60 characters, control characters made visible.
  package static func quoted(_ word: String) -> String {
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
