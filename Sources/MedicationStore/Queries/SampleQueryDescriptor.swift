// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel
internal import SQLiteDatabase

/// Samples of one type that fulfil a predicate (`HKSamplePredicate`).
public struct SamplePredicate<Sample: HealthSample>: Sendable {
  let table: SampleTable<Sample>
  let predicate: QueryPredicate
}

extension SamplePredicate where Sample == MedicationDoseEvent {
  /// Doses.
  public static func medicationDoseEvent(
    predicate: QueryPredicate? = nil
  ) -> SamplePredicate<MedicationDoseEvent> {
    SamplePredicate(table: .doses, predicate: predicate ?? .and([]))
  }
}

extension SamplePredicate where Sample == CategorySample {
  /// Symptoms of a type; `nil` means of every type.
  public static func categorySample(
    type: SymptomCategory? = nil, predicate: QueryPredicate? = nil
  ) -> SamplePredicate<CategorySample> {
    let parts = [type.map { .categoryType($0) }, predicate]
    return SamplePredicate(table: .symptoms, predicate: .and(parts.compactMap(\.self)))
  }
}

/// Who queries, and so what there is to see.
enum Viewer: Sendable, Hashable {
  case person
  case app(bundleIdentifier: String)
}

/// A statement that selects samples which a viewer may see.
struct SampleStatement<Sample: HealthSample> {
  let table: SampleTable<Sample>
  /// The revision from which on a live row is there for the viewer.
  private(set) var appeared = "s.inserted"
  /// The revision from which on a deleted row is gone for the viewer.
  private(set) var vanished = "s.deleted"
  var text: QueryText
  /// The columns of a sample.
  var columns: String { "\(table.columns), \(metadata)" }
  private var metadata = "s.metadata"
  private var tables: String
  /// What must hold for a row to be seen.
  private var isSeen = "1"

  /// Begins a statement.
  ///
  /// - Parameters:
  ///   - table: The samples.
  ///   - viewer: Who queries.
  ///   - isGrantNew: Whether grants can be newer than the anchor, so that older samples may count
  ///     as new.
  ///   - change: The kind of change, `revision` or `deletion`, by whose index changes since an
  ///     anchor are found if no grant is newer: without figures about the data SQLite would go
  ///     through all samples of a medication or a window.
  init(
    _ table: SampleTable<Sample>, to viewer: Viewer, isGrantNew: Bool = false,
    since change: String? = nil
  ) {
    self.table = table
    text = QueryText(table.subject)
    tables = "\(table.name) s"
    if let change, !isGrantNew {
      tables += " INDEXED BY \(table.subject == .dose ? "dose" : "sample")_by_\(change)"
    }
    if table.subject == .dose { tables += " JOIN medication m ON m.id = s.medication" }
    guard case .app(let bundle) = viewer else { return }
    let source = text.bind(bundle)
    let app = "(SELECT id FROM app WHERE bundle_identifier = \(source))"
    if table.subject == .dose {
      tables += " JOIN medication_grant g ON g.medication = s.medication AND g.app = \(app)"
      guard isGrantNew else { return }
      appeared = "max(s.inserted, g.revision)"
      vanished = "max(s.deleted, g.revision)"
    } else {
      tables += """
         LEFT JOIN type_permission g ON g.app = \(app) AND g.type = s.type AND g.read = 2
        """
      // What an app saved itself it can always read.
      let isOwn = "s.source_identifier = \(source)"
      isSeen = "(\(isOwn) OR g.app IS NOT NULL)"
      // What a symptom of others was logged for is there only with a grant for that medication.
      let link = "'$.\"\(CategorySample.medicationKey)\"'"
      metadata = """
        CASE WHEN \(isOwn) OR json_extract(s.metadata, \(link)) IN (
          SELECT m.identifier FROM medication_grant o JOIN medication m ON m.id = o.medication
          WHERE o.app = \(app)) THEN s.metadata
        ELSE nullif(
          json_remove(s.metadata, \(link), '$."\(CategorySample.doseKey)"'), '{}') END
        """
      guard isGrantNew else { return }
      appeared = "CASE WHEN \(isOwn) THEN s.inserted ELSE max(s.inserted, g.revision) END"
      vanished = "CASE WHEN \(isOwn) THEN s.deleted ELSE max(s.deleted, g.revision) END"
    }
  }

  /// The statement for rows that fulfil conditions and any of some predicates.
  mutating func select(
    _ columns: String, where condition: String, _ predicates: [SamplePredicate<Sample>],
    _ end: String
  ) -> String {
    """
    SELECT \(columns) FROM \(tables)
    WHERE \(condition) AND \(isSeen) AND \(text.condition(.or(predicates.map(\.predicate)))) \(end)
    """
  }
}

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
      statement.columns, where: "s.deleted IS NULL", predicates, "ORDER BY \(order) LIMIT \(limit)")
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
