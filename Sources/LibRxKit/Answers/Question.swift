// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The question of a batch about each of its values.
enum Question: String, CaseIterable, Sendable {
  case lookup
  case ndc
  case match
  case related
  case sideEffects = "side_effects"
  case search
  case resolve

  /// The options that it knows.
  var options: Set<String> {
    switch self {
    case .lookup, .sideEffects: ["columns", "system"]
    case .ndc: ["columns"]
    case .match: ["columns", "limit"]
    case .related: ["columns", "system", "types"]
    case .search: ["columns", "limit", "types"]
    case .resolve: ["columns", "sideEffects"]
    }
  }

  /// The columns of its answers.
  func columns(_ options: CallOptions) throws(LibraryFailure) -> AnswerColumns {
    let all: AnswerColumns =
      switch self {
      case .lookup, .ndc: .code
      case .match: .match
      case .related: .related
      case .sideEffects: .sideEffects
      case .search: .search
      case .resolve: options.includesSideEffects ? .recordWithSideEffects : .record
      }
    return try all.only(options.columns)
  }
}
