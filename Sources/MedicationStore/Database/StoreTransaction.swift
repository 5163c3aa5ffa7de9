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
  let surroundings: StoreSurroundings
  /// The source of the doses that this change makes.
  var source = PersonStore.defaultSource
  private let connection: SQLiteConnection
  private var revision: Int64?
  private var uuidCount = 0

  /// Begins a transaction.
  ///
  /// The clock is read when other processes have finished, so that changes have rising times.
  init(
    _ connection: SQLiteConnection, beginning: String, _ surroundings: StoreSurroundings,
    now: @autoclosure () -> Instant
  ) throws(HealthError) {
    try HealthError.mapping { () throws(SQLiteError) in try connection.execute(beginning) }
    (self.connection, self.surroundings, self.now) = (connection, surroundings, now())
  }

  func execute(_ statements: String) throws(HealthError) {
    try HealthError.mapping { () throws(SQLiteError) in try connection.execute(statements) }
  }

  func run(_ text: String, _ values: [any ColumnValue] = []) throws(HealthError) {
    try forEach(text, values) { _ in }
  }

  func rows<Result>(
    _ text: String, _ values: [any ColumnValue] = [], _ row: (SQLiteRow) -> Result
  ) throws(HealthError) -> [Result] {
    var results: [Result] = []
    try forEach(text, values) { results.append(row($0)) }
    return results
  }

  func forEach(
    _ text: String, _ values: [any ColumnValue] = [], _ row: (SQLiteRow) -> Void
  ) throws(HealthError) {
    try HealthError.mapping { () throws(SQLiteError) in
      try connection.forEach(text, values.map(\.columnValue), row)
    }
  }

  /// The integer in the first column of the first row, if there is a row and it is not NULL.
  func integer(_ text: String, _ values: [any ColumnValue] = []) throws(HealthError) -> Int64? {
    try rows(text, values) { $0.integerIfAny(0) }.first ?? nil
  }

  func exists(_ text: String, _ values: [any ColumnValue]) throws(HealthError) -> Bool {
    try integer("SELECT EXISTS (\(text))", values) == 1
  }

  /// Inserts a row and returns its number.
  @discardableResult
  func insert(
    _ verb: String = "INSERT", into table: String,
    _ columns: [(name: String, value: any ColumnValue)]
  ) throws(HealthError) -> Int64 {
    let names = columns.map(\.name).joined(separator: ", ")
    let places = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
    try run("\(verb) INTO \(table) (\(names)) VALUES (\(places))", columns.map(\.value))
    return connection.lastInsertedRow
  }

  /// The names of a table's columns, in their order.
  func columns(of table: String) throws(HealthError) -> [String] {
    try rows("SELECT name FROM pragma_table_info(?1) ORDER BY cid", [table]) { $0.text(0) }
  }

  /// Inserts the rows that an empty store has.
  ///
  /// Stores of one seed that begin at different times are different ones.
  func insertBeginning(after revision: Int64 = 0) throws(HealthError) {
    let identifier = surroundings.uuids.uuid(
      revision: revision, ordinal: Int(max(now.secondsSince1970, 0)))
    try insert(
      into: "store",
      [
        ("id", 1), ("identifier", identifier), ("revision", 0), ("pruned", 0),
        ("notifications", true),
      ])
    try insert(into: "epoch", [("number", 1), ("revision", 0)])
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
    return surroundings.uuids.uuid(revision: try newRevision(), ordinal: uuidCount)
  }
}

/// What a column can hold.
protocol ColumnValue {
  var columnValue: SQLiteValue { get }
}

extension SQLiteValue: ColumnValue { var columnValue: SQLiteValue { self } }
extension String: ColumnValue { var columnValue: SQLiteValue { .text(self) } }
extension Double: ColumnValue { var columnValue: SQLiteValue { .real(self) } }
extension Int64: ColumnValue { var columnValue: SQLiteValue { .integer(self) } }
extension Int: ColumnValue { var columnValue: SQLiteValue { .integer(Int64(self)) } }
extension Bool: ColumnValue { var columnValue: SQLiteValue { .integer(self ? 1 : 0) } }
extension SampleUUID: ColumnValue { var columnValue: SQLiteValue { .blob(bytes) } }
extension Instant: ColumnValue { var columnValue: SQLiteValue { .integer(nanosecondsSince1970) } }
extension Optional: ColumnValue where Wrapped: ColumnValue {
  var columnValue: SQLiteValue { self?.columnValue ?? .null }
}

extension SQLiteRow {
  func instant(_ column: Int) -> Instant { Instant(nanosecondsSince1970: integer(column)) }
  func instantIfAny(_ column: Int) -> Instant? { isNull(column) ? nil : instant(column) }
  func realIfAny(_ column: Int) -> Double? { isNull(column) ? nil : real(column) }
  func integerIfAny(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }
  func textIfAny(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
  func flag(_ column: Int) -> Bool { integer(column) != 0 }

  /// The uuid of a column, which the schema limits to 16 bytes.
  func uuid(_ column: Int) -> SampleUUID {
    SampleUUID(bytes: blob(column)) ?? SampleUUID(high: 0, low: 0)
  }

  func source(_ name: Int, _ identifier: Int) -> SampleSource {
    SampleSource(name: text(name), bundleIdentifier: text(identifier))
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
