// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import JSONText

extension ShapeOutline {
  /// The members as columns, but those of some names.
  func columns(without names: Set<String> = []) -> [ColumnField] {
    members.filter { !names.contains($0.name) }.map { ColumnField($0.name, $0.kind.columnKind) }
  }
}

extension FieldKind {
  /// The kind of column for such values.
  var columnKind: ColumnKind {
    switch self {
    case .text, .name, .pattern, .word: .text
    case .integer: .integer
    case .share: .number
    case .flag: .flag
    case .constant(let json): Int(json) == nil ? .text : .integer
    case .list(let element, _): .list(element.columnKind)
    case .object(let outline): .structure(outline.columns())
    case .nullable(let kind): kind.columnKind
    case .defined(_, in: _, meaning: _, let kind): kind.columnKind
    // Schemas that are written by hand: text, or the JSON of anything else.
    case .elsewhere: .text
    }
  }
}

extension ColumnField {
  /// Columns by their names; text, unless a colon and `integer`, `flag` or `texts` follow.
  static func columns(_ names: String) -> [ColumnField] {
    let kinds: [Substring: ColumnKind] = [
      "integer": .integer, "flag": .flag, "texts": .list(.text),
    ]
    return names.split(whereSeparator: \.isWhitespace).map { word in
      let parts = word.split(separator: ":")
      return ColumnField(String(parts[0]), kinds[parts.dropFirst().first ?? ""] ?? .text)
    }
  }
}
