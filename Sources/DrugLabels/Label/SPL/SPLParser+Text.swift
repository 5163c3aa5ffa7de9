// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import XMLText

extension SPLParser {
  mutating func text(_ tables: inout [TableGrid]) throws(XMLError) -> LabelText {
    var collector = TextCollector()
    guard try begin() else { return collector.text }
    // What the text belongs to at each level of elements.
    var kinds: [LabelText.Block.Kind] = [.paragraph]
    while let kind = kinds.last, let event = try next() {
      switch event.kind {
      case .text: append(event, to: &collector)
      case .end:
        kinds.removeLast()
        if tag(event).isBlock { collector.endBlock(kind) }
      case .start:
        let tag = tag(event)
        if tag.isBlock { collector.endBlock(kind) }
        switch tag {
        case .table:
          let index = tables.count
          try table(&tables)
          tables[index].textBefore = collector.lastBlock
        case .footnoteRef: try skip()
        case .footnote: collector.keepFootnote(try text(&tables))
        case .br:
          collector.appendSpace()
          kinds.append(kind)
        case .item: kinds.append(.item)
        case .caption: kinds.append(.caption)
        case .list: kinds.append(.paragraph)
        default: kinds.append(kind)
        }
      }
    }
    end()
    collector.endBlock(.paragraph)
    return collector.text
  }

  /// Reads a table; one nested in a cell follows it as a separate table.
  mutating func table(_ tables: inout [TableGrid]) throws(XMLError) {
    let index = tables.count
    tables.append(TableGrid())
    guard try begin() else { return }
    var grid = GridBuilder()
    defer { tables[index] = grid.finish() }
    let level = level
    while let event = try next(within: level) {
      let tag = tag(event)
      switch event.kind {
      case .text: break
      case .end:
        if tag == .tr { grid.endRow() }
        if tag.isRowGroup { grid.beginPart(.body) }
      case .start:
        switch tag {
        case .caption: grid.setCaption(try cell(&grid, &tables).text)
        case .td, .th:
          let (rowspan, colspan) = (span(names.rowspan, event), span(names.colspan, event))
          let (text, breaks) = try cell(&grid, &tables)
          grid.addCell(
            text, breaks: breaks, isHeading: tag == .th, rowspan: rowspan, colspan: colspan)
        case .table: try table(&tables)
        case .tr: grid.beginRow()
        case .thead: grid.beginPart(.head)
        case .tbody: grid.beginPart(.body)
        case .tfoot: grid.beginPart(.foot)
        default: break
        }
      }
    }
    end()
    if grid.isCut { label.notes.append("table \(index + 1) of a section is too large: spans cut") }
  }

  private func span(_ name: XMLName, _ event: XMLEvent) -> Int { Int(value(name, event)) ?? 1 }

  /// Reads the text of a cell or caption: breaks become blanks, footnotes are kept separately.
  private mutating func cell(
    _ grid: inout GridBuilder, _ tables: inout [TableGrid]
  ) throws(XMLError) -> (text: String, breaks: [Int]) {
    var collector = TextCollector()
    var breaks: [Int] = []
    func endLine() {
      let place = collector.text.utf8.count
      if place > 0, breaks.last != place { breaks.append(place) }
    }
    let level = level
    while let event = try next(within: level) {
      if event.kind == .text {
        append(event, to: &collector)
        continue
      }
      let tag = tag(event)
      if tag.isBreak {
        endLine()
        collector.appendSpace()
      }
      if event.kind == .end { continue }
      switch tag {
      case .footnote: grid.addFootnote(try cell(&grid, &tables).text)
      case .footnoteRef: try skip()
      case .table: try table(&tables)
      default: break
      }
    }
    if breaks.last == collector.text.utf8.count { breaks.removeLast() }
    return (collector.line, breaks)
  }
}

extension SPLTag {
  fileprivate var isBlock: Bool {
    switch self {
    case .paragraph, .list, .item, .caption, .table: true
    default: false
    }
  }

  /// Whether it separates words in a line: a line break, or the bounds of a paragraph or item.
  var isBreak: Bool {
    switch self {
    case .br, .paragraph, .list, .item: true
    default: false
    }
  }

  fileprivate var isRowGroup: Bool { self == .thead || self == .tbody || self == .tfoot }
}

/// Reads a table from markup: the strings of openFDA's `*_table` fields.
public enum TableMarkup {
  /// Reads the markup of a table.
  ///
  /// - Returns: The table; if the markup stops being well-formed, the rows before that place.
  public static func grid(_ markup: [UInt8]) -> TableGrid {
    read(markup).grids.first ?? TableGrid()
  }

  /// Reads the markup of a table and reports what is wrong with it.
  ///
  /// - Returns: The table, followed by the tables within its cells, and what is wrong with the
  ///   markup; the tables then have the rows before that place.
  public static func read(_ markup: [UInt8]) -> (grids: [TableGrid], problem: String?) {
    var tables: [TableGrid] = []
    do throws(XMLError) {
      var parser = try SPLParser(markup, file: "")
      while let event = try parser.next() {
        if event.kind == .start, parser.names.tag(event.name) == .table {
          try parser.table(&tables)
        }
      }
      return (tables, tables.isEmpty ? "contains no table" : parser.label.notes.first)
    } catch { return (tables, error.description) }
  }
}
