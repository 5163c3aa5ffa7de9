// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationStore

/// `rxkit med schedule`: when a medication is to be taken.
struct MedScheduleCommand: MedCommand {
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

  static let definition = CommandDefinition(
    med: "schedule", "Set when a medication is to be taken, or that it is taken as needed.",
    examples: [
      ("metformin --at 08:00,20:00", "twice a day"),
      ("2 --at 09:00=0.5 --weekdays mon,thu", "half a tablet, two days"),
      ("prednisone --at 08:00=4 --until 2026-03-09", "a taper, and …"),
      ("prednisone --add --at 08:00=2 --from 2026-03-09", "… its next step"),
      ("ibuprofen --as-needed", "no reminders"),
    ],
    arguments: [MedStore.naming],
    options: [at, every, weekdays, cycle, monthDay, from, until, add, asNeeded, none],
    discussion: [
      "A new schedule counts for doses that become due from now on; earlier ones stay as they are. "
        + "Times follow the clocks of where you are, also after a change of clocks or a flight."
    ],
    seeAlso: ["rxkit med due", "rxkit med show"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    let isNone = invocation.isSet(asNeeded) || invocation.isSet(none)
    let others = [at, every, weekdays, cycle, monthDay, from, until, add].filter(invocation.isSet)
    if isNone, let other = others.first {
      throw definition.error(
        "conflicting-options", "\(none.name) and \(other.name) exclude each other")
    }
    guard isNone || invocation.isSet(at) else {
      throw definition.error(
        "missing-option", "missing option \(at.name), or \(asNeeded.name) for no schedule")
    }
    let identifier = try store.medication(invocation.arguments[0]).medication.identifier
    let part = isNone ? nil : try part(invocation, store.dates(invocation))
    let old = invocation.isSet(add) ? try store.person.schedule(of: identifier) : nil
    try store.person.setSchedule(
      part.map { try Schedule(parts: (old?.parts ?? []) + [$0], zoneName: old?.zoneName) },
      for: identifier)
    try store.print(
      try store.medications().filter { $0.medication.identifier == identifier }, &streams)
  }

  private static func part(
    _ invocation: Invocation, _ dates: MedDates
  ) throws -> SchedulePart {
    let start = try invocation.value(of: from)
      .map { text in try dates.localTime(text, of: from) }
    let end = try invocation.value(of: until)
      .map { text in try dates.localTime(text, of: until) }
    return try part(
      invocation.values(of: at).joined(separator: ","), try days(invocation),
      from: start ?? dates.startOfToday, until: end)
  }

  /// Times of every day from today on.
  static func part(_ times: String, _ store: MedStore) throws -> SchedulePart {
    let dates = MedDates(definition, zone: store.zone, now: store.now)
    return try part(times, .everyDay, from: dates.startOfToday)
  }

  private static func part(
    _ times: String, _ days: ScheduleDays, from start: LocalTime, until end: LocalTime? = nil
  ) throws -> SchedulePart {
    let times = try times.split(separator: ",")
      .map { word in try time(String(word)) }
    return try SchedulePart(times: times, days: days, start: start, end: end)
  }

  /// `HH:MM` or `HH:MM=AMOUNT`.
  private static func time(_ word: String) throws -> DoseTime {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let minute = DoseTime.minuteOfDay(String(parts[0])) else {
      throw definition.invalid("\(at.name): not a time of day, expected HH:MM or HH:MM=AMOUNT")
    }
    guard parts.count == 2 else { return DoseTime(minuteOfDay: minute) }
    return DoseTime(
      minuteOfDay: minute, quantity: try MedLogOptions.amount(String(parts[1]), at, definition))
  }

  private static func days(_ invocation: Invocation) throws -> ScheduleDays {
    let given = [every, weekdays, cycle, monthDay].filter(invocation.isSet)
    guard given.count < 2 else {
      throw definition.error(
        "conflicting-options",
        "\(given.map(\.name).joined(separator: " and ")) exclude each other")
    }
    if let count = try invocation.count(of: every, in: 1...3650) { return .everyDays(count) }
    if let day = try invocation.count(of: monthDay, in: 1...31) { return .dayOfMonth(day) }
    if invocation.isSet(weekdays) {
      let words = try invocation.words(of: weekdays, among: Weekday.allCases.map(\.rawValue)) {
        String($0.lowercased().prefix(3))
      }
      return .weekdays(Set(words.compactMap { Weekday(rawValue: $0) }))
    }
    guard let text = invocation.value(of: cycle) else { return .everyDay }
    let counts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard counts.count == 2, let on = counts[0], let off = counts[1] else {
      throw definition.invalid(
        "\(cycle.name): not two numbers of days, expected ON/OFF such as 21/7")
    }
    return .cycle(on: on, off: off)
  }
}
