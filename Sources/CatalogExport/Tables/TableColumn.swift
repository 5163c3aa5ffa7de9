// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// One column of an exported table.
struct TableColumn: Sendable {
  /// What a column holds.
  enum Kind: Sendable {
    case integer
    /// 0 or 1.
    case flag
    case text
  }

  /// The name, the same in SQLite and in delimited files.
  let name: String
  let kind: Kind
  /// What it says: one sentence without a full stop.
  let meaning: String
  /// Whether it may be empty.
  private(set) var isOptional = false
  /// Whether it is the primary key of its table.
  private(set) var isKey = false
  /// The table and column that it refers to.
  private(set) var target: (table: ExportTable, column: String)?

  private init(_ name: String, _ kind: Kind, _ meaning: String) {
    self.name = name
    self.kind = kind
    self.meaning = meaning
  }

  static func integer(_ name: String, _ meaning: String) -> TableColumn {
    TableColumn(name, .integer, meaning)
  }

  static func flag(_ name: String, _ meaning: String) -> TableColumn {
    TableColumn(name, .flag, meaning)
  }

  static func text(_ name: String, _ meaning: String) -> TableColumn {
    TableColumn(name, .text, meaning)
  }

  /// The id of a concept.
  static func concept(_ name: String, _ meaning: String) -> TableColumn {
    integer(name, meaning).refers(to: .concept, "id")
  }

  /// The id of the source that states the row.
  static let source = integer("source_id", "Source (SAB) that states it")
    .refers(to: .source, "id")

  var optional: TableColumn {
    var copy = self
    copy.isOptional = true
    return copy
  }

  var key: TableColumn {
    var copy = self
    copy.isKey = true
    return copy
  }

  func refers(to table: ExportTable, _ column: String) -> TableColumn {
    var copy = self
    copy.target = (table, column)
    return copy
  }
}
