// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

// RFC 5545: lines end with CR LF and are folded after 75 bytes, never inside a character;
// texts have backslash, semicolon, comma and line end escaped. An event has the uid of
// its medication and slot, so that a calendar that reads it again changes, not doubles it.

/// A calendar of due doses, with an alarm for each.
public struct DoseCalendar {
  /// One dose in the calendar.
  public struct Entry: Sendable, Hashable {
    /// The medication.
    public let identifier: HealthConceptIdentifier
    /// What the calendar calls it.
    public let summary: String
    /// When it is due.
    public let due: Instant
    /// When it was to be taken; the same also for a snoozed dose.
    public let scheduled: Instant

    /// Makes an entry; `scheduled` is `due` unless it was snoozed.
    public init(
      identifier: HealthConceptIdentifier, summary: String, due: Instant, scheduled: Instant? = nil
    ) {
      (self.identifier, self.summary) = (identifier, summary)
      (self.due, self.scheduled) = (due, scheduled ?? due)
    }
  }

  /// Returns an `.ics` file.
  ///
  /// - Parameters:
  ///   - entries: The doses.
  ///   - now: The moment that the file is made.
  public static func text(_ entries: [Entry], now: Instant) -> String {
    var calendar = DoseCalendar()
    calendar.line("BEGIN", "VCALENDAR")
    calendar.line("VERSION", "2.0")
    calendar.line("PRODID", "-//rxkit//health store//EN")
    calendar.line("CALSCALE", "GREGORIAN")
    for entry in entries {
      calendar.line("BEGIN", "VEVENT")
      calendar.line("UID", Self.uid(of: entry))
      calendar.line("DTSTAMP", Self.moment(now))
      calendar.line("DTSTART", Self.moment(entry.due))
      calendar.line("DURATION", "PT5M")
      calendar.line("SUMMARY", Self.escaped(entry.summary))
      calendar.line("TRANSP", "TRANSPARENT")
      calendar.line("CLASS", "PRIVATE")
      calendar.line("BEGIN", "VALARM")
      calendar.line("ACTION", "DISPLAY")
      calendar.line("TRIGGER", "PT0S")
      calendar.line("DESCRIPTION", Self.escaped(entry.summary))
      calendar.line("END", "VALARM")
      calendar.line("END", "VEVENT")
    }
    calendar.line("END", "VCALENDAR")
    return String(decoding: calendar.bytes, as: UTF8.self)
  }

  private var bytes: [UInt8] = []

  private mutating func line(_ name: String, _ value: String) {
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

  private static func uid(of entry: Entry) -> String {
    let uuid = SampleUUID(
      ofContent: [entry.identifier.domain.rawValue, entry.identifier.value, entry.scheduled.text()])
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
