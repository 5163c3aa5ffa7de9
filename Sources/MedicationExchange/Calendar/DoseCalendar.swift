// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel
public import MedicationStore

// RFC 5545: lines end with CR LF and are folded after 75 bytes, never inside a character;
// texts have backslash, semicolon, comma and line end escaped. An event has the uid of
// its medication and slot, so that a calendar that reads it again changes, not doubles it.

/// A calendar of due doses, with an alarm for each.
public struct DoseCalendar {
  /// One dose in the calendar; `scheduled` is `due` unless it was snoozed.
  struct Entry {
    let identifier: HealthConceptIdentifier
    let summary: String
    let due: Instant
    var scheduled: Instant?
  }

  /// Writes the doses that wait, and those of the next days, as an `.ics` file.
  ///
  /// - Parameters:
  ///   - person: Whose doses they are.
  ///   - days: How far it reaches.
  ///   - now: The moment that the file is made.
  /// - Returns: The text of the file.
  /// - Throws: `HealthError` if the store cannot be read.
  public static func text(
    of person: PersonStore, days: Int, now: Instant
  ) throws(HealthError) -> String {
    let names = Dictionary(
      try person.medications().map { ($0.medication.identifier, $0.nameToShow) }
    ) { $1 }
    func summary(
      _ identifier: HealthConceptIdentifier, _ quantity: Double, _ unit: DoseUnit
    ) -> String {
      let amount = [quantity.amountText, unit.unitString].filter { !$0.isEmpty }
      return "\(names[identifier] ?? ""), \(amount.joined(separator: " "))"
    }
    var entries: [Entry] = []
    for dose in try person.due() {
      let (event, identifier) = (dose.event, dose.event.medicationConceptIdentifier)
      entries.append(
        Entry(
          identifier: identifier,
          summary: summary(identifier, event.scheduledDoseQuantity ?? 1, event.unit),
          due: dose.reminder, scheduled: event.scheduledDate))
    }
    var units: [HealthConceptIdentifier: DoseUnit] = [:]
    for next in try person.upcoming(through: now.adding(seconds: Int64(days) * 86_400)) {
      if units[next.identifier] == nil {
        units[next.identifier] = try person.unit(of: next.identifier)
      }
      let unit = units[next.identifier] ?? DoseUnit("")
      entries.append(
        Entry(
          identifier: next.identifier,
          summary: summary(next.identifier, next.slot.quantity, unit), due: next.slot.due))
    }
    return text(entries, now: now)
  }

  static func text(_ entries: [Entry], now: Instant) -> String {
    var calendar = DoseCalendar()
    calendar.lines([
      ("BEGIN", "VCALENDAR"), ("VERSION", "2.0"), ("PRODID", "-//rxkit//health store//EN"),
      ("CALSCALE", "GREGORIAN"),
    ])
    for entry in entries {
      calendar.lines([
        ("BEGIN", "VEVENT"), ("UID", uid(of: entry)), ("DTSTAMP", moment(now)),
        ("DTSTART", moment(entry.due)), ("DURATION", "PT5M"),
        ("SUMMARY", escaped(entry.summary)), ("TRANSP", "TRANSPARENT"), ("CLASS", "PRIVATE"),
        ("BEGIN", "VALARM"), ("ACTION", "DISPLAY"), ("TRIGGER", "PT0S"),
        ("DESCRIPTION", escaped(entry.summary)), ("END", "VALARM"), ("END", "VEVENT"),
      ])
    }
    calendar.lines([("END", "VCALENDAR")])
    return String(decoding: calendar.bytes, as: UTF8.self)
  }

  private var bytes: [UInt8] = []

  private mutating func lines(_ lines: [(name: String, value: String)]) {
    for (name, value) in lines {
      var count = 0
      for character in "\(name):\(value)".unicodeScalars {
        let scalar = Array(String(character).utf8)
        if count + scalar.count > 75 {
          bytes += Array("\r\n ".utf8)
          count = 1
        }
        bytes += scalar
        count += scalar.count
      }
      bytes += Array("\r\n".utf8)
    }
  }

  private static func uid(of entry: Entry) -> String {
    let uuid = SampleUUID(
      ofContent: [
        entry.identifier.domain.rawValue, entry.identifier.value,
        (entry.scheduled ?? entry.due).text(),
      ])
    return "\(uuid)@rxkit".lowercased()
  }

  /// `20260302T070000Z`; a calendar has no fractions of seconds.
  private static func moment(_ instant: Instant) -> String {
    let text = Instant(secondsSince1970: instant.secondsSince1970).text()
    return text.filter { $0 != "-" && $0 != ":" }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",": escaped.append(contentsOf: ["\\", scalar])
      case "\n": escaped.append(contentsOf: ["\\", "n"])
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
