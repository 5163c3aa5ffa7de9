// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Manual pages in roff with the man macros, which groff and mandoc both read.

/// Writes manual pages out of definitions.
package enum ManualPage {
  /// The page of the program, as rxkit(1).
  package static func ofTool(_ tool: Tool) -> String {
    var page = header(tool.name, tool.abstract)
    page += ".SH SYNOPSIS\n.B \(escaped(tool.name))\n<command> [<argument> ...] [<option> ...]\n"
    page += ".SH COMMANDS\n"
    for command in tool.definitions {
      page += entry(escaped("\(command.program)-\(command.name)") + "(1)", command.abstract)
    }
    page += ".SH OPTIONS\n" + CommonOptions.everywhere.map(option).joined()
    for topic in HelpTopic.allCases {
      page += ".SH \(heading(of: topic))\n\(line(topic.abstract))\n"
      page += topic.entries.map { entry(escaped($0.term), $0.explanation) }.joined()
    }
    return page + ".SH NOTES\n\(line(HelpText.safetyNote))\n"
  }

  /// The page of a command, as rxkit-lookup(1).
  package static func ofCommand(_ command: CommandDefinition) -> String {
    var page = header("\(command.program)-\(command.name)", command.abstract)
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

  /// A term, which is escaped already, and its explanation.
  private static func entry(_ term: String, _ explanation: String) -> String {
    ".TP\n\\fB\(term)\\fR\n\(line(explanation))\n"
  }

  /// A line of text that no macro is taken from.
  private static func line(_ text: String) -> String {
    let safe = escaped(text)
    return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
  }

  /// Four digits at least, in capitals.
  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Text whose backslashes, dashes, quotes and carets roff prints as they are.
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
          // troff reads bytes: what is not ASCII goes by its number.
          result += scalar.isASCII ? String(scalar) : "\\[u\(Self.hexadecimal(scalar.value))]"
        }
      }
    }
    return result
  }
}
