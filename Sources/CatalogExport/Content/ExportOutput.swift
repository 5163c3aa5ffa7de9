// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Bytes on their way out of an export, collected into large pieces.
///
/// Memory does not grow with what is written: a piece goes out as soon as it
/// has 64 KiB. It belongs to one export and is not shared between threads.
public final class ExportOutput {
  private static let pieceLength = 1 << 16

  /// Says how far the export has come.
  let progress: ProgressReport
  private var buffer: [UInt8] = []
  private let send: ([UInt8]) -> Bool
  /// How many bytes were written so far.
  public private(set) var byteCount = 0

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - progress: Called from time to time with how far the export has come.
  ///   - send: Takes a piece; returns `false` if it takes no more, which
  ///     ends the export with the error `export.stopped`.
  public init(
    progress: ((ExportProgress) -> Void)? = nil, _ send: @escaping ([UInt8]) -> Bool
  ) {
    self.progress = ProgressReport(report: progress)
    self.send = send
    buffer.reserveCapacity(Self.pieceLength * 2)
  }

  func write(_ bytes: [UInt8]) throws(ExportError) {
    buffer.append(contentsOf: bytes)
    try flushIfFull(adding: bytes.count)
  }

  func write(_ text: String) throws(ExportError) {
    buffer.append(contentsOf: text.utf8)
    try flushIfFull(adding: text.utf8.count)
  }

  /// Writes what was collected; every export ends with it.
  func flush() throws(ExportError) {
    guard !buffer.isEmpty else { return }
    guard send(buffer) else { throw .stopped }
    buffer.removeAll(keepingCapacity: true)
  }

  private func flushIfFull(adding count: Int) throws(ExportError) {
    byteCount += count
    if buffer.count >= Self.pieceLength { try flush() }
  }
}

/// How far an export has come.
public struct ExportProgress: Sendable, Hashable {
  /// What is being written, such as `relation` or `CodeSystem`.
  public let part: String
  /// Concepts or rows of it that are done.
  public let done: Int
  /// How many it has.
  public let total: Int
}

/// Reports every 2,048th step: the receiver reads a clock at each report.
struct ProgressReport {
  let report: ((ExportProgress) -> Void)?

  func update(_ part: String, _ done: Int, of total: Int) {
    guard let report, done % 2048 == 0 else { return }
    report(ExportProgress(part: part, done: done, total: total))
  }
}

/// Why an export stopped.
public struct ExportError: Error, Sendable, Hashable {
  /// A stable name for programs, such as `export.database`.
  public let code: String
  /// What was found and what was expected.
  public let message: String
  /// What to do next.
  public let remedy: String

  /// The taker of the bytes wants no more; it knows why.
  static let stopped = ExportError(
    code: "export.stopped", message: "the output takes no more bytes",
    remedy: "nothing was written; look at the reason that the output gave")

  static func database(_ path: String, _ reason: String) -> ExportError {
    ExportError(
      code: "export.database", message: "\(path): SQLite cannot write: \(reason)",
      remedy: "choose another place with -o; nothing was written")
  }

  static func compression(_ status: Int32) -> ExportError {
    ExportError(
      code: "export.compression", message: "zlib cannot compress: status \(status)",
      remedy: "free memory and try again; nothing was written")
  }

  /// A member of an archive changed its length between two passes.
  static func unstable(_ name: String) -> ExportError {
    ExportError(
      code: "export.unstable", message: "\(name): two passes gave different lengths",
      remedy: "the catalog changed while it was read; try again")
  }

  static func tooLarge(_ name: String) -> ExportError {
    ExportError(
      code: "export.too-large", message: "\(name): more than 8 GiB, which tar (ustar) cannot hold",
      remedy: "export the resources one by one: rxkit export code-system")
  }
}

extension ExportError: CustomStringConvertible {
  /// The message with its code, and the remedy on a line of its own.
  public var description: String { "\(message)  [\(code)]\n   try: \(remedy)" }
}
