// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel
internal import SQLiteDatabase

/// The store as an app uses it (`HKHealthStore`).
///
/// It reads the medications and doses that the person granted, and writes
/// symptoms; there is no way to write medications or doses.
public struct HealthStore: Sendable {
  let database: HealthDatabase
  let viewer: Viewer
  /// The app.
  public let app: SampleSource
  private let sheet: (any AuthorizationSheet)?

  /// Uses a database as an app.
  ///
  /// - Parameters:
  ///   - database: The store.
  ///   - app: Who the app is; its bundle identifier decides what it sees.
  ///   - sheet: Where the person answers requests; without one they change nothing.
  public init(
    _ database: HealthDatabase, app: SampleSource, sheet: (any AuthorizationSheet)? = nil
  ) {
    (self.database, self.app, self.sheet) = (database, app, sheet)
    viewer = .app(bundleIdentifier: app.bundleIdentifier)
  }

  /// Uses a database with the eyes of its owner.
  init(_ person: PersonStore) {
    (database, app, sheet, viewer) = (person.database, person.source, nil, .person)
  }

  /// Whether there is health data on this platform: this store brings its own.
  public static func isHealthDataAvailable() -> Bool { true }

  // MARK: Symptoms

  /// Saves symptoms; all of them or none.
  ///
  /// - Throws: ``HealthErrorCode/errorInvalidArgument`` for a value that the type does not have,
  ///   ``HealthErrorCode/errorAuthorizationNotDetermined`` if the app never asked to share the
  ///   type, ``HealthErrorCode/errorAuthorizationDenied`` if that was denied.
  public func save(_ samples: [CategorySample]) async throws(HealthError) {
    for sample in samples {
      guard sample.categoryType.valueKind.contains(sample.value) else { throw .categoryValue }
      guard sample.startDate <= sample.endDate else { throw .endBeforeStart }
    }
    try database.write { (transaction) throws(HealthError) in
      for sample in samples { try save(sample, transaction) }
    }
  }

  private func save(_ sample: CategorySample, _ transaction: StoreTransaction) throws(HealthError) {
    guard sample.startDate <= transaction.now else { throw .future }
    if viewer != .person {
      switch try access(transaction)?.sharing[sample.categoryType] ?? .notDetermined {
      case .notDetermined: throw .savingUnasked
      case .sharingDenied: throw .savingDenied
      case .sharingAuthorized: break
      }
    }
    try transaction.insertSample(sample, source: app)
  }

  /// Logs a symptom whose uuid comes from where those of doses come from.
  ///
  /// - Parameters:
  ///   - type: The symptom.
  ///   - value: A value of its enumeration.
  ///   - date: When; `nil` means now.
  ///   - metadata: Further facts, such as the medication it was logged for.
  /// - Returns: The sample as it was saved.
  /// - Throws: As ``save(_:)``.
  @discardableResult
  public func log(
    _ type: SymptomCategory, value: Int, at date: Instant? = nil,
    metadata: [String: MetadataValue]? = nil
  ) throws(HealthError) -> CategorySample {
    guard type.valueKind.contains(value) else { throw .categoryValue }
    return try database.write { (transaction) throws(HealthError) in
      let date = date ?? transaction.now
      let sample = CategorySample(
        type: type, value: value, start: date, end: date, metadata: metadata,
        uuid: try transaction.newUUID(), source: app)
      try save(sample, transaction)
      return sample
    }
  }

  /// Deletes symptoms of the app's own; all of them or none.
  public func delete(_ uuids: [SampleUUID]) async throws(HealthError) {
    try database.write { (transaction) throws(HealthError) in
      for uuid in uuids {
        let source = try transaction.rows(
          "SELECT source_identifier FROM category_sample WHERE uuid = ?1 AND deleted IS NULL",
          [uuid]
        ) { $0.text(0) }.first
        guard let source else { throw .noSuchSample }
        guard viewer == .person || source == app.bundleIdentifier else { throw .foreignSample }
        try transaction.delete(uuid, from: "category_sample")
      }
    }
  }

  // MARK: Authorization

  /// Asks the person to switch medications on or off for this app; their doses come with them.
  ///
  /// Returns once the request was handled, whatever was chosen, and asks every time.
  public func requestPerObjectReadAuthorization(
    for type: ObjectType, predicate: QueryPredicate? = nil
  ) async throws(HealthError) {
    guard type.requiresPerObjectAuthorization() else { throw .objectType }
    try await ask(medicationRequest(predicate))
  }

