// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The tool as a whole: its commands, and the way from words to an exit code.
struct Tool: Sendable {
  /// What the tool does: one sentence.
  let abstract: String
  /// The commands, in the order of the help.
  let commands: [any Command.Type]
  /// What `--version` prints, given `--catalog` and the environment.
  let versions: @Sendable (_ catalog: String?, Environment) -> [String]

  /// The definitions of the commands, in the order of the help.
  var definitions: [CommandDefinition] { commands.map { $0.definition } }

  /// The command of a name; that of a group's member is two words.
  func command(named name: String) -> (any Command.Type)? {
    let words = name.split(separator: " ", maxSplits: 1).map(String.init)
    let command = commands.first { $0.definition.name == words.first }
    guard words.count == 2 else { return command }
    return (command as? any CommandGroup.Type)?.member(words[1])
  }

  /// Runs one command line, without the name of the program, and reports its failure.
  func run(_ words: [String], _ streams: inout Streams) -> ExitCode {
    do throws(CommandFailure) {
      let code = try dispatch(words, &streams)
      try streams.output.flush()
      try streams.sources.check()
      return code
    } catch {
      // What was answered before the failure is printed before it. If that
      // fails too, the first failure is the one to tell; but damage may have
      // led to any other, as to a code that is not found.
      _ = try? streams.output.flush()
      let failure = streams.sources.damage ?? error
      if failure != .outputClosed { streams.messages.write(failure) }
      return failure.exitCode
    }
  }

  private func dispatch(
    _ words: [String], _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    guard let first = words.first else {
      streams.messages.write(HelpText.overview(of: self))
      return .usage
    }
    if CommonOptions.help.spellings.contains(first) {
      try streams.output.write(HelpText.overview(of: self))
      return .done
    }
    if first == CommonOptions.version.name {
      return try printVersions(catalog: nil, &streams)
    }
    guard let command = command(named: first) else {
      if first.hasPrefix("-"), first != "-", isKnownOption(first) {
        throw .optionBeforeCommand(first)
      }
      throw .unknownCommand(
        first,
        among: definitions.map(\.name) + [CommonOptions.help.name, "--version"])
    }
    let member = words.dropFirst().first.flatMap {
      (command as? any CommandGroup.Type)?.member($0)
    }
    return try run(
      member ?? command, words.dropFirst(member == nil ? 1 : 2), &streams)
  }

  private func run(
    _ command: any Command.Type, _ words: ArraySlice<String>, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let definition = command.definition
    let invocation = try InvocationParser.parse(words, of: definition, tool: self)
    if invocation.isSet(CommonOptions.noColor) { streams.dropColor() }
    if invocation.isSet(CommonOptions.help) {
      try streams.output.write(HelpText.page(of: definition))
      return .done
    }
    if invocation.isSet(CommonOptions.version) {
      return try printVersions(catalog: invocation.value(of: CommonOptions.catalog), &streams)
    }
    return try command.run(invocation, &streams)
  }

  private func isKnownOption(_ word: String) -> Bool {
    commands.contains { $0.definition.allOptions.contains { $0.spellings.contains(word) } }
  }

  private func printVersions(
    catalog: String?, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    for line in versions(catalog, streams.environment) { try streams.output.write(line + "\n") }
    return .done
  }
}
