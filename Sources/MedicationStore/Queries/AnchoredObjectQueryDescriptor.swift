// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel
internal import SQLiteDatabase

// What an anchored query delivers, for a viewer and a predicate:
//
//   added     live samples that appeared after the anchor: inserted, or granted
//   deleted   samples that the viewer may see, that matched the predicate, were
//             there at the anchor, and were deleted after it
//
// An edit deletes one sample and inserts another, so a snapshot and all that
// follows it add up to what a fresh query returns.

/// A query for samples and for their changes since an anchor (`HKAnchoredObjectQueryDescriptor`).
public struct AnchoredObjectQueryDescriptor<Sample: HealthSample>: Sendable {
  /// What a query delivers; deletions are to be processed first.
  public struct Result: Sendable {
    /// Samples that were added.
    public let addedSamples: [Sample]
    /// Samples that were deleted; a uuid that was never seen changes nothing.
    public let deletedObjects: [DeletedObject]
    /// What to go on with.
    public let newAnchor: QueryAnchor
  }

  /// A sample is delivered when it fulfils any of them, once.
  public var predicates: [SamplePredicate<Sample>]
  /// Where to go on; `nil` starts from the beginning.
  public var anchor: QueryAnchor?
  /// The largest number of samples at once; `nil` and 0 mean all.
  ///
  /// Deletions do not count.
  public var limit: Int?

  /// Makes a query.
  public init(
    predicates: [SamplePredicate<Sample>], anchor: QueryAnchor? = nil, limit: Int? = nil
  ) {
    (self.predicates, self.anchor, self.limit) = (predicates, anchor, limit)
  }

  /// Runs the query once.
  public func result(for store: HealthStore) async throws(HealthError) -> Result {
    try changes(in: store)
  }

  /// Runs the query again and again: first the snapshot, then one element for each change, of any
  /// process, until the task is cancelled.
  public func results(for store: HealthStore) -> AnchoredResults<Sample> {
    AnchoredResults(query: self, store: store)
  }

  /// Runs the query, with `isSingle` up to the first revision that has something to deliver.
  package func changes(
    in store: HealthStore, isSingle: Bool = false
  ) throws(HealthError) -> Result {
    let limit = try HealthError.checked(limit)
    return try store.database.read { (transaction) throws(HealthError) in
      let newest = try transaction.newestAnchor()
      if let anchor { try transaction.check(anchor, newest: newest) }
      guard let table = predicates.first?.table else {
        return Result(addedSamples: [], deletedObjects: [], newAnchor: newest)
      }
      let isGrantNew = try isGrantNew(transaction)
      func statement(_ change: String?) -> SampleStatement<Sample> {
        SampleStatement(table, to: store.viewer, isGrantNew: isGrantNew, since: change)
      }
      var added = try added(statement(anchor.map { _ in "revision" }), limit: limit, transaction)
      let isCut = limit > 0 && added.count == limit
      var end = isCut ? added.last.map { ($0.revision, $0.row) } ?? (0, 0) : (newest.revision, .max)
      var deleted =
        try anchor.map { (anchor) throws(HealthError) in
          try self.deleted(statement("deletion"), since: anchor, through: end.0, transaction)
        } ?? []
      let first = (added.map(\.revision) + deleted.map(\.revision)).min()
      if isSingle, !isCut, let first {
        added.removeAll { $0.revision != first }
        deleted.removeAll { $0.revision != first }
        end = (first, .max)
      }
      return Result(
        addedSamples: added.map(\.sample),
        deletedObjects: deleted.map {
          DeletedObject(uuid: $0.sample.uuid, metadata: $0.sample.metadata)
        },
        newAnchor: QueryAnchor(
          store: newest.store, epoch: newest.epoch, revision: end.0, row: end.1))
    }
  }

  /// A sample that changed, with the revision of the change and its row.
  private typealias Change = (sample: Sample, revision: Int64, row: Int64)

  private func added(
    _ statement: SampleStatement<Sample>, limit: Int, _ transaction: StoreTransaction
  ) throws(HealthError) -> [Change] {
    var statement = statement
    let appeared = statement.appeared
    var condition = "s.deleted IS NULL"
    if let anchor {
      let revision = statement.text.bind(anchor.revision)
      if anchor.row < .max {
        let row = statement.text.bind(anchor.row)
        // The first condition by itself allows an index to be used.
        condition += """
           AND \(appeared) >= \(revision) AND (\(appeared) > \(revision) OR s.id > \(row))
          """
      } else {
        condition += " AND \(appeared) > \(revision)"
      }
    }
    return try changes(statement, by: appeared, where: condition, limit: limit, transaction)
  }

  private func deleted(
    _ statement: SampleStatement<Sample>, since anchor: QueryAnchor, through end: Int64,
    _ transaction: StoreTransaction
  ) throws(HealthError) -> [Change] {
    var statement = statement
    let vanished = statement.vanished
    let revision = statement.text.bind(anchor.revision)
    let condition = """
      s.deleted IS NOT NULL AND s.inserted <= \(revision)
      AND \(vanished) > \(revision) AND \(vanished) <= \(statement.text.bind(end))
      """
    return try changes(statement, by: vanished, where: condition, limit: -1, transaction)
  }

