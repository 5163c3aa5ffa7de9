// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A cell of the head may say that it spans more rows than the head has. Its text then stands in
// the first rows of the body too, and pushes their own cells to the right, out of the table:
//
//   head   System | Reaction | Any | Grave
//   body   System | Reaction | Skin | Grave | Rash | 4 | 0      →  Skin | Rash | 4 | 0
//          Itching | 2 | Skin | 0                               →  Skin | Itching | 2 | 0
//
// The grid keeps what the markup says; here the rows are put back for reading.

/// Puts rows back that cells of the head pushed aside.
enum TableOverrun {
  static func mended(_ table: TableGrid) -> TableGrid {
    guard let first = table.rows.indices.first(where: { table.part($0) == .body }), first > 0,
      table.part(first - 1) == .head, let last = leaked(table, first)
    else { return table }
    var grid = table
    var leaked = last
    var places: [Int: Int] = [:]
    for row in first..<table.rows.count {
      let cells = table.rows[row]
      var mended: [Int: TableGrid.Cell] = [:]
      var own: [Int] = []
      var isMoved = false
      var stillLeaked: Set<Int> = []
      for column in cells.indices where !cells[column].text.isEmpty {
        let isSpan =
          cells[column].isRepeated && table.cell(row - 1, column).text == cells[column].text
        if isSpan, leaked.contains(column) {
          stillLeaked.insert(column)
          isMoved = true
        } else if isSpan, let place = places[column], place != column {
          mended[place] = cells[column]
          isMoved = true
        } else {
          own.append(column)
        }
      }
      guard isMoved else { break }
      let kept = Array(mended.keys)
      places = Dictionary(
        uniqueKeysWithValues: places.filter { kept.contains($0.value) }.map { ($0, $1) })
      var next = 0
      for column in own {
        while mended[next] != nil { next += 1 }
        mended[next] = cells[column]
        places[column] = next
      }
      let width = (mended.keys.max() ?? -1) + 1
      grid.rows[row] = (0..<width).map { mended[$0] ?? TableGrid.Cell("") }
      leaked = stillLeaked
    }
    let width = grid.rows.map { row in (row.lastIndex { !$0.text.isEmpty } ?? -1) + 1 }.max() ?? 0
    for row in grid.rows.indices where grid.rows[row].count > width {
      grid.rows[row] = Array(grid.rows[row].prefix(width))
    }
    return grid
  }

  /// The columns of a row that cells of the head reach into, if they push it out of the table.
  private static func leaked(_ table: TableGrid, _ row: Int) -> Set<Int>? {
    func extent(_ row: Int) -> Int {
      (table.rows[row].lastIndex { !$0.text.isEmpty } ?? -1) + 1
    }
    let cells = table.rows[row]
    let head = table.rows.indices.filter { table.part($0) == .head }.map(extent).max() ?? 0
    guard extent(row) > head else { return nil }
    let found = cells.indices.filter {
      cells[$0].isRepeated && !cells[$0].text.isEmpty
        && cells[$0].text == table.cell(row - 1, $0).text
    }
    return found.isEmpty ? nil : Set(found)
  }
}
