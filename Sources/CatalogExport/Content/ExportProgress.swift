// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// How far an export has come.
public struct ExportProgress: Sendable, Hashable {
  /// What is being written, such as `relation` or `CodeSystem`.
  public let part: String
  /// Concepts or rows of it that are done.
  public let done: Int
  /// How many it has.
  public let total: Int
}

/// Tells progress now and then: each call costs a clock reading at the taker.
struct ProgressTeller {
  private static let interval = 2048

  let report: ((ExportProgress) -> Void)?

  func tell(_ part: String, _ done: Int, of total: Int) {
    guard let report, done % Self.interval == 0 else { return }
    report(ExportProgress(part: part, done: done, total: total))
  }
}
