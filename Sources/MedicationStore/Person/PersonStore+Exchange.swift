// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel
internal import SQLiteDatabase

// What leaves and enters a store as values: exports and imports of other
// formats are built from these. A backup is different: it contains the tables.

/// A medication with everything that its owner noted about it.
public struct OwnedMedication: Sendable, Hashable {
  /// What apps see of it.
  public let medication: UserAnnotatedMedication
  /// When it is taken; `nil` means as needed, or that the schedule in the store cannot be read, if
  /// the medication has one.
  public let schedule: Schedule?
  /// What amounts count; `nil` takes it from the form.
  public let unit: DoseUnit?
  /// Its strength as text for people.
  public let strength: String?
  /// How much is left.
  public let stock: Double?

  /// Makes a medication; whether it has a schedule is what `schedule` says, or that there is one
  /// that cannot be read.
  public init(
    _ concept: MedicationConcept, nickname: String? = nil, isArchived: Bool = false,
    schedule: Schedule? = nil, unit: DoseUnit? = nil, strength: String? = nil,
    stock: Double? = nil, hasUnreadableSchedule: Bool = false
  ) {
    medication = UserAnnotatedMedication(
      nickname: nickname, isArchived: isArchived,
      hasSchedule: schedule != nil || hasUnreadableSchedule, medication: concept)
    (self.schedule, self.unit, self.strength, self.stock) = (schedule, unit, strength, stock)
  }
}

/// Everything in a store that is about the person.
public struct StoreContents: Sendable, Hashable {
  /// The medications, in the order of adding.
  public var medications: [OwnedMedication]
  /// The live dose events, by start and uuid.
  public var doses: [MedicationDoseEvent]
  /// The live symptoms, by start and uuid.
  public var symptoms: [CategorySample]

  /// Makes contents.
  public init(
    medications: [OwnedMedication] = [], doses: [MedicationDoseEvent] = [],
    symptoms: [CategorySample] = []
  ) {
    (self.medications, self.doses, self.symptoms) = (medications, doses, symptoms)
  }
}

extension PersonStore {
  /// Returns everything in the store, all of one state.
  public func contents() throws(HealthError) -> StoreContents {
    try database.read { (transaction) throws(HealthError) in
      let extras = try transaction.rows(
        "SELECT schedule, unit, strength, stock FROM medication ORDER BY id"
      ) { ($0.textIfAny(0), $0.text(1), $0.textIfAny(2), $0.realIfAny(3)) }
      var owned: [OwnedMedication] = []
      for (medication, extra) in zip(try transaction.medications(), extras) {
        let schedule = extra.0.flatMap(Schedule.reading)
        owned.append(
          OwnedMedication(
            medication.medication, nickname: medication.nickname,
            isArchived: medication.isArchived, schedule: schedule, unit: DoseUnit(extra.1),
            strength: extra.2, stock: extra.3,
            hasUnreadableSchedule: extra.0 != nil && schedule == nil))
      }
      let byStart = [SampleSortDescriptor(.startDate)]
      return StoreContents(
        medications: owned,
        doses: try transaction.samples([.medicationDoseEvent()], by: byStart, .person),
        symptoms: try transaction.samples([.categorySample()], by: byStart, .person))
    }
  }

  /// Takes records of another source in; all of them, or none if `body` throws.
  ///
  /// - Parameter body: Adds the records one by one; it may read them from a stream meanwhile.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or ``HealthError``.
  public func importing<Outcome>(_ body: (StoreImport) throws -> Outcome) throws -> Outcome {
    var failure: (any Error)?
    do {
      return try change { (transaction) throws(HealthError) in
        do {
          return try body(StoreImport(transaction, try transaction.zoneHistory()))
        } catch let error as HealthError {
          throw error
        } catch {
          failure = error
          throw .canceled
        }
      }
    } catch {
      throw failure ?? error
    }
  }
}

