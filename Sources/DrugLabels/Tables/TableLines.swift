// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Some tables put the rows of a body system into the lines of one row:
//
//   Lower respiratory           |    |         Lower respiratory     |   |
//     Viral infections          | 7  | 4   →   Viral infections      | 7 | 4
//     Cough                     | 5  | 2       Cough                 | 5 | 2
//
// The markup says where lines end; a row is only cut where each cell has as
// many figures. If only blanks separate the lines, a label begins at a capital:
//
//   Gastrointestinal Diarrhea Abdominal pain Nausea | 20 7 4 | 3 5 2

/// A table whose rows have one reaction each.
struct TableLines {
  private(set) var grid: TableGrid
  private(set) var origins: [Int] = []

  init(_ table: TableGrid, isReaction: (String) -> Bool, namesReaction: (String) -> Bool) {
    let table = TableOverrun.mended(table)
    grid = table
    grid.rows = []
    grid.parts = []
    for row in table.rows.indices {
      let cut =
        table.part(row) == .foot ? nil : Self.cut(table.rows[row], isReaction, namesReaction)
      for cells in cut ?? [table.rows[row]] {
        grid.rows.append(cells)
        grid.parts.append(cut == nil ? table.part(row) : .body)
        origins.append(row)
      }
    }
  }

  /// The rows of a row; `nil` if it is one.
  private static func cut(
    _ cells: [TableGrid.Cell], _ isReaction: (String) -> Bool, _ namesReaction: (String) -> Bool
  ) -> [[TableGrid.Cell]]? {
    guard cells.count > 1,
      cells.contains(where: { !$0.lineEnds.isEmpty || $0.text.utf8.contains(0x20) })
    else { return nil }
    var lines: [[String]?] = []
    var count = 0
    for cell in cells {
      let figures = figures(cell)
      lines.append(figures)
      if let figures, figures.count > 1 {
        guard count == 0 || count == figures.count else { return nil }
        count = figures.count
      }
    }
    if count == 0 { return namesReaction(cells[0].text) ? single(cells, lines, isReaction) : nil }
    guard count > 1, let first = cells.indices.first(where: { (lines[$0]?.count ?? 0) == count }),
      first > 0
    else { return nil }
    // Every cell behind the labels has as many figures, or is empty.
    guard
      cells[first...].indices.allSatisfy({ cells[$0].text.isEmpty || lines[$0]?.count == count })
    else { return nil }
    return rows(cells, lines, count: count, labels: first, isReaction)
  }

  /// A body system and its only reaction in one cell: `Respiratory Cough | 7 | 5`.
  private static func single(
    _ cells: [TableGrid.Cell], _ figures: [[String]?], _ isReaction: (String) -> Bool
  ) -> [[TableGrid.Cell]]? {
    guard figures[0] == nil, figures[1...].allSatisfy({ $0?.count == 1 }) else { return nil }
    let lines = lines(cells[0])
    if lines.count > 1 {
      // `Cardiovascular` above `Vasodilation`: the line of the system has no figure.
      let label = lines.dropFirst().joined(separator: " ")
      guard isWholeSystem(lines[0]), label.first?.isUppercase == true, isReaction(label),
        !isReaction(cells[0].text)
      else { return nil }
      return headed(lines[0], label, cells)
    }
    let pieces = capitalPieces(cells[0].text)
    guard pieces.count > 1, pieces.contains(where: isSystem), !isReaction(cells[0].text) else {
      return nil
    }
    // `Nervous System Disorders Headache`: a system ends with a word that says that it is one.
    for end in (1..<pieces.count).reversed() where isWholeSystem(pieces[end - 1]) {
      let label = pieces[end...].joined(separator: " ")
      guard ([label] + RowMark.without(label)).contains(where: isReaction) else { continue }
      return headed(pieces[..<end].joined(separator: " "), label, cells)
    }
    return nil
  }

  private static func headed(
    _ heading: String, _ label: String, _ cells: [TableGrid.Cell]
  ) -> [[TableGrid.Cell]] {
    var row = cells
    row[0].text = label
    row[0].lineEnds = []
    return [cells.indices.map { TableGrid.Cell($0 == 0 ? heading : "") }, row]
  }

