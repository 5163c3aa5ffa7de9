// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SQLiteDatabase

/// A catalog as one SQLite database.
///
/// The tables are those of ``ExportTable`` with primary and foreign keys,
/// NOT NULL where a column is always filled, and an index for each way of
/// looking up. The same catalog and the same version of SQLite give the same
/// bytes.
public struct DatabaseExport: Sendable {
  private let content: ExportContent

  /// The number that `PRAGMA user_version` gives: the version of the tables.
  public static let schemaVersion = 1
  /// What `PRAGMA application_id` gives: `RxKT` in ASCII.
  static let applicationID = 0x5278_4B54

  /// Makes an export.
  public init(_ content: ExportContent) {
    self.content = content
  }

  /// Writes the database into a file that is empty or missing; returns how many rows there are.
  ///
  /// If the export fails, the file is not a valid database.
  ///
  /// - Complexity: O(*n* log *n*) in the rows; memory does not grow with them.
  public func write(
    to path: String, progress: ((ExportProgress) -> Void)? = nil
  ) throws(ExportError) -> Int {
    let database = try DatabaseFile(path)
    // The file appears under its name only when it is whole, so a journal is of no use.
    try database.execute(
      """
      PRAGMA page_size = 4096;
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA cache_size = -65536;
      PRAGMA foreign_keys = OFF;
      PRAGMA application_id = \(Self.applicationID);
      PRAGMA user_version = \(Self.schemaVersion);
      BEGIN;
      """)
    var count = 0
    let walk = TableWalk(content, ProgressReport(report: progress))
    for table in ExportTable.allCases {
      try database.execute(Self.definition(of: table))
      count += try Self.fill(table, of: database, from: walk)
    }
    for table in ExportTable.allCases {
      for index in table.indexes {
        progress?(ExportProgress(part: "index of \(table.rawValue)", done: 0, total: 0))
        try database.execute(Self.indexDefinition(of: table, columns: index))
      }
    }
    try database.execute(Self.views)
    try database.execute("COMMIT; PRAGMA optimize;")
    return count
  }

  private static func fill(
    _ table: ExportTable, of database: DatabaseFile, from walk: TableWalk
  ) throws(ExportError) -> Int {
    let places = table.columns.indices.map { "?\($0 + 1)" }.joined(separator: ",")
    let insertion = "INSERT INTO \"\(table.rawValue)\" VALUES(\(places))"
    var count = 0
    try table.description.forEachRow(walk) { (row) throws(ExportError) in
      count += 1
      try database.run(insertion, row.values)
    }
    return count
  }

  // MARK: Schema

  static func definition(of table: ExportTable) -> String {
    let columns = table.columns.map { column in
      var words = ["  \"\(column.name)\"", column.kind == .text ? "TEXT" : "INTEGER"]
      if column.isKey { words.append("PRIMARY KEY") }
      if !column.isOptional { words.append("NOT NULL") }
      if table == .concept, column.name == "rxcui" { words.append("UNIQUE") }
      if column.kind == .flag { words.append("CHECK (\"\(column.name)\" IN (0, 1))") }
      if let target = column.target {
        words.append("REFERENCES \"\(target.table.rawValue)\" (\"\(target.column)\")")
      }
      return words.joined(separator: " ")
    }
    return "CREATE TABLE \"\(table.rawValue)\" (\n\(columns.joined(separator: ",\n"))\n) STRICT;"
  }

  private static func indexDefinition(of table: ExportTable, columns: [String]) -> String {
    let name = "\(table.rawValue)_by_\(columns.joined(separator: "_"))"
    let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    return "CREATE INDEX \"\(name)\" ON \"\(table.rawValue)\" (\(list));"
  }

  /// What most questions join, ready made.
  private static let views = """
    CREATE VIEW "concept_relation" AS
      SELECT s.rxcui AS rxcui, s.name AS name, r.relationship AS relationship,
        coalesce(o.rxcui, r.object_rxcui) AS related_rxcui, o.name AS related_name,
        o.tty AS related_tty, a.abbreviation AS source
      FROM relation r JOIN concept s ON s.id = r.subject_id
        LEFT JOIN concept o ON o.id = r.object_id JOIN source a ON a.id = r.source_id
      WHERE r.is_reversed = 0;
    CREATE VIEW "concept_name" AS
      SELECT c.rxcui AS rxcui, n.text AS name, n.tty AS tty, n.code AS code,
        a.abbreviation AS source, n.suppress AS suppress
      FROM name n JOIN concept c ON c.id = n.concept_id JOIN source a ON a.id = n.source_id;
    """
}

/// The file that is written; its errors name it.
private struct DatabaseFile {
  private let path: String
  private let connection: SQLiteConnection

  init(_ path: String) throws(ExportError) {
    self.path = path
    do throws(SQLiteError) { connection = try SQLiteConnection(path: path) } catch {
      throw .database(path, error.meaning)
    }
  }

  func execute(_ statements: String) throws(ExportError) {
    do throws(SQLiteError) { try connection.execute(statements) } catch {
      throw .database(path, error.meaning)
    }
  }

  func run(_ statement: String, _ values: [SQLiteValue]) throws(ExportError) {
    do throws(SQLiteError) { try connection.run(statement, values) } catch {
      throw .database(path, error.meaning)
    }
  }
}

extension TableRow {
  /// The cells as values of SQLite.
  fileprivate var values: [SQLiteValue] {
    cells.map { cell in
      switch cell {
      case .null: .null
      case .integer(let number): .integer(Int64(number))
      case .text(let start, let count):
        .text(String(decoding: bytes[start..<start + count], as: UTF8.self))
      }
    }
  }
}
