// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
package import JSONText

/// Rows of values under named columns, to be printed in any form.
package struct Table: Sendable {
  /// A column.
  package struct Column: Sendable {
    /// What the values are.
    package enum Kind: Sendable {
      /// Text: at the left of a column, a string in JSON.
      case text
      /// A number as it is written in JSON: at the right of a column, a number in JSON.
      case number
    }

    /// The name: heading of the column and key in JSON.
    package let name: String
    package let kind: Kind

    package init(_ name: String, _ kind: Kind = .text) {
      self.name = name
      self.kind = kind
    }
  }

  package let columns: [Column]
  /// The rows, each with a value for each column; `nil` is an absent fact.
  package private(set) var rows: [[String?]] = []

  package init(_ columns: [Column]) {
    self.columns = columns
  }

  package init(_ names: String..., numbers: Set<String> = []) {
    self.init(columns: names, numbers: numbers)
  }

  /// Makes a table of columns of texts, but for those that hold numbers.
  package init(columns names: [String], numbers: Set<String> = []) {
    columns = names.map { Column($0, numbers.contains($0) ? .number : .text) }
  }

  /// Makes a table of one cell.
  package init(_ name: String, cell: String) {
    self.init(name)
    append([cell])
  }

  /// Makes a table of fields of values, after a column of texts if one is named.
  package init<Row>(of fields: [Field<Row>], after first: String? = nil, _ rows: [Row] = []) {
    columns =
      (first.map { [Column($0)] } ?? [])
      + fields.map { Column($0.column, $0.outline.kind.isNumber ? .number : .text) }
    for row in rows { append(row, fields) }
  }

  /// Adds a row of fields of a value, after a text if there is a column for it.
  package mutating func append<Row>(
    _ row: Row, _ fields: [Field<Row>], after first: String? = nil
  ) {
    append((first.map { [$0] } ?? []) + fields.map { $0.cell(row) })
  }

  package mutating func append(_ cells: String?...) { append(cells) }

  package mutating func append(_ row: [String?]) {
    precondition(row.count == columns.count, "a row has a value for each column")
    rows.append(row)
  }
}

extension Table {
  /// The table with the release in each row, in the forms that programs read.
  package func naming(_ release: ReleaseIdentity?, as format: OutputFormat) -> Table {
    guard let release, format != .table, format != .markdown else { return self }
    var table = Table(columns + Self.releaseFields.map { Column($0.column) })
    let cells = Self.releaseFields.map { $0.cell(release) }
    for row in rows { table.append(row + cells) }
    return table
  }

  /// The last columns of a table for programs.
  package static let releaseFields: [Field<ReleaseIdentity>] = [
    Field("release", "The release that the answer was made from.", .name) { $0.name },
    Field("release_date", "YYYY-MM-DD; null if the release does not say.") { $0.date },
    Field("official", "Whether it is a release of the U.S. National Library of Medicine.") {
      $0.isOfficial
    },
  ]

  /// The table in a form, with a line feed at its end; CSV, TSV and Markdown also without heading.
  package func rendered(
    as format: OutputFormat, for terminal: Terminal = .none, hasHeading: Bool = true
  ) -> String {
    let heading: [[String?]] = hasHeading ? [columns.map(\.name)] : []
    func lines(_ separator: String, _ end: String, _ cell: (String?) -> String) -> String {
      (heading + rows).map { $0.map(cell).joined(separator: separator) + end }.joined()
    }
    switch format {
    case .table: return aligned(for: terminal)
    case .json: return json()
    case .ndjson: return ndjson()
    case .csv: return lines(",", "\r\n", Self.csvValue)
    case .tsv: return lines("\t", "\n", Self.tsvValue)
    case .markdown: return markdown(hasHeading: hasHeading)
    }
  }
}

extension Table {
  /// A cell of comma-separated values as RFC 4180 has them.
  ///
  /// CRLF ends a line, and a value with a comma, quotation mark or line end
  /// is in quotation marks. An absent value is empty, an empty one is `""`.
  private static func csvValue(_ value: String?) -> String {
    guard let value else { return "" }
    let special: Set<UInt8> = [0x22, 0x2C, 0x0A, 0x0D]
    guard value.isEmpty || value.utf8.contains(where: special.contains) else { return value }
    // Scalars, not characters: CR LF is one character.
    var quoted = "\""
    for scalar in value.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// A cell of tab-separated values.
  ///
  /// Tab, line feed, carriage return and backslash within a value are `\t`, `\n`,
  /// `\r` and `\\`. An absent value is empty.
  private static func tsvValue(_ value: String?) -> String {
    guard let value else { return "" }
    var result = String.UnicodeScalarView()
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// A table of GitHub Flavored Markdown; bars and backslashes are escaped.
  private func markdown(hasHeading: Bool) -> String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    let rule = columns.map { $0.kind == .number ? "---:" : "---" }
    let heading = line(columns.map { Self.markdownValue($0.name) }) + line(rule)
    return (hasHeading ? heading : "") + rows.map { line($0.map(Self.markdownValue)) }.joined()
  }

  private static func markdownValue(_ value: String?) -> String {
    var result = ""
    for character in DisplayText.printable(value ?? "") {
      if "|\\`*_<>[]".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}

extension Table {
  /// One array with an object for each row; every key is always there.
  private func json() -> String {
    var writer = JSONWriter(layout: .indented)
    writer.array { writer in
      for row in rows { write(row, to: &writer) }
    }
    return writer.text + "\n"
  }

  /// An object a line.
  private func ndjson() -> String {
    var writer = JSONWriter()
    for row in rows {
      write(row, to: &writer)
      writer.endLine()
    }
    return writer.text
  }

  private func write(_ row: [String?], to writer: inout JSONWriter) {
    writer.object { writer in
      for (column, value) in zip(columns, row) {
        writer.key(column.name)
        if let value, column.kind == .number, Self.isNumber(value) {
          writer.number(raw: value)
        } else {
          writer.string(value)
        }
      }
    }
  }

  /// Whether a text is a number in the grammar of JSON (RFC 8259, section 6), without exponent.
  private static func isNumber(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, whole == "0" || !whole.hasPrefix("0") else {
      return false
    }
    return parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
  }
}
