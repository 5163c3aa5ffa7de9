// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Bytes on their way out of an export, collected into large pieces.
///
/// Memory does not grow with what is written: a piece goes out as soon as it
/// has 64 KiB. It belongs to one export and is not shared between threads.
public final class ExportOutput {
  private static let pieceLength = 1 << 16

  private var buffer: [UInt8] = []
  private let send: ([UInt8]) -> Bool
  /// How many bytes were written so far.
  public private(set) var byteCount = 0

  /// Makes an output.
  ///
  /// - Parameter send: Takes a piece; returns `false` if it takes no more, which
  ///   ends the export with the error `export.stopped`.
  public init(_ send: @escaping ([UInt8]) -> Bool) {
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
