// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Reads the words after the command's name.
///
/// - `--name value` and `--name=value` are the same; `-o value` is the short form.
/// - Options may stand before, between and after arguments.
/// - `--` ends the options. `-` alone is an argument (or a value): standard input or output.
/// - Nothing may be shortened, and nothing is given twice unless it may be.
package struct InvocationParser {
  private let tool: Tool
  private let command: CommandDefinition
  private let options: [OptionDefinition]
  private var arguments: [String] = []
  private var given: [(name: String, value: String)] = []

  private init(tool: Tool, command: CommandDefinition) {
    self.tool = tool
    self.command = command
    options = command.allOptions
  }

  /// Reads and checks a command line.
  ///
  /// With `--help` among the options nothing else is checked.
  package static func parse(
    _ words: some Collection<String>, of command: CommandDefinition, tool: Tool
  ) throws(CommandFailure) -> Invocation {
    var parser = InvocationParser(tool: tool, command: command)
    let beforeEnd = words.prefix { $0 != "--" }
    if beforeEnd.contains(where: CommonOptions.help.spellings.contains) {
      return Invocation(
        tool: tool, command: command, arguments: [],
        options: [(CommonOptions.help.name, "")])
    }
    try parser.read(Array(words))
    if !parser.given.contains(where: { $0.name == CommonOptions.version.name }) {
      try parser.checkArguments()
    }
    return Invocation(
      tool: tool, command: command, arguments: parser.arguments, options: parser.given)
  }

  private mutating func read(_ words: [String]) throws(CommandFailure) {
    var next = 0
    while next < words.count {
      let word = words[next]
      next += 1
      if word == "--" {
        arguments += words[next...]
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        arguments.append(word)
        continue
      }
      let (name, attached) = Self.split(word)
      guard let option = options.first(where: { $0.spellings.contains(name) }) else {
        throw .unknownOption(name, of: command, among: options.flatMap(\.spellings))
      }
      var value = attached
      if option.takesValue, value == nil, next < words.count, !words[next].hasPrefix("--") {
        value = words[next]
        next += 1
      }
      try accept(option, value)
    }
  }

  /// `--name=value` in its two parts; a short option has no attached value.
  private static func split(_ word: String) -> (name: String, value: String?) {
    guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<sign]), String(word[word.index(after: sign)...]))
  }

  private mutating func accept(
    _ option: OptionDefinition, _ value: String?
  ) throws(CommandFailure) {
    if option.takesValue {
      guard let value, !value.isEmpty else { throw .missingValue(of: option, of: command) }
      let words = option.choices.map(\.word)
      guard words.isEmpty || words.contains(value) else {
        throw .unknownValue(value, of: option.name, among: words, of: command)
      }
      if !option.isRepeatable, given.contains(where: { $0.name == option.name }) {
        throw .repeatedOption(option, of: command)
      }
    } else if let value {
      throw .unexpectedValue(value, of: option, of: command)
    }
    if option.name == CommonOptions.json.name {
      return try accept(CommonOptions.format, OutputFormat.json.rawValue)
    }
    given.append((option.name, value ?? ""))
  }

  private func checkArguments() throws(CommandFailure) {
    var rest = arguments[...]
    for argument in command.arguments {
      let taken: ArraySlice<String>
      switch argument.count {
      case .one, .optional: taken = rest.prefix(1)
      case .any, .oneOrMore: taken = rest
      }
      if argument.isRequired, taken.isEmpty { throw .missingArgument(argument, of: command) }
      let words = argument.choices.map(\.word)
      if !words.isEmpty, let wrong = taken.first(where: { !words.contains($0) }) {
        throw .unknownValue(wrong, of: argument.placeholder, among: words, of: command)
      }
      rest = rest.dropFirst(taken.count)
    }
    if let extra = rest.first { throw .extraArgument(extra, of: command) }
  }
}
