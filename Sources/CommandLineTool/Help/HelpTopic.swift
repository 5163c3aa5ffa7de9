// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A subject of the help that is no command.
package enum HelpTopic: String, CaseIterable, Sendable {
  case exitCodes = "exit-codes"
  case formats
  case environment

  /// What the topic tells: one sentence.
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
