// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The columns of a file with tabs or commas, by their names in its first line.
///
/// Between commas a field may be in quotation marks (RFC 4180); between tabs a quotation mark is a
/// character like others.
package struct DelimitedColumns {
  /// What messages call the file.
  package let file: String
  package let names: [String]
  /// Whether commas are between the columns.
  package let isCSV: Bool

  /// Reads the first line: without a tab in it, its commas are between columns.
  package init(_ line: String, file: String) {
    self.file = file
    isCSV = !line.utf8.contains(0x09) && line.utf8.contains(UInt8(ascii: ","))
    names = Self.fields(line, isCSV: isCSV)
  }

  package func place(
    of name: String, by option: OptionDefinition, or other: String? = nil
  ) throws -> Int {
    if let place = try Self.place(of: name, in: file, among: names) { return place }
    // Of a file without a header the first line may be of a person's data: it is not quoted.
    if names.count == 1, names[0].contains(where: { ";|".contains($0) }) {
      throw CommandFailure(
        .input, "input.no-column",
        "\(file):1: no column '\(DisplayText.printable(name))' and no tab or comma",
        try: "a file with tabs or commas between its columns")
    }
    throw CommandFailure(
      .input, "input.no-column",
      Self.noColumn(DisplayText.printable(name), in: file, among: names),
      try: "\(option.synopsis), with one of its columns" + (other.map { "; \($0)" } ?? ""))
  }

  /// Where the one column of a name is; `nil` without one.
  static func place(of name: String, in file: String, among names: [String]) throws -> Int? {
    let place = names.firstIndex(of: name)
    guard place == names.lastIndex(of: name) else {
      throw CommandFailure(
        .input, "input.repeated-column",
        "\(file):1: \(names.count { $0 == name }) columns '\(DisplayText.printable(name))', "
          + "expected one", try: "a file in which each column has a name of its own")
    }
    return place
  }

  /// The message where a column is missing: how many there are, and one that is spelled alike.
  static func noColumn(_ wanted: String, in file: String, among names: [String]) -> String {
    let nearest = Suggestion.nearest(to: wanted, among: names)
    let count = DisplayText.counted(names.count, "column", "columns")
    return "\(file):1: no column '\(wanted)' among \(count)" + CommandFailure.question(nearest)
  }

  package func fields(of row: String) -> [String] { Self.fields(row, isCSV: isCSV) }

  /// Whether a row continues on the next line: a quoted field is not closed.
  ///
  /// A quotation mark within a field without quotes, as in `needle 5" long`, opens nothing.
  package func isOpen(_ line: String, continuing: Bool) -> Bool {
    guard isCSV, continuing || line.utf8.contains(UInt8(ascii: "\"")) else { return false }
    var parser = CommaRows.Parser(bytes: Array(line.utf8), isQuoted: continuing)
    _ = parser.next()
    return parser.isQuoted
  }

  /// The fields of a row with tabs or commas.
  package static func fields(_ row: String, isCSV: Bool) -> [String] {
    guard isCSV, row.utf8.contains(UInt8(ascii: "\"")) else {
      return row.split(separator: isCSV ? "," : "\t", omittingEmptySubsequences: false)
        .map(String.init)
    }
    var parser = CommaRows.Parser(bytes: Array(row.utf8))
    return parser.next()?.fields ?? []
  }
}

/// The rows of a file with commas (RFC 4180): fields may be in quotation marks.
package struct CommaRows {
  /// What messages call the file.
  package let name: String
  package let columns: [String]
  package let rows: [(line: Int, fields: [String])]

  package init(_ file: InputFile) throws {
    name = file.name
    var parser = Parser(bytes: file.bytes)
    guard let header = parser.next() else {
      throw CommandFailure(
        .input, "input.empty", "\(file.name): the file is empty, expected a header line",
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
          try: "a file with commas; a field with a comma in it is in quotation marks")
      }
      rows.append(row)
    }
    self.rows = rows
  }

  package func place(of column: String) throws -> Int {
    if let place = try DelimitedColumns.place(of: column, in: name, among: columns) { return place }
    throw CommandFailure(
      .input, "input.no-column",
      DelimitedColumns.noColumn(column, in: name, among: columns),
      try: "a file with the columns that rxkit-labels help evaluate names")
  }

  struct Parser {
    let bytes: [UInt8]
    /// Whether what comes next is in quotation marks.
    var isQuoted = false
    private var index = 0
    private var line = 1

    init(bytes: [UInt8], isQuoted: Bool = false) { (self.bytes, self.isQuoted) = (bytes, isQuoted) }

    mutating func next() -> (line: Int, fields: [String])? {
      guard index < bytes.count else { return nil }
      let start = line
      var fields: [String] = []
      var field: [UInt8] = []
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
