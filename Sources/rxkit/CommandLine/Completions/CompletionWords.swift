// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Words that completions offer and that no single definition holds.
enum CompletionWords {
  /// The options that are offered behind a command: of a group those of all its members, each once.
  static func options(of command: CommandDefinition, in tool: Tool) -> [OptionDefinition] {
    let group = tool.commands.first { $0.definition.name == command.name } as? any CommandGroup.Type
    let members = group.map { $0.members.flatMap { $0.definition.options } } ?? []
    var names: Set<String> = []
    return (command.options + members + CommonOptions.everywhere).filter {
      names.insert($0.name).inserted
    }
  }

  /// The words of an argument: its choices, or commands and topics where it names a command.
  ///
  /// - Returns: `nil` if the argument is free text or a path.
  static func words(of argument: ArgumentDefinition, in tool: Tool) -> [Choice]? {
    if !argument.choices.isEmpty { return argument.choices }
    guard argument.name == "command" else { return nil }
    return tool.definitions.map { Choice($0.name, $0.abstract) }
      + HelpTopic.allCases.map { Choice($0.rawValue, $0.abstract) }
  }
}
