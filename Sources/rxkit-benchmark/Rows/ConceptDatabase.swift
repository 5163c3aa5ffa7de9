// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CSQLite
import ConceptCatalog
import MedicationModel

/// The concepts of a catalog in SQLite, set up as well as SQLite can be.
///
/// One table whose primary key is the code itself (the row's own number, so
/// that a look-up is one descent), read through a prepared statement, in one
/// transaction, from mapped memory, without locks, and text as it lies in the
/// page: `sqlite3_column_blob` does not copy it to end it with a zero.
final class ConceptDatabase {
  private let connection: OpaquePointer
  private let statement: OpaquePointer

  /// Opens a database that ``make(of:at:)`` made, for reading.
  ///
  /// - Parameters:
  ///   - path: The database.
  ///   - isTuned: Whether from mapped memory and without locks, else as usual.
  /// - Throws: ``BenchmarkFailure`` where SQLite cannot open it.
  init(path: String, isTuned: Bool = true) throws {
    var opened: OpaquePointer?
    let flags = isTuned ? SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX : SQLITE_OPEN_READONLY
    let query = isTuned ? "?immutable=1" : ""
    guard
      sqlite3_open_v2("file:\(path)\(query)", &opened, flags | SQLITE_OPEN_URI, nil) == SQLITE_OK,
      let connection = opened
    else { throw BenchmarkFailure("\(path): SQLite cannot open it") }
    self.connection = connection
    if isTuned { sqlite3_exec(connection, "PRAGMA mmap_size = 1073741824", nil, nil, nil) }
    var prepared: OpaquePointer?
    let persistent = UInt32(SQLITE_PREPARE_PERSISTENT)
    guard
      sqlite3_prepare_v3(
        connection, "SELECT * FROM concept WHERE rxcui = ?1", -1, persistent, &prepared, nil)
        == SQLITE_OK, let statement = prepared
    else {
      sqlite3_close(connection)
      throw BenchmarkFailure("\(path): SQLite cannot read its table")
    }
    self.statement = statement
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(connection)
  }

  /// Begins the one transaction that all look-ups belong to.
  func begin() throws {
    try Self.execute("BEGIN", on: connection)
  }

  /// Ends it.
  func end() throws {
    try Self.execute("COMMIT", on: connection)
  }

  /// The name of one code.
  func name(of code: UInt32) -> String? {
    defer { sqlite3_reset(statement) }
    sqlite3_bind_int64(statement, 1, Int64(code))
    guard sqlite3_step(statement) == SQLITE_ROW else { return nil }
    let bytes = UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, 5), count: Int(sqlite3_column_bytes(statement, 5)))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Prepares a statement that is kept.
  func prepare(_ query: String) throws -> OpaquePointer {
    var prepared: OpaquePointer?
    guard
      sqlite3_prepare_v3(
        connection, query, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil) == SQLITE_OK,
      let statement = prepared
    else { throw BenchmarkFailure("SQLite: \(String(cString: sqlite3_errmsg(connection)))") }
    return statement
  }

  /// Reads every column of every code's row.
  func answer(to codes: ArraySlice<UInt32>) throws -> Contestant.Answer {
    var found = 0
    var sum: UInt64 = 0
    for code in codes {
      sqlite3_bind_int64(statement, 1, Int64(code))
      let state = sqlite3_step(statement)
      if state == SQLITE_ROW {
        found += 1
        sum &+= Self.everything(ofRow: statement)
      } else if state != SQLITE_DONE {
        throw BenchmarkFailure("SQLite: error \(state)")
      }
      sqlite3_reset(statement)
    }
    return Contestant.Answer(count: found, checksum: sum)
  }

  /// Reads every column of a row of `concept`, of abbreviations the first byte,
  /// of names the first and the last.
  static func everything(ofRow statement: OpaquePointer) -> UInt64 {
    var sum = UInt64(sqlite3_column_int64(statement, 0))
    sum &+= start(ofColumn: 1, statement)
    sum &+= start(ofColumn: 2, statement)
    sum &+= UInt64(sqlite3_column_int(statement, 3))
    sum &+= UInt64(sqlite3_column_int(statement, 4))
    sum &+= ends(ofColumn: 5, statement)
    sum &+= ends(ofColumn: 6, statement)
    for column in Int32(7)...11 { sum &+= UInt64(sqlite3_column_int(statement, column)) }
    return sum
  }

  private static func start(ofColumn column: Int32, _ statement: OpaquePointer) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, column),
      count: Int(sqlite3_column_bytes(statement, column)))
    return UInt64(bytes.first ?? 0) &+ UInt64(bytes.count)
  }

  private static func ends(ofColumn column: Int32, _ statement: OpaquePointer) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, column),
      count: Int(sqlite3_column_bytes(statement, column)))
    guard let first = bytes.first, let last = bytes.last else { return 0 }
    return UInt64(first) &+ UInt64(last) &+ UInt64(bytes.count)
  }

  // MARK: Making it

  /// Writes every concept of a catalog into a new database.
  static func make(of catalog: Catalog, at path: String) throws {
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK, let connection = opened else {
      throw BenchmarkFailure("\(path): SQLite cannot make it")
    }
    defer { sqlite3_close(connection) }
    try execute(
      """
      PRAGMA journal_mode = OFF;
      BEGIN;
      CREATE TABLE concept (
        rxcui INTEGER PRIMARY KEY, tty TEXT, source TEXT, status INTEGER, prescribable INTEGER,
        name TEXT, display_name TEXT, names INTEGER, relations INTEGER, attributes INTEGER,
        semantic_types INTEGER, ndcs INTEGER) STRICT;
      """, on: connection)
    var prepared: OpaquePointer?
    sqlite3_prepare_v2(
      connection, "INSERT INTO concept VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
      -1, &prepared, nil)
    guard let insert = prepared else {
      throw BenchmarkFailure("\(path): SQLite cannot fill its table")
    }
    defer { sqlite3_finalize(insert) }
    for concept in catalog.concepts {
      bind(concept, to: insert)
      guard sqlite3_step(insert) == SQLITE_DONE else {
        throw BenchmarkFailure("\(path): SQLite cannot take code \(concept.rxcui)")
      }
      sqlite3_reset(insert)
    }
    try execute("COMMIT; ANALYZE; VACUUM;", on: connection)
  }

  private static func bind(_ concept: Concept, to insert: OpaquePointer) {
    let texts: [(Int32, String)] = [
      (2, concept.termType.rawValue), (3, concept.source), (6, concept.name),
      (7, concept.displayName),
    ]
    let numbers: [(Int32, Int)] = [
      (1, Int(concept.rxcui.rawValue)), (4, LookupCodes.number(of: concept.status)),
      (5, concept.isPrescribable ? 1 : 0), (8, concept.nameCount), (9, concept.relationCount),
      (10, concept.attributeCount), (11, concept.semanticTypeCount), (12, concept.ndcRowCount),
    ]
    // SQLITE_TRANSIENT, a macro that is not imported: SQLite makes its own copy.
    let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (place, text) in texts { sqlite3_bind_text(insert, place, text, -1, copying) }
    for (place, number) in numbers { sqlite3_bind_int64(insert, place, Int64(number)) }
  }

  /// Runs commands that give nothing.
  static func execute(_ commands: String, on connection: OpaquePointer) throws {
    guard sqlite3_exec(connection, commands, nil, nil, nil) == SQLITE_OK else {
      throw BenchmarkFailure("SQLite: \(String(cString: sqlite3_errmsg(connection)))")
    }
  }
}