  static func isSystem(_ piece: String) -> Bool {
    CellTokens(piece).words.contains(where: systems.contains)
  }

  /// Whether a piece ends the name of a body system; `Menstrual` and `Infection` say what kind of
  /// reaction it is.
  private static func isWholeSystem(_ piece: String) -> Bool {
    isSystem(piece)
      && CellTokens(piece).words.allSatisfy {
        !["menstrual", "infection", "infections"].contains($0)
      }
  }

  private static func rows(
    _ cells: [TableGrid.Cell], _ figures: [[String]?], count: Int, labels: Int,
    _ isReaction: (String) -> Bool
  ) -> [[TableGrid.Cell]]? {
    var heading: String?
    var names: [[String]] = []
    for cell in cells[..<labels] {
      var lines = Self.lines(cell)
      if lines.count <= 1, let parted = capitals(cell.text, count: count),
        areLabels(parted.suffix(count), isReaction)
      {
        lines = parted
      }
      // `Body as a Whole` above `Headache Asthenia`: capitals part the lines under the system's.
      if lines.count > 1, lines.count != count + 1, isWholeSystem(lines[0]),
        let parted = capitals(lines.dropFirst().joined(separator: " "), count: count),
        parted.count == count, areLabels(parted[...], isReaction)
      {
        lines = [lines[0]] + parted
      }
      if lines.count == count + 1 {
        if heading == nil { heading = lines[0] }
        lines.removeFirst()
      }
      guard lines.count == count || lines.count <= 1 else { return nil }
      names.append(lines)
    }
    guard names.contains(where: { $0.count == count }) else { return nil }
    var rows: [[TableGrid.Cell]] = []
    if let heading { rows.append(cells.indices.map { TableGrid.Cell($0 == 0 ? heading : "") }) }
    for line in 0..<count {
      rows.append(
        cells.indices.map { column in
          var cell = cells[column]
          cell.lineEnds = []
          if column < labels {
            let lines = names[column]
            cell.text = lines.count == count ? lines[line] : lines.first ?? ""
          } else if let lines = figures[column], lines.count == count {
            cell.text = lines[line]
          }
          return cell
        })
    }
    return rows
  }

  private static func lines(_ cell: TableGrid.Cell) -> [String] {
    let utf8 = Array(cell.text.utf8)
    var lines: [String] = []
    var start = 0
    for end in cell.lineEnds + [utf8.count] where end >= start && end <= utf8.count {
      let line = utf8[start..<end].drop { $0 == 0x20 }
      if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
      start = end
    }
    return lines
  }

  /// The labels of a text without lines, each from its capital on, the body system's first if
  /// there is one; `nil` if they are not as many as the figures.
  private static func capitals(_ text: String, count: Int) -> [String]? {
    let found = capitalPieces(text)
    if found.count == count { return found }
    guard found.count > count else { return nil }
    // `Renal and Urinary Disorders Urinary urgency Incontinence`: a system of several capitals ends
    // with a word that says that it is one.
    let end = found.count - count
    guard isSystem(found[end - 1]) else { return nil }
    return [found[..<end].joined(separator: " ")] + found[end...]
  }

  private static func capitalPieces(_ text: String) -> [String] {
    var labels: [[Substring]] = []
    var isOpen = false
    for word in text.split(separator: " ") {
      let isName = word.first?.isUppercase == true
      // `NOS` and `PVCs` end a label, they begin none.
      let isShort = word.count <= 4 && word.dropFirst().first?.isUppercase == true
      if labels.isEmpty || isName && !isShort && !isOpen {
        labels.append([word])
      } else {
        labels[labels.count - 1].append(word)
      }
      isOpen = ["and", "or", "of", "and/or", "with", "to", "/", "&"].contains(word.lowercased())
    }
    return labels.map { $0.joined(separator: " ") }
  }

  /// Whether the pieces of a text are labels, and not the words of one (`Muscle Weakness`): all of
  /// two are reactions, of more than two at least two and half of them.
  private static func areLabels(
    _ pieces: ArraySlice<String>, _ isReaction: (String) -> Bool
  ) -> Bool {
    // `Hallucination1`: the mark of a footnote.
    let known = pieces.count { piece in
      ([piece] + RowMark.without(piece)).contains { isReaction($0) }
    }
    // `Increased salivation`: small letters within a label show that capitals begin labels.
    if known > 0, pieces.contains(where: hasSmallWord) { return true }
    return known == pieces.count || pieces.count > 2 && known > 1 && known * 2 >= pieces.count
  }

