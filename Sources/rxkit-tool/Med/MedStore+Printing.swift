// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationResolver
import MedicationStore

extension MedStore {
  var isForPeople: Bool { format == .table || format == .markdown }

  /// A moment in a table: local and to the minute for people, whole for programs.
  func text(_ date: Instant) -> String { isForPeople ? shortText(date) : zone.text(date) }

  /// A moment as tables for people show it.
  func shortText(_ date: Instant) -> String { zone.localTime(at: date).minuteText }

  /// A uuid in a table: its first digits for people, whole for programs.
  func text(_ uuid: SampleUUID) -> String {
    isForPeople ? String(uuid.description.prefix(8)) : uuid.description
  }

  /// Prints values as JSON, or else a table of them.
  func print<Value>(
    _ values: [Value], _ streams: inout Streams, table: () throws -> Table,
    json write: (Value, inout JSONWriter) -> Void
  ) throws {
    guard format == .json || format == .ndjson else {
      try streams.write(try table(), as: format)
      // Notes for a person come after it.
      return try streams.output.flush()
    }
    var sequence = JSONSequence(format)
    for value in values { try sequence.write(&streams) { write(value, &$0) } }
    try sequence.finish(&streams)
  }

  /// Prints dose events in the chosen form; those that wait with the time of their reminder.
  func print(
    _ events: [MedicationDoseEvent], reminders: [SampleUUID: Instant]? = nil,
    _ streams: inout Streams
  ) throws {
    try print(events, &streams) {
      try table(events, reminders: reminders)
    } json: { event, json in
      json.object { json in
        event.writeMembers(to: &json, in: zone)
        if let reminders { json.member("reminder", reminders[event.uuid].map(zone.text)) }
      }
    }
  }

  /// Dose events as rows.
  func table(
    _ events: [MedicationDoseEvent], reminders: [SampleUUID: Instant]? = nil
  ) throws -> Table {
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

  /// Prints medications in the chosen form.
  func print(_ shown: [UserAnnotatedMedication], _ streams: inout Streams) throws {
    let all = try medications()
    try print(shown, &streams) {
      var table = Table(
        "number", "name", "medication", "form", "schedule", "archived", numbers: ["number"])
      for medication in shown {
        let concept = medication.medication
        let number = all.firstIndex { $0.medication.identifier == concept.identifier }
        table.append(
          number.map { "\($0 + 1)" }, medication.nameToShow, String(concept.trimmedDisplayText),
          concept.generalForm.rawValue, try schedule(of: medication),
          medication.isArchived ? "yes" : "no")
      }
      return table
    } json: { medication, json in
      medication.write(to: &json)
    }
  }

  /// The schedule in words; apps cannot read more than whether there is one.
  private func schedule(of medication: UserAnnotatedMedication) throws -> String {
    guard medication.hasSchedule else { return "as needed" }
    guard isOwner else { return "scheduled" }
    guard !unreadable.contains(medication.medication.identifier) else { return "cannot be read" }
    return try person.schedule(of: medication.medication.identifier)?.description ?? "as needed"
  }

  /// Changes the medication of the first argument, and prints it as it is then.
  func change(_ streams: inout Streams, _ body: (HealthConceptIdentifier) throws -> Void) throws {
    let identifier = try medication().medication.identifier
    try body(identifier)
    try print(try medications().filter { $0.medication.identifier == identifier }, &streams)
  }
}

extension UserAnnotatedMedication {
  /// Nickname and name.
  var label: String {
    let name = String(medication.trimmedDisplayText)
    let nickname = nameToShow == name ? name : "\(nameToShow) (\(name))"
    return DisplayText.printable(nickname + (isArchived ? ", archived" : ""))
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
