// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// White space is what Unicode gives the property White_Space, as in the labels:
// no-break spaces occur between numbers and units, thin spaces around signs.

/// Collects characters with their white space collapsed, in blocks.
struct TextCollector {
  private(set) var text = LabelText()
  private var blockStart = 0
  private var hasBlock = false
  private var wantsSpace = false
  private var footnotes: [LabelText] = []

  /// Appends the characters of a range; white space at the beginning of a block is dropped.
  mutating func append(_ characters: [UInt8], _ range: Range<Int>) {
    var position = range.lowerBound
    while position < range.upperBound {
      let space = Self.spaceLength(characters, at: position)
      if space > 0 {
        wantsSpace = true
        position += space
        continue
      }
      let end = Self.run(characters, from: position, to: range.upperBound)
      open()
      if wantsSpace, text.utf8.count > blockStart { text.utf8.append(0x20) }
      wantsSpace = false
      text.utf8.append(contentsOf: characters[position..<end])
      position = end
    }
  }

  mutating func appendSpace() { wantsSpace = true }

  mutating func endBlock(_ kind: LabelText.Block.Kind) {
    if hasBlock { text.blocks.append(.init(kind, blockStart..<text.utf8.count)) }
    hasBlock = false
    wantsSpace = false
    for note in footnotes { text.append(note) }
    footnotes = []
  }

  /// The end of the last block that ended.
  var lastBlock: String {
    guard let range = text.blocks.last?.range else { return "" }
    let end = String(decoding: text.utf8[range.suffix(600)], as: UTF8.self)
    // Of a long block the whole sentences at its end.
    if range.count < 600 { return end }
    return end.firstRange(of: ". ").map { String(end[$0.upperBound...]) } ?? ""
  }

  mutating func keepFootnote(_ note: LabelText) { if !note.isEmpty { footnotes.append(note) } }

  /// The characters as one line, for titles and cells.
  var line: String { String(decoding: text.utf8, as: UTF8.self) }

  private mutating func open() {
    guard !hasBlock else { return }
    hasBlock = true
    if !text.utf8.isEmpty { text.utf8.append(0x0A) }
    blockStart = text.utf8.count
  }

  private static func run(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
    var position = start
    while position < end {
      let byte = bytes[position]
      if byte > 0x20 && byte < 0xC2 || spaceLength(bytes, at: position) == 0 {
        position += 1
        continue
      }
      // A blank between two characters stays in the run.
      guard byte == 0x20, position + 1 < end, bytes[position + 1] > 0x20, bytes[position + 1] < 0xC2
      else { break }
      position += 2
    }
    return position
  }

  /// Returns how many bytes the white space at a position has; 0 if there is none.
  @inline(__always) private static func spaceLength(_ bytes: [UInt8], at position: Int) -> Int {
    let first = bytes[position]
    if first <= 0x20 { return 1 }
    guard first >= 0xC2, first <= 0xE3 else { return 0 }
    return wideSpaceLength(bytes, at: position, first)
  }

  private static func wideSpaceLength(_ bytes: [UInt8], at position: Int, _ first: UInt8) -> Int {
    guard position + 1 < bytes.count else { return 0 }
    let second = bytes[position + 1]
    if first == 0xC2 { return second == 0xA0 || second == 0x85 ? 2 : 0 }
    guard position + 2 < bytes.count else { return 0 }
    let third = bytes[position + 2]
    switch (first, second, third) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      return 3
    default: return 0
    }
  }
}

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

  private var grid = TableGrid()
  private var row: [TableGrid.Cell] = []
  private var isInRow = false
  private var carried: [(cell: TableGrid.Cell, rows: Int)?] = []
  private var places = 0
  /// Whether spans were cut because the table would become too large.
  private(set) var isCut = false

  private var part = TableGrid.RowPart.body

  /// Begins `thead`, `tbody` or `tfoot`.
  mutating func beginPart(_ part: TableGrid.RowPart) {
    endRow()
    self.part = part
  }

  /// Sets the caption; of several the last that says something.
  mutating func setCaption(_ caption: String) {
    if !caption.isEmpty {
      grid.caption = grid.caption.isEmpty ? caption : grid.caption + " " + caption
    }
  }

  mutating func addFootnote(_ note: String) { if !note.isEmpty { grid.footnotes.append(note) } }

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
        carried[column] = (cell, rowspan - 1)
      }
    }
    places += width
  }

  mutating func endRow() {
    guard isInRow else { return }
    while row.count < carried.count {
      placeCarried()
      // Cells of rows above are further right: the places between are empty.
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
      carried[row.count] = above.rows > 1 ? (above.cell, above.rows - 1) : nil
      row.append(above.cell)
      places += 1
    }
  }
}
