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
    lines = try stream.next()[...]
    columns = lines.popFirst().map { [name = stream.name] in DelimitedColumns($0, file: name) }
    lineCount = 1
    self.stream = stream
  }

  /// The next rows that are not empty, each with the line that it begins on; `nil` at the end.
  mutating func next() throws(CommandFailure) -> [Row]? {
    guard let columns else { return nil }
    if lines.isEmpty { lines = try stream.next()[...] }
    if lines.isEmpty {
      if let begun { throw openQuote(begun.line) }
      return nil
    }
    var rows: [Row] = []
    for line in lines {
      lineCount += 1
      if line.isEmpty, begun == nil { continue }
      let row = (
        text: begun.map { $0.text + "\n" + line } ?? line, line: begun?.line ?? lineCount
      )
      if columns.isOpen(line, continuing: begun != nil) {
        guard row.text.utf8.count <= LineStream.longestLine else { throw openQuote(row.line) }
        begun = row
      } else {
        rows.append((row.line, columns.fields(of: row.text)))
        begun = nil
      }
    }
    lines = []
    return rows
  }

  /// Rows behind an open quotation mark would become one text, so nothing is guessed.
  private func openQuote(_ line: Int) -> CommandFailure {
    CommandFailure(
      .input, "input.open-quote", "\(stream.name):\(line): a quotation mark is not closed",
      try: "write a quotation mark within a quoted field twice")
  }
}

extension [String] {
  /// The field at a place, empty if the row is too short.
  func field(_ place: Int) -> String { place < count ? self[place] : "" }
}
