// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import Testing

@testable import MedicationExchange

@Suite("Calendars")
struct CalendarTests {
  private func entry(_ summary: String, _ due: String) throws -> DoseCalendar.Entry {
    DoseCalendar.Entry(
      identifier: try HealthConceptIdentifier(value: "a"), summary: summary, due: try Instant(due))
  }

  @Test("RFC 5545: an event with an alarm, lines end with CR LF")
  func event() throws {
    let text = DoseCalendar.text(
      [try entry("Sugar, 1 tablet; a\\b\nc", "2026-03-02T08:00:00.5+01:00")],
      now: try Instant("2026-03-01T00:00:00Z"))
    let lines = text.components(separatedBy: "\r\n")
    #expect(
      lines == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//rxkit//health store//EN", "CALSCALE:GREGORIAN",
        "BEGIN:VEVENT", lines[5], "DTSTAMP:20260301T000000Z", "DTSTART:20260302T070000Z",
        "DURATION:PT5M", #"SUMMARY:Sugar\, 1 tablet\; a\\b\nc"#, "TRANSP:TRANSPARENT",
        "CLASS:PRIVATE", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT0S",
        #"DESCRIPTION:Sugar\, 1 tablet\; a\\b\nc"#, "END:VALARM", "END:VEVENT", "END:VCALENDAR", "",
      ])
    #expect(lines[5].hasPrefix("UID:") && lines[5].hasSuffix("@rxkit"))
  }

  @Test("Lines are folded after 75 bytes, never inside a character")
  func folding() throws {
    for count in 60..<80 {
      let summary = String(repeating: "a", count: count) + String(repeating: "ä😡", count: 40)
      let text = DoseCalendar.text(
        [try entry(summary, "2026-03-02T08:00:00Z")], now: try Instant("2026-03-01T00:00:00Z"))
      for line in text.components(separatedBy: "\r\n") { #expect(line.utf8.count <= 75) }
      #expect(text.replacingOccurrences(of: "\r\n ", with: "").contains("SUMMARY:\(summary)\r\n"))
    }
  }

  @Test("A slot keeps its uid, also when it is snoozed; another has another")
  func uids() throws {
    func uid(_ entry: DoseCalendar.Entry) throws -> String {
      let text = DoseCalendar.text([entry], now: try Instant("2026-03-01T00:00:00Z"))
      return text.components(separatedBy: "\r\n").first { $0.hasPrefix("UID:") } ?? ""
    }
    let first = try entry("A", "2026-03-02T08:00:00Z")
    let snoozed = DoseCalendar.Entry(
      identifier: first.identifier, summary: "B", due: first.due.adding(seconds: 600),
      scheduled: first.due)
    #expect(try uid(first) == uid(snoozed))
    #expect(try uid(first) != uid(entry("A", "2026-03-03T08:00:00Z")))
  }
}
