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
/// page: `sqlite3_column_blob` does not copy it to end it with a zero. Tables of
/// other keys are WITHOUT ROWID, so that the index is the table: the fewest pages
/// that SQLite can be made to read.
final class ConceptDatabase {
  private let connection: OpaquePointer
  private var statements: [OpaquePointer] = []

  /// Opens a database that ``make(of:at:)`` made, for reading: from mapped memory and
  /// without locks, or as usual.
  convenience init(path: String, isTuned: Bool = true) throws {
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    if isTuned {
      try self.init("file:\(path)?immutable=1", flags | SQLITE_OPEN_NOMUTEX)
      try execute("PRAGMA mmap_size = 1073741824")
    } else {
      try self.init("file:\(path)", flags)
    }
  }

  private init(_ path: String, _ flags: Int32) throws {
    var opened: OpaquePointer?
    guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let connection = opened else {
      throw BenchmarkFailure("\(path): SQLite cannot open it")
    }
    self.connection = connection
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  private var failure: BenchmarkFailure {
    BenchmarkFailure("SQLite: \(String(cString: sqlite3_errmsg(connection)))")
  }

  private func prepare(_ query: String) throws -> OpaquePointer {
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    guard sqlite3_prepare_v3(connection, query, -1, flags, &prepared, nil) == SQLITE_OK,
      let statement = prepared
    else { throw failure }
    statements.append(statement)
    return statement
  }

  /// Runs commands that give nothing, such as the ends of the transaction of all look-ups.
  func execute(_ commands: String) throws {
    guard sqlite3_exec(connection, commands, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  // MARK: Look-ups

  private static let byCode = "SELECT * FROM concept WHERE rxcui = ?1"

  /// The name of one code.
  func name(of code: UInt32) throws -> String? {
    let statement = try prepare(Self.byCode)
    sqlite3_bind_int64(statement, 1, Int64(code))
    guard sqlite3_step(statement) == SQLITE_ROW else { return nil }
    return String(decoding: Self.bytes(5, statement), as: UTF8.self)
  }

  /// Prepares finding concepts by their code.
  func lookUpByCode() throws -> (ArraySlice<UInt32>) throws -> Answer {
    let statement = try prepare(Self.byCode)
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
    let statement = try prepare(
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

  /// Binds a key without a copy; gives the next place.
  @discardableResult
  private static func bind(_ key: LookupKey, to statement: OpaquePointer) -> Int32 {
    guard let first = key.first else {
      sqlite3_bind_int64(statement, 1, Int64(key.number))
      return 2
    }
    bind(first, 1, to: statement)
    guard let second = key.second else { return 2 }
    bind(second, 2, to: statement)
    return 3
  }

  private static func bind(_ text: LookupKey.Text, _ place: Int32, to statement: OpaquePointer) {
    text.withMemoryRebound(to: CChar.self) { characters in
      _ = sqlite3_bind_text(
        statement, place, characters.baseAddress, Int32(characters.count), nil)
    }
  }

  // MARK: Making it

  /// Makes a table; `body` binds each row and then calls `insert`.
  private static func make(
    _ table: String, _ columns: String, count: Int, at path: String,
    _ body: (_ row: OpaquePointer, _ insert: () throws -> Void) throws -> Void
  ) throws {
    let database = try ConceptDatabase(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try database.execute(
      """
      PRAGMA journal_mode = OFF; BEGIN; DROP TABLE IF EXISTS \(table); CREATE TABLE \(table) \(columns);
      """)
    let places = (1...count).map { "?\($0)" }.joined(separator: ", ")
    let row = try database.prepare("INSERT INTO \(table) VALUES (\(places))")
    try body(row) {
      guard sqlite3_step(row) == SQLITE_DONE else { throw database.failure }
      sqlite3_reset(row)
    }
    try database.execute("COMMIT; ANALYZE; VACUUM;")
  }

  /// Writes every concept of a catalog into a new database.
  static func make(of catalog: Catalog, at path: String) throws {
    let columns = """
      (rxcui INTEGER PRIMARY KEY, tty TEXT, source TEXT, status INTEGER, prescribable INTEGER,
      name TEXT, display_name TEXT, names INTEGER, relations INTEGER, attributes INTEGER,
      semantic_types INTEGER, ndcs INTEGER) STRICT
      """
    // SQLITE_TRANSIENT, a macro that is not imported: SQLite makes its own copy.
    let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    try make("concept", columns, count: 12, at: path) { row, insert in
      for concept in catalog.concepts {
        let texts: [(Int32, String)] = [
          (2, concept.termType.rawValue), (3, concept.source), (6, concept.name),
          (7, concept.displayName),
        ]
        let numbers: [(Int32, Int)] = [
          (1, Int(concept.rxcui.rawValue)), (4, LookUps.number(of: concept.status)),
          (5, concept.isPrescribable ? 1 : 0), (8, concept.nameCount),
          (9, concept.relationCount), (10, concept.attributeCount),
          (11, concept.semanticTypeCount), (12, concept.ndcRowCount),
        ]
        for (place, text) in texts { sqlite3_bind_text(row, place, text, -1, copying) }
        for (place, number) in numbers { sqlite3_bind_int64(row, place, Int64(number)) }
        try insert()
      }
    }
  }

  /// Adds the table of other keys, each with the codes of its concepts.
  static func add(_ kind: KeyKind, _ known: [LookUps.Known], at path: String) throws {
    let isPair = kind == .sourceCode
    let keys = isPair ? "sab TEXT, code TEXT" : kind == .ndc ? "key INTEGER" : "key TEXT"
    let order = isPair ? "sab, code" : "key"
    let columns = "(\(keys), rxcui INTEGER, PRIMARY KEY (\(order), rxcui)) STRICT, WITHOUT ROWID"
    try make(kind.rawValue, columns, count: isPair ? 3 : 2, at: path) { row, insert in
      for (key, codes) in known {
        let place = bind(key, to: row)
        for code in codes {
          sqlite3_bind_int64(row, place, Int64(code))
          try insert()
        }
      }
    }
  }
}
