// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// `rxkit completions`: what a shell needs to complete rxkit's words.
struct CompletionsCommand: Command {
  /// The shells that are known.
  private enum Shell: String, CaseIterable { case bash, zsh, fish }

  static let definition = CommandDefinition(
    name: "completions",
    abstract: "Print the completions of a shell.",
    examples: [
      .init("source <(rxkit completions bash)", "bash, in this session"),
      .init("rxkit completions zsh > ~/.zfunc/_rxkit", "zsh, with ~/.zfunc in fpath"),
      .init(
        "rxkit completions fish > ~/.config/fish/completions/rxkit.fish", "fish"),
    ],
    arguments: [
      ArgumentDefinition(
        "shell", "The shell: bash, zsh or fish.",
        value: .oneOf([
          Choice("bash", "GNU Bash"), Choice("zsh", "Z shell"), Choice("fish", "fish"),
        ]))
    ])

  static func run(
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
