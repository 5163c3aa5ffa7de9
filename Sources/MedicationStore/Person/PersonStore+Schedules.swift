// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel
internal import SQLiteDatabase

// A schedule makes events in periods: from when it was set until it was changed
// or removed, or its medication archived. The sweep creates the events due in a
// period; it covers the time since the last sweep and is part of each change,
// so that changing a schedule never affects what was due before.

extension PersonStore {
  /// Changes the schedule of a medication; `nil` removes it.
  ///
  /// It applies to doses that are due after the present. A time of a day has one event under all
  /// schedules together: one that has its event already, because the dose was logged early or
  /// because the clocks show the time again after a flight west, is not due a second time, and one
  /// that has none is due, also if the clocks of another zone had shown it.
  public func setSchedule(
    _ schedule: Schedule?, for identifier: HealthConceptIdentifier
  ) throws(HealthError) {
    try database.surroundings.check(schedule)
    try change { (transaction) throws(HealthError) in
      let medication = try transaction.medication(identifier)
      try transaction.end(medication)
      try transaction.set("schedule", schedule?.columnText, of: medication)
      if let schedule, !medication.isArchived {
        try transaction.begin(schedule.columnText, medication: medication.row)
      }
    }
  }

  /// Returns the schedule of a medication; `nil` means as needed.
  public func schedule(of identifier: HealthConceptIdentifier) throws(HealthError) -> Schedule? {
    try database.read { (transaction) throws(HealthError) in
      guard let text = try transaction.medication(identifier).schedule else { return nil }
      return try Schedule(columnText: text)
    }
  }

  /// Returns the medications whose schedule cannot be read, so that no dose of theirs becomes due
  /// until it is set again.
  public func unreadableSchedules() throws(HealthError) -> [HealthConceptIdentifier] {
    try database.read { (transaction) throws(HealthError) in
      try transaction.rows(
        """
        SELECT m.domain, m.identifier, m.schedule, coalesce(p.schedule, m.schedule)
        FROM medication m
        LEFT JOIN schedule_period p ON p.medication = m.id AND p.end_date IS NULL
        WHERE m.schedule IS NOT NULL ORDER BY m.id
        """
      ) { row in
        [2, 3].allSatisfy { Schedule.reading(row.text($0)) != nil } ? nil : row.identifier(0, 1)
      }.compactMap(\.self)
    }
  }

  /// Archives a medication, or makes it active again.
  ///
  /// While it is archived no doses become due; later there are none for that time.
  public func setArchived(
    _ isArchived: Bool, for identifier: HealthConceptIdentifier
  ) throws(HealthError) {
    try change { (transaction) throws(HealthError) in
      let medication = try transaction.medication(identifier)
      guard medication.isArchived != isArchived else { return }
      try transaction.set("is_archived", isArchived, of: medication)
      if isArchived {
        try transaction.end(medication)
      } else if let schedule = medication.schedule {
        try transaction.begin(schedule, medication: medication.row)
      }
    }
  }

  /// Switches reminders on or off; while they are off, due doses get `notificationNotSent`.
  public func setNotifications(_ isOn: Bool) throws(HealthError) {
    try change { (transaction) throws(HealthError) in
      try transaction.run("UPDATE store SET notifications = ?1", [isOn])
    }
  }

  /// Returns whether reminders are switched on.
  public func notifications() throws(HealthError) -> Bool {
    try database.read { (transaction) throws(HealthError) in try transaction.notifications() }
  }

  /// Sets the clock of a simulation forward, and makes the events of doses that become due by then.
  ///
  /// From then on the present of this database is that moment, until its clock shows a later one.
  ///
  /// - Returns: The events, by time.
  /// - Throws: ``HealthError/clockBehind`` if the date is before the present.
  @discardableResult
  public func advance(to date: Instant) throws(HealthError) -> [MedicationDoseEvent] {
    try database.advance(to: date)
    return try sweep()
  }

  /// Makes one event for each scheduled dose that has become due, and returns them.
  ///
  /// - Parameter isHere: Whether the person is in the zone of the database from now on; `false` for
  ///   an app, which may run elsewhere.
  /// - Returns: The events, by time.
  /// - Throws: ``HealthError`` if the clock is behind the last change.
  @discardableResult
  public func sweep(isHere: Bool = true) throws(HealthError) -> [MedicationDoseEvent] {
    try database.write { (transaction) throws(HealthError) in
      transaction.source = source
      return try transaction.sweep(isHere: isHere)
    }
  }
}

extension StoreSurroundings {
  /// Refuses a schedule of a zone that is not there.
  func check(_ schedule: Schedule?) throws(HealthError) {
    if let name = schedule?.zoneName { _ = try zone(named: name) }
  }

  /// Where a schedule counts: in its own zone, else where the person is.
  func zones(of schedule: Schedule?, _ zones: ZoneHistory) throws(HealthError) -> ZoneHistory {
    guard let name = schedule?.zoneName else { return zones }
    return ZoneHistory(try zone(named: name))
  }

