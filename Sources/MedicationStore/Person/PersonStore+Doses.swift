// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

// An event never changes: a log, a snooze, an undo and an edit delete the event
// and insert another with a new uuid, in one transaction.

/// A dose for which a reminder is out.
public struct DueDose: Sendable, Hashable {
  /// The event: not interacted, not notified, or snoozed.
  public let event: MedicationDoseEvent
  /// When to remind; of a snoozed dose ten minutes after it was snoozed.
  public let reminder: Instant
  /// Whether the person was reminded, or could not be.
  public let isReminded: Bool
}

extension PersonStore {
  /// How long a reminder is put off.
  public static let snoozeSeconds: Int64 = 600
  /// How long an untouched dose of the day before still waits.
  fileprivate static let lateSeconds: Int64 = 6 * 3600
  /// How far ahead the next slot of a medication is looked for.
  fileprivate static let horizonSeconds: Int64 = 800 * 86_400

  // MARK: Logging

  /// Logs a dose outside any schedule.
  ///
  /// - Parameters:
  ///   - identifier: The medication.
  ///   - quantity: The amount; `nil` means 1, or 0 if it was skipped.
  ///   - date: When it was taken; `nil` means now.
  ///   - status: Taken or skipped.
  /// - Returns: The event.
  /// - Throws: ``HealthError`` for an amount or a date that cannot be.
  @discardableResult
  public func logAsNeeded(
    _ identifier: HealthConceptIdentifier, quantity: Double? = nil, at date: Instant? = nil,
    status: LogStatus = .taken
  ) throws(HealthError) -> MedicationDoseEvent {
    guard status.isLogged else { throw .status }
    let amount = try StoreTransaction.quantity(quantity, for: status, planned: 1)
    return try change { (transaction) throws(HealthError) in
      let place = try transaction.medication(identifier).place
      return try transaction.record(
        status, quantity: amount, date: transaction.checked(date), in: place)
    }
  }

  /// Logs a scheduled dose as taken or skipped: one that is or was due, or the next one early.
  ///
  /// - Parameters:
  ///   - scheduledDate: When it was to be taken.
  ///   - identifier: The medication.
  ///   - status: Taken or skipped.
  ///   - quantity: The amount; `nil` means the planned one, or 0 if it was skipped.
  ///   - date: When it was taken or skipped; `nil` means now.
  /// - Returns: The event that takes the place of the open one.
  /// - Throws: ``HealthError/noSuchSlot`` if no dose is scheduled at that date,
  ///   ``HealthError/alreadyLogged`` if the person has answered it: an answer is edited or undone.
  @discardableResult
  public func log(
    scheduled scheduledDate: Instant, of identifier: HealthConceptIdentifier, status: LogStatus,
    quantity: Double? = nil, at date: Instant? = nil
  ) throws(HealthError) -> MedicationDoseEvent {
    guard status.isLogged else { throw .status }
    return try change { (transaction) throws(HealthError) in
      let medication = try transaction.medication(identifier)
      let date = try transaction.checked(date)
      let found = try transaction.dose(scheduledDate, of: medication)
      let next = found == nil ? try transaction.nextPlace(of: medication) : nil
      guard let place = found?.place ?? next, let slot = place.slot, slot.due == scheduledDate
      else { throw .noSuchSlot }
      guard found?.event.logStatus.isLogged != true else { throw .alreadyLogged }
      let amount = try StoreTransaction.quantity(quantity, for: status, planned: slot.quantity)
      if let found { try transaction.delete(found.event.uuid, from: "dose_event") }
      return try transaction.record(status, quantity: amount, date: date, in: place)
    }
  }

  /// Puts a reminder off by ten minutes, counted from a date; `nil` means from now.
  @discardableResult
  public func snooze(
    scheduled scheduledDate: Instant, of identifier: HealthConceptIdentifier,
    at date: Instant? = nil
  ) throws(HealthError) -> DueDose {
    try change { (transaction) throws(HealthError) in
      let medication = try transaction.medication(identifier)
      guard let found = try transaction.dose(scheduledDate, of: medication) else {
        throw .noSuchSlot
      }
      guard found.event.logStatus.isOpen else { throw .status }
      let reminder = try transaction.checked(date).adding(seconds: Self.snoozeSeconds)
      let event = try transaction.replace(found, .snoozed, reminder: reminder)
      return DueDose(event: event, reminder: reminder, isReminded: false)
    }
  }

  // MARK: Corrections

  /// Takes a log or a snooze back: the event becomes `notLogged`.
  ///
  /// If that is before the dose is due, it becomes due at its time like any other.
  @discardableResult
  public func undo(_ uuid: SampleUUID) throws(HealthError) -> MedicationDoseEvent {
    try change { (transaction) throws(HealthError) in
      try transaction.undo(try transaction.dose(uuid))
    }
  }

