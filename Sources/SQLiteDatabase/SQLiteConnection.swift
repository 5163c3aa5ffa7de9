// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

private import CSQLite

// Sound: a connection closes its handle once, in deinit, after its statements
// are gone; a statement's handle does not leave this file; texts and blobs are
// copied by SQLite when they are bound and by Swift when they are read.

/// An open SQLite database, for one thread at a time.
@safe package final class SQLiteConnection {
  private let handle: OpaquePointer
  /// Prepared statements that are not in use, by their text.
  private var idle: [String: SQLiteStatement] = [:]

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isReadOnly: Whether the file must stay as it is.
  ///   - fileSystem: The name of a registered VFS; `nil` is the system's.
  /// - Throws: ``SQLiteError`` if SQLite cannot open it.
  package init(
    path: String, isReadOnly: Bool = false, fileSystem: String? = nil
  ) throws(SQLiteError) {
    let mode = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    unsafe handle = unsafe try Self.open(path, mode, fileSystem)
    try addRowChecksum()
  }

  /// Opens the bytes of a database; nothing is written anywhere.
  package init(image bytes: [UInt8]) throws(SQLiteError) {
    unsafe handle = unsafe try Self.open(
      ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, nil)
    // SQLite frees the copy, also if it does not take it.
    guard let copy = unsafe sqlite3_malloc64(UInt64(bytes.count)) else {
      throw SQLiteError(code: SQLITE_NOMEM)
    }
    unsafe copy.copyMemory(from: bytes, byteCount: bytes.count)
    let taken = unsafe sqlite3_deserialize(
      handle, "main", copy.assumingMemoryBound(to: UInt8.self), Int64(bytes.count),
      Int64(bytes.count), UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY))
    guard taken == SQLITE_OK else { throw SQLiteError(code: taken) }
  }

  private static func open(
    _ path: String, _ mode: Int32, _ fileSystem: String?
  ) throws(SQLiteError) -> OpaquePointer {
    var opened: OpaquePointer?
    let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let status = unsafe sqlite3_open_v2(path, &opened, flags, fileSystem)
    guard let handle = unsafe opened, status == SQLITE_OK else {
      unsafe _ = sqlite3_close_v2(opened)
      throw SQLiteError(code: status)
    }
    return unsafe handle
  }

  /// Makes the function `row_checksum` of SQL.
  private func addRowChecksum() throws(SQLiteError) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    let status = unsafe sqlite3_create_function_v2(
      handle, "row_checksum", -1, flags, nil,
      { context, count, values in
        var checksum = RowChecksum()
        for index in 0..<Int(count) {
          guard let value = unsafe values?[index] else { continue }
          switch unsafe sqlite3_value_type(value) {
          case SQLITE_INTEGER: checksum.add(unsafe sqlite3_value_int64(value))
          case SQLITE_FLOAT: checksum.add(unsafe sqlite3_value_double(value))
          case SQLITE_NULL: checksum.addNull()
          case let type:
            // For a text this gives its bytes as they are.
            let start = unsafe sqlite3_value_blob(value)
            let bytes = unsafe UnsafeRawBufferPointer(
              start: start, count: Int(sqlite3_value_bytes(value)))
            unsafe checksum.add(bytes: bytes, isText: type == SQLITE_TEXT)
          }
        }
        unsafe sqlite3_result_int64(context, checksum.value)
      }, nil, nil, nil)
    guard status == SQLITE_OK else { throw SQLiteError(code: status) }
  }

  deinit {
    idle.removeAll()
    unsafe _ = sqlite3_close_v2(handle)
  }

  /// Sets how long to wait for another process that locks the file.
  ///
  /// The lock is tried every two milliseconds. SQLite's own waiting soon sleeps for 100, and while
  /// another process writes without a pause it may find the lock taken each time for ten seconds.
  package func setBusyTimeout(milliseconds: Int) {
    let limit = unsafe UnsafeMutableRawPointer(bitPattern: milliseconds / 2)
    unsafe _ = sqlite3_busy_handler(
      handle,
      { limit, count in
        guard Int(count) < Int(bitPattern: limit) else { return 0 }
        sqlite3_sleep(2)
        return 1
      }, limit)
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// The row that was inserted last.
  package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// Runs statements that take and give no values.
  package func execute(_ statements: String) throws(SQLiteError) {
    let status = unsafe sqlite3_exec(handle, statements, nil, nil, nil)
    guard status == SQLITE_OK else { throw SQLiteError(code: status) }
  }

  /// Runs a statement that gives no rows.
  package func run(_ text: String, _ values: [SQLiteValue] = []) throws(SQLiteError) {
    try forEach(text, values) { _ in }
  }

  /// Returns what `row` makes of each row.
  package func rows<Result>(
    _ text: String, _ values: [SQLiteValue] = [], _ row: (SQLiteRow) -> Result
  ) throws(SQLiteError) -> [Result] {
    var results: [Result] = []
    try forEach(text, values) { results.append(row($0)) }
    return results
  }

  /// Calls `row` with each row; the row is good for that call only.
  package func forEach(
    _ text: String, _ values: [SQLiteValue] = [], _ row: (SQLiteRow) -> Void
  ) throws(SQLiteError) {
    let statement =
      if let known = idle.removeValue(forKey: text) { known } else {
        unsafe try SQLiteStatement(text, in: handle)
      }
    defer {
      statement.reset()
      if idle.count >= 100 { idle.removeAll() }
      idle[text] = statement
    }
    try statement.bind(values)
    while try statement.step() { row(SQLiteRow(statement)) }
  }
}

