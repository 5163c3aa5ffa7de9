// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Writes messages for a person to standard error, each at once.
///
/// That a message cannot be written is no reason to stop, so errors are let go.
package struct MessageWriter: Sendable {
  /// What standard error is.
  package var terminal: Terminal
  /// Where messages go.
  package let descriptor: Int32

  /// What messages speak of; nothing is said of what is damaged but that it is.
  package var sources: AnswerSources?

  /// Writes a failure: in front what went wrong, after it what to do.
  package func write(_ failure: CommandFailure) {
    let lines = failure.description.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first else { return }
    let rest = lines.dropFirst().map { "\n" + terminal.style.dim(String($0)) }.joined()
    send(terminal.style.red(String(first)) + rest + "\n")
  }

  /// Writes something that a person should know and that stops nothing.
  package func warn(_ text: String) { note(terminal.style.yellow(text)) }

  /// Writes what was done and what could be next.
  package func note(_ text: String) { if sources?.damage == nil { send(text + "\n") } }

  /// Writes text as it is.
  package func write(_ text: String) { send(text) }

  private func send(_ text: String) {
    _ = try? SystemCalls.write(Array(text.utf8), to: descriptor)
  }
}
