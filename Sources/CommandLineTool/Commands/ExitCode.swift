// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// How the tool ended, as the shell sees it.
///
/// `rxkit help exit-codes` prints this table.
package enum ExitCode: Int32, Sendable, CaseIterable {
  case done = 0
  case incomplete = 1
  case usage = 2
  case input = 3
  case catalog = 4
  case internalError = 70
  case interrupted = 130
  case terminated = 143

  /// What the code says, for a person.
  package var meaning: String {
    switch self {
    case .done: "Done. Also when the downstream process closed the pipe."
    case .incomplete:
      "Done, but something asked for was not found, or --strict found problems."
    case .usage:
      "Wrong usage: an unknown command, option or value, or a file that would be overwritten."
    case .input: "An input could not be read or is broken, or the output could not be written."
    case .catalog: "The catalog is missing, damaged or of another format version."
    case .internalError: "An error of rxkit itself, or not enough memory."
    case .interrupted: "Interrupted (Ctrl-C). No half-written file is left."
    case .terminated: "Terminated (SIGTERM; SIGHUP gives 129). No half-written file is left."
    }
  }
}
