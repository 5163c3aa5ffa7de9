// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension Table {
  /// Columns without boxes, two blanks apart.
  ///
  /// On a terminal the headings are bold, and cells of a table that is too
  /// wide are wrapped within their column, so that nothing is lost; where that
  /// would break words, a row becomes lines of heading and value. Elsewhere
  /// a row is a line, however long.
  package func aligned(for terminal: Terminal) -> String {
    let heading = columns.map { DisplayText.printable($0.name) }
    let cells = rows.map { $0.map { DisplayText.printable($0 ?? "") } }
    var widths = heading.map { DisplayText.width(of: $0) }
    for row in cells {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], DisplayText.width(of: cell))
      }
    }
    if let width = terminal.width {
      let floors = widths.indices.map { column in
        ([heading[column]] + cells.map { $0[column] }).map(Self.longestPart).max() ?? 0
      }
      Self.shrink(&widths, to: width, floors: floors.map { min($0, 24) })
      if columns.count > 2, widths.reduce(0, +) + 2 * (widths.count - 1) > width {
        return Self.stacked(heading, cells, width: width, terminal.style.bold)
      }
      Self.shrink(&widths, to: width)
    }
    var text = lines(of: heading, widths, terminal.style.bold).joined()
    for row in cells { text += lines(of: row, widths) { $0 }.joined() }
    return text
  }

  /// Each row as lines of heading and value, without its empty cells; a blank line between rows.
  private static func stacked(
    _ heading: [String], _ rows: [[String]], width: Int, _ emphasis: (String) -> String
  ) -> String {
    let indent = (heading.map { DisplayText.width(of: $0) }.max() ?? 0) + 2
    var text = ""
    for row in rows {
      if !text.isEmpty { text += "\n" }
      for (name, cell) in zip(heading, row) where !cell.isEmpty {
        let blanks = String(repeating: " ", count: indent - DisplayText.width(of: name))
        let pieces = pieces(of: cell, width: max(8, width - indent))
        text += emphasis(name) + blanks
        text += pieces.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
      }
    }
    return text
  }

  /// Takes columns from the widest until the row fits, down to eight each, or to its floor.
  static func shrink(_ widths: inout [Int], to total: Int, floors: [Int]? = nil) {
    var excess = widths.reduce(0, +) + 2 * max(0, widths.count - 1) - total
    while excess > 0,
      let widest = widths.indices.filter({ widths[$0] > max(8, floors?[$0] ?? 8) })
        .max(by: { widths[$0] < widths[$1] })
    {
      widths[widest] -= 1
      excess -= 1
    }
  }

  /// The lines of one row, each with its line feed.
  private func lines(
    of row: [String], _ widths: [Int], _ emphasis: (String) -> String
  ) -> [String] {
    let parts = row.indices.map { Self.pieces(of: row[$0], width: widths[$0]) }
    let height = parts.map(\.count).max() ?? 1
    return (0..<height).map { line in
      var text = ""
      var blanks = 0
      for (index, pieces) in parts.enumerated() {
        let piece = line < pieces.count ? pieces[line] : ""
        let padding = widths[index] - DisplayText.width(of: piece)
        let before = columns[index].kind == .number ? padding : 0
        blanks += max(0, before)
        // Blanks are written before the next text only, so that no line ends with them.
        if !piece.isEmpty {
          text += String(repeating: " ", count: blanks) + emphasis(piece)
          blanks = 0
        }
        blanks += max(0, padding - before) + 2
      }
      return text + "\n"
    }
  }

  /// A cell in pieces that fit into a column, broken at blanks where there are any.
  private static func pieces(of cell: String, width: Int) -> [String] {
    guard DisplayText.width(of: cell) > width else { return [cell] }
    var pieces: [String] = []
    for line in TextWrapping.wrap(cell, width: width, hanging: 0) {
      var piece = ""
      for part in parts(of: line).flatMap({ cut($0, width: width) }) {
        if !piece.isEmpty, DisplayText.width(of: piece) + DisplayText.width(of: part) > width {
          pieces.append(piece)
          piece = ""
        }
        piece += part
      }
      pieces.append(piece)
    }
    return pieces
  }

  /// A text in parts that may be on separate lines: after a dash or a slash.
  private static func parts(of text: String) -> [String] {
    var parts: [String] = []
    var part = ""
    for character in text {
      part.append(character)
      if "-/_;|".contains(character) {
        parts.append(part)
        part = ""
      }
    }
    return part.isEmpty ? parts : parts + [part]
  }

  /// The columns of the longest part of a cell that is not torn apart.
  private static func longestPart(of cell: String) -> Int {
    cell.split(separator: " ").flatMap { parts(of: String($0)) }
      .map { DisplayText.width(of: $0) }.max() ?? 0
  }

  /// A part that is wider than a column, torn wherever it must be.
  private static func cut(_ part: String, width: Int) -> [String] {
    guard DisplayText.width(of: part) > width else { return [part] }
    var pieces: [String] = []
    var piece = ""
    for character in part {
      if !piece.isEmpty, DisplayText.width(of: piece) + DisplayText.width(of: character) > width {
        pieces.append(piece)
        piece = ""
      }
      piece.append(character)
    }
    return pieces + [piece]
  }
}
