// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CSQLite
import ConceptCatalog
import MedicationModel
import SQLiteDatabase

/// The concepts of a catalog in SQLite, set up as well as SQLite can be.
///
/// One table whose primary key is the code itself (the row's own number, so
/// that a look-up is one descent), read through a prepared statement, in one
/// transaction, from mapped memory, without locks, and text as it lies in the
/// page: `sqlite3_column_blob` does not copy it to end it with a zero. Tables of
/// other keys are WITHOUT ROWID, so that the index is the table: the fewest pages
/// that SQLite can be made to read.
final class ConceptDatabase: RawDatabase {
  /// Opens a database that ``make(of:at:)`` made, for reading: from mapped memory and
  /// without locks, or as usual.
  init(path: String, isTuned: Bool = true) throws {
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | (isTuned ? SQLITE_OPEN_NOMUTEX : 0)
    try super.init("file:\(path)" + (isTuned ? "?immutable=1" : ""), flags: flags)
    if isTuned { try execute("PRAGMA mmap_size = 1073741824") }
  }

  // MARK: Look-ups

  private static let byCode = "SELECT * FROM concept WHERE rxcui = ?1"

  /// The name of one code.
  func name(of code: UInt32) throws -> String? {
    let statement = try prepared(Self.byCode)
    sqlite3_bind_int64(statement, 1, Int64(code))
    guard sqlite3_step(statement) == SQLITE_ROW else { return nil }
    return String(decoding: Self.bytes(5, statement), as: UTF8.self)
  }

  /// Prepares finding concepts by their code.
  func lookUpByCode() throws -> (ArraySlice<UInt32>) throws -> Answer {
    let statement = try prepared(Self.byCode)
    return { [self] codes in
      var answer = Answer()
      for code in codes {
        sqlite3_bind_int64(statement, 1, Int64(code))
        let state = sqlite3_step(statement)
        if state == SQLITE_ROW {
          answer.add(Self.everything(ofRow: statement))
        } else if state != SQLITE_DONE {
          throw failure
        }
        sqlite3_reset(statement)
      }
      return answer
    }
  }

  /// Prepares finding concepts by another key than their own.
  func lookUp(by kind: KeyKind) throws -> (ArraySlice<LookupKey>) throws -> Answer {
    let condition = kind == .sourceCode ? "sab = ?1 AND code = ?2" : "key = ?1"
    let statement = try prepared(
      "SELECT concept.* FROM \(kind.rawValue) JOIN concept USING (rxcui) WHERE \(condition)")
    return { [self] keys in
      var answer = Answer()
      for key in keys {
        Self.bind(key, to: statement)
        var state = sqlite3_step(statement)
        while state == SQLITE_ROW {
          answer.add(Self.everything(ofRow: statement))
          state = sqlite3_step(statement)
        }
        guard state == SQLITE_DONE else { throw failure }
        sqlite3_reset(statement)
      }
      return answer
    }
  }

  /// Reads every column of a row of `concept`, of abbreviations the first byte,
  /// of names the first and the last.
  private static func everything(ofRow statement: OpaquePointer) -> UInt64 {
    var sum = UInt64(sqlite3_column_int64(statement, 0))
    for column in Int32(1)...2 {
      let bytes = bytes(column, statement)
      sum &+= UInt64(bytes.first ?? 0) &+ UInt64(bytes.count)
    }
    for column in Int32(3)...4 { sum &+= UInt64(sqlite3_column_int(statement, column)) }
    for column in Int32(5)...6 {
      let bytes = bytes(column, statement)
      guard let first = bytes.first, let last = bytes.last else { continue }
      sum &+= UInt64(first) &+ UInt64(last) &+ UInt64(bytes.count)
    }
    for column in Int32(7)...11 { sum &+= UInt64(sqlite3_column_int(statement, column)) }
    return sum
  }

  private static func bytes(
    _ column: Int32, _ statement: OpaquePointer
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, column),
      count: Int(sqlite3_column_bytes(statement, column)))
  }

  /// Binds a key without a copy.
  private static func bind(_ key: LookupKey, to statement: OpaquePointer) {
    guard let first = key.first else {
      sqlite3_bind_int64(statement, 1, Int64(key.number))
      return
    }
    bind(first, 1, to: statement)
    if let second = key.second { bind(second, 2, to: statement) }
  }

  private static func bind(_ text: LookupKey.Text, _ place: Int32, to statement: OpaquePointer) {
    text.withMemoryRebound(to: CChar.self) { characters in
      _ = sqlite3_bind_text(
        statement, place, characters.baseAddress, Int32(characters.count), nil)
    }
  }

  // MARK: Making it

  /// Makes a table of rows.
  private static func make(
    _ table: String, _ columns: String, count: Int, at path: String,
    _ rows: some Sequence<[SQLiteValue]>
  ) throws {
    let database = try SQLiteConnection(path: path)
    try database.execute(
      """
      PRAGMA journal_mode = OFF; BEGIN; DROP TABLE IF EXISTS \(table); CREATE TABLE \(table) \(columns);
      """)
    let places = repeatElement("?", count: count).joined(separator: ", ")
    for row in rows { try database.run("INSERT INTO \(table) VALUES (\(places))", row) }
    try database.execute("COMMIT; ANALYZE; VACUUM;")
  }

  /// Writes every concept of a catalog into a new database.
  static func make(of catalog: Catalog, at path: String) throws {
    let columns = """
      (rxcui INTEGER PRIMARY KEY, tty TEXT, source TEXT, status INTEGER, prescribable INTEGER,
      name TEXT, display_name TEXT, names INTEGER, relations INTEGER, attributes INTEGER,
      semantic_types INTEGER, ndcs INTEGER) STRICT
      """
    let rows = catalog.concepts.lazy.map { concept -> [SQLiteValue] in
      let counts = [
        concept.nameCount, concept.relationCount, concept.attributeCount,
        concept.semanticTypeCount, concept.ndcRowCount,
      ]
      return [
        .integer(Int64(concept.rxcui.rawValue)), .text(concept.termType.rawValue),
        .text(concept.source), .integer(Int64(LookUps.number(of: concept.status))),
        .integer(concept.isPrescribable ? 1 : 0), .text(concept.name), .text(concept.displayName),
      ] + counts.map { .integer(Int64($0)) }
    }
    try make("concept", columns, count: 12, at: path, rows)
  }

  /// Adds the table of other keys, each with the codes of its concepts.
  static func add(_ kind: KeyKind, _ known: [LookUps.Known], at path: String) throws {
    let isPair = kind == .sourceCode
    let keys = isPair ? "sab TEXT, code TEXT" : kind == .ndc ? "key INTEGER" : "key TEXT"
    let order = isPair ? "sab, code" : "key"
    let columns = "(\(keys), rxcui INTEGER, PRIMARY KEY (\(order), rxcui)) STRICT, WITHOUT ROWID"
    let rows = known.lazy.flatMap { key, codes in
      let texts = [key.first, key.second].compactMap(\.self)
      let values: [SQLiteValue] =
        texts.isEmpty
        ? [.integer(Int64(key.number))] : texts.map { .text(String(decoding: $0, as: UTF8.self)) }
      return codes.map { values + [.integer(Int64($0))] }
    }
    try make(kind.rawValue, columns, count: isPair ? 3 : 2, at: path, rows)
  }
}
