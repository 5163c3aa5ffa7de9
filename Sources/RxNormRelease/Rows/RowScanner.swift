// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Finds rows and fields in the bytes of a table.
//
// 64 bytes at a time become three masks (bit i = byte i), and only their set
// bits are walked:
//
//   bytes   44|ENG||||||12251526|12251526|44||RXNORM|IN|44|mesna||N|4096|⏎32…
//   bars      ^   ^^^^^^        ^        ^  ^^      ^  ^  ^     ^^ ^    ^
//   lines                                                                ^
//   odd     nothing: no NUL, no carriage return, nothing above 0x7F
//
// A row whose `odd` bits are clear, whose bars are as many as its table's
// columns and whose last byte is a bar is good; everything else goes to
// `RowFault`, out of line. RXNREL (65 bytes and 16 fields a row) scans at
// 2.1 GB/s of processor time in memory, its RxCUIs checked; a byte loop reached
// 1.7 on longer rows.

internal import CMasks

/// Reads the rows of one table, all at once or piece by piece.
struct RowScanner {
  typealias Body = (borrowing RRFRow) throws(ReleaseError) -> Void
  typealias Progress = (Int) -> Void

  /// How often progress is reported, in bytes.
  private static let progressStep = 1 << 20
  /// What is read at a time; stays in a processor's own cache.
  private static let pieceSize = 256 << 10

  let table: RRFTable
  let isLenient: Bool
  private(set) var tally = RowTally()
  /// Rows that were seen, good or bad.
  private(set) var line = 0
  private var bytesBefore = 0
  private let columnCount: Int
  private let checkedColumns: CheckedColumns

  /// Whether the first byte it is given is the file's first.
  private let isAtStart: Bool

  init(table: RRFTable, isLenient: Bool, isAtStart: Bool) {
    self.table = table
    self.isLenient = isLenient
    self.isAtStart = isAtStart
    columnCount = table.columnCount
    checkedColumns = table.checkedColumns
  }

  /// Hands out every row that ends in these bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that follow those already consumed.
  ///   - isLast: Whether the file ends with these bytes, so that a row may end without a line feed.
  ///   - progress: Is told the bytes read so far, about each megabyte.
  ///   - body: Gets each good row.
  /// - Returns: How many bytes are done with. The rest is the beginning of a
  ///   row and must be given again, with more behind it.
  /// - Throws: ``ReleaseError`` at the first malformed row (unless lenient), or what `body` throws.
  mutating func scan(
    _ bytes: Span<UInt8>, isLast: Bool, progress: Progress?, body: Body
  ) throws(ReleaseError) -> Int {
    var start = try startOfRows(in: bytes, isLast: isLast)
    var marks = RowMarks()
    var block = start
    var nextProgress = block + Self.progressStep
    while block < bytes.count {
      var masks = delimiters(of: bytes, at: block)
      while masks.lines != 0 {
        let row = masks.lines ^ (masks.lines &- 1)
        let end = block + masks.lines.trailingZeroBitCount
        marks.append(masks.bars & row, at: block - start)
        marks.isOdd = marks.isOdd || masks.odd & row != 0
        try finish(bytes.extracting(start..<end), marks, isTerminated: true, body)
        start = end + 1
        marks.reset()
        masks.bars &= ~row
        masks.odd &= ~row
        masks.lines &= masks.lines &- 1
      }
      marks.append(masks.bars, at: block - start)
      marks.isOdd = marks.isOdd || masks.odd != 0
      block += 64
      if block >= nextProgress {
        progress?(bytesBefore + start)
        nextProgress = block + Self.progressStep
      }
    }
    if isLast, start < bytes.count {
      try finish(bytes.extracting(start..<bytes.count), marks, isTerminated: false, body)
      start = bytes.count
    }
    bytesBefore += start
    if isLast { progress?(bytesBefore) }
    return start
  }

