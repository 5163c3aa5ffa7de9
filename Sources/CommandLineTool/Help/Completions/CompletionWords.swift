// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Words that completions offer and that no single definition holds.
package enum CompletionWords {
  /// The words of an argument: its choices, or commands and topics where it names a command.
  ///
  /// - Returns: `nil` if the argument is free text or a path.
  package static func words(of argument: ArgumentDefinition, in tool: Tool) -> [Choice]? {
    if !argument.choices.isEmpty { return argument.choices }
    guard argument.name == "command" else { return nil }
    return tool.definitions.map { Choice($0.name, $0.abstract) }
      + HelpTopic.allCases.map { Choice($0.rawValue, $0.abstract) }
  }
}
