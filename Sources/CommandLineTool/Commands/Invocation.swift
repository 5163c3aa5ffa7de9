// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A command line that has been checked against the definition of its command.
package struct Invocation: Sendable {
  /// The tool, for commands that speak about others.
  package let tool: Tool
  /// The command that was called.
  package let command: CommandDefinition
  /// The words that belong to no option; `-` stands for standard input.
  package let arguments: [String]
  /// Every option that was given, in order, with its value (empty for a flag).
  private let given: [(name: String, value: String)]

  /// Keeps a checked command line; ``InvocationParser`` makes it.
  package init(
    tool: Tool, command: CommandDefinition, arguments: [String],
    options: [(name: String, value: String)]
  ) {
    self.tool = tool
    self.command = command
    self.arguments = arguments
    given = options
  }

  /// Whether an option was given.
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

  /// The value of an option as a whole number.
  package func count(
    of option: OptionDefinition, in range: ClosedRange<Int> = 0...Int.max
  ) throws(CommandFailure) -> Int? {
    guard let text = value(of: option) else { return nil }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
      range.contains(number)
    else { throw .notACount(text, of: option, in: range, of: command) }
    return number
  }

  /// The form of the output: what `--format` says, `nil` if it was not given.
  package var format: OutputFormat? {
    value(of: CommonOptions.format).flatMap { OutputFormat(rawValue: $0) }
  }
}
