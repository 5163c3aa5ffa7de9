// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// How a grid is cut.
//
//   title rows      one text over all columns, before the headers
//   header rows     thead, or rows until the first that has a number behind its label
//   data rows       a label and at least one figure
//   group rows      a text in the first cell and nothing else: a body system
//   foot rows       tfoot, and notes that span all columns
//   header rows     again, where a part of the table names other arms (`N = 181`, `Placebo`)
//
// A block is the part under one set of header rows.

/// The rows of a table by what they are.
struct TableLayout: Sendable, Hashable {
  /// A row with figures.
  struct DataRow: Sendable, Hashable {
    let row: Int
    let label: String
    /// The label of the body system or part above it; empty if none.
    let group: String
  }

  /// Rows under one set of headers.
  struct Block: Sendable, Hashable {
    var headerRows: [Int]
    var dataRows: [DataRow] = []
    var stub = ""
  }

  private(set) var titles: [String] = []
  private(set) var blocks: [Block] = []
  /// Rows whose cells contain several figures that could not be separated.
  private(set) var unread: [Int] = []
  let labelColumns, width: Int

  init(_ table: TableGrid) {
    width = table.rows.map(\.count).max() ?? 0
    let rows = table.rows.indices.filter { table.part($0) != .foot }
    labelColumns = Self.labelColumns(table, rows, width)
    guard width > 0 else { return }
    cut(table, rows)
  }

  private static func labelColumns(_ table: TableGrid, _ rows: [Int], _ width: Int) -> Int {
    guard width > 1 else { return width }
    let hasBody = rows.contains { table.part($0) == .body }
    // Headers are text above columns of figures too: look from the first figure on.
    let start = rows.firstIndex { row in
      (1..<width).contains { CellContent(table.cell(row, $0).text).isNumeric }
    }
    for column in 1..<width {
      var figures = 0
      var texts = 0
      for row in rows[(start ?? 0)...] where !(hasBody && table.part(row) == .head) {
        let cell = table.cell(row, column)
        switch CellContent(cell.text) {
        case .numbers: figures += 1
        case .text where !cell.isRepeated: texts += 1
        default: break
        }
      }
      if figures > 0, figures >= texts { return column }
    }
    return 1
  }

  private mutating func cut(_ table: TableGrid, _ rows: [Int]) {
    let hasBody = rows.contains { table.part($0) == .body }
    var block = Block(headerRows: [])
    var group = ""
    for row in rows {
      let isHead = hasBody && table.part(row) == .head
      switch kind(table, row, in: block, isHead: isHead) {
      case .blank, .note: continue
      case .several: unread.append(row)
      case .title(let text):
        if block.headerRows.isEmpty, block.dataRows.isEmpty, !isHead || text.count > 40 {
          titles.append(text)
        }
        if isHead || block.dataRows.isEmpty { block.headerRows.append(row) }
      case .group(let text): group = text
      case .header:
        if Self.repeatsAbove(table, row) { continue }
        if !block.dataRows.isEmpty {
          blocks.append(block)
          block = Block(headerRows: [])
          group = ""
        }
        block.headerRows.append(row)
        let stub = table.cell(row, 0).text
        if !stub.isEmpty, block.stub.isEmpty { block.stub = stub }
      case .data(let label): block.dataRows.append(DataRow(row: row, label: label, group: group))
      }
    }
    if !block.headerRows.isEmpty || !block.dataRows.isEmpty { blocks.append(block) }
    for place in blocks.indices { leaveOutShortRows(of: place, table) }
  }

  /// Leaves out rows with fewer cells than others of their block: which column a figure is in is
  /// unknown where cells are missing.
  private mutating func leaveOutShortRows(of place: Int, _ table: TableGrid) {
    let rows = blocks[place].dataRows
    let longest = rows.map { table.rows[$0.row].count }.max()
    let short = rows.filter { table.rows[$0.row].count != longest }.map(\.row)
    unread += short
    blocks[place].dataRows.removeAll { short.contains($0.row) }
  }

  private static func repeatsAbove(_ table: TableGrid, _ row: Int) -> Bool {
    guard row > 0 else { return false }
    func texts(_ row: Int) -> [String] { table.rows[row].map(\.text).filter { !$0.isEmpty } }
    let own = texts(row)
    let above = texts(row - 1)
    return own.count > 1 && own.count < above.count && above.suffix(own.count).elementsEqual(own)
      && table.rows[row].last?.text.isEmpty == true
  }

  private enum Kind {
    case blank, note, header, several
    case title(String)
    case group(String)
    case data(String)
  }

