// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SQLiteDatabase

/// What was saved of a damaged store, and what was not.
public struct StoreRecovery: Sendable {
  /// The new store.
  public let database: HealthDatabase
  /// What became of the rows of each table.
  public let tables: [RecoveredTable]
  /// Whether the lists of rows could be read to their end; otherwise more rows may be lost.
  public let isComplete: Bool
  /// How many pages of the log (`-wal`) could not be used; what was written last may be missing.
  public let unreadableLogPageCount: Int
}

/// What became of the rows of a table.
public struct RecoveredTable: Sendable, Hashable {
  /// The name of the table in the schema.
  public let name: String
  /// How many rows are in the new store.
  public internal(set) var keptCount = 0
  /// How many rows are not, by reason.
  public internal(set) var lost: [RecoveryLoss: Int] = [:]
}

/// Why a row could not be saved.
public enum RecoveryLoss: String, Sendable, Hashable, CaseIterable {
  /// It is listed, and not there or not as it was written.
  case unreadable
  /// It is there twice, with different values.
  case contradictory
  /// What it belongs to is lost: the medication of a dose, the app of a grant.
  case orphaned
}

extension HealthDatabase {
  /// The bytes that a damaged file and its log may have to be recovered: 256 MiB, twelve doses a day
  /// for more than a century.
  public static let recoveryLimit = 256 << 20

  /// Saves what can be read of a damaged store into a new one.
  ///
  /// A row is saved if it is as it was written, by its checksum; none is repaired or guessed. The
  /// damaged file and its log are only read. The new store has an identifier of its own, so all
  /// anchors of the old one are refused. No other process should use the damaged store meanwhile.
  /// File and log are in memory for that time, and a few times as much for their rows; larger ones
  /// than ``recoveryLimit`` are refused.
  ///
  /// - Parameters:
  ///   - damaged: The damaged file.
  ///   - path: Where the new store is to be; there must be no file yet.
  ///   - surroundings: What the new store takes from its surroundings.
  /// - Returns: The new store and what was lost, by table and reason.
  /// - Throws: ``HealthError`` if the damaged file is not there, too large or of a newer schema, or
  ///   the new one cannot be written.
  public static func recover(
    _ damaged: String, to path: String, surroundings: StoreSurroundings
  ) throws(HealthError) -> StoreRecovery {
    guard !SystemFile.exists(path) else { throw HealthError.fileExists.inFile(path) }
    let byteCount = SystemFile.byteCount(damaged) + SystemFile.byteCount(damaged + "-wal")
    guard byteCount <= recoveryLimit else {
      throw HealthError.tooLarge(limit: recoveryLimit).inFile(damaged)
    }
    guard let file = DamagedFile(damaged) else { throw HealthError.unopenable.inFile(damaged) }
    if let found = file.schemaVersion, found > StoreSchema.version {
      throw HealthError.newerSchema(found: found, known: StoreSchema.version).inFile(damaged)
    }
    let database = try HealthDatabase(path: path, surroundings: surroundings)
    return try database.write { (transaction) throws(HealthError) in
      var found = FoundRows(layouts: try transaction.layouts())
      file.forEachCell { found.add($0, row: $1) }
      // Not a database any more: nothing is listed.
      let image = try? SQLiteConnection(image: file.bytes)
      var isComplete = image != nil
      var tables: [RecoveredTable] = []
      for layout in found.layouts where layout.name != "epoch" {
        var table = RecoveredTable(name: layout.name)
        try transaction.insert(found, layout, &table)
        let listed = image?.listedRows(layout.name, &isComplete) ?? []
        table.count(.unreadable, listed.subtracting(found.seen(layout)).count)
        tables.append(table)
      }
      try transaction.resume()
      return StoreRecovery(
        database: database, tables: tables, isComplete: isComplete,
        unreadableLogPageCount: file.unreadableLogPageCount)
    }
  }
}

extension RecoveredTable {
  fileprivate mutating func count(_ loss: RecoveryLoss, _ count: Int = 1) {
    if count > 0 { lost[loss, default: 0] += count }
  }
}

/// How the rows of a table are kept in records.
private struct TableLayout {
  let name: String
  let columns: [String]
  let realColumns: [Int]
  /// Whether the first column is the row number, which a record leaves out.
  let hasRowNumber: Bool
  let checksumColumn: Int

  /// The row of a record, if it is one of this table as it was written.
  func row(_ values: ArraySlice<SQLiteValue>, number: Int64?) -> [SQLiteValue]? {
    guard values.count == columns.count else { return nil }
    var row = Array(values)
    if hasRowNumber, let number, row[0] == .null { row[0] = .integer(number) }
    for column in realColumns {
      // Whole numbers are kept as integers.
      if case .integer(let number) = row[column] { row[column] = .real(Double(number)) }
    }
    var checksum = RowChecksum()
    checksum.add(.text(name))
    for (column, value) in row.enumerated() where column != checksumColumn { checksum.add(value) }
    return row[checksumColumn] == .integer(checksum.value) ? row : nil
  }
}