  /// Takes back what the person did last with a medication.
  ///
  /// - Parameters:
  ///   - identifier: The medication.
  ///   - scheduledDate: Which dose; `nil` means any, also one that was taken as needed.
  /// - Returns: The event that takes its place.
  /// - Throws: ``HealthError/noSuchSample`` if there is nothing to take back.
  @discardableResult
  public func undoLast(
    of identifier: HealthConceptIdentifier, scheduled scheduledDate: Instant? = nil
  ) throws(HealthError) -> MedicationDoseEvent {
    try change { (transaction) throws(HealthError) in
      let medication = try transaction.medication(identifier)
      let found = try transaction.doses(
        where: """
          s.medication = ?1 AND s.status IN (3, 4, 5) AND (?2 IS NULL OR s.scheduled_date = ?2)
          ORDER BY s.inserted DESC, s.id DESC LIMIT 1
          """, [medication.row, scheduledDate]
      ).first
      guard let found else { throw .noSuchSample }
      return try transaction.undo(found)
    }
  }

  /// Changes a logged dose, or logs an open one.
  ///
  /// - Parameters:
  ///   - uuid: The event.
  ///   - status: Taken or skipped; `nil` leaves it.
  ///   - date: When; `nil` leaves it, or means now if the dose was not logged.
  ///   - quantity: The amount; `nil` leaves it, or means the planned one if it was not taken.
  /// - Returns: The event that takes its place, with a new uuid.
  /// - Throws: ``HealthError/noSuchSample`` if the event was edited or deleted meanwhile.
  @discardableResult
  public func edit(
    _ uuid: SampleUUID, status: LogStatus? = nil, at date: Instant? = nil, quantity: Double? = nil
  ) throws(HealthError) -> MedicationDoseEvent {
    try change { (transaction) throws(HealthError) in
      let found = try transaction.dose(uuid)
      let old = found.event
      let new = status ?? old.logStatus
      guard new.isLogged else { throw .status }
      let planned = old.scheduledDoseQuantity ?? 1
      let amount = try StoreTransaction.quantity(
        quantity, for: new, planned: old.logStatus == .taken ? old.doseQuantity ?? planned : planned
      )
      return try transaction.replace(
        found, new, quantity: amount,
        date: try transaction.checked(date ?? (old.logStatus.isLogged ? old.startDate : nil)))
    }
  }

  /// Deletes a dose; a scheduled one is not made again.
  public func delete(_ uuid: SampleUUID) throws(HealthError) {
    try change { (transaction) throws(HealthError) in
      try transaction.delete(try transaction.dose(uuid).event.uuid, from: "dose_event")
    }
  }

  // MARK: Reminders

  /// Returns the doses that wait for the person: untouched ones of a day, and snoozed ones.
  ///
  /// Untouched doses that were due before `start` are left out; `nil` means the start of today, or
  /// six hours ago if that is earlier.
  public func due(since start: Instant? = nil) throws(HealthError) -> [DueDose] {
    try change { (transaction) throws(HealthError) in
      let start = start ?? transaction.firstWaiting(at: transaction.now)
      return try transaction.doses(
        where: """
          m.is_archived = 0 AND s.id IN (
            SELECT id FROM dose_event WHERE status = 3 AND deleted IS NULL
            UNION ALL SELECT id FROM dose_event WHERE scheduled_date >= ?1 AND status IN (1, 2))
          """, [start]
      ).map {
        DueDose(
          event: $0.event, reminder: $0.reminder ?? $0.event.startDate, isReminded: $0.isReminded)
      }.sorted { ($0.reminder, $0.event.uuid) < ($1.reminder, $1.event.uuid) }
    }
  }

  /// Returns the scheduled doses of a medication that can still be answered at a moment, the latest
  /// first: untouched ones of its day or of the six hours before, also those whose log was undone,
  /// and snoozed ones.
  public func unanswered(
    _ identifier: HealthConceptIdentifier, at date: Instant? = nil
  ) throws(HealthError) -> [MedicationDoseEvent] {
    try change { (transaction) throws(HealthError) in
      let medication = try transaction.medication(identifier)
      let date = try transaction.checked(date)
      return try transaction.doses(
        where: """
          s.medication = ?1 AND s.scheduled_date <= ?2
            AND (s.status = 3 OR s.status IN (1, 2, 6) AND s.scheduled_date >= ?3)
          ORDER BY s.scheduled_date DESC, s.slot DESC
          """,
        [medication.row, date, transaction.firstWaiting(at: date)]
      ).map(\.event)
    }
  }

  /// Notes that a due dose was reminded of, and whether that got to the person.
  ///
  /// A dose that waits becomes `notInteracted` or `notificationNotSent`; one that was logged
  /// meanwhile, or is snoozed, stays as it is.
  ///
  /// - Returns: The live event.
  /// - Throws: ``HealthError/noSuchSample`` if the event was edited or deleted meanwhile.
  @discardableResult
  public func noteReminder(
    of uuid: SampleUUID, wasDelivered: Bool
  ) throws(HealthError) -> MedicationDoseEvent {
    try change { (transaction) throws(HealthError) in
      let found = try transaction.dose(uuid)
      let old = found.event
      let status: LogStatus = wasDelivered ? .notInteracted : .notificationNotSent
      guard old.logStatus.isOpen else { return old }
      let stays = old.logStatus == .snoozed || old.logStatus == status
      let event = stays ? old : try transaction.replace(found, status, date: old.startDate)
      let reminder = (found.reminder ?? old.startDate).nanosecondsSince1970
      try transaction.run(
        "UPDATE dose_event SET reminder = ?1 WHERE uuid = ?2", [-max(reminder, -.max), event.uuid])
      return event
    }
  }

