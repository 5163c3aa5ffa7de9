// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Completions for bash 3.2 and later, without the bash-completion package.
package enum BashCompletions {
  package static func script(for tool: Tool) -> String {
    let names = tool.names(in: nil).map(\.word)
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
        local name="${COMP_WORDS[1]}"
      \(groups(of: tool))  case "$name" in

      """
    for command in tool.definitions { text += branch(of: command, in: tool) }
    text += """
        esac
      }
      complete -o filenames -F _\(tool.name) \(tool.name)

      """
    return text
  }

  /// The lines that complete the words of a group, and add them to the name.
  private static func groups(of tool: Tool) -> String {
    if tool.groups.isEmpty { return "" }
    var text = "  local place=2 next\n  while :; do\n    case \"$name\" in\n"
    for group in tool.groups {
      let words = tool.names(in: group.name).map(\.word).joined(separator: " ")
      text += "      '\(group.name)') next='\(words)' ;;\n"
    }
    return text + """
            *) break ;;
          esac
          if [ "$COMP_CWORD" -eq "$place" ]; then
            COMPREPLY=($(compgen -W "$next" -- "$word"))
            return
          fi
          name="$name ${COMP_WORDS[$place]}"
          place=$((place + 1))
        done

      """
  }

  private static func branch(of command: CommandDefinition, in tool: Tool) -> String {
    var text = "    '\(command.name)')\n      case \"$before\" in\n"
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

/// Words that completions offer and that no definition contains.
package enum CompletionWords {
  /// The words of an argument: its choices, or commands and topics if it names a command.
  ///
  /// - Returns: `nil` if the argument is free text or a path.
  package static func words(of argument: ArgumentDefinition, in tool: Tool) -> [Choice]? {
    if !argument.choices.isEmpty { return argument.choices }
    guard argument.name == "command" else { return nil }
    return tool.definitions.map { Choice($0.name, $0.abstract) }
      + HelpTopic.allCases.map { Choice($0.rawValue, $0.abstract) }
  }
}

/// Completions for fish 3.
package enum FishCompletions {
  package static func script(for tool: Tool) -> String {
    var text = """
      # Completions of \(tool.name) for fish; made by: \(tool.name) completions fish
      complete -c \(tool.name) -f

      """
    for group in [nil] + tool.groups.map(Optional.some) {
      let next = tool.names(in: group?.name)
      let isNone = "not __fish_seen_subcommand_from " + next.map(\.word).joined(separator: " ")
      let condition = group.map { seen($0.name) + "; and " + isNone } ?? isNone
      for choice in next {
        text += "complete -c \(tool.name) -n \(quoted(condition))"
        text += " -a \(choice.word) -d \(quoted(choice.explanation))\n"
      }
    }
    for command in tool.definitions {
      let condition = "-n \(quoted(seen(command.name)))"
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

  /// That every word of a name is there.
  private static func seen(_ name: String) -> String {
    name.split(separator: " ").map { "__fish_seen_subcommand_from \($0)" }
      .joined(separator: "; and ")
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
    text += described(tool.names(in: nil))
    text += """
        )
        if (( CURRENT == 2 )); then
          _describe -t commands 'command' commands
          return
        fi
        local name="${words[2]}"
        shift words
        (( CURRENT-- ))
      \(groups(of: tool))  case "$name" in

      """
    for command in tool.definitions { text += branch(of: command, in: tool) }
    return text + """
        esac
      }
      if [ "$funcstack[1]" = "_\(tool.name)" ]; then _\(tool.name) "$@"; else compdef _\(tool.name) \(tool.name); fi

      """
  }

  private static func described(_ choices: [Choice]) -> String {
    choices.map { "    \(quoted($0.word + ":" + $0.explanation))\n" }.joined()
  }

  /// The lines that complete the words of a group, and add them to the name.
  private static func groups(of tool: Tool) -> String {
    if tool.groups.isEmpty { return "" }
    var text = "  while true; do\n    case \"$name\" in\n"
    for group in tool.groups {
      text +=
        "      '\(group.name)') commands=(\n\(described(tool.names(in: group.name)))      ) ;;\n"
    }
    return text + """
            *) break ;;
          esac
          if (( CURRENT == 2 )); then
            _describe -t commands 'command' commands
            return
          fi
          name="$name ${words[2]}"
          shift words
          (( CURRENT-- ))
        done

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
    return "    '\(command.name)')\n      _arguments \\\n\(lines) ;;\n"
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
