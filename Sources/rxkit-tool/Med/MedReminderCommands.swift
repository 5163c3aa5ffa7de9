// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationStore

/// `rxkit med due`: what waits for the person.
struct MedDueCommand: MedCommand {
  static let definition = CommandDefinition(
    med: "due", "List doses that are due and not yet answered.",
    examples: [
      ("", "today's doses, and what comes next"),
      ("--format ndjson", "for a script"),
    ],
    discussion: [
      "Lists doses of today and of the last six hours, and snoozed ones. For older ones that were "
        + "never answered: rxkit med doses --status notInteracted."
    ],
    seeAlso: ["rxkit med take", "rxkit med skip", "rxkit med snooze"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    let (zone, now) = (store.zone, store.now)
    let due = try store.person.due()
    let reminders = Dictionary(due.map { ($0.event.uuid, $0.reminder) }) { $1 }
    try store.print(due.map(\.event), reminders: reminders, &streams)
    guard store.format == .table else { return }
    if due.isEmpty { streams.messages.note("nothing is due") }
    let tomorrow = zone.startOfDay(zone.day(of: now).adding(days: 2))
    if let coming = try store.person.upcoming(through: tomorrow).first {
      let name = try store.names()[coming.identifier] ?? ""
      streams.messages.note(
        "next: \(store.dates(invocation).shortText(coming.slot.due))  "
          + "\(DisplayText.printable(name)), \(coming.slot.quantity.amountText)")
    }
  }
}

/// `rxkit med sweep`: the events of doses that have become due.
struct MedSweepCommand: MedCommand {
  static let definition = CommandDefinition(
    med: "sweep", "Record the scheduled doses that have become due, and list them.",
    examples: [("", "since the last command")],
    discussion: ["Every other command does this first; none of its doses is lost without it."],
    seeAlso: ["rxkit med due"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    try store.print(store.made, &streams)
  }
}

/// `rxkit med notifications`: whether reminders can be delivered.
struct MedNotificationsCommand: MedCommand {
  static let definition = CommandDefinition(
    med: "notifications", "Switch reminders on or off.",
    examples: [("off", "doses become due without a reminder")],
    arguments: [
      ArgumentDefinition(
        "switch", "on or off.",
        value: .oneOf([
          Choice("on", "Due doses are recorded as notInteracted."),
          Choice("off", "Due doses are recorded as notificationNotSent."),
        ]))
    ],
    seeAlso: ["rxkit med due"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    try store.person.setNotifications(invocation.arguments[0] == "on")
    var table = Table("notifications")
    table.append([invocation.arguments[0]])
    try streams.write(table, as: store.format)
  }
}