  func zone(named name: String) throws(HealthError) -> Zone {
    name == zone.name ? zone : try zoneFolder.zone(named: name)
  }
}

// MARK: The sweep

extension StoreTransaction {
  /// Makes the events of doses that have become due.
  @discardableResult
  func sweep(isHere: Bool = true) throws(HealthError) -> [MedicationDoseEvent] {
    let last = try swept()
    if let last, now < last { throw .clockBehind }
    if isHere { try noteZone() }
    var made: [MedicationDoseEvent] = []
    if let last {
      let isOn = try notifications()
      for place in try places(after: last, through: now) {
        // An early log that was undone.
        try run(
          """
          UPDATE dose_event SET deleted = ?1
          WHERE medication = ?2 AND slot = ?3 AND deleted IS NULL
          """, [try newRevision(), place.medication, place.slot?.time.seconds])
        made.append(try record(isOn ? .notInteracted : .notificationNotSent, in: place))
      }
    }
    if last != now { try run("UPDATE store SET swept = ?1", [now]) }
    return made
  }

  fileprivate func notifications() throws(HealthError) -> Bool {
    try integer("SELECT notifications FROM store") == 1
  }

  /// Notes the zone that the person is in, if it is another one.
  private func noteZone() throws(HealthError) {
    let last = try rows("SELECT name FROM zone_stay ORDER BY start_date DESC LIMIT 1") {
      $0.text(0)
    }
    guard last != [surroundings.zone.name] else { return }
    let start = last.isEmpty ? Instant(nanosecondsSince1970: .min) : now
    try insert(
      "REPLACE", into: "zone_stay", [("start_date", start), ("name", surroundings.zone.name)])
  }

  /// The zones that the person was in.
  func zoneHistory() throws(HealthError) -> ZoneHistory {
    let stays = try rows("SELECT start_date, name FROM zone_stay ORDER BY start_date") {
      (start: $0.instant(0), name: $0.text(1))
    }
    guard !stays.isEmpty else { return ZoneHistory(surroundings.zone) }
    return ZoneHistory(
      stays: try stays.map { (start, name) throws(HealthError) in
        ZoneHistory.Stay(start: start, zone: try surroundings.zone(named: name))
      })
  }

  /// The slots without any event that are due in a stretch of time, by time and medication.
  func places(
    after start: Instant, through end: Instant, medication: Int64? = nil
  ) throws(HealthError) -> [DosePlace] {
    let zones = try zoneHistory()
    let periods = try rows(
      """
      SELECT m.id, m.domain, m.identifier, m.unit, p.schedule, p.start_date, p.end_date
      FROM schedule_period p JOIN medication m ON m.id = p.medication
      WHERE (p.end_date IS NULL OR p.end_date > ?1) AND (?2 IS NULL OR m.id = ?2)
      """, [start, medication]
    ) { row in
      row.identifier(1, 2).map { identifier in
        (
          DosePlace(
            medication: row.integer(0), identifier: identifier, unit: DoseUnit(row.text(3))),
          row.text(4), row.instant(5), row.instantIfAny(6)
        )
      }
    }
    var found: [(place: DosePlace, slot: ScheduleSlot)] = []
    for case let (period, text, first, last)? in periods {
      guard let schedule = Schedule.reading(text) else { continue }
      let slots = schedule.slots(
        after: max(start, first), through: min(end, last ?? end),
        in: try surroundings.zones(of: schedule, zones), since: first)
      for slot in slots {
        // A slot has one event: also one that was logged early, or deleted, is enough. If the early
        // log was undone, the dose is still to come.
        let isDone = try exists(
          """
          SELECT 1 FROM dose_event WHERE medication = ?1 AND slot = ?2 GROUP BY slot
          HAVING NOT max(deleted IS NULL AND status = 6 AND scheduled_date > ?3)
          """, [period.medication, slot.time.seconds, start])
        guard !isDone else { continue }
        var place = period
        place.slot = slot
        found.append((place, slot))
      }
    }
    return found.sorted {
      ($0.slot.due, $0.place.medication, $0.slot.time)
        < ($1.slot.due, $1.place.medication, $1.slot.time)
    }.map(\.place)
  }

  func begin(_ schedule: String, medication: Int64) throws(HealthError) {
    try insert(
      into: "schedule_period",
      [("medication", medication), ("schedule", schedule), ("start_date", try swept())])
  }

  fileprivate func end(_ medication: StoredMedication) throws(HealthError) {
    try run(
      "UPDATE schedule_period SET end_date = ?1 WHERE medication = ?2 AND end_date IS NULL",
      [try swept(), medication.row])
  }

  /// The moment up to which due doses have their events; inside a change, the present.
  private func swept() throws(HealthError) -> Instant? {
    try integer("SELECT swept FROM store").map(Instant.init(nanosecondsSince1970:))
  }
}
