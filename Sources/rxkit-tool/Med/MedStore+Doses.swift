// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationStore

extension MedStore {
  /// Prints dose events in the chosen form; those that wait with the time of their reminder.
  func print(
    _ events: [MedicationDoseEvent], reminders: [SampleUUID: Instant]? = nil,
    _ streams: inout Streams
  ) throws(CommandFailure) {
    guard format == .json || format == .ndjson else {
      return try streams.write(try table(events, reminders: reminders), as: format)
    }
    var sequence = JSONSequence(format)
    for event in events {
      try sequence.write(&streams) { json in
        json.object { json in
          event.writeMembers(to: &json, in: zone)
          if let reminders { json.member("reminder", reminders[event.uuid].map(zone.text)) }
        }
      }
    }
    try sequence.finish(&streams)
  }

  /// Dose events as rows: short for people, whole for programs.
  func table(
    _ events: [MedicationDoseEvent], reminders: [SampleUUID: Instant]? = nil
  ) throws(CommandFailure) -> Table {
    let names = try names()
    let isShort = format == .table || format == .markdown
    let dates = MedDates(MedListCommand.definition, zone: zone, now: now)
    func text(_ date: Instant) -> String {
      isShort ? dates.shortText(date) : zone.text(date)
    }
    let ends = reminders == nil ? [] : ["reminder"]
    var table = Table(
      columns: isShort
        ? ["time", "status", "medication", "amount", "scheduled"] + ends + ["id"]
        : [
          "startDate", "logStatus", "medication", "medicationConceptIdentifier", "doseQuantity",
          "unit", "scheduledDate", "scheduledDoseQuantity",
        ] + ends + ["uuid"])
    for event in events {
      let identifier = event.medicationConceptIdentifier
      let reminder = reminders.map { [$0[event.uuid].map(text)] } ?? []
      let status = event.logStatus.name ?? String(event.logStatus.rawValue)
      if isShort {
        table.append(
          [
            text(event.startDate), status, names[identifier], event.amountText,
            event.scheduledDate.map(text),
          ] + reminder + [String(event.uuid.description.prefix(8))])
      } else {
        table.append(
          [
            text(event.startDate), status, names[identifier], identifier.value,
            event.doseQuantity?.amountText, event.unit.unitString, event.scheduledDate.map(text),
            event.scheduledDoseQuantity?.amountText,
          ] + reminder + [event.uuid.description])
      }
    }
    return table
  }
}

extension MedicationDoseEvent {
  /// What was taken of what was planned, with the unit.
  var amountText: String {
    let unit = DisplayText.printable(unit.unitString)
    guard let doseQuantity else {
      return scheduledDoseQuantity.map { "(\($0.amountText) \(unit))" } ?? ""
    }
    let planned = scheduledDoseQuantity.map { $0 == doseQuantity ? "" : " of \($0.amountText)" }
    return "\(doseQuantity.amountText)\(planned ?? "") \(unit)"
  }
}