  private static func hasSmallWord(_ label: String) -> Bool {
    label.split(separator: " ").dropFirst().contains { word in
      word.count > 3 && word.allSatisfy(\.isLowercase)
    }
  }

  private static let systems = LabelVocabulary.words("body-system")

  /// The figures of a cell, one a line or one behind the other; `nil` if it holds anything else.
  private static func figures(_ cell: TableGrid.Cell) -> [String]? {
    if cell.text.isEmpty { return nil }
    if cell.lineEnds.isEmpty, CellContent.hasLongWord(cell.text) { return nil }
    let lines = lines(cell)
    if lines.count > 1, lines.allSatisfy(isFigure) { return lines }
    var figures: [String] = []
    for word in cell.text.split(separator: " ") {
      let isBehind = "([%)]".contains(word.first ?? " ")
      let isOpen =
        figures.last.map {
          $0.hasSuffix("<") || $0.hasSuffix("(")
            || $0.filter { $0 == "(" }.count > $0.filter { $0 == ")" }.count
        } ?? false
      if isBehind || isOpen, !figures.isEmpty {
        figures[figures.count - 1] += " " + word
      } else {
        figures.append(String(word))
      }
    }
    return figures.allSatisfy(isFigure) ? figures : nil
  }

  static func holdsSeveral(_ cell: TableGrid.Cell) -> Bool { (figures(cell)?.count ?? 0) > 1 }

  private static func isFigure(_ text: String) -> Bool {
    switch CellContent(text) {
    case .numbers, .dash: true
    case .empty, .text: false
    }
  }
}

// A cell of the head may say that it spans more rows than the head has. Its text is then in
// the first rows of the body too, and pushes their own cells to the right, out of the table:
//
//   head   System | Reaction | Any | Severe
//   body   System | Reaction | Skin | Severe | Rash | 4 | 0      →  Skin | Rash | 4 | 0
//          Itching | 2 | Skin | 0                               →  Skin | Itching | 2 | 0
//
// The grid keeps what the markup says; here the rows are put back for reading.

/// Puts rows back that cells of the head pushed aside.
enum TableOverrun {
  static func mended(_ table: TableGrid) -> TableGrid {
    guard let first = table.rows.indices.first(where: { table.part($0) == .body }), first > 0,
      table.part(first - 1) == .head, isPushed(table, first)
    else { return table }
    var grid = table
    var builder = GridBuilder()
    for row in table.rows.indices {
      // A cell of the head ends with the head.
      let part = table.rows.indices[row...].prefix { table.part($0) == table.part(row) }
      builder.beginRow()
      for (column, cell) in table.rows[row].enumerated() where !cell.isRepeated {
        func isSame(_ other: TableGrid.Cell) -> Bool { other.isRepeated && other.text == cell.text }
        builder.addCell(
          cell.text, breaks: cell.lineEnds, isHeading: cell.isHeading,
          rowspan: 1 + part.dropFirst().prefix { isSame(table.cell($0, column)) }.count,
          colspan: 1 + table.rows[row].dropFirst(column + 1).prefix(while: isSame).count)
      }
    }
    grid.rows = builder.finish().rows
    let width = grid.rows.indices.map { extent(grid, $0) }.max() ?? 0
    for row in grid.rows.indices { grid.rows[row] = Array(grid.rows[row].prefix(width)) }
    return grid
  }

  private static func extent(_ table: TableGrid, _ row: Int) -> Int {
    (table.rows[row].lastIndex { !$0.text.isEmpty } ?? -1) + 1
  }

  /// Whether cells of the head reach into a row and push it out of the table.
  private static func isPushed(_ table: TableGrid, _ row: Int) -> Bool {
    let head = table.rows.indices.filter { table.part($0) == .head }.map { extent(table, $0) }.max()
    return extent(table, row) > head ?? 0
      && table.rows[row].enumerated().contains { column, cell in
        cell.isRepeated && !cell.text.isEmpty && cell.text == table.cell(row - 1, column).text
      }
  }
}
