// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A table in memory: its bytes, and where each field ends.
//
//   dose_form TAB routes LF          ends  9 16 | 28 33
//   Oral Tablet TAB ORAL LF
//
// Every end is the place of one delimiter, so a field begins right after the
// end before it, and the header's own ends make the rule hold for row 0 too.
// Strings are made only when a field is asked for.

/// A tab-separated table, its shape checked, its fields as ranges of bytes.
final class TableText: Sendable {
  /// The file name, for messages.
  let file: String
  let bytes: [UInt8]
  let columnCount: Int
  /// The place of each delimiter, the header's first.
  private let ends: [UInt32]

  /// Reads the shape of a table.
  ///
  /// - Parameters:
  ///   - file: Its name, for messages.
  ///   - bytes: UTF-8, one header line, fields separated by tabs, lines ended
  ///     by line feeds, no other control character.
  ///   - columns: The names of its columns.
  ///   - optional: Names of columns that may follow, the first of them or all.
  /// - Throws: ``MappingError`` for a wrong header, column count or byte.
  init(
    file: String, bytes: [UInt8], columns: [String], optional: [String] = []
  ) throws(MappingError) {
    self.file = file
    self.bytes = bytes
    var scanner = TableScanner(file: file, byteCount: bytes.count)
    try scanner.checkText(bytes)
    let header = try scanner.header(bytes, columns: columns, optional: optional)
    columnCount = header.count
    try scanner.scan(bytes, columnCount: header.count)
    ends = scanner.ends
  }

  /// A table without rows.
  init(withoutRows file: String, columnCount: Int) {
    self.file = file
    bytes = []
    self.columnCount = columnCount
    ends = [UInt32](repeating: 0, count: columnCount)
  }

  /// The number of rows, without the header.
  var rowCount: Int { ends.count / columnCount - 1 }

  /// The bytes of a field.
  @inline(__always)
  func range(_ row: Int, _ column: Int) -> Range<Int> {
    let index = (row + 1) * columnCount + column
    return Int(ends[index - 1]) + 1..<Int(ends[index])
  }

  func isEmpty(_ row: Int, _ column: Int) -> Bool {
    range(row, column).isEmpty
  }

  func slice(_ row: Int, _ column: Int) -> ArraySlice<UInt8> {
    bytes[range(row, column)]
  }

  func string(_ row: Int, _ column: Int) -> String {
    String(decoding: slice(row, column), as: UTF8.self)
  }

  /// The text of a field; `nil` if it is empty.
  func text(_ row: Int, _ column: Int) -> String? {
    isEmpty(row, column) ? nil : string(row, column)
  }

  /// The order of the bytes of two fields of one column: negative, zero or positive.
  func compare(_ left: Int, _ right: Int, column: Int) -> Int {
    compare(left, column: column, with: slice(right, column))
  }

  /// The order of the bytes of a field and others: negative, zero or positive.
  func compare(_ row: Int, column: Int, with other: ArraySlice<UInt8>) -> Int {
    let field = range(row, column)
    for (place, byte) in zip(field, other) where bytes[place] != byte {
      return Int(bytes[place]) - Int(byte)
    }
    return field.count - other.count
  }

  /// An error about a field.
  func error(
    _ code: MappingError.Code, row: Int, column: Int, expected: String, remedy: String
  ) -> MappingError {
    let start = range(row, column).lowerBound
    let lineStart = range(row, 0).lowerBound
    return MappingError(
      code: code, file: file, line: row + 2, column: start - lineStart + 1,
      found: TableScanner.quoted(slice(row, column)), expected: expected, remedy: remedy)
  }
}
