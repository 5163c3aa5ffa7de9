// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// One command as a person meets it.
///
/// Parsing, help, manual pages and the completions of three shells all come
/// from this one value.
package struct CommandDefinition: Sendable {
  /// One line of the examples.
  package struct Example: Sendable {
    package let line: String
    /// What it shows, a few words.
    package let explanation: String

    package init(_ line: String, _ explanation: String) {
      (self.line, self.explanation) = (line, explanation)
    }
  }

  /// The program that has the command.
  package let program: String
  /// The word after the program; the words, of a command in a group.
  package let name: String
  /// What it does: one sentence.
  package let abstract: String
  /// What people type, the most common first.
  package let examples: [Example]
  /// The words that belong to no option, in order.
  package let arguments: [ArgumentDefinition]
  /// The options of the command, without those that every command has.
  package let options: [OptionDefinition]
  /// What a person must know besides: paragraphs.
  package let discussion: [String]
  package let seeAlso: [String]

  package init(
    program: String = "rxkit", name: String, abstract: String, examples: [Example],
    arguments: [ArgumentDefinition] = [], options: [OptionDefinition] = [],
    discussion: [String] = [], seeAlso: [String] = []
  ) {
    (self.program, self.name, self.abstract) = (program, name, abstract)
    (self.examples, self.arguments, self.options) = (examples, arguments, options)
    (self.discussion, self.seeAlso) = (discussion, seeAlso)
  }
}

extension CommandDefinition {
  /// The options of the command and those that every command has.
  package var allOptions: [OptionDefinition] {
    options.flatMap { $0.name == CommonOptions.format.name ? [$0, CommonOptions.json] : [$0] }
      + CommonOptions.everywhere
  }

  /// A usage error prefixed with the name of the command.
  package func error(_ code: String, _ message: String) -> CommandFailure {
    .usage("usage." + code, "\(words): " + message, of: self)
  }

  /// What is typed to run it, without arguments.
  package var words: String { "\(program) \(name)" }

  /// Program and name as one word, for manual pages.
  package var hyphenated: String { words.map { $0 == " " ? "-" : String($0) }.joined() }

  /// The usage line, without the heading.
  package var usage: String {
    let parts =
      [words] + arguments.map(\.synopsis)
      + options.map { "[\($0.synopsis)]" + ($0.isRepeatable ? " ..." : "") }
    return parts.joined(separator: " ")
  }
}

/// A command of the tool: its definition and what it does.
///
/// A command is a type in a file of its own; ``Tool/commands`` lists them.
package protocol Command: Sendable {
  /// The command as a person meets it.
  static var definition: CommandDefinition { get }

  /// Does it.
  ///
  /// - Parameters:
  ///   - invocation: What was typed, checked against the definition.
  ///   - streams: Where answers and messages go.
  /// - Returns: ``ExitCode/done``, or ``ExitCode/incomplete`` and its kin if the command went
  ///   through but not everything was well.
  /// - Throws: What stopped it.
  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode
}

/// A command of a tool: its definition, and what it does.
package struct ToolCommand: Sendable {
  /// What a command does.
  package typealias Action = @Sendable (Invocation, inout Streams) throws -> ExitCode

  package let definition: CommandDefinition
  let run: Action

  package init(_ definition: CommandDefinition, run: @escaping Action) {
    (self.definition, self.run) = (definition, run)
  }

  /// Commands that are types of their own.
  package static func of(_ types: any Command.Type...) -> [ToolCommand] {
    types.map { type in ToolCommand(type.definition) { try type.run($0, &$1) } }
  }
}

/// One argument of a command, that is, a word that belongs to no option.
package struct ArgumentDefinition: Sendable {
  /// How many words it takes.
  package enum Count: Sendable { case one, optional, any, oneOrMore }

  /// The name in help, without brackets.
  package let name: String
  package let explanation: String
  /// How many words it takes; only the last argument may take several.
  package let count: Count
  /// What shells offer for it; `.text` offers nothing, `.none` does not occur.
  package let value: OptionDefinition.Value

  package init(
    _ name: String, _ explanation: String, count: Count = .one,
    value: OptionDefinition.Value = .text
  ) {
    (self.name, self.explanation, self.count, self.value) = (name, explanation, count, value)
  }
}

extension ArgumentDefinition {
  package var placeholder: String { "<\(name)>" }

  /// The argument as usage lines show it.
  package var synopsis: String {
    switch count {
    case .one: placeholder
    case .optional: "[\(placeholder)]"
    case .any: "[\(placeholder) ...]"
    case .oneOrMore: "\(placeholder) ..."
    }
  }

  /// What is expected, for an error message.
  package var expectation: String { count == .oneOrMore ? "one or more" : "one" }

  /// Whether the command cannot do without it.
  var isRequired: Bool { count == .one || count == .oneOrMore }

  /// The words it accepts; empty if any.
  package var choices: [Choice] {
    if case .oneOf(let choices) = value { choices } else { [] }
  }
}
