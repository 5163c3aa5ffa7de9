// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What the reader of a stream is: a terminal of some width, or a file or pipe.
package struct Terminal: Sendable {
  package var isTerminal: Bool
  /// Columns; `nil` if lines are never wrapped, which is so in a file or pipe.
  package var width: Int?
  /// How text is emphasised there.
  package var style: Style

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

  package func bold(_ text: String) -> String { sequence("1", text) }
  /// Text of less weight.
  func dim(_ text: String) -> String { sequence("2", text) }
  /// Text that says that something failed.
  package func red(_ text: String) -> String { sequence("31", text) }
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

/// The environment variables that the tool reads.
///
/// Read once at the start and passed on, so that tests can set them without
/// changing the process.
package struct Environment: Sendable {
  /// `RXKIT_CATALOG`: the catalog to use.
  package var catalog: String?
  /// `XDG_DATA_HOME`: the folder of per-user data, on Linux.
  package var dataHome: String?
  /// `HOME`: the home folder.
  package var home: String?
  /// `RXKIT_NOW`: what `rxkit med` takes for the present.
  package var now: String?
  /// `TZ`: the time zone of `rxkit med`.
  package var timeZone: String?
  /// `TZDIR`: the folder of the time zone database.
  package var zoneFolder: String?
  /// Whether `NO_COLOR` is set to anything.
  package var refusesColor = false
  /// `TERM`: the kind of terminal.
  package var terminal: String?
  /// `COLUMNS`: the width of the terminal, if the terminal does not report it.
  package var columns: Int?

  /// Each variable with its description, for help and manual pages.
  package static let explanations = [
    ("RXKIT_CATALOG", "The catalog to use when --catalog is not given."),
    (
      "XDG_DATA_HOME",
      "Where per-user data is on Linux; the catalog is rxkit/catalog.rxkit in it. "
        + "(default: ~/.local/share)"
    ),
    ("RXKIT_NOW", "The present for rxkit med when --now is not given."),
    ("TZ", "The time zone of rxkit med when --time-zone is not given."),
    ("TZDIR", "The folder of the time zone database. (default: /usr/share/zoneinfo)"),
    ("NO_COLOR", "If set to anything, no colour is used."),
    ("TERM", "If dumb, no colour is used."),
    ("COLUMNS", "Width of tables on a terminal that does not report its width."),
  ]
}

extension Environment {
  /// Reads the variables through a function from names to values; empty ones count as not set.
  package init(reading read: (String) -> String?) {
    func value(of name: String) -> String? {
      read(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    self.init(
      catalog: value(of: "RXKIT_CATALOG"), dataHome: value(of: "XDG_DATA_HOME"),
      home: value(of: "HOME"), now: value(of: "RXKIT_NOW"), timeZone: value(of: "TZ"),
      zoneFolder: value(of: "TZDIR"), refusesColor: value(of: "NO_COLOR") != nil,
      terminal: value(of: "TERM"), columns: value(of: "COLUMNS").flatMap { Int($0) })
  }
}
