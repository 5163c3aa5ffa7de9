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
      case .sourceCode: "sab TEXT, code TEXT"
      case .unii, .name: "key TEXT"
      case .ndc: "key INTEGER"
      }
    }

    var keys: String { self == .sourceCode ? "sab, code" : "key" }
    var condition: String { self == .sourceCode ? "sab = ?1 AND code = ?2" : "key = ?1" }
  }

  private let database: ConceptDatabase
  private let statement: OpaquePointer

  init(_ kind: Kind, on database: ConceptDatabase) throws {
    self.database = database
    statement = try database.prepare(
      "SELECT concept.* FROM \(kind.rawValue) JOIN concept USING (rxcui) WHERE \(kind.condition)")
  }

  deinit { sqlite3_finalize(statement) }

  /// Reads every column of the rows of every key.
  func answer(to keys: ArraySlice<LookupKey>) throws -> Contestant.Answer {
    var found = 0
    var sum: UInt64 = 0
    for key in keys {
      Self.bind(key, to: statement)
      var state = sqlite3_step(statement)
      while state == SQLITE_ROW {
        found += 1
        sum &+= ConceptDatabase.everything(ofRow: statement)
        state = sqlite3_step(statement)
      }
      guard state == SQLITE_DONE else { throw BenchmarkFailure("SQLite: error \(state)") }
      sqlite3_reset(statement)
    }
    return Contestant.Answer(count: found, checksum: sum)
  }

  /// Binds a key without a copy; gives the place behind it.
  @discardableResult
  private static func bind(_ key: LookupKey, to statement: OpaquePointer) -> Int32 {
    guard let (first, second) = key.texts else {
      sqlite3_bind_int64(statement, 1, Int64(key.number))
      return 2
    }
    bind(first, 1, to: statement)
    if key.textCount == 2 { bind(second, 2, to: statement) }
    return Int32(key.textCount) + 1
  }

  private static func bind(_ text: LookupKey.Text, _ place: Int32, to statement: OpaquePointer) {
    text.buffer.withMemoryRebound(to: CChar.self) { characters in
      _ = sqlite3_bind_text(statement, place, characters.baseAddress, Int32(text.count), nil)
    }
  }

  /// Makes the table of the keys.
  static func fill(
    _ kind: Kind, with known: [(key: LookupKey, codes: Set<UInt32>)], at path: String
  ) throws {
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
    for (key, codes) in known {
      let place = bind(key, to: insert)
      for code in codes {
        sqlite3_bind_int64(insert, place, Int64(code))
        guard sqlite3_step(insert) == SQLITE_DONE else {
          throw BenchmarkFailure("\(path): SQLite cannot take a key of code \(code)")
        }
        sqlite3_reset(insert)
      }
    }
    try ConceptDatabase.execute("COMMIT; ANALYZE; VACUUM;", on: connection)
  }
}
