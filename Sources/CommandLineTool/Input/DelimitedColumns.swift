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
  /// The names of the columns.
  package let names: [String]
  /// Whether commas are between the columns.
  package let isCSV: Bool

  /// Reads the first line: without a tab in it, its commas are between columns.
  package init(_ line: String, file: String) {
    self.file = file
    isCSV = !line.utf8.contains(0x09) && line.utf8.contains(UInt8(ascii: ","))
    names = Self.fields(line, isCSV: isCSV)
  }

  /// The place of a column.
  ///
  /// - Parameters:
  ///   - name: The column.
  ///   - option: The option that names it.
  ///   - other: What else the option takes, for the remedy.
  /// - Returns: The place, from 0.
  /// - Throws: A failure that names the nearest column; of a file without a header the first line
  ///   may contain a person's data, so no other is quoted.
  package func place(
    of name: String, by option: OptionDefinition, or other: String? = nil
  ) throws(CommandFailure) -> Int {
    if let place = names.firstIndex(of: name) { return place }
    throw CommandFailure(
      .input, "input.no-column",
      Self.noColumn(DisplayText.printable(name), in: file, among: names),
      try: "\(option.synopsis), with one of its columns" + (other.map { "; \($0)" } ?? ""))
  }

  /// The message where a column is missing: how many there are, and one that is spelled alike.
  static func noColumn(_ wanted: String, in file: String, among names: [String]) -> String {
    let nearest = Suggestion.nearest(to: wanted, among: names)
    let count = DisplayText.counted(names.count, "column", "columns")
    return "\(file):1: no column '\(wanted)' among \(count)"
      + (nearest.map { ". Did you mean '\($0)'?" } ?? "")
  }

  /// The fields of a row.
  package func fields(of row: String) -> [String] { Self.fields(row, isCSV: isCSV) }

  /// Whether a row goes on in the next line: a quoted field is not closed.
  ///
  /// A quotation mark within a field without quotes, as in `needle 5" long`, opens nothing.
  ///
  /// - Parameters:
  ///   - line: A line of the file.
  ///   - continuing: Whether it begins within a quoted field.
  package func isOpen(_ line: String, continuing: Bool) -> Bool {
    guard isCSV, continuing || line.utf8.contains(UInt8(ascii: "\"")) else { return false }
    var isQuoted = continuing
    var isFieldEmpty = true
    var bytes = line.utf8[...]
    while let byte = bytes.popFirst() {
      if isQuoted {
        guard byte == UInt8(ascii: "\"") else { continue }
        if bytes.first == byte { bytes.removeFirst() } else { isQuoted = false }
        isFieldEmpty = false
      } else if byte == UInt8(ascii: "\""), isFieldEmpty {
        isQuoted = true
      } else {
        isFieldEmpty = byte == UInt8(ascii: ",")
      }
    }
    return isQuoted
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
