// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import MedicationModel
internal import SQLiteDatabase

/// One state of the store, or one change of it; used inside ``HealthDatabase`` only.
final class StoreTransaction {
  /// The present, the same for all of the transaction.
  let now: Instant
  private let connection: SQLiteConnection
  private let uuids: UUIDSource
  private var revision: Int64?
  private var uuidCount = 0

  /// Begins a transaction.
  ///
  /// The clock is read when other processes have finished, so that changes have rising times.
  init(
    _ connection: SQLiteConnection, beginning: String, _ surroundings: StoreSurroundings
  ) throws(HealthError) {
    try HealthError.mapping { () throws(SQLiteError) in try connection.execute(beginning) }
    (self.connection, uuids, now) = (connection, surroundings.uuids, surroundings.clock())
  }

  func execute(_ statements: String) throws(HealthError) {
    try HealthError.mapping { () throws(SQLiteError) in try connection.execute(statements) }
  }

  func run(_ text: String, _ values: [SQLiteValue] = []) throws(HealthError) {
    try forEach(text, values) { _ in }
  }

  func rows<Result>(
    _ text: String, _ values: [SQLiteValue] = [], _ row: (SQLiteRow) -> Result
  ) throws(HealthError) -> [Result] {
    try HealthError.mapping { () throws(SQLiteError) in try connection.rows(text, values, row) }
  }

  func forEach(
    _ text: String, _ values: [SQLiteValue], _ row: (SQLiteRow) -> Void
  ) throws(HealthError) {
    try HealthError.mapping { () throws(SQLiteError) in
      try connection.forEach(text, values, row)
    }
  }

  /// The integer in the first column of the first row, if there is a row and it is not NULL.
  func integer(_ text: String, _ values: [SQLiteValue] = []) throws(HealthError) -> Int64? {
    try rows(text, values) { $0.isNull(0) ? nil : $0.integer(0) }.first ?? nil
  }

  func exists(_ text: String, _ values: [SQLiteValue]) throws(HealthError) -> Bool {
    try integer("SELECT EXISTS (\(text))", values) == 1
  }

  func insert(_ text: String, _ values: [SQLiteValue]) throws(HealthError) -> Int64 {
    try run(text, values)
    return connection.lastInsertedRow
  }

  /// The names of a table's columns, in their order.
  func columns(of table: String) throws(HealthError) -> [String] {
    try rows("SELECT name FROM pragma_table_info(?1) ORDER BY cid", [.text(table)]) { $0.text(0) }
  }

  /// Inserts the rows that an empty store has.
  func insertBeginning(_ identifier: SampleUUID) throws(HealthError) {
    try run(
      """
      INSERT INTO store (id, identifier, revision, pruned, notifications) VALUES (1, ?1, 0, 0, 1)
      """, [SQLiteValue(identifier)])
    try run("INSERT INTO epoch (number, revision) VALUES (1, 0)")
  }

  /// The number of this change, the same for all of the transaction.
  func newRevision() throws(HealthError) -> Int64 {
    if let revision { return revision }
    let next =
      try integer("UPDATE store SET revision = revision + 1 RETURNING revision") ?? 0
    revision = next
    return next
  }

  /// The uuid of a sample that this change makes.
  func newUUID() throws(HealthError) -> SampleUUID {
    uuidCount += 1
    return uuids.uuid(revision: try newRevision(), ordinal: uuidCount)
  }
}

extension SQLiteValue {
  init(_ text: String?) { self = text.map(SQLiteValue.text) ?? .null }
  init(_ number: Double?) { self = number.map(SQLiteValue.real) ?? .null }
  init(_ number: Int64?) { self = number.map(SQLiteValue.integer) ?? .null }
  init(_ instant: Instant?) { self.init(instant?.nanosecondsSince1970) }
  init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
  init(_ uuid: SampleUUID) { self = .blob(uuid.bytes) }
}

extension SQLiteRow {
  func instant(_ column: Int) -> Instant { Instant(nanosecondsSince1970: integer(column)) }
  func instantIfAny(_ column: Int) -> Instant? { isNull(column) ? nil : instant(column) }
  func realIfAny(_ column: Int) -> Double? { isNull(column) ? nil : real(column) }
  func textIfAny(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
  func flag(_ column: Int) -> Bool { integer(column) != 0 }

  /// The uuid of a column, which the schema limits to 16 bytes.
  func uuid(_ column: Int) -> SampleUUID {
    SampleUUID(bytes: blob(column)) ?? SampleUUID(high: 0, low: 0)
  }

  func device(_ column: Int) -> SampleDevice? { json(column).map { SampleDevice($0) } }

  func metadata(_ column: Int) -> [String: MetadataValue]? {
    json(column).map { [String: MetadataValue]($0) }
  }

  private func json(_ column: Int) -> JSONNode? {
    textIfAny(column).flatMap(JSONNode.init(columnText:))
  }

  /// The identifier of a medication in two columns.
  func identifier(_ domain: Int, _ value: Int) -> HealthConceptIdentifier? {
    try? HealthConceptIdentifier(
      domain: HealthConceptDomain(rawValue: text(domain)), value: text(value))
  }
}
