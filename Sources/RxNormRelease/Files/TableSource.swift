// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

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

  func forEachRow(
    of table: RRFTable, isLenient: Bool, progress: RowScanner.Progress?, _ body: RowScanner.Body
  ) throws(ReleaseError) -> RowTally {
    let whole = TablePiece(table: table, range: 0..<byteCount)
    return try forEachRow(of: whole, isLenient: isLenient, progress: progress, body).tally
  }
}

// Tables in pieces, so that several threads can read one file.
//
//   nominal cuts    every 8 MB
//   real cuts       behind the line feed that follows a nominal cut
//
// A row belongs to the piece that its first byte is in, so every cut gives the
// same rows. A piece does not know how many rows came before it: line numbers
// within it count from 1 and are put right when the pieces' tallies are joined.
// An entry of a zip is one piece, for deflate data can only be read from their
// beginning.

/// A part of a table that can be read for itself.
package struct TablePiece: Sendable {
  package let table: RRFTable
  /// The bytes of the table's file; whole rows.
  package let range: Range<Int>

  /// How large pieces are; large enough that the cuts cost nothing.
  package static let size = 8 << 20
}

/// The result of reading a piece; its line numbers count from the piece's first row.
package struct PieceTally: Sendable {
  package let tally: RowTally
  /// Rows of the piece, good or bad.
  let lines: Int

  /// The tally of a table, from those of all its pieces in file order.
  package static func joined(_ pieces: [PieceTally]) -> RowTally {
    var whole = RowTally()
    var lines = 0
    for piece in pieces {
      whole.rows += piece.tally.rows
      whole.skipped += piece.tally.skipped
      whole.repaired += piece.tally.repaired
      for problem in piece.tally.problems where whole.problems.count < RowTally.problemLimit {
        whole.problems.append(problem.moved(byLines: lines))
      }
      lines += piece.lines
    }
    return whole
  }
}

extension RxNormRelease {
  /// The pieces of a table, in file order.
  ///
  /// - Throws: ``ReleaseError`` if the file cannot be read.
  package func pieces(
    of table: RRFTable, size: Int = TablePiece.size
  ) throws(ReleaseError) -> [TablePiece] {
    guard let source = source(of: table) else { return [] }
    let whole = 0..<source.byteCount
    guard source.isDivisible, size > 0, whole.count > size else {
      return [TablePiece(table: table, range: whole)]
    }
    var pieces: [TablePiece] = []
    var start = 0
    while start < whole.upperBound {
      let nominal = start + size
      let end = nominal < whole.upperBound ? try source.startOfRow(from: nominal) : nominal
      let range = start..<min(end, whole.upperBound)
      pieces.append(TablePiece(table: table, range: range))
      start = range.upperBound
    }
    return pieces
  }

  /// Calls a closure with every row of a piece, in file order.
  ///
  /// - Throws: ``ReleaseError`` at the first malformed row, with a line that counts so, too.
  package func forEachRow(
    of piece: TablePiece, progress: ((Int) -> Void)? = nil,
    _ body: (borrowing RRFRow) throws(ReleaseError) -> Void
  ) throws(ReleaseError) -> PieceTally {
    guard let source = source(of: piece.table) else {
      return PieceTally(tally: RowTally(), lines: 0)
    }
    return try source.forEachRow(of: piece, isLenient: isLenient, progress: progress, body)
  }
}

extension TableSource {
  /// Whether it can be read from the middle.
  var isDivisible: Bool {
    switch self {
    case .memory, .file: true
    case .packed: false
    }
  }

  /// Where the first row begins that does not begin before a position.
  func startOfRow(from position: Int) throws(ReleaseError) -> Int {
    switch self {
    case .packed: return byteCount
    case .memory(let slice):
      let bytes = slice.bytes
      return Self.endOfLine(bytes, from: position - 1, count: bytes.count) ?? bytes.count
    case .file(let file):
      var buffer = [UInt8](repeating: 0, count: 1 << 12)
      var start = position - 1
      while start < file.size {
        let count = try file.piece(into: &buffer, from: 0, at: start)
        if count == 0 { throw ReleaseError.changed(file.path) }
        if let end = Self.endOfLine(buffer.span, from: 0, count: count) { return start + end }
        start += count
      }
      return file.size
    }
  }

