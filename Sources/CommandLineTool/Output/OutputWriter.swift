// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
import Synchronization

/// Collects bytes and writes them to a descriptor in large pieces.
///
/// Nothing is lost silently: ``flush()`` must be called at the end, and an
/// error of the system is thrown. A closed pipe is thrown as
/// ``CommandFailure/outputClosed``, which ends the tool quietly. Nothing that was
/// read from a damaged catalog is written.
package struct OutputWriter: ~Copyable {
  /// Bytes that are collected before a write.
  private static let capacity = 1 << 16

  /// What the writer writes to, for error messages.
  package let name: String
  /// Where bytes go.
  package let descriptor: Int32
  private let sources: AnswerSources
  private var buffer: [UInt8] = []
  /// How many bytes were added, sent off or not.
  package private(set) var byteCount = 0

  /// Makes a writer to an open descriptor, which it does not close.
  package init(descriptor: Int32, name: String, from sources: AnswerSources) {
    self.descriptor = descriptor
    self.name = name
    self.sources = sources
  }

  package mutating func write(_ text: String) throws {
    byteCount += text.utf8.count
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Adds bytes; many at once are written without a copy.
  package mutating func write(_ bytes: [UInt8]) throws {
    byteCount += bytes.count
    if buffer.isEmpty, bytes.count >= Self.capacity {
      unsafe try send(bytes.span.bytes)
    } else {
      buffer.append(contentsOf: bytes)
      if buffer.count >= Self.capacity { try flush() }
    }
  }

  /// Adds bytes that are lent; many at once are written without a copy.
  package mutating func write(_ bytes: RawSpan) throws {
    byteCount += bytes.byteCount
    try flush()
    try send(bytes)
  }

  /// Writes what was collected.
  package mutating func flush() throws {
    guard !buffer.isEmpty else { return }
    // Emptied before the write: a failed write must not be tried again.
    let bytes = buffer
    buffer = []
    unsafe try send(bytes.span.bytes)
    buffer.reserveCapacity(Self.capacity)
  }

  private func send(_ bytes: RawSpan) throws {
    try sources.check()
    do { try SystemCalls.writeAll(bytes, to: descriptor) } catch {
      throw CommandFailure.unwritable(name, error)
    }
  }
}

/// Writes messages for a person to standard error, each at once.
///
/// A message that cannot be written is not a reason to stop, so errors are ignored.
package struct MessageWriter: Sendable {
  /// What standard error is.
  package var terminal: Terminal
  /// Where messages go.
  package let descriptor: Int32

  /// What messages refer to; of damaged data they say only that it is damaged.
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

  package func write(_ text: String) { send(text) }

  private func send(_ text: String) {
    _ = try? SystemCalls.writeAll(Array(text.utf8), to: descriptor)
  }
}

// A catalog checks each block of 4 KiB when it is first read, so that a command starts in a
// millisecond. A damaged block reads as empty: "no drug", "not obsolete", a missing brand. Commands
// need not check for that. A catalog can only be opened with the streams of the run, and all output
// checks here first: bytes (OutputWriter), files (AtomicFile, AtomicFolder), messages
// (MessageWriter), and the exit code (Tool).

/// The sources that the answers of a run are read from.
package final class AnswerSources: Sendable {
  let catalogs = Mutex<[Catalog]>([])
  private let hasVoidOutput = Mutex(false)

  package func add(_ catalog: Catalog) { catalogs.withLock { $0.append(catalog) } }

  /// The failure if anything read so far is damaged; it is permanent.
  package var damage: CommandFailure? {
    for catalog in catalogs.withLock({ $0 }) {
      do { try catalog.throwIfDamaged() } catch { return error.failure }
    }
    return nil
  }

  /// Discards the output file: an input that cannot be read twice proved damaged after its records
  /// were written.
  package func voidOutput() { hasVoidOutput.withLock { $0 = true } }

  /// Fails if the file written so far must be discarded.
  package func check(file: String) throws {
    try check()
    guard hasVoidOutput.withLock({ $0 }) else { return }
    throw CommandFailure(
      .input, "output.void",
      "\(file): not written, because records of a damaged input may be wrong",
      try: "--lenient, to keep it all the same")
  }

  /// Fails if anything read so far is damaged.
  package func check() throws {
    if let damage { throw damage }
  }
}
