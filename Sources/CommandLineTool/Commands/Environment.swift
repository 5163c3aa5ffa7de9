// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The environment variables that the tool looks at.
///
/// Read once at the start and passed on, so that tests set them without
/// touching the process.
package struct Environment: Sendable {
  /// `RXKIT_CATALOG`: the catalog to use.
  package var catalog: String?
  /// `XDG_DATA_HOME`: the folder of per-user data, on Linux.
  package var dataHome: String?
  /// `HOME`: the home folder.
  package var home: String?
  /// Whether `NO_COLOR` is set to anything.
  package var refusesColor = false
  /// `TERM`: the kind of terminal.
  package var terminal: String?
  /// `COLUMNS`: the width of the terminal, where the terminal does not say.
  package var columns: Int?

  /// Each variable with what it does, for help and manual.
  package static let explanations = [
    ("RXKIT_CATALOG", "The catalog to ask when --catalog is not given."),
    (
      "XDG_DATA_HOME",
      "Where per-user data is on Linux; the catalog is rxkit/catalog.rxkit in it. "
        + "(default: ~/.local/share)"
    ),
    ("NO_COLOR", "If set to anything, no colour is used."),
    ("TERM", "If dumb, no colour is used."),
    ("COLUMNS", "Width of tables on a terminal that does not tell its width."),
  ]
}

extension Environment {
  /// What a function from names to values gives; variables that are empty count as not set.
  package init(reading read: (String) -> String?) {
    func value(of name: String) -> String? {
      read(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    self.init(
      catalog: value(of: "RXKIT_CATALOG"), dataHome: value(of: "XDG_DATA_HOME"),
      home: value(of: "HOME"), refusesColor: value(of: "NO_COLOR") != nil,
      terminal: value(of: "TERM"), columns: value(of: "COLUMNS").flatMap { Int($0) })
  }
}
