// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationStore
import TestSupport
import Testing

@Suite("A month with rxkit med")
struct MedMonthTests {
  /// March 2026 of a person in Zurich who is in New York from the 20th to the 27th.
  private func month() throws -> MedScript {
    let script = try MedScript(now: "2026-03-01T07:00:00+01:00")
    for name in ["Metformin 500 mg", "Prednisone", "Night drops", "Ibuprofen"] {
      try script.run("add", name)
    }
    try script.run("schedule", "met", "--at", "08:00,20:00")
    try script.run("schedule", "pred", "--at", "08:00=4", "--until", "2026-03-08")
    try script.run(
      "schedule", "pred", "--add", "--at", "08:00=2", "--from", "2026-03-08", "--until",
      "2026-03-15")
    try script.run("schedule", "night", "--at", "02:30", "--from", "2026-03-28")
    for day in 1...31 {
      let date = "2026-03-" + (day < 10 ? "0" : "") + String(day)
      var offset = day < 21 || day == 28 ? "+01:00" : day < 28 ? "-04:00" : "+02:00"
      try script.run("take", "met", now: "\(date)T08:05:00\(offset)")
      if day < 15 { try script.run("take", "pred") }
      if day % 3 == 0 { try script.run("take", "ibu", "--amount", "2") }
      var evening = "\(date)T20:10:00"
      if day == 20 {
        (script.zone, offset) = ("America/New_York", "-04:00")
        try script.run("list", now: "2026-03-20T13:00:00+01:00")
      } else if day == 27 {
        // 16:00 in New York is 21:00 in Zurich: 20:00 is jumped over.
        script.zone = "Europe/Zurich"
        try script.run("list", now: "2026-03-27T21:00:00+01:00")
        (evening, offset) = ("2026-03-27T21:10:00", "+01:00")
      }
      if day % 5 == 0 {
        try script.run("skip", "met", now: evening + offset)
      } else if day % 7 != 0 {
        try script.run("take", "met", now: evening + offset)
      }
    }
    script.now = "2026-04-01T00:00:00+02:00"
    return script
  }

  @Test("M95 M104 M179 M194 M197 M200 A month with a taper, a flight and a clock change")
  func monthOfDoses() throws {
    let script = try month()
    let doses = try script.ask("doses", "met")
    #expect(doses.texts("scheduleType").allSatisfy { $0 == "schedule" })
    let counts = Dictionary(grouping: doses.texts("logStatus")) { $0 }.mapValues(\.count)
    #expect(counts == ["taken": 52, "skipped": 6, "notInteracted": 4])
    // Two a day, the morning of the flight there once, the evening of the one back on arrival.
    #expect(Set(doses.texts("scheduledDate")).count == 62)
    #expect(doses.texts("scheduledDate").contains("2026-03-27T21:00:00+01:00"))
    #expect(doses.texts("scheduledDate").contains("2026-03-21T01:00:00+01:00"))
    let taper = try script.ask("doses", "pred").texts("scheduledDoseQuantity")
    #expect(taper == [String](repeating: "4", count: 7) + [String](repeating: "2", count: 7))
    #expect(
      try script.ask("doses", "night").texts("scheduledDate") == [
        "2026-03-28T02:30:00+01:00", "2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00",
        "2026-03-31T02:30:00+02:00",
      ])
    #expect(try script.ask("doses", "ibu", "--status", "taken").count == 10)
  }

  @Test("M178 M180 M181 The chart counts the taken doses of each day, whatever its length")
  func chart() throws {
    let script = try month()
    let chart = try script.ask("chart", "met", "--from", "2026-03-01", "--to", "2026-04-01")
    let days = try #require(chart[0]["days"] as? [[String: Any]])
    #expect(days.count == 31)
    for day in Array(1...19) + Array(29...31) {
      let expected = day % 5 == 0 || day % 7 == 0 ? "1" : "2"
      #expect(days[day - 1]["count"].map { "\($0)" } == expected, "day \(day)")
    }
    let last = try script.ask("chart", "met", "--to", "2026-04-01")
    #expect((last[0]["days"] as? [Any])?.count == 14)
    let picture = script.folder["chart.svg"]
    let run = try script.run("chart", "--svg", picture.path)
    #expect(run.output.contains("sun 2026-03-29  ██ 2"), "\(run.output)")
    #expect(try String(contentsOf: picture, encoding: .utf8).hasPrefix("<svg "))
    let facts = try script.ask("show", "met")[0]
    let adherence = try #require(facts["adherence"] as? [String: Any])
    #expect(adherence["due"] as? Int == 58 && adherence["taken"] as? Int == 48)
    #expect(facts["latestDoseToday"] is NSNull, "M146")
  }

  @Test("M160 M203 Equal scripts give equal stores, and the stream adds up to the list")
  func equalScripts() throws {
    let scripts = [try month(), try month()]
    let backups = try scripts.map { script in
      try HealthDatabase(path: script.store, surroundings: StoreSurroundings(zone: .utc)).backup()
    }
    #expect(backups[0] == backups[1])
    let stream = try scripts[0].ask("doses", "--since-anchor", "none")[0]
    let added = try #require(stream["addedSamples"] as? [[String: Any]])
    #expect(Set(added.texts("uuid")) == Set(try scripts[1].ask("doses").texts("uuid")))
  }
}
