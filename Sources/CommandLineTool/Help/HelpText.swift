// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The help of the tool, of a command and of a topic: plain text of 80 columns,
// the same on every terminal.

/// Writes help out of definitions.
package enum HelpText {
  private static let width = 80

  package static func overview(of tool: Tool) -> String {
    let commands = tool.names(in: nil).map { ($0.word, $0.explanation) }
    return tool.abstract + "\n\nUSAGE: \(tool.name) <command> [<argument> ...] [<option> ...]\n\n"
      + section("COMMANDS", commands)
      + section("TOPICS", HelpTopic.allCases.map { ($0.rawValue, $0.abstract) })
      + section("OPTIONS", CommonOptions.everywhere.map(entry))
      + paragraph("\(tool.name) help <command> shows examples and options of a command.")
      + paragraph(safetyNote)
      + paragraph(reading)
  }

  /// The help of a group: its commands.
  package static func overview(of group: CommandGroup, in tool: Tool) -> String {
    let words = "\(tool.name) \(group.name)"
    return wrapped(group.abstract)
      + "\n\nUSAGE: \(words) <command> [<argument> ...] [<option> ...]\n\n"
      + section("COMMANDS", tool.names(in: group.name).map { ($0.word, $0.explanation) })
      + paragraph("\(words) <command> --help shows examples and options of a command.")
      + group.discussion.map(paragraph).joined()
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

  package static func page(of topic: HelpTopic) -> String {
    topic.abstract + "\n\n" + section(topic.rawValue.uppercased(), topic.entries)
      + paragraph(reading)
  }

  /// The rule that every page on medication keeps: facts, no advice.
  package static let safetyNote =
    "rxkit states what a release or a label says. It gives no medical advice."

  /// The same of what a person notes about their own medications.
  package static let storeNote = "rxkit keeps what you tell it. It gives no medical advice."

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

/// A help topic that is not a command.
package enum HelpTopic: String, CaseIterable, Sendable {
  case exitCodes = "exit-codes"
  case formats
  case environment

  /// What the topic says: one sentence.
  package var abstract: String {
    switch self {
    case .exitCodes: "What the exit codes mean."
    case .formats: "Output formats for --format."
    case .environment: "Environment variables that rxkit reads."
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

// Manual pages in roff with the man macros, which both groff and mandoc support.

/// Generates manual pages from definitions.
package enum ManualPage {
  /// The page of the program, such as rxkit(1).
  package static func ofTool(_ tool: Tool) -> String {
    var page = header(tool.name, tool.abstract)
    page += ".SH SYNOPSIS\n.B \(escaped(tool.name))\n<command> [<argument> ...] [<option> ...]\n"
    page += ".SH COMMANDS\n"
    for command in tool.definitions {
      page += entry(escaped(command.hyphenated) + "(1)", command.abstract)
    }
    page += ".SH OPTIONS\n" + CommonOptions.everywhere.map(option).joined()
    for topic in HelpTopic.allCases {
      page += ".SH \(heading(of: topic))\n\(line(topic.abstract))\n"
      page += topic.entries.map { entry(escaped($0.term), $0.explanation) }.joined()
    }
    return page + ".SH NOTES\n\(line(HelpText.safetyNote))\n"
  }

  /// The page of a command, such as rxkit-lookup(1).
  package static func ofCommand(_ command: CommandDefinition) -> String {
    var page = header(command.hyphenated, command.abstract)
    page += ".SH SYNOPSIS\n\(line(command.usage))\n"
    page += ".SH EXAMPLES\n"
    for example in command.examples { page += entry(escaped(example.line), example.explanation) }
    if !command.arguments.isEmpty {
      page += ".SH ARGUMENTS\n"
      page += command.arguments.map { entry(escaped($0.placeholder), $0.explanation) }.joined()
    }
    page += ".SH OPTIONS\n" + command.allOptions.map(option).joined()
    if !command.discussion.isEmpty {
      page += ".SH DESCRIPTION\n"
      page += command.discussion.map(line).joined(separator: "\n.PP\n") + "\n"
    }
    page += ".SH EXIT STATUS\n"
    page += ExitCode.allCases.map { entry(String($0.rawValue), $0.meaning) }.joined()
    let more = (["\(command.program)(1)"] + command.seeAlso).joined(separator: ", ")
    return page + ".SH SEE ALSO\n\(line(more))\n"
  }

  private static func header(_ name: String, _ abstract: String) -> String {
    let version = "rxkit \(VersionReport.tool)"
    return ".TH \(escaped(name.uppercased())) 1 \"\" \"\(version)\" \"User Commands\"\n"
      + ".SH NAME\n\(escaped(name)) \\- \(escaped(abstract))\n"
  }

  private static func heading(of topic: HelpTopic) -> String {
    topic.rawValue.uppercased().map { $0 == "-" ? " " : String($0) }.joined()
  }

  private static func option(_ option: OptionDefinition) -> String {
    let short = option.short.map { "\\-\($0), " } ?? ""
    var text = entry(short + escaped(option.synopsis), option.fullExplanation)
    for choice in option.choices {
      text += ".RS\n" + entry(escaped(choice.word), choice.explanation) + ".RE\n"
    }
    return text
  }

  /// An already escaped term and its explanation.
  private static func entry(_ term: String, _ explanation: String) -> String {
    ".TP\n\\fB\(term)\\fR\n\(line(explanation))\n"
  }

  /// A line of text, escaped so that it is not a macro.
  private static func line(_ text: String) -> String {
    let safe = escaped(text)
    return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
  }

  /// At least four digits, in upper case.
  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Text in which roff prints backslashes, dashes, quotes and carets literally.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default:
        for scalar in character.unicodeScalars {
          // troff reads bytes: characters that are not ASCII are written by number.
          result += scalar.isASCII ? String(scalar) : "\\[u\(Self.hexadecimal(scalar.value))]"
        }
      }
    }
    return result
  }
}
