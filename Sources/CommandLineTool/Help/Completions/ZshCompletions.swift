// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Completions for zsh, by its `_arguments`.
package enum ZshCompletions {
  /// The script, a file `_rxkit` in a folder of `fpath`.
  package static func script(for tool: Tool) -> String {
    var text = """
      #compdef \(tool.name)
      # Completions of \(tool.name) for zsh; made by: \(tool.name) completions zsh
      _\(tool.name)() {
        local -a commands
        commands=(

      """
    for command in tool.definitions {
      text += "    \(quoted(command.name + ":" + command.abstract))\n"
    }
    text += """
        )
        if (( CURRENT == 2 )); then
          _describe -t commands 'command' commands
          return
        fi
        local name="${words[2]}"
        shift words
        (( CURRENT-- ))
        case "$name" in

      """
    for command in tool.definitions { text += branch(of: command, in: tool) }
    return text + """
        esac
      }
      if [ "$funcstack[1]" = "_\(tool.name)" ]; then _\(tool.name) "$@"; else compdef _\(tool.name) \(tool.name); fi

      """
  }

  private static func branch(of command: CommandDefinition, in tool: Tool) -> String {
    var specs: [String] = []
    for option in command.allOptions {
      for spelling in option.spellings {
        specs.append(
          (option.isRepeatable ? "*" : "") + spelling + "[" + bracketed(option) + "]"
            + (option.takesValue ? ":\(option.valueName):\(action(option.value))" : ""))
      }
    }
    for argument in command.arguments {
      let action =
        CompletionWords.words(of: argument, in: tool).map { list($0) } ?? action(argument.value)
      let isMany = argument.count == .any || argument.count == .oneOrMore
      specs.append("\(isMany ? "*" : ""):\(argument.name):\(action)")
    }
    let lines = specs.map { "        " + quoted($0) }.joined(separator: " \\\n")
    return "    \(command.name))\n      _arguments \\\n\(lines) ;;\n"
  }

  private static func bracketed(_ option: OptionDefinition) -> String {
    escaped(option.explanation, "[]:\\")
  }

  private static func action(_ value: OptionDefinition.Value) -> String {
    switch value {
    case .file: "_files"
    case .folder: "_files -/"
    case .oneOf(let choices): list(choices)
    case .none, .text, .count: " "
    }
  }

  private static func list(_ choices: [Choice]) -> String {
    "(" + choices.map(\.word).joined(separator: " ") + ")"
  }

  private static func escaped(_ text: String, _ special: String) -> String {
    text.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// A word in single quotation marks.
  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
