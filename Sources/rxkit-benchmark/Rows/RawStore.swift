// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CSQLite

/// SQLite with nothing around it; statements stay prepared.
class RawDatabase {
  private let connection: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  init(_ name: String, flags: Int32 = SQLITE_OPEN_READWRITE) throws {
    var opened: OpaquePointer?
    guard sqlite3_open_v2(name, &opened, flags, nil) == SQLITE_OK, let connection = opened else {
      throw BenchmarkFailure("\(name): SQLite cannot open it")
    }
    self.connection = connection
    sqlite3_busy_timeout(connection, 10_000)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  var failure: BenchmarkFailure {
    BenchmarkFailure("SQLite: \(String(cString: sqlite3_errmsg(connection)))")
  }

  /// Runs commands that give nothing.
  func execute(_ commands: String) throws {
    guard sqlite3_exec(connection, commands, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  func prepared(_ query: String) throws -> OpaquePointer {
    if let known = statements[query] { return known }
    var made: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    guard sqlite3_prepare_v3(connection, query, -1, flags, &made, nil) == SQLITE_OK, let made
    else { throw failure }
    statements[query] = made
    return made
  }
}

/// A health store as SQLite alone sees it: the same file and settings.
final class RawStore: RawDatabase {
  init(_ path: String) throws {
    try super.init(path)
    try execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
      """)
  }

  /// Calls a function with the first integer of each row; all columns are read.
  func forEach(
    _ query: String, _ values: [Int64] = [], _ body: (Int64) throws -> Void
  ) throws {
    let statement = try prepared(query)
    defer { sqlite3_reset(statement) }
    for (index, value) in values.enumerated() {
      sqlite3_bind_int64(statement, Int32(index + 1), value)
    }
    while sqlite3_step(statement) == SQLITE_ROW {
      for column in 1..<max(sqlite3_column_count(statement), 1) {
        if sqlite3_column_type(statement, column) == SQLITE_TEXT {
          _ = sqlite3_column_text(statement, column)
        } else {
          _ = sqlite3_column_blob(statement, column)
        }
      }
      try body(sqlite3_column_int64(statement, 0))
    }
  }

  func number(_ query: String) throws -> Int {
    var number: Int64 = 0
    try forEach(query) { number = $0 }
    return Int(number)
  }

  /// Logs one dose durably: what any program writes that logs one in this schema.
  func log(_ number: Int) throws {
    try execute("BEGIN IMMEDIATE")
    try forEach("UPDATE store SET revision = revision + 1 RETURNING revision") { revision in
      try forEach(
        """
        INSERT INTO dose_event (uuid, medication, schedule_type, quantity, unit, status,
          start_date, end_date, source_name, source_identifier, inserted)
        VALUES (randomblob(16), ?1, 1, 1.0, 'tablet', 4, ?2, ?2, 'rxkit', 'org.rxkit.person', ?3)
        """, [Int64(number % 4 + 1), 1_772_323_200_000_000_000, revision]
      ) { _ in }
    }
    try execute("COMMIT")
  }

  /// Adds doses, twelve a day, and a symptom a day, in one transaction.
  func fill(_ count: Int, from start: Int64) throws {
    // A plain connection does not have the function of the triggers.
    try execute(
      """
      DROP TRIGGER dose_event_inserted;
      DROP TRIGGER category_sample_inserted;
      DROP TRIGGER store_updated;
      BEGIN;
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(count))
      INSERT INTO dose_event (uuid, medication, schedule_type, slot, scheduled_date,
        scheduled_quantity, quantity, unit, status, start_date, end_date, source_name,
        source_identifier, inserted)
      SELECT randomblob(16), i % 4 + 1, 2, date / 1000000000, date, 1.0, iif(i % 10, 1.0, NULL),
        'tablet', iif(i % 10, 4, 1), date, date, 'rxkit', 'org.rxkit.person', i + 10
      FROM (SELECT i, \(start) + i / 12 * 86400000000000 + (i % 12 / 4 * 6 + 6) * 3600000000000
        + i % 4 * 60000000000 AS date FROM n);
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(count / 12))
      INSERT INTO category_sample (uuid, type, value, start_date, end_date, source_name,
        source_identifier, inserted)
      SELECT randomblob(16), 'HKCategoryTypeIdentifierNausea', 2, date, date, 'rxkit',
        'org.rxkit.person', i * 12 + 10
      FROM (SELECT i, \(start) + i * 86400000000000 AS date FROM n);
      UPDATE store SET revision = \(count + 10);
      COMMIT;
      PRAGMA wal_checkpoint(TRUNCATE);
      """)
  }
}
