// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Completions for fish 3.
package enum FishCompletions {
  /// The script.
  package static func script(for tool: Tool) -> String {
    var text = """
      # Completions of \(tool.name) for fish; made by: \(tool.name) completions fish
      complete -c \(tool.name) -f

      """
    let names = tool.definitions.map(\.name).joined(separator: " ")
    for command in tool.definitions {
      text += "complete -c \(tool.name) -n \(quoted("not __fish_seen_subcommand_from \(names)"))"
      text += " -a \(command.name) -d \(quoted(command.abstract))\n"
    }
    for command in tool.definitions {
      let condition = "-n \(quoted("__fish_seen_subcommand_from \(command.name)"))"
      for option in command.allOptions {
        text += "complete -c \(tool.name) \(condition) -l \(option.name.dropFirst(2))"
        if let short = option.short { text += " -s \(short)" }
        text += value(option.value) + " -d \(quoted(option.explanation))\n"
      }
      for argument in command.arguments {
        if let words = CompletionWords.words(of: argument, in: tool) {
          for choice in words {
            text += "complete -c \(tool.name) \(condition) -a \(quoted(choice.word))"
            text += " -d \(quoted(choice.explanation))\n"
          }
        } else if let action = path(argument.value) {
          text += "complete -c \(tool.name) \(condition)\(action)\n"
        }
      }
    }
    return text
  }

  private static func value(_ value: OptionDefinition.Value) -> String {
    switch value {
    case .none: ""
    case .text, .count: " -x"
    case .file, .folder: " -r" + (path(value) ?? "")
    case .oneOf(let choices):
      " -x -a \(quoted(choices.map(\.word).joined(separator: " ")))"
    }
  }

  private static func path(_ value: OptionDefinition.Value) -> String? {
    switch value {
    case .file: " -F"
    case .folder: " -x -a '(__fish_complete_directories)'"
    case .none, .text, .count, .oneOf: nil
    }
  }

  /// A word in single quotation marks.
  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