  private func changes(
    _ statement: SampleStatement<Sample>, by revision: String, where condition: String, limit: Int,
    _ transaction: StoreTransaction
  ) throws(HealthError) -> [Change] {
    var (statement, table) = (statement, statement.table)
    let text = statement.select(
      "\(statement.columns), \(revision), s.id", where: condition, predicates,
      "ORDER BY \(revision), s.id LIMIT \(limit)")
    return try transaction.rows(text, statement.text.values) { row in
      table.read(row).map {
        ($0, row.integer(table.columnCount), row.integer(table.columnCount + 1))
      }
    }.compactMap(\.self)
  }

  /// Whether a grant is newer than the anchor, so that samples from before it are new to the viewer.
  private func isGrantNew(_ transaction: StoreTransaction) throws(HealthError) -> Bool {
    try transaction.integer(
      """
      SELECT EXISTS (SELECT 1 FROM medication_grant WHERE revision >= ?1)
        OR EXISTS (SELECT 1 FROM type_permission WHERE revision >= ?1)
      """, [anchor?.revision ?? 0]) == 1
  }
}

/// A sample that was deleted (`HKDeletedObject`).
public struct DeletedObject: Sendable, Hashable {
  /// The uuid that the sample had.
  public let uuid: SampleUUID
  /// The metadata that the sample had.
  public let metadata: [String: MetadataValue]?
}

/// The results of an anchored query, one after the other.
public struct AnchoredResults<Sample: HealthSample>: AsyncSequence, Sendable {
  /// What the query delivers.
  public typealias Element = AnchoredObjectQueryDescriptor<Sample>.Result

  let query: AnchoredObjectQueryDescriptor<Sample>
  let store: HealthStore

  /// How often a waiting query reads the revision, by which it notices changes of any process.
  ///
  /// A change is to arrive within 50 ms: this interval and the time of one query (2 ms in a store of
  /// ten years) leave two thirds of that to the system.
  static var pollInterval: Duration { .milliseconds(15) }

  /// Starts the query.
  public func makeAsyncIterator() -> Iterator {
    Iterator(query: query, store: store)
  }

  /// Where a running query is.
  public struct Iterator: AsyncIteratorProtocol {
    var query: AnchoredObjectQueryDescriptor<Sample>
    let store: HealthStore
    var isStarted = false
    var revision: Int64 = -1

    /// Waits for the next change; `nil` once the task is cancelled.
    public mutating func next() async throws -> Element? {
      while !Task.isCancelled {
        if let result = try step() { return result }
        // Cancelled: the loop ends.
        try? await Task.sleep(for: AnchoredResults.pollInterval)
      }
      return nil
    }

    /// The next change, if there is one by now.
    package mutating func step() throws(HealthError) -> Element? {
      let current = try store.database.read { (transaction) throws(HealthError) in
        try transaction.integer("SELECT revision FROM store") ?? 0
      }
      guard current != revision else { return nil }
      let result = try query.changes(in: store, isSingle: isStarted)
      let isEmpty = result.addedSamples.isEmpty && result.deletedObjects.isEmpty
      query.anchor = result.newAnchor
      // A batch that was cut, or a single revision, may not be all there is.
      if isEmpty { revision = result.newAnchor.revision }
      guard !isStarted || !isEmpty else { return nil }
      isStarted = true
      return result
    }
  }
}

/// Says that something changed, and nothing else (`HKObserverQuery`).
public struct ObserverQuery: Sendable {
  /// Gets the query, and the error if one has ended it.
  public typealias Handler = @Sendable (ObserverQuery, HealthError?) -> Void

  let sampleType: ObjectType
  let predicate: QueryPredicate?
  let updateHandler: Handler

  /// Makes a query for doses or for a type of symptoms; `HealthStore.execute` runs it.
  public init(
    sampleType: ObjectType, predicate: QueryPredicate? = nil, updateHandler: @escaping Handler
  ) {
    (self.sampleType, self.predicate, self.updateHandler) = (sampleType, predicate, updateHandler)
  }
}

extension HealthStore {
  /// Runs a query: its handler is called for each change of samples that the store may see.
  ///
  /// - Returns: The task in which it runs, from now on until that is cancelled.
  @discardableResult
  public func execute(_ query: ObserverQuery) -> Task<Void, Never> {
    do throws(HealthError) {
      let start = try database.read { (transaction) throws(HealthError) in
        try transaction.newestAnchor()
      }
      if let symptom = query.sampleType.symptom {
        return observe(
          .categorySample(type: symptom, predicate: query.predicate), since: start, for: query)
      }
      guard query.sampleType == .medicationDoseEventType() else { throw .unobservable }
      return observe(
        .medicationDoseEvent(predicate: query.predicate), since: start, for: query)
    } catch {
      query.updateHandler(query, error)
      return Task {}
    }
  }

  private func observe<Sample>(
    _ samples: SamplePredicate<Sample>, since start: QueryAnchor, for query: ObserverQuery
  ) -> Task<Void, Never> {
    let results = AnchoredObjectQueryDescriptor(predicates: [samples], anchor: start)
      .results(for: self)
    return Task {
      do {
        for try await result in results
        where !result.addedSamples.isEmpty || !result.deletedObjects.isEmpty {
          query.updateHandler(query, nil)
        }
      } catch { query.updateHandler(query, error as? HealthError) }
    }
  }
}

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
