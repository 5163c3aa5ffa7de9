// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The rows of a file with commas (RFC 4180): fields may stand in quotation marks.
package struct CommaRows {
  /// What messages call the file.
  package let name: String
  /// The names of the columns.
  package let columns: [String]
  /// The rows, each with the line it begins on.
  package let rows: [(line: Int, fields: [String])]

  /// Reads a file.
  ///
  /// - Throws: A failure that names the line of a row that has another number of fields.
  package init(_ file: InputFile) throws(CommandFailure) {
    name = file.name
    var parser = Parser(bytes: file.bytes)
    guard let header = parser.next() else {
      throw CommandFailure(
        .input, "input.empty", "\(file.name): holds nothing, expected a header line",
        try: "a file with commas and a header line")
    }
    columns = header.fields
    var rows: [(line: Int, fields: [String])] = []
    while let row = parser.next() {
      if row.fields == [""] { continue }
      guard row.fields.count == columns.count else {
        throw CommandFailure(
          .input, "input.column-count",
          "\(file.name):\(row.line): \(row.fields.count) fields, expected \(columns.count)",
          try: "a file with commas; a field that holds one stands in quotation marks")
      }
      rows.append(row)
    }
    self.rows = rows
  }

  /// The place of a column.
  package func place(of column: String) throws(CommandFailure) -> Int {
    if let place = columns.firstIndex(of: column) { return place }
    throw CommandFailure(
      .input, "input.no-column",
      DelimitedColumns.noColumn(column, in: name, among: columns),
      try: "a file with the columns that rxkit help evaluate names")
  }

  struct Parser {
    let bytes: [UInt8]
    var index = 0
    var line = 1

    mutating func next() -> (line: Int, fields: [String])? {
      guard index < bytes.count else { return nil }
      let start = line
      var fields: [String] = []
      var field: [UInt8] = []
      var isQuoted = false
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if isQuoted {
          if byte == UInt8(ascii: "\""), index < bytes.count, bytes[index] == byte {
            field.append(byte)
            index += 1
          } else if byte == UInt8(ascii: "\"") {
            isQuoted = false
          } else {
            if byte == 0x0A { line += 1 }
            field.append(byte)
          }
        } else if byte == UInt8(ascii: "\""), field.isEmpty {
          isQuoted = true
        } else if byte == UInt8(ascii: ",") {
          fields.append(String(decoding: field, as: UTF8.self))
          field = []
        } else if byte == 0x0A {
          line += 1
          break
        } else if byte != 0x0D {
          field.append(byte)
        }
      }
      fields.append(String(decoding: field, as: UTF8.self))
      return (start, fields)
    }
  }
}