/// A prepared statement.
@safe private final class SQLiteStatement {
  let handle: OpaquePointer

  init(_ text: String, in database: OpaquePointer) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let status = unsafe sqlite3_prepare_v2(database, text, -1, &prepared, nil)
    guard let prepared = unsafe prepared, status == SQLITE_OK else {
      throw SQLiteError(code: status)
    }
    unsafe handle = unsafe prepared
  }

  deinit { unsafe _ = sqlite3_finalize(handle) }

  func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    // SQLITE_TRANSIENT, which is a cast that Swift does not import: SQLite copies the bytes.
    let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let status =
        switch value {
        case .null: unsafe sqlite3_bind_null(handle, place)
        case .integer(let number): unsafe sqlite3_bind_int64(handle, place, number)
        case .real(let number): unsafe sqlite3_bind_double(handle, place, number)
        case .text(let text):
          unsafe sqlite3_bind_text(handle, place, text, Int32(clamping: text.utf8.count), copied)
        case .blob(let bytes):
          unsafe bytes.withUnsafeBytes { bytes in
            unsafe sqlite3_bind_blob(
              handle, place, bytes.baseAddress, Int32(clamping: bytes.count), copied)
          }
        }
      guard status == SQLITE_OK else { throw SQLiteError(code: status) }
    }
  }

  func step() throws(SQLiteError) -> Bool {
    let status = unsafe sqlite3_step(handle)
    if status == SQLITE_ROW { return true }
    guard status == SQLITE_DONE else { throw SQLiteError(code: status) }
    return false
  }

  func reset() {
    unsafe _ = sqlite3_reset(handle)
    unsafe _ = sqlite3_clear_bindings(handle)
  }
}

/// The row that a statement is at.
@safe package struct SQLiteRow {
  private let statement: SQLiteStatement

  fileprivate init(_ statement: SQLiteStatement) { self.statement = statement }

  /// How many columns there are.
  package var columnCount: Int { Int(unsafe sqlite3_column_count(statement.handle)) }

  /// Whether a column is NULL.
  package func isNull(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(statement.handle, Int32(column)) == SQLITE_NULL
  }

  /// The integer of a column; 0 for NULL.
  package func integer(_ column: Int) -> Int64 {
    unsafe sqlite3_column_int64(statement.handle, Int32(column))
  }

  /// The number of a column; 0 for NULL.
  package func real(_ column: Int) -> Double {
    unsafe sqlite3_column_double(statement.handle, Int32(column))
  }

  /// The text of a column, also with NUL characters; empty for NULL.
  package func text(_ column: Int) -> String {
    guard let start = unsafe sqlite3_column_text(statement.handle, Int32(column)) else { return "" }
    let count = Int(unsafe sqlite3_column_bytes(statement.handle, Int32(column)))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes of a column; none for NULL.
  package func blob(_ column: Int) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(statement.handle, Int32(column)) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(statement.handle, Int32(column)))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The value of a column as it is stored.
  package func value(_ column: Int) -> SQLiteValue {
    switch unsafe sqlite3_column_type(statement.handle, Int32(column)) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
  }
}

/// A value of a column.
package enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// An error of SQLite: its extended result code, without the text, which may quote data.
package struct SQLiteError: Error, Sendable, Hashable {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// What SQLite says about the code; it never quotes data.
  package var meaning: String { unsafe String(cString: sqlite3_errstr(code)) }

  /// The error of a file that is not a database, or is another program's.
  package static var notADatabase: SQLiteError { SQLiteError(code: SQLITE_NOTADB) }

  /// The error of a row that names another which is not there.
  package static var missingReference: SQLiteError {
    SQLiteError(code: SQLITE_CONSTRAINT | 3 << 8)  // SQLITE_CONSTRAINT_FOREIGNKEY, a macro
  }

  /// What kind of failure it is.
  package enum Kind: Sendable, Hashable {
    case busy, damaged, notADatabase, full, unopenable, constraint, other
  }

  /// What kind of failure it is.
  package var kind: Kind {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_CORRUPT: .damaged
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_FULL: .full
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY: .unopenable
    case SQLITE_CONSTRAINT: .constraint
    default: .other
    }
  }
}
