// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import MedicationModel
import Testing
import TestSupport

@testable import MedicationExchange
@testable import MedicationStore

@Suite("Backups of MedTimer")
struct MedTimerTests {
  private static func medicine(_ reminder: String, name: String = "A") -> String {
    #"{"version":9,"list":[{"medicine":{"name":"\#(name)"},"reminders":[\#(reminder)]}]}"#
  }

  @Test(
    "Reminders become parts of a schedule, or are listed", arguments: FixtureRows.pairs("reminders")
  )
  func schedules(_ members: String, _ expected: String) throws {
    let diary = try Diary()
    let report = try diary.take(Self.medicine("{\(members)}"))
    let schedule = try diary.person.contents().medications.first?.schedule
    #expect(schedule?.description ?? "" == expected)
    #expect(report.counts[.medication]?.added == 1)
    #expect(report.remarks.count == (expected.isEmpty ? 1 : 0))
  }

  @Test(
    "S1 S12 A schedule of a medication that is there already is reported, unless it is the same")
  func alreadyThere() throws {
    let diary = try Diary()
    func reminder(_ minutes: Int, _ amount: String = "1") -> String {
      #"{"timeInMinutes":\#(minutes),"amount":"\#(amount)"}"#
    }
    let two = Self.medicine(reminder(480)).dropLast(2)
    let report = try diary.take(
      String(two) + #",{"medicine":{"name":"A"},"reminders":[\#(reminder(1200, "0.5"))]}]}"#)
    #expect(report.counts[.medication]?.added == 1 && report.counts[.medication]?.alreadyThere == 1)
    #expect(report.remarks.map(\.place) == ["list[1]"])
    #expect(report.remarks.first?.reason == StoreImport.Difference.schedule.rawValue)
    #expect(try diary.take(Self.medicine(reminder(480))).remarks.isEmpty, "the same again")
    #expect(try diary.take(Self.medicine("")).remarks.isEmpty, "none to be set")
    #expect(try diary.take(Self.medicine(reminder(480, "2"))).remarks.count == 1)
    let identifier = HealthConceptIdentifier.mint(displayText: "A", codings: [])
    try diary.person.setArchived(true, for: identifier)
    let archived = try diary.take(Self.medicine(reminder(480)))
    #expect(archived.remarks.map(\.reason) == [StoreImport.Difference.archived.rawValue])
    try diary.person.setSchedule(nil, for: identifier)
    let unscheduled = try diary.take(Self.medicine(reminder(480)))
    #expect(unscheduled.remarks.count == 2 && unscheduled.remarks.allSatisfy { !$0.isLeftOut })
  }

  @Test("The backups of the test data are read whole, with the counts that Python found")
  func corpus() throws {
    guard let folder = TestData.path("health-samples/medtimer", skipping: "backups of MedTimer")
    else { return }
    // Python's json: 4 medicines with 6 reminders, 6 events, all SKIPPED.
    let diary = try Diary()
    let report = try diary.take(file: folder.appendingPathComponent("fullBackup.json").path)
    #expect(
      report.counts[.medication]
        == .init(read: 4, added: 4, alreadyThere: 0, repeated: 0, leftOut: 0))
    #expect(
      report.counts[.dose] == .init(read: 6, added: 6, alreadyThere: 0, repeated: 0, leftOut: 0))
    #expect(report.remarks.isEmpty)
    let contents = try diary.person.contents()
    #expect(contents.medications.flatMap { $0.schedule?.parts ?? [] }.count == 6)
    #expect(contents.doses.allSatisfy { $0.logStatus == .skipped && $0.doseQuantity == 0 })
    #expect(Set(contents.doses.map(\.medicationConceptIdentifier)).count == 4)
    #expect(
      try diary.take(file: folder.appendingPathComponent("fullBackup.json").path)
        .counts.values.allSatisfy { $0.added == 0 && $0.alreadyThere == $0.read })
    // Medicine A with one reminder; B with two, one of them on no single rule.
    let other = try Diary()
    let second = try other.take(
      file: folder.appendingPathComponent("validMedicineExport.json").path)
    #expect(second.counts[.medication]?.added == 2)
    #expect(second.remarks.count == 1)
    let third = try other.take(file: folder.appendingPathComponent("validReminderExport.json").path)
    #expect(third.counts[.medication]?.alreadyThere == 1)
    for name in ["invalidVersion.json", "crashReminderNull.broken-json.txt"] {
      #expect(throws: ExchangeError.self) {
        try other.take(file: folder.appendingPathComponent(name).path)
      }
    }
  }
}

