// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

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
    return try store.database.read { (transaction) throws(HealthError) in
      try transaction.samples(predicates, by: sortDescriptors, limit: limit, store.viewer)
    }
  }
}

extension StoreTransaction {
  /// The live samples that a viewer may see and that fulfil any of some predicates.
  func samples<Sample>(
    _ predicates: [SamplePredicate<Sample>], by order: [SampleSortDescriptor], limit: Int = -1,
    _ viewer: Viewer
  ) throws(HealthError) -> [Sample] {
    guard let table = predicates.first?.table else { return [] }
    let order = (order.map(\.text) + ["s.uuid"]).joined(separator: ", ")
    var statement = SampleStatement(table, to: viewer)
    let text = statement.select(
      table.columns, where: "s.deleted IS NULL", predicates, "ORDER BY \(order) LIMIT \(limit)")
    return try rows(text, statement.text.values, table.read).compactMap(\.self)
  }
}

extension HealthError {
  /// The limit of a statement: -1 for none.
  static func checked(_ limit: Int?) throws(HealthError) -> Int {
    guard let limit, limit != Query.noLimit else { return -1 }
    guard limit > 0 else { throw .negativeLimit }
    return limit
  }
}