  private func kind(_ table: TableGrid, _ row: Int, in block: Block, isHead: Bool) -> Kind {
    let cells = (0..<width).map { table.cell(row, $0) }
    let texts = cells.map(\.text).filter { !$0.isEmpty }
    guard let first = texts.first else { return .blank }
    let isOne =
      texts.allSatisfy { $0 == first }
      && (texts.count == 1 || cells.dropFirst().allSatisfy { $0.text.isEmpty || $0.isRepeated })
    if isHead { return isOne && texts.count == width && width > 1 ? .title(first) : .header }
    if isOne, !(texts.count == 1 && cells[0].text.isEmpty) {
      if CellContent(first).isNumeric { return .note }
      return oneText(first, block)
    }
    let values = cells.dropFirst(labelColumns)
    let label = self.label(cells)
    let hasFigure = values.contains { CellContent($0.text).isNumeric }
    if hasFigure, !isSizeRow(label, values), !isUnnamed(label, cells, table, row, block) {
      return .data(label)
    }
    if !label.isEmpty, values.contains(where: { TableLines.holdsSeveral($0) }) { return .several }
    if block.dataRows.isEmpty { return .header }
    if isNewHeader(values) { return .header }
    return values.contains { CellContent($0.text) == .dash } ? .data(label) : .group(label)
  }

  /// A text over all columns: before the figures a title or a body system, or a note.
  private func oneText(_ text: String, _ block: Block) -> Kind {
    if block.dataRows.isEmpty, block.headerRows.isEmpty {
      return isNote(text) ? .note : .title(text)
    }
    return text.count > 90 || !block.dataRows.isEmpty && isNote(text) ? .note : .group(text)
  }

  /// Whether a text begins like a footnote: a mark, or one letter or figure alone.
  private func isNote(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    if ["*", "†", "‡", "§", "¶", "#", "‖"].contains(first) { return true }
    let words = text.split(separator: " ")
    if let word = words.first, words.count > 2, word.count == 1, word != "A" { return true }
    return text.contains("=") && !CellTokens(text).words.isEmpty && text.contains(";")
      || first.properties.numericType != nil
  }

  /// The label of a row: its last column of labels that says something of its own.
  private func label(_ cells: [TableGrid.Cell]) -> String {
    for column in stride(from: labelColumns - 1, through: 1, by: -1) {
      let cell = cells[column]
      if !cell.text.isEmpty, cell.text != cells[column - 1].text { return cell.text }
    }
    return cells.prefix(labelColumns).first { !$0.text.isEmpty }?.text ?? ""
  }

  /// `No. of Patients` and the like, or cells that all say `N = 12`.
  private func isSizeRow(_ label: String, _ values: ArraySlice<TableGrid.Cell>) -> Bool {
    values.allSatisfy { cell in
      let numbers = CellContent(cell.text).numbers
      // `119 (100%)`: all of an arm.
      return cell.text.isEmpty || numbers.count == 1 && numbers[0].isWhole && !numbers[0].hasSign
        || numbers.count == 2 && numbers[0].isWhole && numbers[1].thousandths == 100_000
    } && CellTokens(label).isSizeLabel
  }

  /// A row of numbers without a label above the first labelled row belongs to the headers.
  private func isUnnamed(
    _ label: String, _ cells: [TableGrid.Cell], _ table: TableGrid, _ row: Int, _ block: Block
  ) -> Bool {
    guard block.dataRows.isEmpty else { return false }
    if label.isEmpty { return true }
    guard cells[0].isRepeated, let above = block.headerRows.last else { return false }
    return table.cell(above, 0).text == cells[0].text
  }

  private func isNewHeader(_ values: ArraySlice<TableGrid.Cell>) -> Bool {
    var names = 0
    for cell in values where !cell.text.isEmpty {
      let tokens = CellTokens(cell.text)
      if tokens.sampleSize != nil || tokens.words.contains(where: TableVocabulary.placebo.contains)
      {
        return true
      }
      if case .text = CellContent(cell.text), !cell.isRepeated { names += 1 }
    }
    return names >= 2
  }
}

extension TableGrid {
  /// A cell, or an empty one where a row is short.
  func cell(_ row: Int, _ column: Int) -> Cell {
    rows.indices.contains(row) && rows[row].indices.contains(column) ? rows[row][column] : Cell("")
  }

  /// The part of the table a row is in; the body if not stated.
  func part(_ row: Int) -> RowPart { parts.indices.contains(row) ? parts[row] : .body }
}
