// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationStore

/// Reads dates of a command line, local ones by the clocks of a zone.
struct MedDates {
  private let command: CommandDefinition
  let zone: Zone
  let now: Instant

  /// What help says of dates.
  static let explanation =
    "A date is HH:MM of today, 'YYYY-MM-DD HH:MM', 'yesterday HH:MM', or with an offset "
    + "2026-03-02T08:00:00+01:00; a window may also begin and end with a day, YYYY-MM-DD."

  init(_ command: CommandDefinition, zone: Zone, now: Instant) {
    (self.command, self.zone, self.now) = (command, zone, now)
  }

  /// The moment that the value of an option names; `nil` if it was not given.
  func moment(
    _ option: OptionDefinition, of invocation: Invocation, orDay: Bool = false
  ) throws(CommandFailure) -> Instant? {
    guard let text = invocation.value(of: option) else { return nil }
    if orDay, let day = CivilDate(text) { return zone.startOfDay(day) }
    return try moment(text, of: option)
  }

  /// The moment that a text names.
  func moment(_ text: String, of option: OptionDefinition) throws(CommandFailure) -> Instant {
    if let time = local(text) { return zone.instant(of: time) }
    do throws(InstantError) {
      return try Instant(text)
    } catch {
      // Without the value, which may say when something was taken.
      throw command.invalid("\(option.name): \(error)")
    }
  }

  /// The local time that a text names, also a day or a moment with an offset.
  func localTime(_ text: String, of option: OptionDefinition) throws(CommandFailure) -> LocalTime {
    if let time = local(text) ?? LocalTime(text) { return time }
    return zone.localTime(at: try moment(text, of: option))
  }

  /// The first time of today.
  var startOfToday: LocalTime { LocalTime(date: zone.day(of: now), secondOfDay: 0) }

  /// A time of today, of yesterday, or of a day.
  private func local(_ text: String) -> LocalTime? {
    let words = text.split(separator: " ")
    let today = zone.day(of: now)
    guard let last = words.last, let minute = DoseTime.minuteOfDay(String(last)) else { return nil }
    let day: CivilDate? =
      switch words.count {
      case 1: today
      case 2 where words[0] == "yesterday": today.adding(days: -1)
      case 2: CivilDate(words[0])
      default: nil
      }
    return day.map { LocalTime(date: $0, secondOfDay: minute * 60) }
  }

  /// A moment as tables for people show it.
  func shortText(_ instant: Instant) -> String {
    zone.localTime(at: instant).minuteText
  }
}
