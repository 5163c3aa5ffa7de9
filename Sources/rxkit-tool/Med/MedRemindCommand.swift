// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `rxkit med remind`: waits, and reminds of each dose that becomes due.
struct MedRemindCommand: Command {
  private static let command = OptionDefinition.text(
    "--run", "command", "Shell command to run for each due dose.",
    default: "a notification on the desktop, by notify-send")
  private static let calendar = OptionDefinition.file(
    "--ics", "file", "Write a calendar of the next doses instead.")
  private static let once = OptionDefinition.flag(
    "--once", "End when what is due now was reminded of; for a timer of the system.")
  private static let since = OptionDefinition.text(
    "--since", "date", "Remind also of doses that became due since then.", default: "the present")

  static let definition = CommandDefinition(
    med: "remind", "Remind of each dose when it is due.",
    examples: [
      ("", "notifications on the desktop, until Ctrl-C"),
      ("--run ./remind.sh", "a command of your own"),
      ("--once --since '08:00'", "what became due since then, and end"),
      ("--ics doses.ics", "a calendar of the next 30 days"),
    ],
    options: [command, calendar, MedExportCommand.days, once, since, CommonOptions.force],
    common: MedOptions.all,
    discussion: [
      "The command finds in its environment RXKIT_TITLE (the medication), RXKIT_TEXT (amount and "
        + "time), RXKIT_DUE (the date) and RXKIT_UUID (the dose). If it ends with another code "
        + "than 0, the dose gets the status notificationNotSent; rxkit med due lists it all the same.",
      "notify-send gets medication and amount as arguments, which other users of this computer can "
        + "see while it runs; a command of --run need not show them.",
      "rxkit only reminds while the command runs.",
    ],
    seeAlso: ["rxkit med due", "rxkit med snooze"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    if invocation.value(of: command)?.isEmpty ?? false {
      throw definition.error("empty-value", "empty value of \(command.name), expected a command")
    }
    let store = try MedStore(invocation, streams)
    if let path = invocation.value(of: calendar) {
      let days = try invocation.count(of: MedExportCommand.days, in: 1...3660) ?? 30
      let text = try CommandFailure.health { () throws(HealthError) in
        try store.calendar(days: days)
      }
      try streams.writeFile(path, text, replacing: invocation.isSet(CommonOptions.force))
      streams.messages.note("wrote \(path)")
      return .done
    }
    // With a fixed clock nothing more becomes due.
    let isOnce =
      invocation.isSet(once) || invocation.value(of: MedOptions.now) != nil
      || streams.environment.now != nil
    let start = try store.dates(invocation).moment(since, of: invocation, orDay: true)
    var reminders = Reminders(
      store: store, command: invocation.value(of: command),
      last: start ?? store.made.compactMap(\.scheduledDate).min()?.adding(seconds: -1) ?? store.now)
    while true {
      try reminders.deliver(&streams)
      if isOnce { return reminders.failureCount == 0 ? .done : .incomplete }
      SystemCalls.pause(milliseconds: UInt32(try reminders.secondsToWait()) * 1000)
    }
  }
}

/// Delivers the reminders of a store as they become due.
private struct Reminders {
  let store: MedStore
  let command: String?
  /// Reminders up to here were delivered.
  var last: Instant
  var failureCount = 0

  /// Runs the command for each dose whose reminder is due.
  mutating func deliver(_ streams: inout Streams) throws(CommandFailure) {
    let (person, begin, now) = (store.person, last, store.now)
    let names = try store.names()
    let due = try CommandFailure.health { () throws(HealthError) in
      try person.due(since: begin).filter { $0.reminder > begin && $0.reminder <= now }
    }
    for dose in due {
      let event = dose.event
      let time = store.zone.localTime(at: dose.reminder).shortText
      let amount = [(event.scheduledDoseQuantity ?? 1).amountText, event.unit.unitString]
      let isDelivered = Self.run(
        command ?? "exec notify-send -- \"$RXKIT_TITLE\" \"$RXKIT_TEXT\"",
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
      do throws(HealthError) {
        try person.noteReminder(of: event.uuid, wasDelivered: isDelivered)
      } catch {
        // The person was faster and logged it.
        guard error.isSame(as: .noSuchSample) else {
          throw CommandFailure(error)
        }
      }
    }
    last = max(last, now)
  }

  /// How long until the next reminder; at most 20 s, since schedules change meanwhile.
  func secondsToWait() throws(CommandFailure) -> Int64 {
    let (person, now) = (store.person, store.now)
    let next = try CommandFailure.health { () throws(HealthError) in
      let soon = now.adding(seconds: 20)
      return
        (try person.upcoming(through: soon).map(\.slot.due)
        + person.due().map(\.reminder).filter { $0 > now }).min() ?? soon
    }
    return min(max(next.secondsSince1970 - now.secondsSince1970, 1), 20)
  }

  /// Runs a shell command and returns whether it ended well.
  ///
  /// The variables are in its environment, not in its text: no name can become a command, and no
  /// other user can see one.
  private static func run(_ command: String, _ variables: [(String, String)]) -> Bool {
    // Sound: C strings are passed for the duration of one call, and no other thread runs.
    for (name, value) in variables { unsafe setenv(name, value, 1) }
    return unsafe system(command) == 0
  }
}
