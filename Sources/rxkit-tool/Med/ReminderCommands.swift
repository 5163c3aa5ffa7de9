// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationExchange
import MedicationModel
import MedicationStore

/// The commands about reminders.
enum ReminderCommands {
  private static let command = OptionDefinition.text(
    "--run", "command", "Shell command to run for each due dose.",
    default: "a notification on the desktop, by notify-send")
  private static let calendar = OptionDefinition.file(
    "--ics", "file", "Write a calendar of the next doses instead.")
  private static let once = OptionDefinition.flag(
    "--once", "End when what is due now was reminded of; for a timer of the system.")
  private static let since = OptionDefinition.text(
    "--since", "date", "Remind of all doses that became due since then.",
    default: "those that were not reminded of")

  static let notifications = ToolCommand.med(
    "notifications", "Switch reminders on or off.",
    examples: [("off", "doses become due without a reminder")],
    arguments: [
      ArgumentDefinition(
        "switch", "on or off.",
        value: .oneOf([
          Choice("on", "Due doses are recorded as notInteracted."),
          Choice("off", "Due doses are recorded as notificationNotSent."),
        ]))
    ],
    seeAlso: ["rxkit med due"],
    run: MedStore.opened { store, streams in
      let word = store.invocation.arguments[0]
      try store.person.setNotifications(word == "on")
      try streams.write(Table("notifications", cell: word), as: store.format)
    })

  static let remind = ToolCommand.med(
    "remind", "Remind of each dose when it is due.",
    examples: [
      ("", "notifications on the desktop, until Ctrl-C"),
      ("--run ./remind.sh", "a command of your own"),
      ("--once --since '08:00'", "what became due since then, and end"),
      ("--ics doses.ics", "a calendar of the next 30 days"),
    ],
    options: [command, calendar, MedOptions.days, once, since, CommonOptions.force],
    discussion: "The command finds in its environment RXKIT_TITLE (the medication), RXKIT_TEXT "
      + "(amount and time), RXKIT_DUE (the date) and RXKIT_UUID (the dose). If it ends with "
      + "another code than 0, the dose gets the status notificationNotSent; rxkit med due lists it "
      + "all the same.\n"
      + "After rxkit med notifications off nothing is run. Reminders are printed only with --format, "
      + "with what became of the dose.\n"
      + "notify-send gets medication and amount as arguments, which other users of this computer "
      + "can see while it runs; a command of --run need not show them.\n"
      + "rxkit only reminds while the command runs.",
    seeAlso: ["rxkit med due", "rxkit med snooze"],
    run: { invocation, streams in
      let path = invocation.value(of: calendar)
      let store = try MedStore(invocation, streams, path == nil ? .changing : .reading)
      if let path {
        SystemCalls.makeFilesPrivate()
        let days = try invocation.count(of: MedOptions.days, in: 1...3660) ?? 30
        try streams.writeFile(
          path, DoseCalendar.text(of: store.person, days: days, now: store.now),
          replacing: invocation.isSet(CommonOptions.force))
        streams.messages.note("wrote \(path)")
        if let format = invocation.format {
          try streams.write(Table("file", cell: path), as: format)
        }
        return .done
      }
      // With a fixed clock nothing more becomes due.
      let isOnce =
        invocation.isSet(once) || invocation.value(of: MedOptions.now) != nil
        || streams.environment.now != nil
      var reminders = Reminders(
        store: store, command: invocation.value(of: command),
        since: try store.moment(since, orDay: true))
      while true {
        let table = try reminders.deliver(&streams)
        if let format = invocation.format, isOnce || !table.rows.isEmpty {
          // An array would never end.
          try streams.write(table, as: format == .json && !isOnce ? .ndjson : format)
          try streams.output.flush()
        }
        if isOnce { return reminders.failureCount == 0 ? .done : .incomplete }
        SystemCalls.pause(milliseconds: UInt32(try reminders.secondsToWait()) * 1000)
      }
    })
}

/// Delivers the reminders of a store as they become due.
private struct Reminders {
  let store: MedStore
  let command: String?
  /// Reminders after this are delivered, also those that were before; only the first time.
  var since: Instant?
  var failureCount = 0

  /// Runs the command for each dose whose reminder is due, and returns what became of each.
  mutating func deliver(_ streams: inout Streams) throws -> Table {
    var table = Table(columns: ["medication", "reminder", "uuid", "logStatus"])
    guard try store.person.notifications() else { return table }
    let now = store.now
    let names = try store.names()
    for dose in try store.person.due(since: since) where dose.reminder <= now {
      let event = dose.event
      let isNew = !dose.isReminded && event.logStatus != .notificationNotSent
      guard since.map({ dose.reminder > $0 }) ?? isNew else { continue }
      let time = store.zone.localTime(at: dose.reminder).shortText
      let amount = [(event.scheduledDoseQuantity ?? 1).amountText, event.unit.unitString]
      let isDelivered = SystemCalls.runShell(
        // The command's output is not part of the answer.
        (store.invocation.format == nil ? "" : "exec >&2\n")
          + (command ?? "exec notify-send -- \"$RXKIT_TITLE\" \"$RXKIT_TEXT\""),
        [
          ("RXKIT_TITLE", names[event.medicationConceptIdentifier] ?? ""),
          ("RXKIT_TEXT", "\(amount.joined(separator: " ")), \(time)"),
          ("RXKIT_DUE", store.zone.text(dose.reminder)), ("RXKIT_UUID", event.uuid.description),
        ])
      if !isDelivered {
        failureCount += 1
        streams.messages.warn(
          command == nil
            ? "a reminder was not delivered: no notification by notify-send; try --run"
            : "a reminder was not delivered: the command of --run failed")
      }
      do throws(any Error) {
        let live = try store.person.noteReminder(of: event.uuid, wasDelivered: isDelivered)
        table.append(
          names[live.medicationConceptIdentifier] ?? "", store.text(dose.reminder),
          store.text(live.uuid), live.logStatus.name ?? "\(live.logStatus.rawValue)")
      } catch let error as HealthError where error.isSame(as: .noSuchSample) {
        // The person was faster and logged it.
      }
    }
    since = nil
    return table
  }

  /// How long until the next reminder; at most 20 s, since schedules change meanwhile.
  func secondsToWait() throws -> Int64 {
    let now = store.now
    let soon = now.adding(seconds: 20)
    let slots = try store.person.upcoming(through: soon).map(\.slot.due)
    let snoozed = try store.person.due().map(\.reminder).filter { $0 > now }
    let next = (slots + snoozed).min() ?? soon
    return min(max(next.secondsSince1970 - now.secondsSince1970, 1), 20)
  }
}
