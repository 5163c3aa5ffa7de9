// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CSQLite
import MedicationModel

/// A prepared statement that finds concepts by another key than their own.
///
/// The keys stand in a table WITHOUT ROWID, so that the index is the table: the
/// fewest pages that SQLite can be made to read.
final class KeyQuery {
  /// What the concepts are found by.
  enum Kind: String {
    case sourceCode = "source_code"
    case unii
    case ndc
    case name

    var columns: String {
      switch self {
      case .sourceCode: "source TEXT, code TEXT"
      case .unii, .name: "key TEXT"
      case .ndc: "key INTEGER"
      }
    }

    var keys: String { self == .sourceCode ? "source, code" : "key" }
    var condition: String { self == .sourceCode ? "source = ?1 AND code = ?2" : "key = ?1" }
  }

  private let database: ConceptDatabase
  private let statement: OpaquePointer

  init(_ kind: Kind, on database: ConceptDatabase) throws {
    self.database = database
    statement = try database.prepare(
      """
      SELECT concept.* FROM \(kind.rawValue) JOIN concept USING (rxcui) WHERE \(kind.condition)
      """)
  }

  deinit { sqlite3_finalize(statement) }

  /// Reads every column of the rows of every key.
  func answer<Key>(to keys: ArraySlice<Key>) throws -> Contestant.Answer {
    var found = 0
    var sum: UInt64 = 0
    for key in keys {
      let state = Self.withBound(key, to: statement) { () -> Int32 in
        var state = sqlite3_step(statement)
        while state == SQLITE_ROW {
          found += 1
          sum &+= ConceptDatabase.everything(ofRow: statement)
          state = sqlite3_step(statement)
        }
        return state
      }
      guard state == SQLITE_DONE else { throw BenchmarkFailure("SQLite: error \(state)") }
      sqlite3_reset(statement)
    }
    return Contestant.Answer(count: found, checksum: sum)
  }

  /// Binds a key without a copy: it outlives the steps.
  private static func withBound<Key, Result>(
    _ key: Key, to statement: OpaquePointer, _ body: () -> Result
  ) -> Result {
    switch key {
    case let ndc as NationalDrugCode:
      sqlite3_bind_int64(statement, 1, Int64(ndc.number))
      return body()
    case let text as String:
      return withText(text, 1, statement, body)
    case let code as LookupKeys.SourceCode where sqlite3_bind_parameter_count(statement) == 2:
      return withText(code.source, 1, statement) { withText(code.code, 2, statement, body) }
    case let code as LookupKeys.SourceCode:
      return withText(code.code, 1, statement, body)
    default: return body()
    }
  }

  private static func withText<Result>(
    _ text: String, _ place: Int32, _ statement: OpaquePointer, _ body: () -> Result
  ) -> Result {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        _ = sqlite3_bind_text(statement, place, characters.baseAddress, Int32(bytes.count), nil)
        return body()
      }
    }
  }

  /// Makes the table of the keys.
  static func fill<Key>(_ kind: Kind, with concepts: [Key: [UInt32]], at path: String) throws {
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK, let connection = opened else {
      throw BenchmarkFailure("\(path): SQLite cannot open it")
    }
    defer { sqlite3_close(connection) }
    try ConceptDatabase.execute(
      """
      PRAGMA journal_mode = OFF;
      BEGIN;
      DROP TABLE IF EXISTS \(kind.rawValue);
      CREATE TABLE \(kind.rawValue) (\(kind.columns), rxcui INTEGER,
        PRIMARY KEY (\(kind.keys), rxcui)) STRICT, WITHOUT ROWID;
      """, on: connection)
    let places = kind == .sourceCode ? "?1, ?2, ?3" : "?1, ?2"
    var prepared: OpaquePointer?
    sqlite3_prepare_v2(
      connection, "INSERT INTO \(kind.rawValue) VALUES (\(places))", -1, &prepared, nil)
    guard let insert = prepared else {
      throw BenchmarkFailure("\(path): SQLite cannot fill its table")
    }
    defer { sqlite3_finalize(insert) }
    for (key, codes) in concepts {
      for code in codes {
        let state = withBound(key, to: insert) { () -> Int32 in
          sqlite3_bind_int64(insert, kind == .sourceCode ? 3 : 2, Int64(code))
          return sqlite3_step(insert)
        }
        guard state == SQLITE_DONE else {
          throw BenchmarkFailure("\(path): SQLite cannot take a key of code \(code)")
        }
        sqlite3_reset(insert)
      }
    }
    try ConceptDatabase.execute("COMMIT; ANALYZE; VACUUM;", on: connection)
  }
}