  /// Lets the person answer a request, if a person is present.
  private func ask(_ request: AuthorizationRequest) async throws(HealthError) {
    guard let sheet else { return }
    let chosen: AuthorizationAnswer
    do {
      chosen = try await sheet.answer(request)
    } catch {
      throw .canceled
    }
    try database.write { (transaction) throws(HealthError) in
      try transaction.answer(request, with: chosen)
    }
  }

  /// What a sheet shows when the app requests medications.
  ///
  /// A page or a terminal shows it, and hands the choice to ``PersonStore/answer(request:with:)``.
  public func medicationRequest(
    _ predicate: QueryPredicate? = nil
  ) throws(HealthError) -> AuthorizationRequest {
    let shown = try UserAnnotatedMedicationQueryDescriptor(predicate: predicate)
      .medications(in: PersonStore(database).healthStore)
    let access = try database.read(access)
    return AuthorizationRequest(
      app: app, isForMedications: true, medications: shown,
      granted: Set(access?.medications ?? []))
  }

  /// Records that the app asked while nobody was there to answer: no switch
  /// changes, and the person can grant access from now on.
  ///
  /// - Parameter forMedications: Whether it asked for medications, or only for symptoms.
  /// - Throws: ``HealthError`` if the store cannot be written.
  public func requestWithoutAnswer(forMedications: Bool) throws(HealthError) {
    guard try !hasRequested(forMedications: forMedications) else { return }
    try PersonStore(database).answer(
      request: AuthorizationRequest(app: app, isForMedications: forMedications),
      with: AuthorizationAnswer())
  }

  /// Whether the app has requested something before: medications, or anything.
  public func hasRequested(forMedications: Bool) throws(HealthError) -> Bool {
    guard let access = try database.read(access) else { return false }
    return access.hasAskedForMedications || !forMedications
  }

  /// Asks the person which symptoms this app may write and read; only for those not asked before.
  ///
  /// It returns when the request was handled, whatever was chosen.
  public func requestAuthorization(
    toShare shared: Set<ObjectType>, read: Set<ObjectType>
  ) async throws(HealthError) {
    guard shared.allSatisfy({ $0.symptom != nil }) else { throw .sharingMedications }
    guard read.allSatisfy({ $0.symptom != nil }) else { throw .objectType }
    let request = try symptomRequest(
      toShare: Set(shared.compactMap(\.symptom)), read: Set(read.compactMap(\.symptom)))
    if let request { try await ask(request) }
  }

  /// What a sheet shows when the app requests symptoms; `nil` if all were requested before.
  public func symptomRequest(
    toShare shared: Set<SymptomCategory>, read: Set<SymptomCategory>
  ) throws(HealthError) -> AuthorizationRequest? {
    let access = try database.read(access)
    let request = AuthorizationRequest(
      app: app, isForMedications: false, shared: shared.filter { access?.sharing[$0] == nil },
      read: read.filter { access?.reading[$0] == nil })
    return request.shared.isEmpty && request.read.isEmpty ? nil : request
  }

  /// Tells whether the app may write a type; never whether it may read it.
  public func authorizationStatus(for type: ObjectType) throws(HealthError) -> AuthorizationStatus {
    guard let symptom = type.symptom else { return .notDetermined }
    return try database.read(access)?.sharing[symptom] ?? .notDetermined
  }

  /// Tells whether a request would show something.
  public func statusForAuthorizationRequest(
    toShare shared: Set<ObjectType>, read: Set<ObjectType>
  ) throws(HealthError) -> AuthorizationRequestStatus {
    guard shared.union(read).allSatisfy({ $0.symptom != nil }) else { throw .objectType }
    let request = try symptomRequest(
      toShare: Set(shared.compactMap(\.symptom)), read: Set(read.compactMap(\.symptom)))
    return request == nil ? .unnecessary : .shouldRequest
  }

  /// What the app may do; `nil` if it never requested anything.
  private func access(_ transaction: StoreTransaction) throws(HealthError) -> AppAccess? {
    try transaction.apps(app.bundleIdentifier).first
  }
}

extension PersonStore {
  /// The store for queries of the owner, who sees everything; its symptoms are the owner's.
  public var healthStore: HealthStore { HealthStore(self) }
}
