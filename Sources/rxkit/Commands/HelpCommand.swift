// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// `rxkit help`: help on the tool, on a command or on a topic, and the manual pages.
struct HelpCommand: Command {
  private static let manual = OptionDefinition.flag(
    "--man", "Print the manual page in roff, for man -l or a packager.")

  static let definition = CommandDefinition(
    name: "help",
    abstract: "Show help on a command or a topic.",
    examples: [
      .init("rxkit help", "what rxkit can do"),
      .init("rxkit help exit-codes", "what the exit codes mean"),
      .init("rxkit help --man help | man -l -", "a manual page"),
    ],
    arguments: [
      ArgumentDefinition(
        "command", "A command, or one of the topics exit-codes, formats, environment.",
        count: .any)
    ],
    options: [manual],
    discussion: [
      "Without a command, --man prints the page of rxkit itself, which also holds the topics."
    ])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let tool = invocation.tool
    guard let first = invocation.arguments.first else {
      try streams.output.write(
        invocation.isSet(manual)
          ? ManualPage.ofTool(tool) : HelpText.overview(of: tool))
      return .done
    }
    // `help labels build` is about the member of a group.
    let word = invocation.arguments.joined(separator: " ")
    if let command = tool.command(named: word) {
      try streams.output.write(
        invocation.isSet(manual)
          ? ManualPage.ofCommand(command.definition)
          : HelpText.page(of: command.definition))
    } else if let topic = HelpTopic(rawValue: word) {
      // The manual page of the tool holds the topics.
      try streams.output.write(
        invocation.isSet(manual) ? ManualPage.ofTool(tool) : HelpText.page(of: topic))
    } else {
      throw .unknownCommand(
        tool.command(named: first) == nil ? first : word,
        among: tool.definitions.map(\.name) + HelpTopic.allCases.map(\.rawValue))
    }
    return .done
  }
}