@Suite("The JSON of bridges")
struct BridgeTests {
  @Test("The examples of the test data are read")
  func corpus() throws {
    guard let folder = TestData.path("health-samples/health_kit_reporter", skipping: "bridges")
    else { return }
    let diary = try Diary()
    func take(_ name: String) throws -> ImportReport {
      try diary.take(file: folder.appendingPathComponent(name + ".json").path)
    }
    // A dose of a medication that is not on the list is left out, and said.
    #expect(try take("medication_dose_event").counts[.dose]?.leftOut == 1)
    #expect(try take("user_annotated_medication").counts[.medication]?.added == 1)
    #expect(try take("medication_dose_event").counts[.dose]?.added == 1)
    #expect(try take("medication_dose_event_as_needed").counts[.dose]?.added == 1)
    let contents = try diary.person.contents()
    #expect(contents.medications.first?.medication.nickname == "Morning pill")
    #expect(contents.doses.map(\.logStatus) == [.taken, .taken])
    #expect(Set(contents.doses.map(\.scheduleType)) == [.schedule, .asNeeded])
    let scheduled = try #require(contents.doses.first { $0.scheduleType == .schedule })
    #expect(scheduled.startDate.secondsSince1970 == 1_601_065_755)
    #expect(scheduled.scheduledDate?.secondsSince1970 == 1_601_065_700)
  }

  private static let dose = #"""
    {"uuid":"00000000-0000-4000-8000-000000000001","medicationConceptIdentifier":"a",
    "scheduleType":"asNeeded","logStatus":"taken","startDate":"2026-03-01T08:00:00.25+01:00",
    "doseQuantity":1,"unit":"tablet","source":{"name":"App","bundleIdentifier":"org.example"},
    "scheduledDate":null,"metadata":{"PLANTED":true}}
    """#

  @Test(
    "S35 A dose that cannot be is left out with its place, never its value",
    arguments: FixtureRows.cells("malformed doses"))
  func refused(_ row: [String]) throws {
    let diary = try Diary()
    try diary.person.add(
      MedicationConcept(
        identifier: HealthConceptIdentifier(value: "a"), displayText: "A", generalForm: .tablet,
        relatedCodings: []))
    #expect(try diary.take(Self.dose).counts[.dose]?.added == 1)
    let report = try diary.take("[" + Self.dose.replacing(row[0], with: row[1]) + "]")
    #expect(report.counts[.dose]?.leftOut == 1)
    #expect(report.remarks.first?.place == (row[2].isEmpty ? "[0]" : "[0].\(row[2])"))
    #expect(!"\(report)".contains("PLANTED"))
  }
}

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

@Suite("Backups")
struct BackupTests {
  @Test("M201 A restored backup gives the same bytes but for the epoch that it begins")
  func roundTrip() throws {
    let diary = try Diary()
    let contents = try Sample.contents()
    _ = try diary.person.takeIn { run in
      for medication in contents.medications { run.add(.medication(medication), "") }
      for dose in contents.doses { run.add(.dose(dose), "") }
      for symptom in contents.symptoms { run.add(.symptom(symptom), "") }
      try run.takeWaiting()
    }
    let bytes = try diary.database.backup()
    let file = try diary.file("backup", String(decoding: bytes, as: UTF8.self))
    #expect(try ImportFile(file).kind == .backup)
    let other = try Diary()
    let copy = try HealthDatabase.restore(
      bytes, to: other.path + "2", surroundings: diary.database.surroundings)
    #expect(try PersonStore(copy).contents() == contents)
    let (before, after) = (try JSONDocument(bytes).root, try JSONDocument(copy.backup()).root)
    for table in try #require(before["tables"]).members {
      let name = try #require(table.name.string)
      let text = after["tables"]?[name].map { Array($0.rawBytes) }
      if name == "epoch" {
        #expect(after["tables"]?[name]?["rows"]?.count == 2)
      } else {
        #expect(text == Array(table.value.rawBytes))
      }
    }
    // A backup is not added to a store.
    #expect(throws: ExchangeError.self) { try other.take(file: file) }
  }

  @Test(
    "M190 M191 What is missing in one object, an array or lines is noted with its place",
    arguments: [("%@", ""), ("[%@]", "[0]."), ("%@\n%@", "line 2: ")])
  func places(_ format: String, _ place: String) throws {
    let text = format.replacingOccurrences(
      of: "%@", with: #"{"medication":{"displayText":"A"},"isArchived":true}"#)
    let report = try Diary().take(text)
    #expect(report.remarks.map(\.place).contains("\(place)medication.generalForm"), "\(report)")
  }

  @Test("S38 A file that cannot be read leaves nothing of the files before it")
  func wholeOrNothing() throws {
    let diary = try Diary()
    let good = try ImportFile(
      diary.file("good", #"[{"medication":{"displayText":"A","relatedCodings":[]}}]"#))
    let bad = try ImportFile(diary.file("bad", "<HealthData><Record"))
    #expect(throws: ExchangeError.self) {
      try diary.person.takeIn { run in
        for file in [good, bad] {
          try file.read(into: run, resolver: nil, today: CivilDate(daysSince1970: 20_000))
        }
      }
    }
    #expect(try diary.person.contents() == StoreContents())
  }
}