  /// Where the byte behind the first line feed is.
  private static func endOfLine(_ bytes: Span<UInt8>, from start: Int, count: Int) -> Int? {
    var index = start
    while index < count {
      if bytes[index] == 0x0A { return index + 1 }
      index += 1
    }
    return nil
  }

  func forEachRow(
    of piece: TablePiece, isLenient: Bool, progress: RowScanner.Progress?, _ body: RowScanner.Body
  ) throws(ReleaseError) -> PieceTally {
    var scanner = RowScanner(
      table: piece.table, isLenient: isLenient, isAtStart: piece.range.lowerBound == 0)
    switch self {
    case .memory(let slice):
      let part = ByteSlice(slice, piece.range)
      _ = try scanner.scan(part.bytes, isLast: true, progress: progress, body: body)
    case .file(let file):
      try Self.read(file, piece.range, with: &scanner, progress: progress, body)
    case .packed(let entry, let data, let archive, let limits):
      let reader = EntryReader(entry: entry, data: data, archive: archive)
      if entry.method == 0 || entry.size <= limits.wholeEntrySize {
        let slice = try reader.contents()
        _ = try scanner.scan(slice.bytes, isLast: true, progress: progress, body: body)
      } else {
        try reader.stream(to: &scanner, progress: progress, body)
      }
    }
    return PieceTally(tally: scanner.tally, lines: scanner.line)
  }

  private static func read(
    _ file: OpenFile, _ range: Range<Int>, with scanner: inout RowScanner,
    progress: RowScanner.Progress?, _ body: RowScanner.Body
  ) throws(ReleaseError) {
    let isAtEnd = range.upperBound == file.size
    var position = range.lowerBound
    try scanner.scanPieces(progress: progress, body: body) {
      (buffer, start) throws(ReleaseError) in
      // Behind the last byte one more read shows a file that grew.
      let limit = isAtEnd ? Int.max : range.upperBound - position
      if limit == 0 { return (0, true) }
      let count = try file.piece(into: &buffer, from: start, at: position, limit: limit)
      position += count
      guard position <= range.upperBound, count > 0 || position == range.upperBound else {
        throw ReleaseError.changed(file.path)
      }
      return (count, count == 0)
    }
  }
}

extension OpenFile {
  fileprivate func piece(
    into buffer: inout [UInt8], from start: Int, at position: Int, limit: Int = .max
  ) throws(ReleaseError) -> Int {
    do {
      return try read(into: &buffer, from: start, at: position, limit: limit)
    } catch {
      throw ReleaseError(error, path: path)
    }
  }
}

/// The result of reading one table.
public struct RowTally: Hashable, Sendable {
  /// How many rows were handed out.
  public internal(set) var rows = 0
  /// How many rows were left out because they are malformed; only lenient reading has any.
  public internal(set) var skipped = 0
  /// How many rows were handed out after their carriage return was taken off.
  public internal(set) var repaired = 0
  /// The first problems, at most ``problemLimit``; the counts go on.
  public internal(set) var problems: [RowProblem] = []

  /// How many problems are kept.
  public static let problemLimit = 100

  /// Makes the tally of a table without rows.
  public init() {}

  mutating func keep(_ error: ReleaseError) {
    guard problems.count < Self.problemLimit else { return }
    problems.append(RowProblem(error))
  }
}

/// A malformed row that lenient reading went past.
public struct RowProblem: Hashable, Sendable {
  /// The file's name, such as `RXNREL.RRF`.
  public let file: String
  /// The row's line, from 1.
  public private(set) var line: Int
  /// The byte in the line where the problem shows, from 1.
  public let column: Int
  /// What kind of problem it is.
  public let code: ReleaseError.Code
  /// What was found and what was expected, for a person.
  public let message: String

  init(_ error: ReleaseError) {
    file = error.file
    line = error.line ?? 0
    column = error.column ?? 0
    code = error.code
    message = "\(error.found), expected \(error.expected)"
  }

  /// The same problem in a file that has more rows before.
  func moved(byLines lines: Int) -> RowProblem {
    var problem = self
    problem.line += lines
    return problem
  }
}
