// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What the reader of a stream is: a terminal of some width, or a file or pipe.
package struct Terminal: Sendable {
  /// Whether it is a terminal.
  package var isTerminal: Bool
  /// Columns; `nil` if lines are never wrapped, which is so in a file or pipe.
  package var width: Int?
  /// How text is emphasised there.
  package var style: Style

  /// Looks at a descriptor.
  package init(descriptor: Int32, environment: Environment) {
    isTerminal = SystemCalls.isTerminal(descriptor)
    width =
      isTerminal
      ? SystemCalls.terminalWidth(descriptor) ?? environment.columns.flatMap { $0 > 0 ? $0 : nil }
        ?? 80
      : nil
    style = Style(
      isColored: isTerminal && !environment.refusesColor && environment.terminal != "dumb")
  }

  private init() {
    isTerminal = false
    width = nil
    style = Style(isColored: false)
  }

  /// A file or pipe.
  package static let none = Terminal()
}

/// Emphasis by the colour codes of ECMA-48, or none.
package struct Style: Sendable {
  /// Whether codes are written.
  package var isColored: Bool

  /// Text of headings.
  package func bold(_ text: String) -> String { sequence("1", text) }
  /// Text of less weight.
  func dim(_ text: String) -> String { sequence("2", text) }
  /// Text that says that something failed.
  package func red(_ text: String) -> String { sequence("31", text) }
  /// Text that warns.
  package func yellow(_ text: String) -> String { sequence("33", text) }

  private func sequence(_ code: String, _ text: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// The forms in which answers are printed.
package enum OutputFormat: String, CaseIterable, Sendable {
  case table, json, ndjson, csv, tsv, markdown

  /// What the form is, a few words.
  package var explanation: String {
    switch self {
    case .table: "Aligned columns for a person; in a pipe without colour, never cut or wrapped."
    case .json: "One JSON array."
    case .ndjson: "One JSON object a line."
    case .csv: "Comma-separated values with a header (RFC 4180)."
    case .tsv: "Tab-separated values with a header; tab, line ends and \\ as \\t \\n \\r \\\\."
    case .markdown: "A table in GitHub Flavored Markdown."
    }
  }
}
