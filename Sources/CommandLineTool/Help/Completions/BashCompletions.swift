// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Completions for bash 3.2 and later, without the bash-completion package.
package enum BashCompletions {
  /// The script.
  package static func script(for tool: Tool) -> String {
    let names = tool.definitions.map(\.name)
    let first = (names + CommonOptions.everywhere.map(\.name)).joined(separator: " ")
    var text = """
      # Completions of \(tool.name) for bash; made by: \(tool.name) completions bash
      _\(tool.name)() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(first)" -- "$word"))
          return
        fi
        case "${COMP_WORDS[1]}" in

      """
    for command in tool.definitions { text += branch(of: command, in: tool) }
    text += """
        esac
      }
      complete -o filenames -F _\(tool.name) \(tool.name)

      """
    return text
  }

  private static func branch(of command: CommandDefinition, in tool: Tool) -> String {
    var text = "    \(command.name))\n      case \"$before\" in\n"
    for option in command.allOptions where option.takesValue {
      text += "        \(option.spellings.joined(separator: "|"))) "
      text += reply(option.value) + "return ;;\n"
    }
    text += "      esac\n      case \"$word\" in\n        -*) "
    let options = command.allOptions.map(\.name).joined(separator: " ")
    text += "COMPREPLY=($(compgen -W \"\(options)\" -- \"$word\")) ;;\n        *) "
    text += command.arguments.first.map { reply($0, in: tool) } ?? ""
    return text + ";;\n      esac ;;\n"
  }

  private static func reply(_ argument: ArgumentDefinition, in tool: Tool) -> String {
    CompletionWords.words(of: argument, in: tool).map { reply(words: $0.map(\.word)) }
      ?? reply(argument.value)
  }

  private static func reply(_ value: OptionDefinition.Value) -> String {
    switch value {
    case .file: "COMPREPLY=($(compgen -f -- \"$word\")); "
    case .folder: "COMPREPLY=($(compgen -d -- \"$word\")); "
    case .oneOf(let choices): reply(words: choices.map(\.word))
    case .none, .text, .count: ""
    }
  }

  private static func reply(words: [String]) -> String {
    "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\")); "
  }
}

/// Words that completions offer and that are in no single definition.
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
