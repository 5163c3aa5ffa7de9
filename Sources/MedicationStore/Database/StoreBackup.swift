// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import MedicationModel
internal import SQLiteDatabase

// A backup is a JSON text with every row of every table, so that what is restored
// has the same identifiers, uuids, anchors and grants:
//
//   {"format":"rxkit-health-store","schema":1,"tables":{
//     "medication":{"columns":["id","domain",…],"rows":[[1,"HKHealth…",…],…]},…}}
//
// Bytes are those of a uuid: {"uuid":"…"}. Rows are in the order of their keys, so equal stores give
// equal bytes. Restoring begins an epoch: anchors that are newer than the backup
// are refused from then on.

extension HealthDatabase {
  package static let backupFormat = "rxkit-health-store"

  /// Returns the whole store as JSON.
  public func backup() throws(HealthError) -> [UInt8] {
    try read { (transaction) throws(HealthError) in
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("format", Self.backupFormat)
      writer.member("schema", StoreSchema.version)
      writer.key("tables")
      writer.beginObject()
      for table in StoreSchema.tables {
        let columns = try transaction.columns(of: table)
        writer.key(table)
        writer.beginObject()
        writer.member("columns", columns)
        writer.key("rows")
        writer.beginArray()
        try transaction.forEach("SELECT * FROM \(table) ORDER BY rowid") { row in
          writer.array { for column in 0..<row.columnCount { $0.write(row.value(column)) } }
        }
        writer.endArray()
        writer.endObject()
      }
      writer.endObject()
      writer.endObject()
      return writer.bytes
    }
  }

  /// Makes a store of a backup.
  ///
  /// - Parameters:
  ///   - bytes: What ``backup()`` returned.
  ///   - path: Where the store is to be; there must be no store with medications or samples yet.
  ///   - surroundings: What the store takes from its surroundings.
  /// - Returns: The store.
  /// - Throws: ``HealthError/backup(path:)`` with the JSON path of the first place that cannot
  ///   be read; then the new store is empty.
  public static func restore(
    _ bytes: [UInt8], to path: String, surroundings: StoreSurroundings
  ) throws(HealthError) -> HealthDatabase {
    guard let root = (try? JSONDocument(bytes))?.root,
      root["format"]?.string == backupFormat, let schema = root["schema"]?.integer
    else { throw .backup(path: "format") }
    guard schema <= StoreSchema.version else {
      throw .newerSchema(found: schema, known: StoreSchema.version)
    }
    let database = try HealthDatabase(path: path, surroundings: surroundings)
    try database.write { (transaction) throws(HealthError) in
      guard try transaction.integer("SELECT revision FROM store") == 0 else { throw .fileExists }
      try transaction.execute("DELETE FROM epoch; DELETE FROM store; DELETE FROM zone_stay;")
      for table in StoreSchema.tables {
        guard let content = root["tables"]?[table] else { throw .backup(path: "tables.\(table)") }
        try transaction.insertRows(of: content, into: table)
      }
      try transaction.run(
        """
        INSERT INTO epoch (number, revision)
          SELECT (SELECT max(number) FROM epoch) + 1, revision FROM store
        """)
    }
    return database
  }
}

extension StoreTransaction {
  fileprivate func insertRows(of content: JSONNode, into table: String) throws(HealthError) {
    let known = try columns(of: table)
    let names = content["columns"]?.elements.compactMap(\.string) ?? []
    // Only names of this schema get into the statement.
    guard !names.isEmpty, names.allSatisfy(known.contains) else {
      throw .backup(path: "tables.\(table).columns")
    }
    for (index, row) in (content["rows"]?.elements.map(\.self) ?? []).enumerated() {
      let values = row.elements.map(SQLiteValue.init(backup:))
      guard values.count == names.count, !values.contains(nil) else {
        throw .backup(path: "tables.\(table).rows[\(index)]")
      }
      try insert(into: table, Array(zip(names, values.map { $0 as any ColumnValue })))
    }
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ value: SQLiteValue) {
    switch value {
    case .null: null()
    case .integer(let number): integer(number)
    case .real(let number): write(number)
    case .text(let text): string(text)
    case .blob(let bytes): object { $0.member("uuid", SampleUUID(bytes: bytes)?.description) }
    }
  }
}

extension SQLiteValue {
  /// The value of a backup; `nil` if it is none.
  fileprivate init?(backup node: JSONNode) {
    if node.isNull {
      self = .null
    } else if let text = node.string {
      self = .text(text)
    } else if let text = node.numberText {
      guard let value = Int64(text).map(SQLiteValue.integer) ?? Double(text).map(SQLiteValue.real)
      else { return nil }
      self = value
    } else if let uuid = node["uuid"]?.string.flatMap({ SampleUUID($0) }) {
      self = .blob(uuid.bytes)
    } else {
      return nil
    }
  }
}
