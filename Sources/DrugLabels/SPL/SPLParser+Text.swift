// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import XMLText

extension SPLParser {
  /// Reads the text of a section or of its highlights, with its tables apart.
  mutating func text(_ tables: inout [TableGrid]) throws(XMLError) -> LabelText {
    var collector = TextCollector()
    // What the text belongs to at each level of elements.
    var kinds: [LabelText.Block.Kind] = [.paragraph]
    while let kind = kinds.last, let event = try reader.next() {
      switch event.kind {
      case .text: append(event, to: &collector)
      case .end:
        kinds.removeLast()
        if tag(event).isBlock { collector.endBlock(kind) }
      case .start:
        let tag = tag(event)
        if tag.isBlock { collector.endBlock(kind) }
        switch tag {
        case .table: try table(&tables)
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
    collector.endBlock(.paragraph)
    return collector.text
  }

  // MARK: Tables

  /// Reads a table; one that stands in a cell follows it as a table of its own.
  mutating func table(_ tables: inout [TableGrid]) throws(XMLError) {
    let index = tables.count
    tables.append(TableGrid(caption: "", rows: [], parts: [], isRectangular: true))
    var grid = GridBuilder()
    defer { tables[index] = grid.finish() }
    var depth = 1
    while depth > 0, let event = try reader.next() {
      let tag = tag(event)
      switch event.kind {
      case .text: break
      case .end:
        depth -= 1
        if tag == .tr { grid.endRow() }
        if tag.isRowGroup { grid.endPart() }
      case .start:
        switch tag {
        case .caption: grid.setCaption(try cell(&grid, &tables).text)
        case .td, .th:
          let rowspan = number(names.rowspan, event)
          let colspan = number(names.colspan, event)
          let (text, breaks) = try cell(&grid, &tables)
          grid.addCell(
            text, breaks: breaks, isHeading: tag == .th, rowspan: rowspan, colspan: colspan)
        case .table: try table(&tables)
        default:
          depth += 1
          if tag == .tr { grid.beginRow() }
          if tag.isRowGroup { grid.beginPart(tag) }
        }
      }
    }
    if grid.isCut { label.notes.append("table \(index + 1) of a section is too large: spans cut") }
  }

  /// Reads the text of a cell or caption: breaks are blanks, footnotes stand apart.
  ///
  /// - Returns: The text, and where in it lines end that hold figures of their own.
  private mutating func cell(
    _ grid: inout GridBuilder, _ tables: inout [TableGrid]
  ) throws(XMLError) -> (text: String, breaks: [Int]) {
    var collector = TextCollector()
    var breaks: [Int] = []
    func endLine() {
      let place = collector.text.utf8.count
      if place > 0, breaks.last != place { breaks.append(place) }
    }
    var depth = 1
    while depth > 0, let event = try reader.next() {
      let tag = tag(event)
      switch event.kind {
      case .text: append(event, to: &collector)
      case .end:
        depth -= 1
        if tag.isBreak {
          endLine()
          collector.appendSpace()
        }
      case .start:
        if tag.isBreak {
          endLine()
          collector.appendSpace()
        }
        switch tag {
        case .footnote: grid.addFootnote(try cell(&grid, &tables).text)
        case .footnoteRef: try skip()
        case .table: try table(&tables)
        default: depth += 1
        }
      }
    }
    if breaks.last == collector.text.utf8.count { breaks.removeLast() }
    return (collector.takeLine(), breaks)
  }
}

extension SPLTag {
  /// Whether it begins and ends a block of text.
  fileprivate var isBlock: Bool {
    switch self {
    case .paragraph, .list, .item, .caption, .table: true
    default: false
    }
  }

  /// Whether it is a part of a table that has rows.
  fileprivate var isRowGroup: Bool { self == .thead || self == .tbody || self == .tfoot }
}

extension GridBuilder {
  /// Begins `thead`, `tbody` or `tfoot`.
  fileprivate mutating func beginPart(_ tag: SPLTag) {
    endRow()
    part = tag == .thead ? .head : tag == .tfoot ? .foot : .body
  }

  /// Ends it.
  fileprivate mutating func endPart() {
    endRow()
    part = .body
  }
}