/// The sound rows of a damaged file, each once.
private struct FoundRows {
  let layouts: [TableLayout]
  /// By table, and by the number of the row if the table has it as a column, else by the row.
  private(set) var rows: [String: [[SQLiteValue]: Set<[SQLiteValue]>]] = [:]
  private var numbers: [String: Set<Int64>] = [:]

  init(layouts: [TableLayout]) { self.layouts = layouts }

  mutating func add(_ values: [SQLiteValue], row number: Int64?) {
    var (values, number) = (values[...], number)
    if number == nil {
      guard case .integer(let last) = values.popLast() else { return }
      number = last
    }
    for layout in layouts {
      guard let row = layout.row(values, number: number) else { continue }
      let key = layout.hasRowNumber ? [row[0]] : row
      rows[layout.name, default: [:]][key, default: []].insert(row)
      if let number { numbers[layout.name, default: []].insert(number) }
    }
  }

  func seen(_ layout: TableLayout) -> Set<Int64> { numbers[layout.name] ?? [] }
}

extension SQLiteConnection {
  /// The numbers of the rows that a damaged file lists, in an index or in the table itself; complete
  /// unless a list cannot be read to its end.
  fileprivate func listedRows(_ table: String, _ isComplete: inout Bool) -> Set<Int64> {
    var numbers: Set<Int64> = []
    // Without more words SQLite takes the smallest index.
    for source in [table, "\(table) NOT INDEXED"] {
      do throws(SQLiteError) {
        try forEach("SELECT rowid FROM \(source)") { numbers.insert($0.integer(0)) }
      } catch {
        isComplete = false
      }
    }
    return numbers
  }
}

extension StoreTransaction {
  fileprivate func layouts() throws(HealthError) -> [TableLayout] {
    var layouts: [TableLayout] = []
    for table in StoreSchema.tables {
      let columns = try rows(
        "SELECT name, type, pk FROM pragma_table_info(?1) ORDER BY cid", [table]
      ) { ($0.text(0), $0.text(1), $0.integer(2)) }
      layouts.append(
        TableLayout(
          name: table, columns: columns.map(\.0),
          realColumns: columns.indices.filter { columns[$0].1 == "REAL" },
          hasRowNumber: columns.map(\.2).reduce(0, +) == 1,
          checksumColumn: columns.firstIndex { $0.0 == "checksum" } ?? 0))
    }
    return layouts
  }

  fileprivate func insert(
    _ found: FoundRows, _ layout: TableLayout, _ table: inout RecoveredTable
  ) throws(HealthError) {
    let verb = layout.name == "store" ? "REPLACE" : "INSERT"
    let known = found.rows[layout.name, default: [:]].values
    table.count(.contradictory, known.count { $0.count > 1 })
    // Newer rows first: of two that exclude each other the older one was to go.
    let rows = known.filter { $0.count == 1 }.flatMap(\.self)
      .sorted { Self.key($0, layout) > Self.key($1, layout) }
    for row in rows {
      do throws(HealthError) {
        try insert(
          verb, into: layout.name, Array(zip(layout.columns, row.map { $0 as any ColumnValue })))
        table.keptCount += 1
      } catch {
        switch error.databaseCode.map(SQLiteError.init(code:)) {
        case .missingReference: table.count(.orphaned)
        case let constraint? where constraint.kind == .constraint: table.count(.contradictory)
        default: throw error
        }
      }
    }
  }

  /// What rows are ordered by: their number, and where they have none anything that is always so.
  private static func key(_ row: [SQLiteValue], _ layout: TableLayout) -> (Int64, Int64) {
    func number(_ column: Int) -> Int64 {
      if case .integer(let number) = row[column] { number } else { 0 }
    }
    return (number(0), number(layout.checksumColumn))
  }

  /// Makes a store of the rows go on: with an identifier of its own, after all of their revisions.
  fileprivate func resume() throws(HealthError) {
    try execute(
      """
      UPDATE store SET
        revision = (SELECT max(revision) FROM (
          SELECT revision FROM store
          UNION ALL SELECT max(inserted) FROM dose_event UNION ALL SELECT max(deleted) FROM dose_event
          UNION ALL SELECT max(inserted) FROM category_sample
          UNION ALL SELECT max(deleted) FROM category_sample
          UNION ALL SELECT max(revision) FROM medication_grant
          UNION ALL SELECT max(revision) FROM type_permission)),
        swept = coalesce(swept, (SELECT max(date) FROM (
          SELECT max(scheduled_date) date FROM dose_event
          UNION ALL SELECT max(start_date) FROM schedule_period
          UNION ALL SELECT max(end_date) FROM schedule_period)));
      """)
    try run("UPDATE store SET identifier = ?1", [try newUUID()])
    try run("UPDATE store SET pruned = revision")
  }
}
