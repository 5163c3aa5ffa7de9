// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SQLiteDatabase

// Samples and medications as rows. The columns of a query are named once, next to
// the function that reads them.

/// What an event is for: a medication and a slot of its schedule, or no slot if it is as needed.
struct DosePlace {
  /// The row of the medication.
  let medication: Int64
  let identifier: HealthConceptIdentifier
  let unit: DoseUnit
  var slot: ScheduleSlot?
}

/// A live dose event with what only the store knows of it.
struct StoredDose {
  let place: DosePlace
  let reminder: Instant?
  /// Whether the reminder was given, or failed.
  let isReminded: Bool
  let event: MedicationDoseEvent
}

/// What a store knows of a medication for its doses.
struct StoredMedication {
  /// As needed.
  let place: DosePlace
  let isArchived: Bool
  let schedule: String?
  var row: Int64 { place.medication }
}

/// Where the samples of a type are kept, and how a row of them is read.
struct SampleTable<Sample: HealthSample>: Sendable {
  let subject: QueryText.Subject
  let name: String
  /// The columns that are read, of the table `s`, and of `medication m` for doses; the metadata
  /// come after them.
  let columns: String
  let columnCount: Int
  let read: @Sendable (SQLiteRow) -> Sample?
}

extension SampleTable<MedicationDoseEvent> {
  static var doses: SampleTable {
    SampleTable(
      subject: .dose, name: "dose_event",
      columns: """
        s.uuid, m.domain, m.identifier, s.schedule_type, s.scheduled_date, s.scheduled_quantity,
        s.quantity, s.unit, s.status, s.start_date, s.end_date, s.source_name, s.source_identifier,
        s.device
        """, columnCount: 15
    ) { row in
      guard let identifier = row.identifier(1, 2),
        let type = ScheduleType(rawValue: Int(row.integer(3)))
      else { return nil }
      return MedicationDoseEvent(
        uuid: row.uuid(0), medicationConceptIdentifier: identifier, scheduleType: type,
        scheduledDate: row.instantIfAny(4), scheduledDoseQuantity: row.realIfAny(5),
        doseQuantity: row.realIfAny(6), unit: DoseUnit(row.text(7)),
        logStatus: LogStatus(rawValue: Int(row.integer(8))), startDate: row.instant(9),
        endDate: row.instant(10), source: row.source(11, 12), device: row.device(13),
        metadata: row.metadata(14))
    }
  }
}

extension SampleTable<CategorySample> {
  static var symptoms: SampleTable {
    SampleTable(
      subject: .symptom, name: "category_sample",
      columns: """
        s.uuid, s.type, s.value, s.start_date, s.end_date, s.source_name, s.source_identifier,
        s.device
        """, columnCount: 9
    ) { row in
      guard let type = SymptomCategory(rawValue: row.text(1)) else { return nil }
      return CategorySample(
        type: type, value: Int(row.integer(2)), start: row.instant(3), end: row.instant(4),
        device: row.device(7), metadata: row.metadata(8), uuid: row.uuid(0),
        source: row.source(5, 6))
    }
  }
}

// MARK: Samples

extension StoreTransaction {
  /// The live dose events that fulfil a condition on `s` and `m`.
  func doses(
    where condition: String, _ values: [any ColumnValue]
  ) throws(HealthError) -> [StoredDose] {
    let table = SampleTable.doses
    return try rows(
      """
      SELECT \(table.columns), s.metadata, s.medication, s.slot, s.reminder
      FROM dose_event s JOIN medication m ON m.id = s.medication
      WHERE s.deleted IS NULL AND \(condition)
      """, values
    ) { row in
      table.read(row).map { event in
        var place = DosePlace(
          medication: row.integer(15), identifier: event.medicationConceptIdentifier,
          unit: event.unit)
        if let due = event.scheduledDate, let quantity = event.scheduledDoseQuantity {
          place.slot = ScheduleSlot(
            time: LocalTime(seconds: row.integer(16)), quantity: quantity, due: due)
        }
        let reminder = row.integerIfAny(17)
        return StoredDose(
          place: place,
          reminder: reminder.map { Instant(nanosecondsSince1970: abs(max($0, -.max))) },
          isReminded: reminder ?? 0 < 0, event: event)
      }
    }.compactMap(\.self)
  }