  /// Hands out every row of what is read piece by piece.
  ///
  /// - Parameters:
  ///   - progress: Is told the bytes read so far.
  ///   - body: Gets each good row.
  ///   - read: Fills a buffer from an index on; returns how many bytes it wrote
  ///     and whether they are the last.
  /// - Throws: ``ReleaseError`` as ``scan(_:isLast:progress:body:)`` does, or what `read` throws.
  mutating func scanPieces(
    progress: Progress?, body: Body,
    read: (inout [UInt8], Int) throws(ReleaseError) -> (count: Int, isLast: Bool)
  ) throws(ReleaseError) {
    var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
    var kept = 0
    var isLast = false
    while !isLast {
      // A row that fills the buffer: no source gives more than its size, which was checked.
      if kept == buffer.count { buffer += [UInt8](repeating: 0, count: kept) }
      let count: Int
      (count, isLast) = try read(&buffer, kept)
      let filled = kept + count
      let used = try scan(
        buffer.span.extracting(first: filled), isLast: isLast, progress: progress, body: body)
      kept = filled - used
      // A few bytes: the beginning of one row.
      for index in 0..<kept { buffer[index] = buffer[used + index] }
    }
  }

  /// Hands out a row if it is good, else says or counts what is wrong with it.
  @inline(__always)
  private mutating func finish(
    _ row: Span<UInt8>, _ marks: borrowing RowMarks, isTerminated: Bool, _ body: Body
  ) throws(ReleaseError) {
    line += 1
    if !marks.isOdd, marks.count == columnCount, marks.lastEnd == row.count - 1,
      checkedColumns.areGood(in: row, marks)
    {
      tally.rows += 1
      return try body(RRFRow(table: table, line: line, bytes: row, ends: marks.ends))
    }
    try finishOdd(row, marks, isTerminated: isTerminated, body)
  }

  /// Finishes a row that has a fault, or characters beyond ASCII.
  @inline(never)
  private mutating func finishOdd(
    _ bytes: Span<UInt8>, _ marks: borrowing RowMarks, isTerminated: Bool, _ body: Body
  ) throws(ReleaseError) {
    var row = bytes
    var fault = RowFault.structure(of: row, bars: marks.count, columns: columnCount)
    let isRepaired = isLenient && fault?.code == .crlf
    if isRepaired {
      row = row.extracting(droppingLast: 1)
      fault = RowFault.structure(of: row, bars: marks.count, columns: columnCount)
    }
    if fault == nil { fault = RowFault.encoding(of: row) }
    if fault == nil { fault = checkedColumns.fault(in: row, marks) }
    guard let fault else {
      tally.rows += 1
      tally.repaired += isRepaired ? 1 : 0
      return try body(RRFRow(table: table, line: line, bytes: row, ends: marks.ends))
    }
    let isNeeded = !isLenient || tally.problems.count < RowTally.problemLimit
    if isNeeded {
      let error = ReleaseError(
        fault, in: table, line: line, row: row, isTerminated: isTerminated, rowsBefore: tally.rows)
      guard isLenient else { throw error }
      tally.keep(error)
    }
    tally.skipped += 1
  }

  /// Returns where the first row begins, behind a byte order mark that lenient reading skips.
  private mutating func startOfRows(
    in bytes: Span<UInt8>, isLast: Bool
  ) throws(ReleaseError) -> Int {
    guard isAtStart, bytesBefore == 0, line == 0 else { return 0 }
    if bytes.isEmpty, isLast {
      if table.mayHaveNoRows { return 0 }
      let error = ReleaseError.emptyFile(table)
      guard isLenient, table != .concepts else { throw error }
      tally.keep(error)
    }
    guard let mark = ByteOrderMark(bytes) else { return 0 }
    let error = ReleaseError.byteOrderMark(mark, table)
    guard isLenient, mark == .utf8 else { throw error }
    tally.keep(error)
    return mark.length
  }
}

/// Returns the masks of the up to 64 bytes at an offset.
@inline(__always)
private func delimiters(of bytes: Span<UInt8>, at offset: Int) -> CMasksRRF {
  if bytes.count - offset >= 64 {
    // Sound: the 64 bytes that the C function reads lie within the span, as was just checked.
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe cmasks_rrf(buffer.baseAddress.unsafelyUnwrapped + offset)
    }
  }
  return delimitersOfTail(bytes, at: offset)
}

/// Returns the masks of the last bytes, as if blanks followed them.
@inline(never)
private func delimitersOfTail(_ bytes: Span<UInt8>, at offset: Int) -> CMasksRRF {
  var block = InlineArray<64, UInt8>(repeating: UInt8(ascii: " "))
  for index in offset..<bytes.count {
    block[index - offset] = bytes[index]
  }
  let span = block.span
  // Sound: the block has 64 bytes.
  return unsafe span.withUnsafeBufferPointer { buffer in
    unsafe cmasks_rrf(buffer.baseAddress.unsafelyUnwrapped)
  }
}
