// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A command whose first word names one of several commands with options of their own.
///
/// A member's definition is named by both words (`labels build`); ``Tool`` finds it by them.
protocol CommandGroup: Command {
  /// What the members have in common: one sentence.
  static var name: String { get }
  static var abstract: String { get }
  /// The members, in the order of the help.
  static var members: [any Command.Type] { get }
}

extension CommandGroup {
  /// The group as a person meets it: its members, each with an example.
  static var definition: CommandDefinition {
    let definitions = members.map { $0.definition }
    return CommandDefinition(
      name: name, abstract: abstract, examples: definitions.compactMap(\.examples.first),
      arguments: [
        ArgumentDefinition(
          "action", "What to do; the words are below.",
          value: .oneOf(definitions.map { Choice(word(of: $0), $0.abstract) })),
        ArgumentDefinition("file", "What it is done with.", count: .any, value: .file),
      ],
      discussion: definitions.map { "rxkit \($0.name): \($0.abstract)" }
        + ["rxkit \(name) <action> --help shows examples and options of an action."],
      seeAlso: definitions.map { "rxkit \($0.name)" })
  }

  /// The member that a word names.
  static func member(_ word: String) -> (any Command.Type)? {
    members.first { self.word(of: $0.definition) == word }
  }

  private static func word(of definition: CommandDefinition) -> String {
    String(definition.name.dropFirst(name.count + 1))
  }

  /// Reached only where the action does not stand right behind the group's name.
  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    throw .usage(
      "usage.missing-argument", "rxkit \(name): expected an action right behind \(name)",
      of: definition)
  }
}
