// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import MedicationExchange
import MedicationModel
import MedicationStore

/// `rxkit med export`: what is in the store, for other programs.
struct MedExportCommand: Command {
  /// The forms of an export.
  private enum Form: String, CaseIterable {
    case json, fhir, csv, ics
    case fhirR5 = "fhir-r5"

    var explanation: String {
      switch self {
      case .json: "a backup, which rxkit med import restores to the same store"
      case .fhir: "a Bundle of FHIR R4"
      case .fhirR5: "a Bundle of FHIR R5"
      case .csv: "three tables in a folder, or one with --table"
      case .ics: "a calendar of the doses of the next days"
      }
    }
  }

  private static let form = OptionDefinition.choice(
    "--format", "format", "What to write.",
    Form.allCases.map { Choice($0.rawValue, $0.explanation) }, default: "json"
  ).short("f")
  private static let table = OptionDefinition.choice(
    "--table", "table", "One table instead of a folder with all.",
    StoreTables.allCases.map { Choice($0.rawValue, "the \($0.rawValue)") })
  static let days = OptionDefinition.count(
    "--days", "count", "How many days the calendar reaches ahead.", default: "30")

  static let definition = CommandDefinition(
    med: "export", "Write medications, doses and symptoms as a backup, FHIR, tables or a calendar.",
    examples: [
      ("-o backup.json", "everything, to be restored"),
      ("--format fhir -o record.json", "for a health record"),
      ("--format csv -o diary", "a folder with three tables"),
      ("--format csv --table doses", "one table"),
      ("--format ics -o doses.ics", "the next 30 days, for a calendar"),
    ],
    options: [form, table, days, CommonOptions.output, CommonOptions.force], common: MedOptions.all,
    discussion: [
      "An export is as private as the store, and not encrypted. The same store gives the same "
        + "bytes. A file or folder appears whole under its name or not at all."
    ],
    seeAlso: ["rxkit med import", "rxkit med remind"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let form = invocation.value(of: form).flatMap { Form(rawValue: $0) } ?? .json
    let one = invocation.value(of: table).flatMap { StoreTables(rawValue: $0) }
    guard one == nil || form == .csv else {
      throw definition.error("option", "--table requires --format csv")
    }
    let ahead = try invocation.count(of: days, in: 1...3660) ?? 30
    let store = try MedStore(invocation, streams)
    if form == .csv, one == nil {
      guard let path = invocation.value(of: CommonOptions.output), path != "-" else {
        throw definition.error(
          "output", "--format csv writes a folder: --output or --table is missing")
      }
      try writeFolder(path, replacing: invocation.isSet(CommonOptions.force), store, streams)
      streams.messages.note("wrote \(path)")
      return .done
    }
    let bytes: [UInt8] = try CommandFailure.health { () throws(HealthError) in
      switch form {
      case .json: return try store.database.backup() + [0x0A]
      case .fhir, .fhirR5:
        return FHIRBundleWriter.bundle(
          of: try store.person.contents(), version: form == .fhir ? .r4 : .r5, zone: store.zone)
      case .csv:
        let table = (one ?? .doses).table(of: try store.person.contents(), zone: store.zone)
        return Array(table.csv().utf8)
      case .ics: return Array(try store.calendar(days: ahead).utf8)
      }
    }
    return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      try streams.output.write(bytes)
      return .done
    }
  }

  private static func writeFolder(
    _ path: String, replacing: Bool, _ store: MedStore, _ streams: borrowing Streams
  ) throws(CommandFailure) {
    let contents = try CommandFailure.health { () throws(HealthError) in
      try store.person.contents()
    }
    let folder = try AtomicFolder(
      path, holding: StoreTables.allCases.map { "\($0.rawValue).csv" }, replacing: replacing)
    let sources = streams.sources
    for table in StoreTables.allCases {
      let name = "\(table.rawValue).csv"
      try folder.write(name) { (descriptor) throws(CommandFailure) in
        var writer = OutputWriter(descriptor: descriptor, name: name, from: sources)
        try writer.write(table.table(of: contents, zone: store.zone).csv())
        try writer.flush()
      }
    }
    try folder.commit(from: sources)
  }
}

extension MedStore {
  /// The calendar of the doses that wait, and of those of the next days.
  func calendar(days: Int) throws(HealthError) -> String {
    let names = Dictionary(
      try person.medications().map { ($0.medication.identifier, $0.nameToShow) }
    ) { $1 }
    func entry(
      _ identifier: HealthConceptIdentifier, _ quantity: Double, _ unit: DoseUnit, _ due: Instant,
      _ scheduled: Instant? = nil
    ) -> DoseCalendar.Entry {
      let amount = [quantity.amountText, unit.unitString].filter { !$0.isEmpty }
      return DoseCalendar.Entry(
        identifier: identifier,
        summary: "\(names[identifier] ?? ""), \(amount.joined(separator: " "))", due: due,
        scheduled: scheduled)
    }
    let waiting = try person.due().map { dose in
      entry(
        dose.event.medicationConceptIdentifier, dose.event.scheduledDoseQuantity ?? 1,
        dose.event.unit, dose.reminder, dose.event.scheduledDate)
    }
    let next = try person.upcoming(through: now.adding(seconds: Int64(days) * 86_400))
    let units = Dictionary(
      try Set(next.map(\.identifier)).map { (identifier) throws(HealthError) in
        (identifier, try person.unit(of: identifier))
      }
    ) { $1 }
    let coming = next.map {
      entry($0.identifier, $0.slot.quantity, units[$0.identifier] ?? DoseUnit(""), $0.slot.due)
    }
    return DoseCalendar.text(waiting + coming, now: now)
  }
}
