// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A table is one file of bytes and the places where its fields end. Strings
// are made when a field is asked for, so that a table of a thousand rows costs
// one pass over its bytes.
//
//   UTF-8, one header line, LF, fields separated by tabs, no quoting

/// The rows of a tab-separated file with the columns that are expected.
struct MappingTable: Sendable {
  let file: String
  private let bytes: [UInt8]
  private let columnCount: Int
  /// For each field, row by row, where it ends; it starts after the field before.
  private var ends: [Int32] = []
  /// Where each row starts.
  private var starts: [Int32] = []

  /// The number of rows, the header left out.
  var count: Int { starts.count }

  /// Cuts bytes into rows and fields.
  ///
  /// - Throws: ``MappingError`` where the header, a line end or a count of columns is wrong.
  init(file: String, bytes: [UInt8], columns: [String]) throws(MappingError) {
    self.file = file
    self.bytes = bytes
    columnCount = columns.count
    var position = 0
    var line = 1
    while position < bytes.count {
      let start = position
      var fieldEnds: [Int32] = []
      fieldEnds.reserveCapacity(columns.count)
      while position < bytes.count, bytes[position] != 0x0A {
        if bytes[position] == 0x09 { fieldEnds.append(Int32(position)) }
        if bytes[position] == 0x0D {
          throw MappingError(
            "line-end", file, line: line, found: "a carriage return", expected: "LF line ends")
        }
        position += 1
      }
      fieldEnds.append(Int32(position))
      position += 1
      guard fieldEnds.count == columns.count else {
        throw MappingError(
          "column-count", file, line: line, found: "\(fieldEnds.count) columns",
          expected: "\(columns.count)")
      }
      if line == 1 {
        try Self.check(
          header: String(decoding: bytes[start..<(position - 1)], as: UTF8.self),
          columns, file)
      } else {
        starts.append(Int32(start))
        ends += fieldEnds
      }
      line += 1
    }
    if line == 1 {
      throw MappingError("empty", file, line: 1, found: "nothing", expected: "a header line")
    }
  }

  private static func check(
    header: String, _ columns: [String], _ file: String
  ) throws(MappingError) {
    let found = header.split(separator: "\t", omittingEmptySubsequences: false)
    for (place, name) in columns.enumerated() where found[place] != name {
      throw MappingError(
        "header", file, line: 1, column: place + 1, found: String(found[place]), expected: name)
    }
  }

  /// The bytes of a field.
  func field(_ row: Int, _ column: Int) -> ArraySlice<UInt8> {
    let index = row * columnCount + column
    let start = column == 0 ? starts[row] : ends[index - 1] + 1
    return bytes[Int(start)..<Int(ends[index])]
  }

  /// A field as text.
  func text(_ row: Int, _ column: Int) -> String {
    String(decoding: field(row, column), as: UTF8.self)
  }

  /// A field as text, `nil` where it is empty.
  func textIfPresent(_ row: Int, _ column: Int) -> String? {
    let text = text(row, column)
    return text.isEmpty ? nil : text
  }

  /// The fields that `|` separates.
  func list(_ row: Int, _ column: Int) -> [String] {
    text(row, column).split(separator: "|").map(String.init)
  }

  /// A field as one of the words of an enumeration.
  func word<Word: RawRepresentable & CaseIterable>(
    _ row: Int, _ column: Int, as type: Word.Type
  ) throws(MappingError) -> Word where Word.RawValue == String {
    let text = text(row, column)
    guard let word = Word(rawValue: text) else {
      throw error(
        "word", row, column, found: text,
        expected: Word.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return word
  }

  /// A field as a count.
  func number(_ row: Int, _ column: Int) throws(MappingError) -> Int {
    let text = text(row, column)
    guard let number = Int(text), number >= 0 else {
      throw error("number", row, column, found: text, expected: "a whole number")
    }
    return number
  }

  /// An error at a field.
  func error(
    _ code: String, _ row: Int, _ column: Int, found: String, expected: String
  ) -> MappingError {
    MappingError(
      code, file, line: row + 2, column: column + 1,
      found: found.isEmpty ? "nothing" : "“\(found)”", expected: expected)
  }
}
