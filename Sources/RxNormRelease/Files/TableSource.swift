// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Where the bytes of a table come from.
enum TableSource: Sendable {
  /// A file, or an entry that is stored as it is and was checked.
  case plain(ByteSlice)
  /// An entry of a zip, whose data are these bytes.
  case packed(ZipEntry, ByteSlice, archive: String, limits: ArchiveLimits)

  var byteCount: Int {
    switch self {
    case .plain(let bytes): bytes.count
    case .packed(let entry, _, _, _): entry.size
    }
  }

  /// Hands out every row of the table.
  func forEachRow(
    of table: RRFTable, isLenient: Bool, progress: RowScanner.Progress?, _ body: RowScanner.Body
  ) throws(ReleaseError) -> RowTally {
    var scanner = RowScanner(table: table, isLenient: isLenient)
    switch self {
    case .plain(let slice):
      _ = try scanner.scan(slice.bytes, isLast: true, progress: progress, body: body)
    case .packed(let entry, let data, let archive, let limits):
      let reader = EntryReader(entry: entry, data: data, archive: archive)
      if entry.method == 0 || entry.size <= limits.wholeEntrySize {
        let slice = try reader.contents()
        _ = try scanner.scan(slice.bytes, isLast: true, progress: progress, body: body)
      } else {
        try reader.stream(to: &scanner, progress: progress, body)
      }
    }
    return scanner.tally
  }
}

/// Unpacks one entry of a zip and checks it against the directory.
struct EntryReader {
  /// What is unpacked at a time when streaming; rows that are longer make it grow.
  private static let pieceSize = 512 << 10

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
    var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
    var kept = 0
    var total = 0
    var sum: UInt32 = 0
    do {
      let stream = try InflateStream(data)
      while !stream.isAtEnd {
        // A row that fills the buffer: no entry outgrows its declared size, which has a limit.
        if kept == buffer.count { buffer += [UInt8](repeating: 0, count: kept) }
        let count = try stream.read(into: &buffer, from: kept)
        total += count
        guard total <= entry.size else { throw InflateFailure.long }
        let used: Int
        do {
          let filled = buffer.span.extracting(first: kept + count)
          sum = checksum(filled.extracting(droppingFirst: kept), after: sum)
          used = try scanner.scan(filled, isLast: stream.isAtEnd, progress: progress, body: body)
        }
        kept += count - used
        for index in 0..<kept { buffer[index] = buffer[used + index] }
      }
    } catch let error as InflateFailure {
      throw describe(error)
    } catch let error as ReleaseError {
      throw error
    } catch {
      throw fault.damaged("cannot be unpacked", expected: "deflated data")
    }
    guard total == entry.size else { throw describe(.short) }
    try check(sum)
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
