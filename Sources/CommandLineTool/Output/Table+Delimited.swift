// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension Table {
  /// Comma-separated values as RFC 4180 has them.
  ///
  /// CRLF ends a line, and a value with a comma, quotation mark or line end
  /// stands in quotation marks. An absent value is empty, an empty one is `""`.
  package func csv() -> String {
    var text = columns.map { Self.csvValue($0.name) }.joined(separator: ",") + "\r\n"
    for row in rows { text += row.map(Self.csvValue).joined(separator: ",") + "\r\n" }
    return text
  }

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

  /// Tab-separated values.
  ///
  /// Tab, line feed, carriage return and backslash within a value are `\t`, `\n`,
  /// `\r` and `\\`. An absent value is empty.
  package func tsv() -> String {
    var text = columns.map { Self.tsvValue($0.name) }.joined(separator: "\t") + "\n"
    for row in rows { text += row.map(Self.tsvValue).joined(separator: "\t") + "\n" }
    return text
  }

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
  package func markdown() -> String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    let rule = columns.map { $0.kind == .number ? "---:" : "---" }
    return line(columns.map { Self.markdownValue($0.name) }) + line(rule)
      + rows.map { line($0.map(Self.markdownValue)) }.joined()
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
