// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationStore

// What people name on a command line: medications, doses, amounts.

extension MedStore {
  /// The medications that can be seen, in the order of adding.
  func medications() throws -> [UserAnnotatedMedication] {
    try UserAnnotatedMedicationQueryDescriptor().medications(in: health)
  }

  /// The medication that a person means; the first argument, if nothing else is named.
  func medication(_ words: String? = nil) throws -> UserAnnotatedMedication {
    let found = try medications().named(words ?? invocation.arguments[0])
    guard let first = found.first else {
      throw CommandFailure(
        .incomplete, "\(HealthErrorCode.errorInvalidArgument)",
        "no such medication is on the list", try: "rxkit med list")
    }
    guard found.count == 1 else {
      throw CommandFailure(
        .usage, "usage.ambiguous", "several medications match",
        details: found.map { "\($0.number)  \($0.medication.label)" },
        try: "its number, or more of its name")
    }
    return first.medication
  }

  /// The names to show, by identifier.
  func names() throws -> [HealthConceptIdentifier: String] {
    Dictionary(try medications().map { ($0.medication.identifier, $0.nameToShow) }) { $1 }
  }

  /// The uuid that a text names: all of it, or the beginning of one event's.
  func uuid(_ text: String) throws -> SampleUUID? {
    if let uuid = SampleUUID(text) { return uuid }
    let start = text.uppercased()
    guard start.utf8.count >= 4, start.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
      return nil
    }
    let found = try SampleQueryDescriptor(predicates: [.medicationDoseEvent()])
      .samples(in: health).map(\.uuid).filter { $0.description.hasPrefix(start) }
    guard found.count < 2 else {
      throw CommandFailure(
        .usage, "usage.ambiguous", "several doses have an id that begins so",
        details: found.map(\.description), try: "more digits of it")
    }
    return found.first
  }

  /// The moment of an option; `nil` if it was not given.
  func moment(_ option: OptionDefinition, orDay: Bool = false) throws -> Instant? {
    guard let text = invocation.value(of: option) else { return nil }
    if orDay, let day = CivilDate(text) { return zone.startOfDay(day) }
    return try dates.moment(text, of: option)
  }

  /// The amount of an option; `nil` if it was not given.
  func amount() throws -> Double? {
    try invocation.value(of: MedOptions.amount)
      .map { try invocation.command.amount($0, of: MedOptions.amount) }
  }
}

extension CommandDefinition {
  /// The amount that a text names.
  func amount(_ text: String, of option: OptionDefinition) throws -> Double {
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    guard isPlain, let number = Double(text), number.isFinite else {
      throw invalid("the amount of \(option.name) is not a number of at least 0, such as 0.5")
    }
    return number
  }
}

/// Reads dates of a command line, local ones by the clocks of a zone.
struct MedDates {
  private let command: CommandDefinition
  private let zone: Zone
  private let today: CivilDate

  /// What help says of dates.
  static let explanation =
    "A date is HH:MM of today, 'YYYY-MM-DD HH:MM', 'yesterday HH:MM', or with an offset "
    + "2026-03-02T08:00:00+01:00; a window may also begin and end with a day, YYYY-MM-DD."

  init(_ command: CommandDefinition, zone: Zone, now: Instant) {
    (self.command, self.zone, today) = (command, zone, zone.day(of: now))
  }

  /// The moment that a text names.
  func moment(_ text: String, of option: OptionDefinition) throws -> Instant {
    if let time = local(text) { return zone.instant(of: time) }
    do throws(InstantError) {
      return try Instant(text)
    } catch {
      // Without the value, which may say when something was taken.
      throw command.invalid("\(option.name): \(error)")
    }
  }

  /// The local time that a text names, also a day or a moment with an offset.
  func localTime(_ text: String, of option: OptionDefinition) throws -> LocalTime {
    if let time = local(text) ?? LocalTime(text) { return time }
    return zone.localTime(at: try moment(text, of: option))
  }

  /// The first time of today.
  var startOfToday: LocalTime { LocalTime(date: today, secondOfDay: 0) }

  /// A time of today, of yesterday, or of a day.
  private func local(_ text: String) -> LocalTime? {
    let words = text.split(separator: " ")
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
}
