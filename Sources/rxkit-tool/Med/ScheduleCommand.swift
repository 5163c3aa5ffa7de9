// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationStore

/// `rxkit med schedule`: when a medication is to be taken.
enum ScheduleCommand {
  private static let at = OptionDefinition.text(
    "--at", "times", "Times of day, with amounts other than 1: 08:00,20:00=2."
  ).repeatable()
  private static let every = OptionDefinition.count(
    "--every", "days", "Every n days, counted from the first day.", default: "1")
  private static let weekdays = OptionDefinition.text(
    "--weekdays", "days", "On days of the week: mon,thu.")
  private static let cycle = OptionDefinition.text(
    "--cycle", "on/off", "Days with doses and days without, repeated: 21/7.")
  private static let monthDay = OptionDefinition.count(
    "--monthday", "day", "On this day of the month, or the last one of a shorter month.")
  private static let from = OptionDefinition.text(
    "--from", "date", "The first day.", default: "today")
  private static let until = OptionDefinition.text(
    "--until", "date", "The first day without doses.")
  private static let add = OptionDefinition.flag(
    "--add", "Add to the schedule instead of replacing it: a taper, or other times on other days.")
  private static let asNeeded = OptionDefinition.flag(
    "--as-needed", "No schedule: taken as needed.")
  private static let none = OptionDefinition.flag("--none", "As --as-needed.")

  static let schedule = ToolCommand.med(
    "schedule", "Set when a medication is to be taken, or that it is taken as needed.",
    examples: [
      ("metformin --at 08:00,20:00", "twice a day"),
      ("2 --at 09:00=0.5 --weekdays mon,thu", "half a tablet, two days"),
      ("prednisone --at 08:00=4 --until 2026-03-09", "a taper, and …"),
      ("prednisone --add --at 08:00=2 --from 2026-03-09", "… its next step"),
      ("ibuprofen --as-needed", "no reminders"),
    ],
    arguments: [MedOptions.medication],
    options: [at, every, weekdays, cycle, monthDay, from, until, add, asNeeded, none],
    discussion: "A new schedule counts for doses that become due from now on; earlier ones stay as "
      + "they are. Times are local times, also after a clock change or a "
      + "flight. A time of today whose dose was logged already is not due again today.",
    seeAlso: ["rxkit med due", "rxkit med show"],
    run: MedStore.opened { store, streams in
      let invocation = store.invocation
      let isNone = invocation.isSet(asNeeded) || invocation.isSet(none)
      let others = [at, every, weekdays, cycle, monthDay, from, until, add].filter(invocation.isSet)
      if isNone, let other = others.first {
        throw invocation.command.error(
          "conflicting-options", "\(none.name) and \(other.name) exclude each other")
      }
      guard isNone || invocation.isSet(at) else {
        throw invocation.command.error(
          "missing-option", "missing option \(at.name), or \(asNeeded.name) for no schedule")
      }
      try store.change(&streams) { identifier in
        let part = isNone ? nil : try part(invocation, store.dates)
        let old = invocation.isSet(add) ? try store.person.schedule(of: identifier) : nil
        try store.person.setSchedule(
          part.map { try Schedule(parts: (old?.parts ?? []) + [$0], zoneName: old?.zoneName) },
          for: identifier)
      }
      guard !isNone, store.format == .table else { return }
      let next = try store.person.next(of: store.medication().medication.identifier)
      streams.messages.note("next dose: \(next.map { store.shortText($0.due) } ?? "none")")
    })

  private static func part(_ invocation: Invocation, _ dates: MedDates) throws -> SchedulePart {
    func date(_ option: OptionDefinition) throws -> LocalTime? {
      try invocation.value(of: option).map { try dates.localTime($0, of: option) }
    }
    let (start, end) = (try date(from), try date(until))
    return try SchedulePart(
      times: times(invocation.values(of: at).joined(separator: ","), of: invocation.command),
      days: days(invocation), start: start ?? dates.startOfToday, end: end)
  }

  /// Reads `HH:MM` or `HH:MM=AMOUNT`, as often as wanted, with commas between.
  static func times(_ text: String, of command: CommandDefinition) throws -> [DoseTime] {
    try text.split(separator: ",").map { word in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let minute = DoseTime.minuteOfDay(String(parts[0])) else {
        throw command.invalid("\(at.name): not a time of day, expected HH:MM or HH:MM=AMOUNT")
      }
      guard parts.count == 2 else { return DoseTime(minuteOfDay: minute) }
      return DoseTime(
        minuteOfDay: minute, quantity: try command.amount(String(parts[1]), of: at))
    }
  }

  private static func days(_ invocation: Invocation) throws -> ScheduleDays {
    let given = [every, weekdays, cycle, monthDay].filter(invocation.isSet)
    guard given.count < 2 else {
      throw invocation.command.error(
        "conflicting-options",
        "\(given.map(\.name).joined(separator: " and ")) exclude each other")
    }
    // The store rejects values out of range.
    if let text = invocation.value(of: every) { return .everyDays(Int(text) ?? 0) }
    if let text = invocation.value(of: monthDay) { return .dayOfMonth(Int(text) ?? 0) }
    if invocation.isSet(weekdays) {
      let days = try invocation.list(of: weekdays).map { word in
        let day = Weekday.allCases.first {
          word.count >= 3 && "\($0)".hasPrefix(word.lowercased())
        }
        guard let day else {
          throw invocation.command.invalid(
            "\(weekdays.name): not a day of the week, expected mon,tue,…")
        }
        return day
      }
      return .weekdays(Set(days))
    }
    guard let text = invocation.value(of: cycle) else { return .everyDay }
    let counts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard counts.count == 2, let on = counts[0], let off = counts[1] else {
      throw invocation.command.invalid(
        "\(cycle.name): not two numbers of days, expected ON/OFF such as 21/7")
    }
    return .cycle(on: on, off: off)
  }
}
