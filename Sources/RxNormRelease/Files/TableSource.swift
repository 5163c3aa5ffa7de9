// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Where the bytes of a table come from.
enum TableSource: Sendable {
  /// Bytes in memory.
  case memory(ByteSlice)
  /// A file, which is read piece by piece.
  case file(OpenFile)
  /// An entry of a zip, whose data are these bytes.
  case packed(ZipEntry, ByteSlice, archive: String, limits: ArchiveLimits)

  var byteCount: Int {
    switch self {
    case .memory(let bytes): bytes.count
    case .file(let file): file.size
    case .packed(let entry, _, _, _): entry.size
    }
  }

  /// Hands out every row of the table.
  func forEachRow(
    of table: RRFTable, isLenient: Bool, progress: RowScanner.Progress?, _ body: RowScanner.Body
  ) throws(ReleaseError) -> RowTally {
    var scanner = RowScanner(table: table, isLenient: isLenient)
    switch self {
    case .memory(let slice):
      _ = try scanner.scan(slice.bytes, isLast: true, progress: progress, body: body)
    case .file(let file):
      try Self.read(file, with: &scanner, progress: progress, body)
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

  private static func read(
    _ file: OpenFile, with scanner: inout RowScanner, progress: RowScanner.Progress?,
    _ body: RowScanner.Body
  ) throws(ReleaseError) {
    var total = 0
    try scanner.scanPieces(progress: progress, body: body) {
      (buffer, start) throws(ReleaseError) in
      let count = try file.piece(into: &buffer, from: start, at: total)
      total += count
      // The read behind the last byte shows a file that grew.
      guard total <= file.size, count > 0 || total == file.size else {
        throw ReleaseError.changed(file.path)
      }
      return (count, count == 0)
    }
  }
}

extension OpenFile {
  fileprivate func piece(
    into buffer: inout [UInt8], from start: Int, at position: Int
  ) throws(ReleaseError) -> Int {
    do {
      return try read(into: &buffer, from: start, at: position)
    } catch {
      throw ReleaseError(error, path: path)
    }
  }
}
