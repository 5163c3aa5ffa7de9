// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

extension Table {
  /// One array with an object for each row; every key is always there.
  package func json() -> String {
    var writer = JSONWriter(layout: .indented)
    writer.array { writer in
      for row in rows { write(row, to: &writer) }
    }
    return writer.text + "\n"
  }

  /// An object a line.
  package func ndjson() -> String {
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
