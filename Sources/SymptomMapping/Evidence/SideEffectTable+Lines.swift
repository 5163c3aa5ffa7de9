// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension SideEffectTable {
  /// The names of the columns, in their order.
  public static var columnNames: [String] { EvidenceColumn.names }

  /// The names of the columns of a table whose rows contain the facts of their labels.
  public static var wholeColumnNames: [String] {
    EvidenceColumn.names + EvidenceColumn.labelNames
  }

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
    var bytes = Array(Self.wholeColumnNames.joined(separator: "\t").utf8) + [0x0A]
    for row in kept { bytes += row.wholeLine }
    // Every row was read before, so that nothing can be wrong with it now.
    return (try? SideEffectTable(bytes: bytes)) ?? SideEffectTable()
  }
}

extension EvidenceRow {
  /// The row, including the facts of its label, and a line feed.
  public var wholeLine: [UInt8] {
    var line: [UInt8] = []
    for column in EvidenceColumn.allCases {
      if !line.isEmpty { line.append(0x09) }
      line += utf8(column)
    }
    return line + [0x0A]
  }

  /// The bytes of a field, by the place of its column.
  public func field(_ column: Int) -> ArraySlice<UInt8> {
    storage.text.slice(row, column)
  }
}
