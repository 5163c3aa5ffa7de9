// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

struct TableColumn: Sendable {
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
  var isOptional = false
  var isKey = false
  var target: (table: ExportTable, column: String)?
}

/// A column with the value that it has in a row.
struct ValueColumn<Row> {
  private(set) var column: TableColumn
  let write: (Row, TableWalk, inout TableRow) -> Void

  private init(
    _ name: String, _ kind: TableColumn.Kind, _ meaning: String,
    _ write: @escaping (Row, TableWalk, inout TableRow) -> Void
  ) {
    column = TableColumn(name: name, kind: kind, meaning: meaning)
    self.write = write
  }

  static func integer(
    _ name: String, _ meaning: String, _ value: @escaping (Row) -> Int?
  ) -> ValueColumn {
    ValueColumn(name, .integer, meaning) { $2.integer(value($0)) }
  }

  static func flag(
    _ name: String, _ meaning: String, _ value: @escaping (Row) -> Bool
  ) -> ValueColumn {
    ValueColumn(name, .flag, meaning) { $2.integer(value($0) ? 1 : 0) }
  }

  static func text(
    _ name: String, _ meaning: String, _ value: @escaping (Row) -> String?
  ) -> ValueColumn {
    ValueColumn(name, .text, meaning) { $2.text(value($0)) }
  }

  /// A code of RxNorm; none for a placeholder.
  static func rxcui(
    _ name: String, _ meaning: String, _ value: @escaping (Row) -> RxCUI?
  ) -> ValueColumn {
    integer(name, meaning) { value($0).map { Int($0.rawValue) } }
  }

  /// A code of a source or a number of the release, where it may be shown.
  static func shown(
    _ name: String, _ meaning: String, code value: @escaping (Row) -> String
  ) -> ValueColumn {
    ValueColumn(name, .text, meaning) { $2.text($1.content.shown(value($0))) }
  }

  static func shown(
    _ name: String, _ meaning: String, number value: @escaping (Row) -> UInt32
  ) -> ValueColumn {
    ValueColumn(name, .integer, meaning) { $2.integer($1.content.shown(value($0))) }
  }

  static func concept(
    _ name: String, _ meaning: String, _ value: @escaping (Row) -> Concept?
  ) -> ValueColumn {
    integer(name, meaning) { value($0).map { ExportedConcept.id(of: $0) } }
      .refers(to: .concept, "id")
  }

  /// The id of the source that states the row.
  static func source(_ value: @escaping (Row) -> String) -> ValueColumn {
    ValueColumn("source_id", .integer, "Source (SAB) that states it") {
      $2.integer($1.number(of: value($0)))
    }.refers(to: .source, "id")
  }

  var optional: ValueColumn { changed { $0.isOptional = true } }

  var key: ValueColumn { changed { $0.isKey = true } }

  func refers(to table: ExportTable, _ column: String) -> ValueColumn {
    changed { $0.target = (table, column) }
  }

  private func changed(_ body: (inout TableColumn) -> Void) -> ValueColumn {
    var copy = self
    body(&copy.column)
    return copy
  }
}

/// One row on its way into a file or database; the same memory serves every row.
struct TableRow {
  enum Cell {
    case null
    case integer(Int)
    /// A range of ``bytes``.
    case text(start: Int, count: Int)
  }

  private(set) var cells: [Cell] = []
  /// The texts of all cells, one after another, as UTF-8.
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Adds a text; an empty one is none.
  mutating func text(_ text: String?) {
    guard let text, !text.isEmpty else { return cells.append(.null) }
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    cells.append(.text(start: start, count: bytes.count - start))
  }

  mutating func integer(_ number: Int?) {
    cells.append(number.map { .integer($0) } ?? .null)
  }
}
