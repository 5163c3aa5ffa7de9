// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The tool as a whole: its commands, and the way from words to an exit code.
package struct Tool: Sendable {
  package let name: String
  /// What the tool does: one sentence.
  package let abstract: String
  /// The commands, in the order of the help.
  package let commands: [ToolCommand]
  /// What the commands of more than one word have in common, by their first words.
  package let groups: [CommandGroup]
  /// Commands, of one word or two, that another program has; with the name of the program.
  package let elsewhere: [String: String]

  package init(
    name: String, abstract: String, commands: [ToolCommand], groups: [CommandGroup] = [],
    elsewhere: [String: String] = [:]
  ) {
    (self.name, self.abstract, self.commands) = (name, abstract, commands)
    (self.groups, self.elsewhere) = (groups, elsewhere)
  }

  /// The definitions of the commands, in the order of the help.
  package var definitions: [CommandDefinition] { commands.map(\.definition) }

  package func command(named name: String) -> ToolCommand? {
    commands.first { $0.definition.name == name }
  }

  /// Takes the process apart into values, runs its command line, and ends the process.
  package func runAsProcess() {
    SystemCalls.makeFailedWritesErrors()
    Interruption.install()
    Interruption.endOnRefusedMemory()
    var streams = Streams(environment: Environment(reading: SystemCalls.environmentValue))
    let code = run(Array(CommandLine.arguments.dropFirst()), &streams)
    streams.endProcess(code)
  }

  /// Runs one command line, without the name of the program, and reports its failure.
  package func run(_ words: [String], _ streams: inout Streams) -> ExitCode {
    do {
      let code = try dispatch(words, &streams)
      try streams.output.flush()
      try streams.sources.check()
      return code
    } catch {
      // What was answered before the failure is printed before it. If that
      // fails too, the first failure is the one to tell; but damage may have
      // led to any other, as to a code that is not found.
      _ = try? streams.output.flush()
      let failure = streams.sources.damage ?? CommandFailure(error)
      if failure != .outputClosed { streams.messages.write(failure) }
      return failure.exitCode
    }
  }

  private func dispatch(_ words: [String], _ streams: inout Streams) throws -> ExitCode {
    guard let first = words.first else {
      streams.messages.write(HelpText.overview(of: self))
      return .usage
    }
    if CommonOptions.help.spellings.contains(first) {
      try streams.output.write(HelpText.overview(of: self))
      return .done
    }
    if CommonOptions.version.spellings.contains(first) {
      return try printVersions(catalog: nil, &streams)
    }
    for count in 1...2 {
      let name = words.prefix(count).joined(separator: " ")
      guard let other = elsewhere[name] else { continue }
      throw CommandFailure(
        .usage, "usage.other-program",
        "\(self.name) \(name): a command of another program, \(other)",
        try: "\(other) help; swift build -c release --product \(other) builds it")
    }
    // The longest name counts: `med symptom log` is not the command `med`.
    for count in (1...3).reversed() {
      let name = words.prefix(count).joined(separator: " ")
      if let command = command(named: name) {
        return try run(command, words.dropFirst(count), &streams)
      }
      if let group = groups.first(where: { $0.name == name }) {
        return try dispatch(words.dropFirst(count), in: group, &streams)
      }
    }
    if first.hasPrefix("-"), first != "-", isKnownOption(first) {
      throw CommandFailure(
        .usage, "usage.option-before-command",
        "\(name): option \(CommandFailure.quoted(first)) comes before the command, expected "
          + "after it", try: "\(name) <command> \(first) …")
    }
    throw CommandFailure.unknownCommand(
      first, of: name,
      among: names(in: nil).map(\.word) + [CommonOptions.help.name, "--version"])
  }

  /// What follows the words of a group when no command of it does.
  private func dispatch(
    _ words: ArraySlice<String>, in group: CommandGroup, _ streams: inout Streams
  ) throws -> ExitCode {
    guard let word = words.first else {
      streams.messages.write(HelpText.overview(of: group, in: self))
      return .usage
    }
    if CommonOptions.help.spellings.contains(word) {
      try streams.output.write(HelpText.overview(of: group, in: self))
      return .done
    }
    throw CommandFailure.unknownCommand(
      word, of: "\(name) \(group.name)", among: names(in: group.name).map(\.word),
      help: "\(name) help \(group.name)")
  }

  /// The words that may come next: after the words of a group, or first.
  package func names(in group: String?) -> [Choice] {
    let start = group.map { $0 + " " } ?? ""
    var names: [Choice] = []
    let all = definitions.map { ($0.name, $0.abstract) } + groups.map { ($0.name, $0.abstract) }
    for (name, abstract) in all where name.hasPrefix(start) {
      let rest = name.dropFirst(start.count)
      let word = String(rest.prefix { $0 != " " })
      // For the commands of a group inside this one, that group is listed.
      let inner = groups.first { $0.name == start + word && word.count < rest.count }
      if !names.contains(where: { $0.word == word }) {
        names.append(Choice(word, inner?.abstract ?? abstract))
      }
    }
    return names
  }

  private func run(
    _ command: ToolCommand, _ words: ArraySlice<String>, _ streams: inout Streams
  ) throws -> ExitCode {
    let definition = command.definition
    let invocation = try InvocationParser.parse(words, of: definition, tool: self)
    if invocation.isSet(CommonOptions.noColor) { streams.dropColor() }
    if invocation.isSet(CommonOptions.quiet) { streams.isQuiet = true }
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

  private func printVersions(catalog: String?, _ streams: inout Streams) throws -> ExitCode {
    for line in VersionReport.lines(of: name, catalog: catalog, streams.environment) {
      try streams.output.write(line + "\n")
    }
    return .done
  }
}

/// Commands whose names begin with the same words, such as `med add` and `med list`.
package struct CommandGroup: Sendable {
  /// The words.
  package let name: String
  /// What the commands do together: one sentence.
  package let abstract: String
  /// What a person must know besides: paragraphs.
  package let discussion: [String]

  package init(name: String, abstract: String, discussion: [String] = []) {
    (self.name, self.abstract, self.discussion) = (name, abstract, discussion)
  }
}
