// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A table as markup and as the rectangle that it becomes:
//
//   <tr><td rowspan="2">A</td><td colspan="2">B</td></tr>      A  B  B
//   <tr><td>C</td><td>D</td></tr>                              A  C  D
//
// Column by column it is kept how many rows below are taken already (`carried`).

/// Puts the cells of a table into a rectangle.
struct GridBuilder {
  /// How many places a table may have; a label's largest have some thousands.
  static let placeLimit = 1 << 18
  private static let spanLimit = 1000

  private struct Carried {
    var cell: TableGrid.Cell
    var rows: Int
  }

  private var grid = TableGrid()
  private var row: [TableGrid.Cell] = []
  private var isInRow = false
  private var carried: [Carried?] = []
  private var places = 0
  /// Whether spans were cut because the table would become too large.
  private(set) var isCut = false

  private var part = TableGrid.RowPart.body

  /// Begins `thead`, `tbody` or `tfoot`.
  mutating func beginPart(_ part: TableGrid.RowPart) {
    endRow()
    self.part = part
  }

  mutating func endPart() { beginPart(.body) }

  /// Sets the caption; of several the last that says something.
  mutating func setCaption(_ caption: String) {
    if !caption.isEmpty {
      grid.caption = grid.caption.isEmpty ? caption : grid.caption + " " + caption
    }
  }

  mutating func addFootnote(_ note: String) {
    if !note.isEmpty { grid.footnotes.append(note) }
  }

  /// Begins a row; one that is open ends.
  mutating func beginRow() {
    endRow()
    isInRow = true
  }

  mutating func addCell(
    _ text: String, breaks: [Int] = [], isHeading: Bool, rowspan: Int, colspan: Int
  ) {
    isInRow = true
    placeCarried()
    var width = min(max(colspan, 1), Self.spanLimit)
    if places + width > Self.placeLimit {
      isCut = isCut || width > 1
      width = 1
    }
    var cell = TableGrid.Cell(text, isHeading: isHeading)
    cell.lineEnds = breaks
    for _ in 0..<width {
      let column = row.count
      row.append(cell)
      cell.isRepeated = true
      if rowspan > 1 {
        while carried.count <= column { carried.append(nil) }
        carried[column] = Carried(cell: cell, rows: rowspan - 1)
      }
    }
    places += width
  }

  mutating func endRow() {
    guard isInRow else { return }
    while row.count < carried.count {
      placeCarried()
      // Cells of rows above stand further right: the places between are empty.
      guard carried[row.count...].contains(where: { $0 != nil }) else { break }
      row.append(TableGrid.Cell(""))
    }
    grid.rows.append(row)
    grid.parts.append(part)
    row = []
    isInRow = false
  }

  mutating func finish() -> TableGrid {
    endRow()
    let width = grid.rows.lazy.map(\.count).max() ?? 0
    grid.isRectangular = grid.rows.allSatisfy { $0.count == width }
    for index in grid.rows.indices where grid.rows[index].count < width {
      let missing = width - grid.rows[index].count
      guard places + missing <= Self.placeLimit else {
        isCut = true
        break
      }
      places += missing
      grid.rows[index].append(contentsOf: repeatElement(TableGrid.Cell(""), count: missing))
    }
    return grid
  }

  private mutating func placeCarried() {
    while row.count < carried.count, let above = carried[row.count] {
      carried[row.count] =
        above.rows > 1 ? Carried(cell: above.cell, rows: above.rows - 1) : nil
      row.append(above.cell)
      places += 1
    }
  }
}
