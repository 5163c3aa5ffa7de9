// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

private import CSQLite

// The only file that calls SQLite. What is unsafe in it is sound because a
// connection and its statements are owned by one value each, no pointer leaves
// the call that it was made for, and texts are bound for one step only, while
// their bytes are held.

@safe struct SQLiteConnection: ~Copyable {
  private let handle: OpaquePointer
  private let path: String

  init(path: String) throws(ExportError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let status = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard let handle = unsafe opened, status == SQLITE_OK else {
      let reason = unsafe String(cString: sqlite3_errstr(status))
      unsafe _ = sqlite3_close(opened)
      throw .database(path, reason)
    }
    unsafe self.handle = unsafe handle
    self.path = path
  }

  deinit { unsafe _ = sqlite3_close(handle) }

  func execute(_ statements: String) throws(ExportError) {
    guard unsafe sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK else {
      throw failure()
    }
  }

  func insertion(into table: String, columnCount: Int) throws(ExportError) -> SQLiteInsertion {
    let places = (1...columnCount).map { "?\($0)" }.joined(separator: ",")
    var prepared: OpaquePointer?
    let text = "INSERT INTO \"\(table)\" VALUES(\(places))"
    guard unsafe sqlite3_prepare_v2(handle, text, -1, &prepared, nil) == SQLITE_OK,
      let statement = unsafe prepared
    else { throw failure() }
    return unsafe SQLiteInsertion(statement: statement)
  }

  func failure() -> ExportError {
    unsafe .database(path, String(cString: sqlite3_errmsg(handle)))
  }
}

@safe struct SQLiteInsertion: ~Copyable {
  private let statement: OpaquePointer

  init(statement: OpaquePointer) {
    unsafe self.statement = unsafe statement
  }

  deinit { unsafe _ = sqlite3_finalize(statement) }

  /// Inserts a row; the cells are in the order of the table's columns.
  ///
  /// - Returns: Whether SQLite took it.
  func insert(_ row: borrowing TableRow) -> Bool {
    let cells = row.cells
    return unsafe row.bytes.withUnsafeBytes { bytes in
      for index in cells.indices {
        let place = Int32(index + 1)
        let status =
          switch cells[index] {
          case .null: unsafe sqlite3_bind_null(statement, place)
          case .integer(let number):
            unsafe sqlite3_bind_int64(statement, place, Int64(number))
          case .text(let start, let count):
            // No destructor (SQLITE_STATIC): the bytes outlive the step below.
            unsafe sqlite3_bind_text(
              statement, place,
              bytes.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self),
              Int32(clamping: count), nil)
          }
        guard status == SQLITE_OK else { return false }
      }
      let status = unsafe sqlite3_step(statement)
      unsafe sqlite3_reset(statement)
      return status == SQLITE_DONE
    }
  }
}
