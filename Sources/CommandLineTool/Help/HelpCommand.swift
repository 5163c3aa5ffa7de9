// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The command `help` of a program: help on it, on a command or a topic, and the manual pages.
package protocol HelpingCommand: Command {
  /// The program that has the command.
  static var program: String { get }
}

extension HelpingCommand {
  private static var manual: OptionDefinition {
    .flag(
      "--man", "Print the manual page in roff, for man -l or a packager.")
  }

  package static var definition: CommandDefinition {
    CommandDefinition(
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
  }

  package static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let tool = invocation.tool
    guard let first = invocation.arguments.first else {
      try streams.output.write(
        invocation.isSet(manual)
          ? ManualPage.ofTool(tool) : HelpText.overview(of: tool))
      return .done
    }
    let word = invocation.arguments.joined(separator: " ")
    if let command = tool.command(named: word) {
      try streams.output.write(
        invocation.isSet(manual)
          ? ManualPage.ofCommand(command.definition)
          : HelpText.page(of: command.definition))
    } else if let group = tool.groups.first(where: { $0.name == word }) {
      try streams.output.write(HelpText.overview(of: group, in: tool))
    } else if let topic = HelpTopic(rawValue: word) {
      // The manual page of the tool holds the topics.
      try streams.output.write(
        invocation.isSet(manual) ? ManualPage.ofTool(tool) : HelpText.page(of: topic))
    } else {
      throw .unknownCommand(
        tool.names(in: nil).contains { $0.word == first } ? word : first, of: tool.name,
        among: tool.definitions.map(\.name) + tool.groups.map(\.name)
          + HelpTopic.allCases.map(\.rawValue))
    }
    return .done
  }
}

/// The supported shells.
private enum Shell: String, CaseIterable { case bash, zsh, fish }

/// The command `completions` of a program: what a shell needs to complete its words.
package protocol CompletingCommand: Command {
  /// The program that has the command.
  static var program: String { get }
}

extension CompletingCommand {
  package static var definition: CommandDefinition {
    CommandDefinition(
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
  }

  package static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    for shell in invocation.arguments.compactMap(Shell.init) {
      let script =
        switch shell {
        case .bash: BashCompletions.script(for: invocation.tool)
        case .zsh: ZshCompletions.script(for: invocation.tool)
        case .fish: FishCompletions.script(for: invocation.tool)
        }
      try streams.output.write(script)
    }
    return .done
  }
}