  /// Returns the next dose of a medication that becomes due after the present, within 800 days.
  public func next(
    of identifier: HealthConceptIdentifier
  ) throws(HealthError) -> ScheduleSlot? {
    try change { (transaction) throws(HealthError) in
      try transaction.nextPlace(of: try transaction.medication(identifier))?.slot
    }
  }

  /// Returns the doses that become due after the present and up to a moment, by time.
  public func upcoming(
    through end: Instant
  ) throws(HealthError) -> [(identifier: HealthConceptIdentifier, slot: ScheduleSlot)] {
    try asking { (transaction) throws(HealthError) in
      try transaction.places(after: transaction.now, through: end).compactMap { place in
        place.slot.map { (place.identifier, $0) }
      }
    }
  }
}

// MARK: Parts of a change

extension StoreTransaction {
  fileprivate func checked(_ date: Instant?) throws(HealthError) -> Instant {
    guard let date else { return now }
    guard date <= now else { throw .future }
    return date
  }

  fileprivate static func quantity(
    _ quantity: Double?, for status: LogStatus, planned: Double
  ) throws(HealthError) -> Double {
    guard quantity?.isAmount != false else { throw .quantity }
    guard status == .skipped else { return quantity ?? planned }
    guard quantity ?? 0 == 0 else { throw .skippedQuantity }
    return 0
  }

  fileprivate func dose(_ uuid: SampleUUID) throws(HealthError) -> StoredDose {
    guard let found = try doses(where: "s.uuid = ?1", [uuid]).first else { throw .noSuchSample }
    return found
  }

  /// The event of a scheduled date; of two, one that waits for the person comes first.
  fileprivate func dose(
    _ scheduledDate: Instant, of medication: StoredMedication
  ) throws(HealthError) -> StoredDose? {
    try doses(
      where: """
        s.medication = ?1 AND s.scheduled_date = ?2
        ORDER BY s.status IN (4, 5), s.slot
        """, [medication.row, scheduledDate]
    ).first
  }

  fileprivate func nextPlace(of medication: StoredMedication) throws(HealthError) -> DosePlace? {
    // Most schedules have a dose in the next two days.
    for seconds: Int64 in [2 * 86_400, PersonStore.horizonSeconds] {
      let places = try places(
        after: now, through: now.adding(seconds: seconds), medication: medication.row)
      if let place = places.first { return place }
    }
    return nil
  }

  fileprivate func replace(
    _ found: StoredDose, _ status: LogStatus, quantity: Double? = nil, date: Instant? = nil,
    reminder: Instant? = nil
  ) throws(HealthError) -> MedicationDoseEvent {
    try delete(found.event.uuid, from: "dose_event")
    return try record(
      status, quantity: quantity, date: date, reminder: reminder, in: found.place,
      correcting: found.event)
  }

  /// Makes an event, without a date at the time of its slot.
  ///
  /// One that corrects another keeps the device and metadata of that.
  func record(
    _ status: LogStatus, quantity: Double? = nil, date: Instant? = nil, reminder: Instant? = nil,
    in place: DosePlace, correcting old: MedicationDoseEvent? = nil
  ) throws(HealthError) -> MedicationDoseEvent {
    let date = date ?? place.slot?.due ?? now
    let event = MedicationDoseEvent(
      uuid: try newUUID(), medicationConceptIdentifier: place.identifier,
      scheduleType: place.slot == nil ? .asNeeded : .schedule, scheduledDate: place.slot?.due,
      scheduledDoseQuantity: place.slot?.quantity, doseQuantity: quantity, unit: place.unit,
      logStatus: status, startDate: date, endDate: date, source: source, device: old?.device,
      metadata: old?.metadata)
    try insertDose(
      event, medication: place.medication, slot: place.slot?.time, reminder: reminder)
    return event
  }

  fileprivate func undo(_ found: StoredDose) throws(HealthError) -> MedicationDoseEvent {
    let status = found.event.logStatus
    guard status.isLogged || status == .snoozed else { throw .status }
    let date = found.event.scheduledDate ?? found.event.startDate
    return try replace(found, .notLogged, date: date)
  }

  /// From when on untouched doses wait: a late dose of yesterday still does after midnight.
  fileprivate func firstWaiting(at date: Instant) -> Instant {
    let zone = surroundings.zone
    return min(zone.startOfDay(zone.day(of: date)), date.adding(seconds: -PersonStore.lateSeconds))
  }
}

extension LogStatus {
  /// Whether the person said what became of the dose.
  fileprivate var isLogged: Bool { self == .taken || self == .skipped }

  /// Whether a reminder waits for the person.
  var isOpen: Bool { self == .notInteracted || self == .notificationNotSent || self == .snoozed }
}
