// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Unpacks one entry of a zip and checks it against the directory.
struct EntryReader {
  let entry: ZipEntry
  let data: ByteSlice
  let archive: String

  private var fault: ZipFault { ZipFault(archive: archive, entry: entry.name) }

  /// Returns the whole entry.
  func contents() throws(ReleaseError) -> ByteSlice {
    let slice = entry.method == 0 ? data : try unpacked()
    try check(checksum(slice.bytes))
    return slice
  }

  private func unpacked() throws(ReleaseError) -> ByteSlice {
    do {
      return ByteSlice(try inflated(data.bytes, size: entry.size))
    } catch {
      throw describe(error)
    }
  }

  /// Unpacks the entry piece by piece into a scanner.
  func stream(
    to scanner: inout RowScanner, progress: RowScanner.Progress?, _ body: RowScanner.Body
  ) throws(ReleaseError) {
    let stream = try inflateStream()
    var total = 0
    var sum: UInt32 = 0
    try scanner.scanPieces(progress: progress, body: body) {
      (buffer, start) throws(ReleaseError) in
      let count = try piece(of: stream, into: &buffer, from: start)
      total += count
      guard total <= entry.size else { throw describe(.long) }
      guard !stream.isAtEnd || total == entry.size else { throw describe(.short) }
      sum = checksum(buffer.span.extracting(start..<start + count), after: sum)
      return (count, stream.isAtEnd)
    }
    try check(sum)
  }

  private func inflateStream() throws(ReleaseError) -> InflateStream {
    do { return try InflateStream(data) } catch { throw describe(error) }
  }

  private func piece(
    of stream: InflateStream, into buffer: inout [UInt8], from start: Int
  ) throws(ReleaseError) -> Int {
    do { return try stream.read(into: &buffer, from: start) } catch { throw describe(error) }
  }

  private func check(_ sum: UInt32) throws(ReleaseError) {
    guard sum == entry.checksum else {
      throw fault.checksum(found: sum, declared: entry.checksum)
    }
  }

  private func describe(_ failure: InflateFailure) -> ReleaseError {
    switch failure {
    case .damaged: fault.damaged("does not decompress", expected: "a whole deflate stream")
    case .trailing: fault.damaged("goes on after its deflate stream", expected: "its end")
    case .short: fault.size("unpacks to fewer bytes", declared: entry.size)
    case .long: fault.size("unpacks to more bytes", declared: entry.size)
    case .memory: fault.memory(entry.size)
    }
  }
}
