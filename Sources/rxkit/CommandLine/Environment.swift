// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The environment variables that the tool looks at.
///
/// Read once at the start and passed on, so that tests set them without
/// touching the process.
struct Environment: Sendable {
  /// `RXKIT_CATALOG`: the catalog to use.
  var catalog: String?
  /// `XDG_DATA_HOME`: the folder of per-user data, on Linux.
  var dataHome: String?
  /// `HOME`: the home folder.
  var home: String?
  /// Whether `NO_COLOR` is set to anything.
  var refusesColor = false
  /// `TERM`: the kind of terminal.
  var terminal: String?
  /// `COLUMNS`: the width of the terminal, where the terminal does not say.
  var columns: Int?

  /// The environment of this process; variables that are empty count as not set.
  static func ofProcess() -> Environment {
    func value(_ name: String) -> String? {
      SystemCalls.environmentValue(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    return Environment(
      catalog: value("RXKIT_CATALOG"), dataHome: value("XDG_DATA_HOME"), home: value("HOME"),
      refusesColor: value("NO_COLOR") != nil, terminal: value("TERM"),
      columns: value("COLUMNS").flatMap { Int($0) })
  }

  /// Each variable with what it does, for help and manual.
  static let explanations = [
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