extension StoreTransaction {
  /// Inserts a medication that is not on the list yet.
  func insert(_ owned: OwnedMedication) throws(HealthError) -> Int64 {
    let (medication, concept) = (owned.medication, owned.medication.medication)
    // A new medication is a change that waiting queries have to see.
    _ = try newRevision()
    let row = try insert(
      into: "medication",
      [
        ("domain", concept.identifier.domain.rawValue), ("identifier", concept.identifier.value),
        ("display_text", concept.displayText), ("general_form", concept.generalForm.rawValue),
        ("nickname", medication.nickname), ("is_archived", medication.isArchived),
        ("schedule", owned.schedule?.columnText),
        ("unit", owned.unit?.unitString ?? concept.generalForm.usualUnit),
        ("strength", owned.strength), ("stock", owned.stock), ("added", now),
      ])
    for coding in concept.relatedCodings.sorted() {
      try insert(
        into: "coding",
        [
          ("medication", row), ("system", coding.system), ("version", coding.version),
          ("code", coding.code),
        ])
    }
    if let schedule = owned.schedule, !medication.isArchived {
      try begin(schedule.columnText, medication: row)
    }
    return row
  }
}

/// Takes records into a store; used inside ``PersonStore/importing(_:)`` only.
public final class StoreImport {
  /// What became of a record.
  public enum Outcome: Sendable, Hashable {
    /// It is in the store now.
    case added
    /// It was in the store before, or was deleted there.
    case alreadyThere
    /// It came earlier in the same import.
    case repeated
    /// It was left out, and why.
    case leftOut(Reason)
  }

