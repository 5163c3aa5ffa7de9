// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// Errors of lines of the input: each is named in a file, a pipe or the file of `--errors`; at a
/// terminal equal ones are collapsed.
struct ErrorLog: ~Copyable {
  private var file: AtomicFile?
  private let path: String
  private var lines: [UInt8] = []
  private var counts: [(code: String, count: Int)] = []

  /// Begins a log.
  ///
  /// - Parameters:
  ///   - path: The file that names each error; `nil` for standard error.
  ///   - isReplacing: Whether the file may be there already.
  init(_ path: String?, replacing isReplacing: Bool) throws(CommandFailure) {
    self.path = path ?? ""
    if let path { file = try AtomicFile(path, replacing: isReplacing) } else { file = nil }
  }

  /// Whether there was no error.
  var isEmpty: Bool { counts.isEmpty }

  /// Adds an error, and prints it if it is the first of its code or no person reads them.
  mutating func add(_ failure: CommandFailure, _ streams: borrowing Streams) {
    let place = counts.firstIndex { $0.code == failure.code }
    if let place { counts[place].count += 1 } else { counts.append((failure.code, 1)) }
    let isCollapsed = streams.messages.terminal.isTerminal
    if file != nil { lines += Array("\(failure.message)  [\(failure.code)]\n".utf8) }
    if place == nil || !isCollapsed { streams.messages.write(failure) }
  }

  /// Says how many were collapsed, and writes the file.
  mutating func finish(_ streams: borrowing Streams) throws(CommandFailure) {
    let written = file.take()
    if streams.messages.terminal.isTerminal {
      for (code, count) in counts where count > 1 {
        streams.messages.note("\(DisplayText.grouped(count - 1)) more like this  [\(code)]")
      }
    }
    guard let file = written else { return }
    var writer = OutputWriter(
      descriptor: file.descriptor, name: path, from: streams.sources)
    try writer.write(lines)
    try writer.flush()
    try file.commit(from: streams.sources)
    if !isEmpty { streams.messages.note("wrote \(path)") }
  }
}
