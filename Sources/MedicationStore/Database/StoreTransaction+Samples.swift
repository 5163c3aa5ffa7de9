// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SQLiteDatabase

// Samples and medications as rows. The columns of a query are named once, next to
// the function that reads them.

/// A live dose event with what only the store knows of it.
struct StoredDose {
  let row: Int64
  let medication: Int64
  let slot: Int64?
  let reminder: Instant?
  let event: MedicationDoseEvent
}

/// What identifies a medication inside a store.
struct StoredMedication {
  let row: Int64
  let unit: String
  let isArchived: Bool
  let schedule: String?
}

extension StoreTransaction {
  /// The columns that ``event(_:)`` reads, of `dose_event s` and `medication m`.
  static let eventColumns = """
    s.uuid, m.domain, m.identifier, s.schedule_type, s.scheduled_date, s.scheduled_quantity,
    s.quantity, s.unit, s.status, s.start_date, s.end_date, s.source_name, s.source_identifier,
    s.device, s.metadata
    """
  /// The columns that ``sample(_:)`` reads, of `category_sample s`.
  static let sampleColumns = """
    s.uuid, s.type, s.value, s.start_date, s.end_date, s.source_name, s.source_identifier,
    s.device, s.metadata
    """

  static func event(_ row: SQLiteRow) -> MedicationDoseEvent? {
    guard let identifier = row.identifier(1, 2),
      let type = ScheduleType(rawValue: Int(row.integer(3)))
    else { return nil }
    return MedicationDoseEvent(
      uuid: row.uuid(0), medicationConceptIdentifier: identifier, scheduleType: type,
      scheduledDate: row.instantIfAny(4), scheduledDoseQuantity: row.realIfAny(5),
      doseQuantity: row.realIfAny(6), unit: DoseUnit(row.text(7)),
      logStatus: LogStatus(rawValue: Int(row.integer(8))), startDate: row.instant(9),
      endDate: row.instant(10),
      source: SampleSource(name: row.text(11), bundleIdentifier: row.text(12)),
      device: row.device(13), metadata: row.metadata(14))
  }

  static func sample(_ row: SQLiteRow) -> CategorySample? {
    guard let type = SymptomCategory(rawValue: row.text(1)) else { return nil }
    return CategorySample(
      type: type, value: Int(row.integer(2)), start: row.instant(3), end: row.instant(4),
      device: row.device(7), metadata: row.metadata(8), uuid: row.uuid(0),
      source: SampleSource(name: row.text(5), bundleIdentifier: row.text(6)))
  }

  // MARK: Doses

  /// The live dose events that fulfil a condition on `s` and `m`.
  func doses(
    where condition: String, _ values: [SQLiteValue]
  ) throws(HealthError) -> [StoredDose] {
    try rows(
      """
      SELECT \(Self.eventColumns), s.id, s.medication, s.slot, s.reminder
      FROM dose_event s JOIN medication m ON m.id = s.medication
      WHERE s.deleted IS NULL AND \(condition)
      """, values
    ) { row in
      Self.event(row).map { event in
        StoredDose(
          row: row.integer(15), medication: row.integer(16),
          slot: row.isNull(17) ? nil : row.integer(17), reminder: row.instantIfAny(18),
          event: event)
      }
    }.compactMap(\.self)
  }

  func insertDose(
    _ event: MedicationDoseEvent, medication: Int64, slot: Int64?, reminder: Instant? = nil
  ) throws(HealthError) {
    try run(
      """
      INSERT INTO dose_event (uuid, medication, schedule_type, slot, scheduled_date,
        scheduled_quantity, quantity, unit, status, reminder, start_date, end_date, source_name,
        source_identifier, device, metadata, inserted)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
      """,
      [
        SQLiteValue(event.uuid), .integer(medication), .integer(Int64(event.scheduleType.rawValue)),
        SQLiteValue(slot), SQLiteValue(event.scheduledDate),
        SQLiteValue(event.scheduledDoseQuantity), SQLiteValue(event.doseQuantity),
        .text(event.unit.unitString), .integer(Int64(event.logStatus.rawValue)),
        SQLiteValue(reminder), SQLiteValue(event.startDate), SQLiteValue(event.endDate),
        .text(event.source.name), .text(event.source.bundleIdentifier),
        SQLiteValue(event.device?.columnText), SQLiteValue(event.metadata?.columnText),
        .integer(try newRevision()),
      ])
  }

  /// Marks a dose event as deleted by this change.
  func deleteDose(row: Int64) throws(HealthError) {
    try run(
      "UPDATE dose_event SET deleted = ?1 WHERE id = ?2",
      [.integer(try newRevision()), .integer(row)])
  }

  // MARK: Symptoms

  func insertSample(_ sample: CategorySample, source: SampleSource) throws(HealthError) {
    try run(
      """
      INSERT INTO category_sample (uuid, type, value, start_date, end_date, source_name,
        source_identifier, device, metadata, inserted)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """,
      [
        SQLiteValue(sample.uuid), .text(sample.categoryType.rawValue),
        .integer(Int64(sample.value)), SQLiteValue(sample.startDate), SQLiteValue(sample.endDate),
        .text(source.name), .text(source.bundleIdentifier),
        SQLiteValue(sample.device?.columnText), SQLiteValue(sample.metadata?.columnText),
        .integer(try newRevision()),
      ])
  }

  // MARK: Medications

  func medication(
    _ identifier: HealthConceptIdentifier
  ) throws(HealthError) -> StoredMedication {
    let found = try rows(
      "SELECT id, unit, is_archived, schedule FROM medication WHERE domain = ?1 AND identifier = ?2",
      [.text(identifier.domain.rawValue), .text(identifier.value)]
    ) { row in
      StoredMedication(
        row: row.integer(0), unit: row.text(1), isArchived: row.flag(2),
        schedule: row.textIfAny(3))
    }
    guard let medication = found.first else { throw HealthError(.noSuchMedication) }
    return medication
  }

  /// The medications that fulfil a condition on `m`, in the order of adding.
  func medications(
    from table: String = "medication m", where condition: String = "1",
    _ values: [SQLiteValue] = [], limit: Int? = nil
  ) throws(HealthError) -> [UserAnnotatedMedication] {
    let codings = try codings()
    return try rows(
      """
      SELECT m.id, m.domain, m.identifier, m.display_text, m.general_form, m.nickname,
        m.is_archived, m.schedule IS NOT NULL
      FROM \(table) WHERE \(condition) ORDER BY m.id LIMIT \(limit ?? -1)
      """, values
    ) { row in
      row.identifier(1, 2).map { identifier in
        UserAnnotatedMedication(
          nickname: row.textIfAny(5), isArchived: row.flag(6), hasSchedule: row.flag(7),
          medication: MedicationConcept(
            identifier: identifier, displayText: row.text(3),
            generalForm: MedicationGeneralForm(rawValue: row.text(4)),
            relatedCodings: codings[row.integer(0)] ?? []))
      }
    }.compactMap(\.self)
  }

  private func codings() throws(HealthError) -> [Int64: Set<ClinicalCoding>] {
    let rows = try rows("SELECT medication, system, version, code FROM coding") { row in
      (
        row.integer(0),
        ClinicalCoding(system: row.text(1), version: row.textIfAny(2), code: row.text(3))
      )
    }
    return rows.reduce(into: [:]) { $0[$1.0, default: []].insert($1.1) }
  }
}
