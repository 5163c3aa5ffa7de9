// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// The rows of a file with tabs or commas whose first line names the columns, a block at a time.
struct DelimitedRows: ~Copyable {
  typealias Row = (line: Int, fields: [String])

  private var stream: LineStream
  private var lines: ArraySlice<String>
  private var lineCount = 0
  /// The beginning of a row with a line end within quotation marks.
  private var begun: (text: String, line: Int)?
  /// The names of the columns; `nil` if the file is empty.
  let columns: DelimitedColumns?
  /// What messages call the file.
  var name: String { stream.name }

  /// Opens a file, or standard input for `-`, and reads the first line.
  init(_ path: String) throws(CommandFailure) {
    var stream = try LineStream(path)
    let block = try stream.next()
    let columns = block.first.map { [name = stream.name] in DelimitedColumns($0, file: name) }
    if let columns, columns.isOpen(block[0], continuing: false) {
      throw Self.openQuote(stream.name, 1)
    }
    self.columns = columns
    lines = block.dropFirst()
    lineCount = 1
    self.stream = stream
  }

  /// The next rows that are not empty, each with the line that it begins on; `nil` at the end.
  mutating func next() throws(CommandFailure) -> [Row]? {
    guard let columns else { return nil }
    if lines.isEmpty { lines = try stream.next()[...] }
    if lines.isEmpty {
      if let begun { throw Self.openQuote(name, begun.line) }
      return nil
    }
    var rows: [Row] = []
    for line in lines {
      lineCount += 1
      if line.isEmpty, begun == nil { continue }
      let isOpen = columns.isOpen(line, continuing: begun != nil)
      // Added in place: a row of many lines is not copied with each of them.
      if begun == nil { begun = (line, lineCount) } else { begun?.text += "\n" + line }
      guard let row = begun else { continue }
      if isOpen {
        guard row.text.utf8.count <= LineStream.longestLine else {
          throw Self.openQuote(name, row.line)
        }
      } else {
        rows.append((row.line, try fields(of: row.text, line: row.line, in: columns)))
        begun = nil
      }
    }
    lines = []
    return rows
  }

  /// The fields of a row; a comma outside quotation marks would cut a text, so nothing is guessed.
  private func fields(
    of row: String, line: Int, in columns: DelimitedColumns
  ) throws(CommandFailure) -> [String] {
    let fields = columns.fields(of: row)
    let count = columns.names.count
    guard !columns.isCSV || fields.dropFirst(count).allSatisfy(\.isEmpty) else {
      throw CommandFailure(
        .input, "input.column-count",
        "\(name):\(line): \(fields.count) fields, expected at most \(count)",
        try: "write a field with a comma in it in quotation marks")
    }
    return fields
  }

  /// Rows behind an open quotation mark would become one text, so nothing is guessed.
  private static func openQuote(_ name: String, _ line: Int) -> CommandFailure {
    CommandFailure(
      .input, "input.open-quote", "\(name):\(line): a quotation mark is not closed",
      try: "write a quotation mark within a quoted field twice")
  }
}

extension [String] {
  /// The field at a place, empty if the row is too short.
  func field(_ place: Int) -> String { place < count ? self[place] : "" }
}