  func insertDose(
    _ event: MedicationDoseEvent, medication: Int64, slot: LocalTime?, reminder: Instant? = nil
  ) throws(HealthError) {
    try insert(
      event, source: event.source, into: "dose_event",
      [
        ("medication", medication), ("schedule_type", event.scheduleType.rawValue),
        ("slot", slot?.seconds), ("scheduled_date", event.scheduledDate),
        ("scheduled_quantity", event.scheduledDoseQuantity), ("quantity", event.doseQuantity),
        ("unit", event.unit.unitString), ("status", event.logStatus.rawValue),
        ("reminder", reminder),
      ])
  }

  func insertSample(_ sample: CategorySample, source: SampleSource) throws(HealthError) {
    try insert(
      sample, source: source, into: "category_sample",
      [("type", sample.categoryType.rawValue), ("value", sample.value)])
  }

  /// Inserts a sample, with the columns that both tables have.
  private func insert(
    _ sample: some HealthSample, source: SampleSource, into table: String,
    _ columns: [(name: String, value: any ColumnValue)]
  ) throws(HealthError) {
    try insert(
      into: table,
      columns + [
        ("uuid", sample.uuid), ("start_date", sample.startDate), ("end_date", sample.endDate),
        ("source_name", source.name), ("source_identifier", source.bundleIdentifier),
        ("device", sample.device?.columnText), ("metadata", sample.metadata?.columnText),
        ("inserted", try newRevision()),
      ])
  }

  /// Marks a sample as deleted by this change.
  func delete(_ uuid: SampleUUID, from table: String) throws(HealthError) {
    try run("UPDATE \(table) SET deleted = ?1 WHERE uuid = ?2", [try newRevision(), uuid])
  }
}

// MARK: Medications

extension StoreTransaction {
  func medication(_ identifier: HealthConceptIdentifier) throws(HealthError) -> StoredMedication {
    guard let medication = try medicationIfAny(identifier) else { throw .noSuchMedication }
    return medication
  }

  /// A medication; `nil` if it is not on the list.
  func medicationIfAny(
    _ identifier: HealthConceptIdentifier
  ) throws(HealthError) -> StoredMedication? {
    try rows(
      "SELECT id, unit, is_archived, schedule FROM medication WHERE domain = ?1 AND identifier = ?2",
      [identifier.domain.rawValue, identifier.value]
    ) { row in
      StoredMedication(
        place: DosePlace(
          medication: row.integer(0), identifier: identifier, unit: DoseUnit(row.text(1))),
        isArchived: row.flag(2), schedule: row.textIfAny(3))
    }.first
  }

  /// Changes a column of a medication.
  func set(
    _ column: String, _ value: any ColumnValue, of medication: StoredMedication
  ) throws(HealthError) {
    // Waiting queries have to see the change.
    _ = try newRevision()
    try run("UPDATE medication SET \(column) = ?1 WHERE id = ?2", [value, medication.row])
  }

  /// The medications that fulfil a condition on `m`, in the order of adding.
  func medications(
    from table: String = "medication m", where condition: String = "1",
    _ values: [any ColumnValue] = [], limit: Int = -1
  ) throws(HealthError) -> [UserAnnotatedMedication] {
    let codings = try codings()
    return try rows(
      """
      SELECT m.id, m.domain, m.identifier, m.display_text, m.general_form, m.nickname,
        m.is_archived, m.schedule IS NOT NULL
      FROM \(table) WHERE \(condition) ORDER BY m.id LIMIT \(limit)
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
