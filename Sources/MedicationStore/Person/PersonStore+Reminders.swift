// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel
internal import SQLiteDatabase

extension PersonStore {
  /// Notes whether the reminder of a due dose got to the person.
  ///
  /// A dose that waits becomes `notInteracted` or `notificationNotSent`; one that was logged or
  /// snoozed meanwhile stays as it is.
  ///
  /// - Returns: The live event.
  /// - Throws: ``HealthProblem/noSuchSample`` if the event was edited or deleted meanwhile.
  @discardableResult
  public func noteReminder(
    of uuid: SampleUUID, wasDelivered: Bool
  ) throws(HealthError) -> MedicationDoseEvent {
    try change { (transaction) throws(HealthError) in
      guard let found = try transaction.doses(where: "s.uuid = ?1", [SQLiteValue(uuid)]).first
      else { throw HealthError(.noSuchSample) }
      let old = found.event
      let status: LogStatus = wasDelivered ? .notInteracted : .notificationNotSent
      guard old.logStatus.isOpen, old.logStatus != .snoozed, old.logStatus != status else {
        return old
      }
      let event = MedicationDoseEvent(
        uuid: try transaction.newUUID(),
        medicationConceptIdentifier: old.medicationConceptIdentifier,
        scheduleType: old.scheduleType, scheduledDate: old.scheduledDate,
        scheduledDoseQuantity: old.scheduledDoseQuantity, doseQuantity: nil, unit: old.unit,
        logStatus: status, startDate: old.startDate, endDate: old.endDate, source: source,
        device: old.device, metadata: old.metadata)
      try transaction.deleteDose(row: found.row)
      try transaction.insertDose(event, medication: found.medication, slot: found.slot)
      return event
    }
  }
}
