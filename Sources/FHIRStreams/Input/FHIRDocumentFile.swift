// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Threads

/// A document that was begun: its bytes are read when they are needed, on any thread.
public final class FHIRDocumentFile: Sendable {
  /// The most bytes that a document may have, inflated.
  public static let byteLimit = 1 << 30

  /// What messages call it: the path, or `standard input`.
  public let name: String
  private let state: Monitor<State>

  private struct State {
    var stream: ByteStream
    var bytes: [UInt8]
    var isWhole: Bool
    let range: Range<Int>?
  }

  private let buffers: BufferPool?

  init(
    _ stream: ByteStream, beginning: [UInt8], isWhole: Bool, range: Range<Int>?,
    reusing buffers: BufferPool?
  ) {
    name = stream.file.name
    self.buffers = buffers
    state = Monitor(State(stream: stream, bytes: beginning, isWhole: isWhole, range: range))
  }

  /// Reads all of it, inflated.
  ///
  /// - Returns: The bytes; `nil` if the requested range does not contain the beginning of
  ///   the document's only line.
  /// - Throws: Why it cannot be read.
  public func bytes() throws(FHIRStreamError) -> [UInt8]? {
    try state.withLock { (state) throws(FHIRStreamError) in
      while !state.isWhole {
        let known = state.bytes.count
        let rest = state.stream.expectedRest ?? max(1 << 20, known)
        state.bytes = try state.stream.read(
          after: state.bytes, upTo: max(1, min(rest, Self.byteLimit)), reusing: buffers)
        state.isWhole = state.bytes.count == known
        guard state.bytes.count <= Self.byteLimit else { throw .tooLarge(name, Self.byteLimit) }
      }
      if let range = state.range, try !isIn(range, state.bytes) { return nil }
      return state.bytes
    }
  }

  /// The bytes of the file; of a pipe, those that were read.
  var byteCount: Int {
    state.withLock { $0.stream.file.byteCount ?? $0.bytes.count }
  }

  /// Hands over its bytes; later requests get none.
  ///
  /// Those of a pipe stay: others may look for references in them. What was inflated stays, too,
  /// until the document goes: nothing that is inflated later would take its memory.
  func giveBackBytes() {
    guard let buffers else { return }
    let bytes = state.withLock { state -> [UInt8] in
      guard state.isWhole, state.stream.file.byteCount != nil, state.stream.isGzip == false else {
        return []
      }
      defer { state.bytes = [] }
      return state.bytes
    }
    buffers.give(back: bytes)
  }

  /// Whether a document in one line, which may be a line of NDJSON, begins in a range.
  private func isIn(_ range: Range<Int>, _ bytes: [UInt8]) throws(FHIRStreamError) -> Bool {
    let start = bytes.firstIndex { $0 > 0x20 } ?? 0
    let lineStart = bytes[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let lineEnd = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    guard bytes[lineEnd...].allSatisfy({ $0 <= 0x20 }) else {
      throw FHIRStreamError(
        "input.no-range", "\(name): a document, expected NDJSON for a range of bytes",
        try: "the whole file without --range")
    }
    return range.contains(lineStart)
  }
}
