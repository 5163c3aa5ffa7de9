// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The help of the tool, of a command and of a topic: plain text of 80 columns,
// the same on every terminal.

/// Writes help out of definitions.
package enum HelpText {
  private static let width = 80

  /// The help of the tool.
  package static func overview(of tool: Tool) -> String {
    let commands = tool.definitions.map { ($0.name, $0.abstract) }
    return tool.abstract + "\n\nUSAGE: \(tool.name) <command> [<argument> ...] [<option> ...]\n\n"
      + section("COMMANDS", commands)
      + section("TOPICS", HelpTopic.allCases.map { ($0.rawValue, $0.abstract) })
      + section("OPTIONS", CommonOptions.everywhere.map(entry))
      + paragraph("\(tool.name) help <command> shows examples and options of a command.")
      + paragraph(safetyNote)
      + paragraph(reading)
  }

  /// The help of a command: examples first.
  package static func page(of command: CommandDefinition) -> String {
    let own = command.allOptions.filter { $0.group == .command }
    let common = command.allOptions.filter { $0.group == .common }
    let arguments = command.arguments.map { ($0.placeholder, $0.explanation) }
    return wrapped(command.abstract) + "\n\n"
      + TextWrapping.wrap("USAGE: " + command.usage, width: width, hanging: 9)
      .joined(separator: "\n") + "\n\n"
      + section("EXAMPLES", command.examples.map { ($0.line, $0.explanation) })
      + section("ARGUMENTS", arguments)
      + section("OPTIONS", own.map(entry))
      + section("COMMON OPTIONS", common.map(entry))
      + command.discussion.map(paragraph).joined()
      + paragraph(
        "See also: "
          + (command.seeAlso + ["\(command.program) help exit-codes"]).joined(separator: ", "))
  }

  /// The help of a topic.
  package static func page(of topic: HelpTopic) -> String {
    topic.abstract + "\n\n" + section(topic.rawValue.uppercased(), topic.entries)
      + paragraph(reading)
  }

  /// The rule that every page on medication keeps: facts, no advice.
  package static let safetyNote =
    "rxkit states what a release or a label says. It gives no medical advice."

  private static let reading =
    "Read more in README.md and Documentation; CONTRIBUTING.md says how to report a bug."

  private static func entry(_ option: OptionDefinition) -> (String, String) {
    let short = option.short.map { "-\($0), " } ?? ""
    return (short + option.synopsis, option.fullExplanation + words(option.choices))
  }

  private static func words(_ choices: [Choice]) -> String {
    choices.isEmpty ? "" : " One of " + choices.map(\.word).joined(separator: ", ") + "."
  }

  private static func paragraph(_ text: String) -> String { wrapped(text) + "\n" }

  private static func wrapped(_ text: String) -> String {
    TextWrapping.wrap(text, width: width, hanging: 0).joined(separator: "\n")
  }

  /// A heading and lines of two columns; nothing if there are no lines.
  private static func section(_ heading: String, _ entries: [(String, String)]) -> String {
    guard !entries.isEmpty else { return "" }
    let fitting = entries.map { DisplayText.width(of: $0.0) }.filter { $0 <= 44 }
    let column = 2 + min(44, fitting.max() ?? 0) + 2
    var text = heading + ":\n"
    for (term, explanation) in entries {
      let lead = "  " + term
      let termWidth = DisplayText.width(of: lead)
      let lines = TextWrapping.wrap(explanation, width: max(24, width - column), hanging: 0)
      let indent = String(repeating: " ", count: column)
      if termWidth + 2 > column {
        text += lead + "\n" + indent
      } else {
        text += lead + String(repeating: " ", count: column - termWidth)
      }
      text += lines.joined(separator: "\n" + indent) + "\n"
    }
    return text + "\n"
  }
}

/// A subject of the help that is no command.
package enum HelpTopic: String, CaseIterable, Sendable {
  case exitCodes = "exit-codes"
  case formats
  case environment

  /// What the topic says: one sentence.
  package var abstract: String {
    switch self {
    case .exitCodes: "What the exit codes mean."
    case .formats: "The forms of output that --format chooses."
    case .environment: "The environment variables that rxkit looks at."
    }
  }

  /// The entries of the topic, each a term and what it means.
  package var entries: [(term: String, explanation: String)] {
    switch self {
    case .exitCodes: ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }
    case .formats: OutputFormat.allCases.map { ($0.rawValue, $0.explanation) }
    case .environment: Environment.explanations
    }
  }
}

/// Breaks text into lines at blanks.
enum TextWrapping {
  /// Returns the lines of a text.
  ///
  /// A word that is wider than a line is on a line of its own, uncut. A
  /// word within brackets is kept with what is in the brackets, so that
  /// `[--format <format>]` is not torn apart.
  static func wrap(_ text: String, width: Int, hanging: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in unbreakable(text) {
      let joined = line.isEmpty ? word : line + " " + word
      if line.isEmpty || DisplayText.width(of: joined) <= width {
        line = joined
      } else {
        lines.append(line)
        line = String(repeating: " ", count: hanging) + word
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }

  /// The words of a text, brackets `[…]` kept whole.
  private static func unbreakable(_ text: String) -> [String] {
    var words: [String] = []
    var isOpen = false
    for part in text.split(separator: " ") {
      if isOpen, let last = words.popLast() {
        words.append(last + " " + part)
      } else {
        words.append(String(part))
      }
      if part.hasPrefix("[") { isOpen = true }
      if part.contains("]") { isOpen = false }
    }
    return words
  }
}
