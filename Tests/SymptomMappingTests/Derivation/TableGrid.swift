// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// A label's table with its row and column spans expanded.
struct TableGrid {
  /// A row, and the part of the table in which it stands.
  struct Row {
    let part: String
    let cells: [String]
  }

  let rows: [Row]

  /// Expands the markup of one table.
  init(_ table: MarkupNode) {
    var rows: [Row] = []
    var carried: [Int: (text: String, rows: Int)] = [:]
    func add(_ tr: MarkupNode, part: String) {
      var pending = tr.children.filter { $0.name == "td" || $0.name == "th" }[...]
      var cells: [String] = []
      var next: [Int: (text: String, rows: Int)] = [:]
      while true {
        let column = cells.count
        if let above = carried[column] {
          cells.append(above.text)
          if above.rows > 1 { next[column] = (above.text, above.rows - 1) }
          continue
        }
        guard let cell = pending.popFirst() else {
          if carried.keys.contains(where: { $0 > column }) {
            cells.append("")
            continue
          }
          break
        }
        let text = cell.flattened()
        let height = cell.attributes["rowspan"].flatMap(Int.init) ?? 1
        for _ in 0..<max(1, cell.attributes["colspan"].flatMap(Int.init) ?? 1) {
          if height > 1 { next[cells.count] = (text, height - 1) }
          cells.append(text)
        }
      }
      carried = next
      rows.append(Row(part: part, cells: cells))
    }
    func walk(_ node: MarkupNode, part: String) {
      for child in node.children {
        switch child.name {
        case "tr": add(child, part: part)
        case "thead", "tbody", "tfoot": walk(child, part: child.name)
        case "": break
        default: walk(child, part: part)
        }
      }
    }
    walk(table, part: "tbody")
    self.rows = rows
  }

  /// Rows that may hold reactions: neither head nor foot.
  var body: [(index: Int, cells: [String])] {
    rows.enumerated().filter { $0.element.part == "tbody" }.map { ($0.offset, $0.element.cells) }
  }

  /// Whether anything above a cell names placebo, vehicle or sham.
  ///
  /// A cell that spans all arms names none, nor does "placebo-controlled".
  func isComparator(column: Int, above row: Int) -> Bool {
    rows[..<row].contains { other in
      guard other.part != "tfoot", column < other.cells.count,
        Set(other.cells.dropFirst()).count > 1
      else { return false }
      let text = other.cells[column].lowercased()
        .replacing("placebo-controlled", with: "").replacing("placebo controlled", with: "")
      return ["placebo", "vehicle", "sham"].contains { text.contains($0) }
    }
  }

  /// The percent that a cell states: "12", "12%", "<1", "12 (3.0)" gives 3.0.
  static func percent(_ cell: String) -> String? {
    let marks: Set<Character> = ["†", "‡", "§", "¶", "*", "#", "^", "‖", "•"]
    var text = cell.filter { !marks.contains($0) }.replacing("\u{a0}", with: " ").collapsed
    if text.hasPrefix("%") { text = String(text.dropFirst()).collapsed }
    func number(_ part: Substring) -> (value: String, rest: Substring)? {
      var rest = part.drop { $0 == " " }
      var value = ""
      if rest.first == "<" {
        value = "<"
        rest = rest.dropFirst().drop { $0 == " " }
      }
      let digits = rest.prefix { $0.isNumber || $0 == "." }
      guard digits.first?.isNumber == true else { return nil }
      return (value + digits, rest.dropFirst(digits.count))
    }
    guard let outer = number(text[...]) else { return nil }
    if let bracket = outer.rest.firstIndex(of: "("),
      outer.rest[..<bracket].allSatisfy({ $0 == " " }),
      let inner = number(outer.rest[bracket...].dropFirst())
    {
      return inner.value
    }
    return outer.value
  }
}
