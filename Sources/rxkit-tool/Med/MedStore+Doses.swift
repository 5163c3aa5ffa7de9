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
    try print(events, &streams) { () throws(CommandFailure) in
      try table(events, reminders: reminders)
    } json: { event, json in
      json.object { json in
        event.writeMembers(to: &json, in: zone)
        if let reminders { json.member("reminder", reminders[event.uuid].map(zone.text)) }
      }
    }
  }

  /// Prints values as JSON, or else a table of them.
  func print<Value>(
    _ values: [Value], _ streams: inout Streams, table: () throws(CommandFailure) -> Table,
    json write: (Value, inout JSONWriter) -> Void
  ) throws(CommandFailure) {
    guard format == .json || format == .ndjson else {
      try streams.write(try table(), as: format)
      // Notes for a person come after it.
      return try streams.output.flush()
    }
    var sequence = JSONSequence(format)
    for value in values { try sequence.write(&streams) { write(value, &$0) } }
    try sequence.finish(&streams)
  }

  /// Dose events as rows.
  func table(
    _ events: [MedicationDoseEvent], reminders: [SampleUUID: Instant]? = nil
  ) throws(CommandFailure) -> Table {
    let names = try names()
    // Of doses that wait, people know from the time when they were scheduled.
    let last =
      reminders == nil ? ["scheduled"] : isForPeople ? ["reminder"] : ["scheduled", "reminder"]
    var table = Table(columns: ["time", "status", "medication", "amount"] + last + ["id"])
    for event in events {
      let reminder = reminders?[event.uuid].map {
        isForPeople ? String(text($0).suffix(5)) : text($0)
      }
      let dates = ["scheduled": event.scheduledDate.map(text), "reminder": reminder]
      table.append(
        [
          text(event.startDate), event.logStatus.name ?? String(event.logStatus.rawValue),
          names[event.medicationConceptIdentifier], event.amountText,
        ] + last.map { dates[$0] ?? nil } + [text(event.uuid)])
    }
    return table
  }

  /// A moment in a table: local and to the minute for people, whole for programs.
  func text(_ date: Instant) -> String {
    guard isForPeople else { return zone.text(date) }
    return zone.localTime(at: date).minuteText
  }

  /// A uuid in a table: its first digits for people, whole for programs.
  func text(_ uuid: SampleUUID) -> String {
    isForPeople ? String(uuid.description.prefix(8)) : uuid.description
  }

  var isForPeople: Bool { format == .table || format == .markdown }
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
