// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import XMLText

/// Reads a table that is given as markup: the strings of openFDA's `*_table` fields.
public enum TableMarkup {
  /// Reads the markup of a table.
  ///
  /// - Parameter markup: A `table` element with SPL's children and attributes.
  /// - Returns: The table; of markup that stops being XML the rows before that place.
  public static func grid(_ markup: [UInt8]) -> TableGrid {
    read(markup).grids.first ?? TableGrid(caption: "", rows: [], parts: [], isRectangular: true)
  }

  /// Reads the markup of a table, and says what is odd about it.
  ///
  /// - Parameter markup: A `table` element with SPL's children and attributes.
  /// - Returns: The table with those that stand in its cells behind it, and in words what is wrong
  ///   with the markup; then the tables have the rows before that place.
  public static func read(_ markup: [UInt8]) -> (grids: [TableGrid], problem: String?) {
    var tables: [TableGrid] = []
    do throws(XMLError) {
      var parser = try SPLParser(markup, file: "")
      try parser.tables(&tables)
      return (tables, tables.isEmpty ? "holds no table" : parser.label.notes.first)
    } catch {
      return (tables, error.description)
    }
  }
}

extension SPLParser {
  /// Reads the tables of a text that has nothing else around them.
  mutating func tables(_ tables: inout [TableGrid]) throws(XMLError) {
    var isFirst = true
    while let event = try reader.next() {
      if isFirst { namespace = event.namespace }
      isFirst = false
      if event.kind == .start, names.tag(event.name) == .table { try table(&tables) }
    }
  }
}
