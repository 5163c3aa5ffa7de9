// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A query for the medications of the list (`HKUserAnnotatedMedicationQueryDescriptor`).
public struct UserAnnotatedMedicationQueryDescriptor: Sendable {
  /// What must hold for a medication; `nil` means all of them, archived ones too.
  public var predicate: QueryPredicate?
  /// The largest number of results; `nil` and 0 mean all.
  public var limit: Int?

  /// Makes a query.
  public init(predicate: QueryPredicate? = nil, limit: Int? = nil) {
    (self.predicate, self.limit) = (predicate, limit)
  }

  /// Runs the query; medications come in the order of adding.
  public func result(
    for store: HealthStore
  ) async throws(HealthError) -> [UserAnnotatedMedication] {
    try medications(in: store)
  }

  /// Runs the query.
  package func medications(in store: HealthStore) throws(HealthError) -> [UserAnnotatedMedication] {
    let limit = try HealthError.checked(limit)
    var text = QueryText(.medication)
    var tables = "medication m"
    if case .app(let bundle) = store.viewer {
      tables += """
         JOIN medication_grant g ON g.medication = m.id
          AND g.app = (SELECT id FROM app WHERE bundle_identifier = \(text.bind(bundle)))
        """
    }
    let condition = text.condition(predicate ?? .and([]))
    return try store.database.read { (transaction) throws(HealthError) in
      try transaction.medications(from: tables, where: condition, text.values, limit: limit)
    }
  }
}

/// The same query with a callback (`HKUserAnnotatedMedicationQuery`).
public struct UserAnnotatedMedicationQuery: Sendable {
  /// Gets the query, a medication or none, whether that was all, and an error.
  public typealias Handler =
    @Sendable (UserAnnotatedMedicationQuery, UserAnnotatedMedication?, Bool, HealthError?) -> Void

  let descriptor: UserAnnotatedMedicationQueryDescriptor
  let resultsHandler: Handler

  /// Makes a query; ``HealthStore/execute(_:)->()`` runs it.
  public init(predicate: QueryPredicate?, limit: Int, resultsHandler: @escaping Handler) {
    descriptor = UserAnnotatedMedicationQueryDescriptor(predicate: predicate, limit: limit)
    self.resultsHandler = resultsHandler
  }
}

extension HealthStore {
  /// Runs a query: its handler is called once for each medication and once at the end.
  ///
  /// An error ends it without any medication.
  public func execute(_ query: UserAnnotatedMedicationQuery) {
    do throws(HealthError) {
      for medication in try query.descriptor.medications(in: self) {
        query.resultsHandler(query, medication, false, nil)
      }
      query.resultsHandler(query, nil, true, nil)
    } catch {
      query.resultsHandler(query, nil, true, error)
    }
  }
}
