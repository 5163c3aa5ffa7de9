// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The commands that every program has.

extension ToolCommand {
  /// The command `help` of a program: help on it, on a command or a topic, and the manual pages.
  package static func help(of program: String) -> ToolCommand {
    let manual = OptionDefinition.flag(
      "--man", "Print the manual page in roff, for man -l or a packager.")
    let definition = CommandDefinition(
      program: program, name: "help",
      abstract: "Show help on a command or a topic.",
      examples: [
        .init("\(program) help", "what \(program) can do"),
        .init("\(program) help exit-codes", "what the exit codes mean"),
        .init("\(program) help --man help | man -l -", "a manual page"),
      ],
      arguments: [
        ArgumentDefinition(
          "command", "A command, or one of the topics exit-codes, formats, environment.",
          count: .any)
      ],
      options: [manual],
      discussion: [
        "Without a command, --man prints the page of \(program) itself, which also holds the topics."
      ])
    return ToolCommand(definition) { invocation, streams in
      let text = try helpText(
        of: invocation.arguments, in: invocation.tool, isManual: invocation.isSet(manual))
      try streams.output.write(text)
      return .done
    }
  }

  private static func helpText(
    of words: [String], in tool: Tool, isManual: Bool
  ) throws -> String {
    guard let first = words.first else {
      return isManual ? ManualPage.ofTool(tool) : HelpText.overview(of: tool)
    }
    let word = words.joined(separator: " ")
    if let command = tool.command(named: word)?.definition {
      return isManual ? ManualPage.ofCommand(command) : HelpText.page(of: command)
    }
    if let group = tool.groups.first(where: { $0.name == word }) {
      return HelpText.overview(of: group, in: tool)
    }
    if let topic = HelpTopic(rawValue: word) {
      // The manual page of the tool holds the topics.
      return isManual ? ManualPage.ofTool(tool) : HelpText.page(of: topic)
    }
    throw CommandFailure.unknownCommand(
      tool.names(in: nil).contains { $0.word == first } ? word : first, of: tool.name,
      among: tool.definitions.map(\.name) + tool.groups.map(\.name)
        + HelpTopic.allCases.map(\.rawValue))
  }

  /// The command `completions` of a program: what a shell needs to complete its words.
  package static func completions(of program: String) -> ToolCommand {
    let definition = CommandDefinition(
      program: program, name: "completions",
      abstract: "Print the completions of a shell.",
      examples: [
        .init("source <(\(program) completions bash)", "bash, in this session"),
        .init("\(program) completions zsh > ~/.zfunc/_\(program)", "zsh, with ~/.zfunc in fpath"),
        .init(
          "\(program) completions fish > ~/.config/fish/completions/\(program).fish", "fish"),
      ],
      arguments: [
        ArgumentDefinition(
          "shell", "The shell: bash, zsh or fish.",
          value: .oneOf([
            Choice("bash", "GNU Bash"), Choice("zsh", "Z shell"), Choice("fish", "fish"),
          ]))
      ])
    return ToolCommand(definition) { invocation, streams in
      let tool = invocation.tool
      let script =
        switch invocation.arguments[0] {
        case "zsh": ZshCompletions.script(for: tool)
        case "fish": FishCompletions.script(for: tool)
        default: BashCompletions.script(for: tool)
        }
      try streams.output.write(script)
      return .done
    }
  }
}
