// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog

/// Where a command's answers and messages go.
package struct Streams: ~Copyable {
  /// Answers: standard output, or the file of `--output`.
  package var output: OutputWriter
  /// What reads the answers.
  package private(set) var terminal: Terminal
  /// Messages: standard error.
  package private(set) var messages: MessageWriter
  package let environment: Environment
  package let sources = AnswerSources()
  /// The release that answers are made from, once a catalog is open.
  package var release: ReleaseIdentity?
  /// Whether `--quiet` silences the note that the release is not NLM's.
  package var isQuiet = false
  private var kept: [any Sendable] = []

  /// Streams to open descriptors, which stay open; without any, those of this process.
  package init(
    output descriptor: Int32 = SystemCalls.standardOutput,
    messages messageDescriptor: Int32 = SystemCalls.standardError, environment: Environment
  ) {
    self.environment = environment
    output = OutputWriter(descriptor: descriptor, name: "standard output", from: sources)
    terminal = Terminal(descriptor: descriptor, environment: environment)
    messages = MessageWriter(
      terminal: Terminal(descriptor: messageDescriptor, environment: environment),
      descriptor: messageDescriptor, sources: sources)
  }

  /// Keeps what would take long to give back piece by piece: the process ends with it.
  package mutating func keepToTheEnd(_ value: any Sendable) {
    kept.append(value)
  }

  /// Ends the process; the system takes back at once what was kept.
  package consuming func endProcess(_ code: ExitCode) -> Never {
    SystemCalls.endProcess(code.rawValue)
  }

  /// Uses no colour from now on.
  mutating func dropColor() {
    terminal.style.isColored = false
    messages.terminal.style.isColored = false
  }
}

extension Streams {
  package mutating func write(_ table: Table, as format: OutputFormat?) throws {
    let format = format ?? .table
    try output.write(table.naming(release, as: format).rendered(as: format, for: terminal))
  }

  /// Writes a file besides the answers: whole under its name or not at all.
  package borrowing func writeFile(_ path: String, _ text: String, replacing: Bool) throws {
    try writeFile(path, bytes: Array(text.utf8), replacing: replacing)
  }

  /// Writes bytes to a file atomically.
  package borrowing func writeFile(_ path: String, bytes: [UInt8], replacing: Bool) throws {
    let file = try AtomicFile(path, replacing: replacing)
    var writer = OutputWriter(descriptor: file.descriptor, name: path, from: sources)
    try writer.write(bytes)
    try writer.flush()
    try file.commit(from: sources)
  }

  /// Does something with the answers going where `--output` says.
  ///
  /// A file appears whole when `body` has returned, or not at all. No path
  /// and the path `-` are standard output.
  package mutating func withOutput(
    of invocation: Invocation, _ body: (inout Streams) throws -> ExitCode
  ) throws -> ExitCode {
    guard let path = invocation.value(of: CommonOptions.output), path != "-" else {
      return try body(&self)
    }
    let file = try AtomicFile(path, replacing: invocation.isSet(CommonOptions.force))
    let code = try withOutput(to: file.descriptor, name: path, body)
    try file.commit(from: sources)
    messages.note("wrote \(path)")
    return code
  }

  /// Does something with the answers going to an open file.
  package mutating func withOutput(
    to descriptor: Int32, name: String, _ body: (inout Streams) throws -> ExitCode
  ) throws -> ExitCode {
    var other = OutputWriter(descriptor: descriptor, name: name, from: sources)
    var otherTerminal = Terminal.none
    swap(&output, &other)
    swap(&terminal, &otherTerminal)
    defer {
      swap(&output, &other)
      swap(&terminal, &otherTerminal)
    }
    let code = try body(&self)
    try output.flush()
    return code
  }
}
