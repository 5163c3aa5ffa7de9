// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// The store as its owner uses it: what the Health app does on a phone.
///
/// It writes medications and doses, which apps cannot. Each function is one
/// transaction: it is durable when it returns, and did nothing when it throws.
/// All of them first make the events of doses that have become due meanwhile.
public struct PersonStore: Sendable {
  let database: HealthDatabase
  /// The source of the person's own samples.
  public let source: SampleSource

  /// The default source of what the person logs.
  public static let defaultSource = SampleSource(
    name: "rxkit", bundleIdentifier: "org.rxkit.person")

  /// Uses a database as its owner.
  public init(_ database: HealthDatabase, source: SampleSource = PersonStore.defaultSource) {
    (self.database, self.source) = (database, source)
  }

  /// Makes the events of due doses, then changes the store in the same transaction.
  func change<Result>(
    _ body: (StoreTransaction) throws(HealthError) -> Result
  ) throws(HealthError) -> Result {
    try database.write { (transaction) throws(HealthError) in
      transaction.source = source
      try transaction.sweep()
      return try body(transaction)
    }
  }

  /// Makes the events of due doses, unless the store cannot be changed, and reads.
  func asking<Result>(
    _ body: (StoreTransaction) throws(HealthError) -> Result
  ) throws(HealthError) -> Result {
    try database.isReadOnly ? database.read(body) : change(body)
  }

  // MARK: The list

  /// Returns all medications, in the order of adding.
  public func medications() throws(HealthError) -> [UserAnnotatedMedication] {
    try database.read { (transaction) throws(HealthError) in try transaction.medications() }
  }

  /// Adds a medication to the list.
  ///
  /// - Parameters:
  ///   - concept: What is taken; its identifier stays the same for ever.
  ///   - nickname: A name of the person's own.
  ///   - schedule: When it is taken; `nil` means as needed.
  ///   - unit: What amounts count; `nil` takes it from the form.
  ///   - strength: Text for people; an extension that apps do not see.
  ///   - apps: The apps that may see it, by bundle identifier; they must have requested medications.
  /// - Returns: The medication as it is on the list.
  /// - Throws: ``HealthError/alreadyListed``, ``HealthError/emptyText(_:)``,
  ///   ``HealthError/neverAsked``.
  @discardableResult
  public func add(
    _ concept: MedicationConcept, nickname: String? = nil, schedule: Schedule? = nil,
    unit: DoseUnit? = nil, strength: String? = nil, sharingWith apps: Set<String> = []
  ) throws(HealthError) -> UserAnnotatedMedication {
    try Self.check(nickname: nickname)
    guard !concept.displayText.isEmpty else { throw .emptyText("displayText") }
    try database.surroundings.check(schedule)
    return try change { (transaction) throws(HealthError) in
      guard try transaction.medicationIfAny(concept.identifier) == nil else { throw .alreadyListed }
      let owned = OwnedMedication(
        concept, nickname: nickname, schedule: schedule, unit: unit, strength: strength)
      let row = try transaction.insert(owned)
      for app in apps.sorted(by: { $0.precedesInBytes($1) }) {
        try transaction.grant(medication: row, to: app)
      }
      return owned.medication
    }
  }

  // MARK: Annotations

  /// Changes the nickname of a medication; `nil` takes it away.
  public func setNickname(
    _ nickname: String?, for identifier: HealthConceptIdentifier
  ) throws(HealthError) {
    try Self.check(nickname: nickname)
    try set("nickname", nickname, for: identifier)
  }

  /// Changes the unit of a medication; earlier events keep theirs.
  public func setUnit(_ unit: DoseUnit, for identifier: HealthConceptIdentifier) throws(HealthError)
  {
    guard !unit.unitString.isEmpty else { throw .emptyText("unit") }
    try set("unit", unit.unitString, for: identifier)
  }

  /// Returns what amounts of a medication count.
  public func unit(of identifier: HealthConceptIdentifier) throws(HealthError) -> DoseUnit {
    try database.read { (transaction) throws(HealthError) in
      try transaction.medication(identifier).place.unit
    }
  }

  /// Notes how much of a medication is left; an extension that apps do not see.
  public func setStock(
    _ quantity: Double?, for identifier: HealthConceptIdentifier
  ) throws(HealthError) {
    guard quantity?.isAmount != false else { throw .quantity }
    try set("stock", quantity, for: identifier)
  }

  private func set(
    _ column: String, _ value: any ColumnValue, for identifier: HealthConceptIdentifier
  ) throws(HealthError) {
    try change { (transaction) throws(HealthError) in
      try transaction.set(column, value, of: try transaction.medication(identifier))
    }
  }

  // MARK: Checks

  private static func check(nickname: String?) throws(HealthError) {
    guard nickname?.isEmpty != true else { throw .emptyText("nickname") }
  }
}

extension MedicationGeneralForm {
  /// The default unit for amounts of a medication in this form.
  var usualUnit: String {
    switch self {
    case .capsule, .tablet, .patch, .suppository, .device: rawValue
    case .inhaler: "puff"
    case .drops: "drop"
    case .liquid: "mL"
    default: "dose"
    }
  }
}
