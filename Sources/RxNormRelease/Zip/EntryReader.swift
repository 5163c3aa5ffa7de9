// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Unpacks one entry of a zip and checks it against the directory.
struct EntryReader: Sendable {
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
    var stream = EntryStream(self)
    try scanner.scanPieces(progress: progress, body: body) {
      (buffer, start) throws(ReleaseError) in
      let count = try stream.read(into: &buffer, from: start)
      return (count, stream.isAtEnd)
    }
  }

  fileprivate func check(_ sum: UInt32) throws(ReleaseError) {
    guard sum == entry.checksum else {
      throw fault.checksum(found: sum, declared: entry.checksum)
    }
  }

  fileprivate func describe(_ failure: InflateFailure) -> ReleaseError {
    switch failure {
    case .damaged: fault.damaged("does not decompress", expected: "a whole deflate stream")
    case .trailing: fault.damaged("goes on after its deflate stream", expected: "its end")
    case .short: fault.size("unpacks to fewer bytes", declared: entry.size)
    case .long: fault.size("unpacks to more bytes", declared: entry.size)
    case .memory: fault.memory(entry.size)
    }
  }
}

/// An entry of a zip as it is unpacked; at its end size and checksum are compared.
struct EntryStream: Sendable {
  private let reader: EntryReader
  /// What unpacks it piece by piece; `nil` for an entry that is stored, and before the first piece.
  private var inflation: InflateStream?
  private var total = 0
  private var forgotten = 0
  private var sum: UInt32 = 0
  private(set) var isAtEnd = false

  init(_ reader: EntryReader) {
    self.reader = reader
  }

  /// How many bytes should come yet.
  var left: Int { max(reader.entry.size - total, 0) }

  /// Unpacks the whole entry if nothing of it was read and it has at most so many bytes.
  ///
  /// libdeflate takes half of the time that zlib takes piece by piece.
  mutating func whole(upTo limit: Int) throws(ReleaseError) -> [UInt8]? {
    guard total == 0, reader.entry.size <= limit, reader.entry.method != 0 else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try inflatedArray(reader.data.bytes, size: reader.entry.size)
    } catch {
      throw reader.describe(error)
    }
    try reader.check(checksum(bytes.span))
    reader.data.forget(0..<reader.data.count)
    total = bytes.count
    isAtEnd = true
    return bytes
  }

  /// Unpacks into an array from an index on.
  ///
  /// - Returns: How many bytes were written; fewer than fit only at the end.
  mutating func read(into buffer: inout [UInt8], from start: Int) throws(ReleaseError) -> Int {
    let count = try piece(into: &buffer, from: start)
    total += count
    guard total <= reader.entry.size else { throw reader.describe(.long) }
    guard !isAtEnd || total == reader.entry.size else { throw reader.describe(.short) }
    sum = checksum(buffer.span.extracting(start..<start + count), after: sum)
    if isAtEnd { try reader.check(sum) }
    let used = inflation?.position ?? total
    reader.data.forget(forgotten..<used)
    forgotten = used
    return count
  }

  private mutating func piece(
    into buffer: inout [UInt8], from start: Int
  ) throws(ReleaseError) -> Int {
    guard reader.entry.method != 0 else {
      let data = reader.data
      let count = min(buffer.count - start, data.count - total)
      isAtEnd = total + count == data.count
      let bytes = data.bytes
      for index in 0..<count { buffer[start + index] = bytes[total + index] }
      return count
    }
    do throws(InflateFailure) {
      let inflation: InflateStream
      if let begun = self.inflation {
        inflation = begun
      } else {
        inflation = try InflateStream(reader.data)
        self.inflation = inflation
      }
      let count = try inflation.read(into: &buffer, from: start)
      isAtEnd = inflation.isAtEnd
      return count
    } catch {
      throw reader.describe(error)
    }
  }
}
