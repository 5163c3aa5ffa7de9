// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Finds the arms of a block of a table.
struct ArmFinder {
  /// A column with its header from top to bottom.
  struct Column {
    let index: Int
    var parts: [(part: HeaderPart, span: Range<Int>)]
    var measure: CellFigure.Measure?
    var grade: HeaderPart.Grade?
    var size: Int?
    var sign = -1
    var role: TableArm.Role?
    var isAssumed = false
    /// Whether the columns differ by degree, so that `Any` is not a sum of arms.
    var isDegree = false
    var names: [String] { parts.flatMap(\.part.nameWords) }
  }

  let table: TableGrid
  let layout: TableLayout
  let block: TableLayout.Block
  let drug: DrugNames
  let context: CellTokens

  /// The arms in the order of columns.
  func arms() -> [TableArm] {
    let stub = stubMeasure
    var columns = (layout.labelColumns..<max(layout.width, layout.labelColumns))
      .filter(hasContent).map { column($0, stub) }
    func isHeaded(_ column: Column, _ names: Set<String>) -> Bool {
      column.parts.contains { names.contains($0.part.text.lowercased()) }
    }
    // A name of effects above figures: rows are short, or two panels stand side by side, and whose
    // figures they are is not known.
    if columns.contains(where: { isHeaded($0, TableVocabulary.terms) }) { return [] }
    columns.removeAll { $0.measure == .other || isHeaded($0, TableVocabulary.leavingColumns) }
    dropRepeated(&columns)
    readShares(&columns)
    let seconds = takeSeconds(&columns)
    dropGrades(&columns)
    assignRoles(&columns)
    let counts = takeCounts(&columns)
    let groups = groups(columns)
    return zip(columns, groups).map { column, group in
      var arm = arm(column, group, among: columns)
      (arm.countColumn, arm.secondColumn) = (counts[column.index], seconds[column.index])
      return arm
    }
  }

  private func hasContent(_ column: Int) -> Bool {
    block.dataRows.contains { !table.cell($0.row, column).text.isEmpty }
  }

  private func column(_ index: Int, _ stub: CellFigure.Measure?) -> Column {
    var column = Column(index: index, parts: [])
    var rows = block.headerRows
    if let first = layout.blocks.first, first != block {
      // A header that spans all columns of the first headers applies to those below.
      rows =
        first.headerRows.filter { span($0, index).count == layout.width - layout.labelColumns }
        + rows
    }
    for row in rows {
      let cell = table.cell(row, index)
      if cell.text.isEmpty || column.parts.last?.part.text == cell.text { continue }
      let part = HeaderPart(cell.text)
      column.parts.append((part, span(row, index)))
      if let grade = part.grade { column.grade = grade }
      if let measure = part.measure {
        let isBoth = column.measure == .countAndPercent && measure == .percent
        column.measure = isBoth ? .countAndPercent : measure
      }
      let isSpread = span(row, index).count > 1
      if let size = part.size, !(isSpread && column.size != nil) { column.size = size }
    }
    for row in rows where column.size == nil && CellTokens(table.cell(row, 0).text).isSizeLabel {
      let tokens = CellTokens(table.cell(row, index).text).tokens
      column.size = tokens.first { $0.kind == .number }?.size
    }
    if column.measure == nil { column.measure = stub }
    return column
  }

  /// What the label's own header says of the cells (`Adverse Reaction, n (%)`).
  private var stubMeasure: CellFigure.Measure? {
    for row in block.headerRows.reversed() {
      let measure = HeaderPart(table.cell(row, 0).text).measure
      if measure == .percent || measure == .countAndPercent { return measure }
    }
    return nil
  }

  private func span(_ row: Int, _ column: Int) -> Range<Int> {
    let text = table.cell(row, column).text
    var start = column
    while start > layout.labelColumns, table.cell(row, start).isRepeated,
      table.cell(row, start - 1).text == text
    { start -= 1 }
    var end = column + 1
    while end < layout.width, table.cell(row, end).isRepeated, table.cell(row, end).text == text {
      end += 1
    }
    return start..<end
  }

  /// A column whose cells all repeat those of the column before it; where headers are shifted, the
  /// column with a header of its own is the one that is meant.
  private func dropRepeated(_ columns: inout [Column]) {
    var kept: [Column] = []
    for column in columns {
      guard let last = kept.last, last.index == column.index - 1,
        block.dataRows.allSatisfy({ row in
          let cell = table.cell(row.row, column.index)
          return cell.isRepeated && cell.text == table.cell(row.row, last.index).text
        })
      else {
        kept.append(column)
        continue
      }
      if kept.count > 1, last.parts.map(\.part) == kept[kept.count - 2].parts.map(\.part),
        column.parts.map(\.part) != last.parts.map(\.part)
      {
        kept[kept.count - 1] = column
      }
    }
    columns = kept
  }

  /// `N` and `%` below `Number (%) of Patients`: the second of two columns is a percentage.
  private func readShares(_ columns: inout [Column]) {
    for index in columns.indices.dropFirst()
    where columns[index].measure == .countAndPercent && columns[index - 1].measure == .count {
      let parts = columns[index].parts
      let isSameArm =
        parts.dropLast().map(\.part) == columns[index - 1].parts.dropLast().map(\.part)
      if isSameArm, let last = parts.last?.part, last.isBare, last.measure == .percent {
        columns[index].measure = .percent
      }
    }
  }

  private func takeSeconds(_ columns: inout [Column]) -> [Int: Int] {
    var seconds: [Int: Int] = [:]
    var kept: [Column] = []
    for column in columns {
      if let last = kept.last, last.index == column.index - 1, seconds[last.index] == nil,
        !column.parts.isEmpty, column.parts.map(\.part) == last.parts.map(\.part),
        column.parts.last?.span == last.parts.last?.span
      {
        seconds[last.index] = column.index
      } else {
        kept.append(column)
      }
    }
    columns = kept
    return seconds
  }

  /// Severe grades are next to all grades: only all count.
  private func dropGrades(_ columns: inout [Column]) {
    // `Low, Moderate, High` are doses; `Any, Severe` are degrees of all columns.
    let areDegrees = columns.allSatisfy { $0.grade != nil }
    for index in columns.indices {
      columns[index].isDegree = areDegrees
      if case .some(.degree) = columns[index].grade, !areDegrees { columns[index].grade = nil }
    }
    func isLimited(_ column: Column) -> Bool {
      switch column.grade {
      case .some(.some), .some(.degree): true
      default: false
      }
    }
    guard columns.contains(where: { !isLimited($0) }) else { return }
    columns.removeAll(where: isLimited)
  }

  private func takeCounts(_ columns: inout [Column]) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    var taken: Set<Int> = []
    for column in columns where column.measure == .count {
      let other = columns.first {
        $0.measure == .percent && counts[$0.index] == nil && abs($0.index - column.index) == 1
          && $0.role == column.role && $0.names == column.names
      }
      guard let other else { continue }
      counts[other.index] = column.index
      taken.insert(column.index)
    }
    columns.removeAll { taken.contains($0.index) }
    return counts
  }
}
