// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

/// The rows of a table in the byte order of one column, for looking them up.
struct SortedColumn: Sendable {
  private let table: TableText
  private let column: Int
  /// Row numbers; `nil` where the table is sorted already.
  private let order: [Int]?

  /// Sorts, unless the table is sorted.
  ///
  /// - Throws: `mapping.duplicate-row` where two rows have the same value.
  init(_ table: TableText, column: Int) throws(MappingError) {
    self.table = table
    self.column = column
    var isSorted = true
    for row in 0..<table.rowCount where row > 0 {
      if table.compare(row - 1, row, column: column) >= 0 {
        isSorted = false
        break
      }
    }
    guard !isSorted else {
      order = nil
      return
    }
    let sorted = (0..<table.rowCount).sorted { left, right in
      let difference = table.compare(left, right, column: column)
      return difference == 0 ? left < right : difference < 0
    }
    for (left, right) in zip(sorted, sorted.dropFirst())
    where table.compare(left, right, column: column) == 0 {
      throw table.error(
        .duplicateRow, row: right, column: column, expected: "each value once",
        remedy: "line \(left + 2) has the same value; keep one of the two")
    }
    order = sorted
  }

  /// The index of a table without rows.
  init(withoutRows table: TableText) {
    self.table = table
    column = 0
    order = nil
  }

  /// The row whose field has these bytes.
  func row(_ text: some StringProtocol) -> Int? {
    let wanted = ArraySlice(text.utf8)
    func difference(_ place: Int) -> Int {
      table.compare(order?[place] ?? place, column: column, with: wanted)
    }
    let place = (0..<table.rowCount).firstPlace { difference($0) < 0 }
    return place < table.rowCount && difference(place) == 0 ? order?[place] ?? place : nil
  }
}
