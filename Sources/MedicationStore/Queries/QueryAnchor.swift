// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SQLiteDatabase

/// How far an anchored query has come in one store (`HKQueryAnchor`).
///
/// Its text can be kept: `store.epoch.revision.row`, where the row says how much
/// of a revision was delivered.
public struct QueryAnchor: Sendable, Hashable {
  let store: SampleUUID
  let epoch: Int64
  let revision: Int64
  let row: Int64
}

extension QueryAnchor: Codable, CustomStringConvertible {
  /// The anchor as text.
  public var description: String { "\(store).\(epoch).\(revision).\(row)" }

  /// Reads what ``description`` gives.
  ///
  /// - Throws: ``HealthError`` with ``HealthError/malformedAnchor``.
  public init(_ text: String) throws(HealthError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().compactMap { Int64($0) }
    guard parts.count == 4, numbers.count == 3, let store = SampleUUID(parts[0]),
      numbers.allSatisfy({ $0 >= 0 })
    else { throw .malformedAnchor }
    self.init(store: store, epoch: numbers[0], revision: numbers[1], row: numbers[2])
  }

  /// Reads a string.
  public init(from decoder: any Decoder) throws {
    try self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension StoreTransaction {
  /// The anchor of the newest state.
  func newestAnchor() throws(HealthError) -> QueryAnchor {
    let found = try rows(
      "SELECT identifier, revision, (SELECT max(number) FROM epoch) FROM store"
    ) { QueryAnchor(store: $0.uuid(0), epoch: $0.integer(2), revision: $0.integer(1), row: .max) }
    guard let anchor = found.first else { throw .damaged }
    return anchor
  }

  /// Refuses an anchor of another store, of a state that a restored backup does not have, and one
  /// after which deletions are forgotten.
  func check(_ anchor: QueryAnchor, newest: QueryAnchor) throws(HealthError) {
    guard anchor.store == newest.store, anchor.epoch <= newest.epoch,
      anchor.revision <= newest.revision
    else { throw .foreignAnchor }
    let isLost = try exists(
      "SELECT 1 FROM epoch WHERE number > ?1 AND revision < ?2",
      [anchor.epoch, anchor.revision])
    guard !isLost else { throw .foreignAnchor }
    let pruned = try integer("SELECT pruned FROM store") ?? 0
    guard anchor.revision >= pruned else { throw .expiredAnchor }
  }
}
