// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel
internal import SQLiteDatabase

/// By what samples are sorted.
public struct SampleSortDescriptor: Sendable, Hashable, Codable {
  /// A property of samples.
  public enum Key: String, Sendable, Hashable, Codable {
    /// When a sample began.
    case startDate
    /// When it ended.
    case endDate
  }

  /// The property.
  public let key: Key
  /// Whether the latest comes first.
  public let isDescending: Bool

  /// Sorts by a property.
  public init(_ key: Key, isDescending: Bool = false) {
    (self.key, self.isDescending) = (key, isDescending)
  }

  fileprivate var text: String {
    (key == .startDate ? "s.start_date" : "s.end_date") + (isDescending ? " DESC" : "")
  }
}

/// A query for samples as they are now (`HKSampleQueryDescriptor`).
public struct SampleQueryDescriptor<Sample: HealthSample>: Sendable {
  /// A sample is returned when it fulfils any of them, once.
  public var predicates: [SamplePredicate<Sample>]
  /// The order; samples that are equal in it are in the order of their uuids.
  public var sortDescriptors: [SampleSortDescriptor]
  /// The largest number of results; `nil` and 0 mean all.
  public var limit: Int?

  /// Makes a query.
  public init(
    predicates: [SamplePredicate<Sample>], sortDescriptors: [SampleSortDescriptor] = [],
    limit: Int? = nil
  ) {
    (self.predicates, self.sortDescriptors, self.limit) = (predicates, sortDescriptors, limit)
  }

  /// Runs the query; the array is empty if nothing matches.
  public func result(for store: HealthStore) async throws(HealthError) -> [Sample] {
    try samples(in: store)
  }

  /// Runs the query.
  package func samples(in store: HealthStore) throws(HealthError) -> [Sample] {
    let limit = try HealthError.checked(limit)
    guard let table = predicates.first?.table else { return [] }
    var text = QueryText(table.subject)
    let seen = VisibleSamples(
      of: table.name, subject: table.subject, to: store.viewer, isGrantNew: false, &text)
    let condition = text.condition(.or(predicates.map(\.predicate)))
    let order = (sortDescriptors.map(\.text) + ["s.uuid"]).joined(separator: ", ")
    let statement = """
      SELECT \(table.columns) FROM \(seen.tables)
      WHERE s.deleted IS NULL AND \(seen.condition) AND \(condition)
      ORDER BY \(order) LIMIT \(limit)
      """
    return try store.database.read { (transaction) throws(HealthError) in
      try transaction.rows(statement, text.values, table.read).compactMap(\.self)
    }
  }
}

extension HealthError {
  /// The limit of a statement: -1 for none.
  static func checked(_ limit: Int?) throws(HealthError) -> Int {
    guard let limit, limit != Query.noLimit else { return -1 }
    guard limit > 0 else { throw HealthError(.negativeLimit) }
    return limit
  }
}
