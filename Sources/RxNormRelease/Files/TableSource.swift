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
    let whole = TablePiece(table: table, range: 0..<byteCount)
    return try forEachRow(of: whole, isLenient: isLenient, progress: progress, body).tally
  }
}
