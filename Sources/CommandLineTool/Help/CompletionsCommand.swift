// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The shells that are known.
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
