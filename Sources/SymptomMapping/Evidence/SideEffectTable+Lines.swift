// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension SideEffectTable {
  /// The names of the columns, in their order.
  public static var columnNames: [String] { EvidenceColumn.names }

  /// The columns that make up the key of a row, in the order of the sorting of the file.
  public static var keyColumns: [Int] {
    ([.subjectKind, .rxcui, .symptom] + EvidenceColumn.keyAfterSymptom).map(\.rawValue)
  }

  /// The header line, with its line feed.
  public static var header: [UInt8] {
    Array(EvidenceColumn.names.joined(separator: "\t").utf8) + [0x0A]
  }

  /// The table with some of its rows only.
  ///
  /// - Complexity: O(*n*) in the bytes of the rows that are kept; none are read again if all are.
  public func filtered(_ isKept: (EvidenceRow) -> Bool) -> SideEffectTable {
    let all = rows
    let kept = all.filter(isKept)
    if kept.count == all.count { return self }
    var bytes = Self.header
    for row in kept { bytes += row.line }
    // Every row was read before, so that nothing can be wrong with it now.
    return (try? SideEffectTable(bytes: bytes)) ?? SideEffectTable()
  }
}

extension EvidenceRow {
  /// The row as the table has it, with its line feed.
  public var line: ArraySlice<UInt8> {
    let text = storage.text
    let first = text.range(row, 0).lowerBound
    let last = text.range(row, text.columnCount - 1).upperBound
    return text.bytes[first...last]
  }

  /// The bytes of a field, by the place of its column.
  public func field(_ column: Int) -> ArraySlice<UInt8> {
    storage.text.slice(row, column)
  }
}
