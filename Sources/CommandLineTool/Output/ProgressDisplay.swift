// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// How far a long task is, on one line of a terminal's standard error.
///
/// Shown after one second, drawn ten times a second at most, erased by
/// ``finish()``. If standard error is not a terminal, nothing is shown. A
/// class, because the callbacks of several tasks update the same line.
package final class ProgressDisplay {
  /// What is known at a moment.
  struct State: Equatable {
    /// What is being read.
    var name: String
    /// Rows, documents or whatever is counted.
    var count: Int
    /// The word for what is counted, in the plural.
    var unit: String
    /// How much of the input is done, of how much; the same measure for both.
    var done: Int
    var total: Int
    /// Whether that measure is bytes, which are shown.
    var isInBytes = false
  }

  private let messages: MessageWriter
  private let clock: () -> UInt64
  private let start: UInt64
  private var lastDrawn: UInt64 = 0
  private var isShown = false

  package init(
    _ messages: MessageWriter, clock: @escaping () -> UInt64 = SystemCalls.monotonicNanoseconds
  ) {
    self.messages = messages
    self.clock = clock
    start = clock()
  }

  deinit { finish() }

  /// Shows what is being read, how much is counted, and how far it is, if it is time to.
  package func update(
    _ name: String, count: Int, unit: String, done: Int, total: Int, isInBytes: Bool = false
  ) {
    guard messages.terminal.isTerminal else { return }
    let now = clock()
    guard now - start >= 1_000_000_000, now - lastDrawn >= 100_000_000 else { return }
    lastDrawn = now
    isShown = true
    Interruption.progressLine(isShown: true)
    let state = State(
      name: name, count: count, unit: unit, done: done, total: total, isInBytes: isInBytes)
    let line = Self.line(state, nanoseconds: now - start, width: messages.terminal.width ?? 80)
    messages.write("\r\u{1B}[K" + line)
  }

  /// Erases the line.
  package func finish() {
    guard isShown else { return }
    messages.write("\r\u{1B}[K")
    isShown = false
    Interruption.progressLine(isShown: false)
  }

  /// The line of a state: name, share, count, rate, time left; cut to the width.
  static func line(_ state: State, nanoseconds: UInt64, width: Int) -> String {
    let milliseconds = max(1, nanoseconds / 1_000_000)
    var parts = [DisplayText.printable(state.name)]
    let share = state.total > 0 ? min(1, Double(state.done) / Double(state.total)) : nil
    if let share { parts.append("\(Int(share * 100)) %") }
    if state.isInBytes {
      let total = state.total > 0 ? " of \(megabytes(state.total))" : ""
      parts.append("\(megabytes(state.done))\(total) MB")
    }
    let rate = UInt64(max(0, state.count)) * 1000 / milliseconds
    parts.append("\(DisplayText.grouped(state.count)) \(state.unit)")
    parts.append("\(DisplayText.grouped(Int(clamping: rate))) \(state.unit)/s")
    if let share, share > 0 {
      let left = Double(milliseconds) / 1000 * (1 - share) / share
      parts.append("\(duration(seconds: Int(min(left.rounded(.up), 359_999)))) left")
    }
    return DisplayText.cut(parts.joined(separator: "  "), to: width - 1)
  }

  private static func megabytes(_ count: Int) -> String {
    DisplayText.grouped((count + 500_000) / 1_000_000)
  }

  private static func duration(seconds: Int) -> String {
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds / 60 % 60) min"
  }
}