  /// Why a record is left out, for people.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// Its medication is not on the list.
    case noSuchMedication = "its medication is not on the list"
    /// The medication has no name.
    case noName = "the medication has no name"
    /// A date is after the present.
    case future = "its date is in the future"
    /// The end is before the start.
    case endBeforeStart = "it ends before it starts"
    /// An amount is negative or no number.
    case quantity = "its amount is negative or not a number"
    /// Scheduled without date and amount, or as needed with them.
    case schedule = "its schedule type and its scheduled date and amount do not agree"
    /// The status is not a number that HealthKit could give.
    case status = "its status is unknown"
    /// The type of symptom has no such value.
    case value = "the symptom type has no such value"
    /// The store has another logged dose for the same scheduled time.
    case slotTaken = "the store has a dose for the same scheduled time"
  }

  /// What the store has otherwise about a medication that is there already, for people.
  public enum Difference: String, Sendable, Hashable, CaseIterable {
    /// The record has a schedule with other doses, or the store has none.
    case schedule = "this schedule was not set: the medication on the list has another one or none"
    /// The store has it as archived.
    case archived = "the medication is archived on the list, and stays so"
    /// Only the record has it as archived.
    case active = "the medication is not archived on the list, and stays so"
  }

  private let transaction: StoreTransaction
  private let zones: ZoneHistory
  private var medications: [HealthConceptIdentifier: (row: Int64, zones: ZoneHistory)?] = [:]

  fileprivate init(_ transaction: StoreTransaction, _ zones: ZoneHistory) {
    (self.transaction, self.zones) = (transaction, zones)
  }

  /// The present of the import.
  public var now: Instant { transaction.now }

  /// Adds a medication with its schedule, which counts from the present on.
  public func add(_ owned: OwnedMedication) throws(HealthError) -> Outcome {
    let concept = owned.medication.medication
    guard !concept.displayText.isEmpty else { return .leftOut(.noName) }
    guard owned.stock?.isAmount != false else { return .leftOut(.quantity) }
    try transaction.surroundings.check(owned.schedule)
    guard try find(concept.identifier) == nil else { return .alreadyThere }
    medications[concept.identifier] = nil
    _ = try transaction.insert(owned)
    return .added
  }

  /// What a record of a medication that is on the list says, and the store does not take.
  public func differences(
    from owned: OwnedMedication
  ) throws(HealthError) -> [Difference] {
    guard let stored = try transaction.medicationIfAny(owned.medication.medication.identifier)
    else { return [] }
    var differences: [Difference] = []
    let day = transaction.surroundings.zone.day(of: now)
    if let schedule = owned.schedule,
      stored.schedule.flatMap(Schedule.reading)?.agrees(with: schedule, from: day) != true
    {
      differences.append(.schedule)
    }
    if owned.medication.isArchived != stored.isArchived {
      differences.append(stored.isArchived ? .archived : .active)
    }
    return differences
  }

  /// Adds a dose event under its own uuid.
  ///
  /// It takes the place of an event for the same scheduled time that waits for the person.
  public func add(_ event: MedicationDoseEvent) throws(HealthError) -> Outcome {
    let isScheduled = event.scheduleType == .schedule
    guard event.startDate <= event.endDate else { return .leftOut(.endBeforeStart) }
    // An early log that was undone has the date of its slot.
    let isToCome = event.logStatus == .notLogged && event.startDate == event.scheduledDate
    guard event.startDate <= now || isToCome else { return .leftOut(.future) }
    // A number of a later HealthKit is kept; it counts as not taken.
    guard event.logStatus.rawValue > 0 else { return .leftOut(.status) }
    guard event.doseQuantity?.isAmount != false, event.scheduledDoseQuantity?.isAmount != false
    else { return .leftOut(.quantity) }
    guard (event.scheduledDate != nil) == isScheduled,
      (event.scheduledDoseQuantity != nil) == isScheduled
    else { return .leftOut(.schedule) }
    guard let medication = try find(event.medicationConceptIdentifier) else {
      return .leftOut(.noSuchMedication)
    }
    if let found = try outcome(of: event.uuid, in: "dose_event") { return found }
    var slot: LocalTime?
    if let date = event.scheduledDate {
      slot = try freeSlot(
        medication.zones.zone(at: date).localTime(at: date).seconds, for: event, medication.row)
      guard slot != nil else { return .leftOut(.slotTaken) }
    }
    try transaction.insertDose(event, medication: medication.row, slot: slot)
    return .added
  }

  /// Adds a symptom under its own uuid.
  public func add(_ sample: CategorySample) throws(HealthError) -> Outcome {
    guard sample.categoryType.valueKind.contains(sample.value) else { return .leftOut(.value) }
    guard sample.startDate <= sample.endDate else { return .leftOut(.endBeforeStart) }
    guard sample.startDate <= now else { return .leftOut(.future) }
    if let found = try outcome(of: sample.uuid, in: "category_sample") { return found }
    try transaction.insertSample(sample, source: sample.source)
    return .added
  }

  // MARK: Parts

  private func find(
    _ identifier: HealthConceptIdentifier
  ) throws(HealthError) -> (row: Int64, zones: ZoneHistory)? {
    if let known = medications[identifier] { return known }
    let found = try transaction.medicationIfAny(identifier).map { (found) throws(HealthError) in
      let schedule = found.schedule.flatMap(Schedule.reading)
      return (row: found.row, zones: try transaction.surroundings.zones(of: schedule, zones))
    }
    medications[identifier] = .some(found)
    return found
  }

  /// What a uuid of the store means for a record; `nil` if the store does not know it.
  private func outcome(of uuid: SampleUUID, in table: String) throws(HealthError) -> Outcome? {
    guard
      let inserted = try transaction.integer(
        "SELECT inserted FROM \(table) WHERE uuid = ?1", [uuid])
    else { return nil }
    return inserted == (try transaction.newRevision()) ? .repeated : .alreadyThere
  }

  /// The slot of a scheduled event; `nil` if another logged event has it.
  ///
  /// If a change of clocks moves two slots to the same moment, both events show the same
  /// time: the second of one import gets the second before it, so that neither is lost.
  private func freeSlot(
    _ wanted: Int64, for event: MedicationDoseEvent, _ medication: Int64
  ) throws(HealthError) -> LocalTime? {
    for slot in stride(from: wanted, to: wanted - 60, by: -1) {
      let found = try transaction.rows(
        """
        SELECT uuid, status, inserted FROM dose_event
        WHERE medication = ?1 AND slot = ?2 AND deleted IS NULL
        """, [medication, slot]
      ) { ($0.uuid(0), LogStatus(rawValue: Int($0.integer(1))), $0.integer(2)) }.first
      guard let (uuid, status, inserted) = found else { return LocalTime(seconds: slot) }
      if inserted == (try transaction.newRevision()) { continue }
      guard status.isOpen, !event.logStatus.isOpen else { return nil }
      try transaction.delete(uuid, from: "dose_event")
      return LocalTime(seconds: slot)
    }
    return nil
  }
}
