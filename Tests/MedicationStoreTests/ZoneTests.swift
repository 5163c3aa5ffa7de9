// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import Testing

@testable import MedicationStore

/// Expected values were written by Python's zoneinfo; see Fixtures/README.md.
@Suite("Time zones")
struct ZoneTests {
  private static func lines(_ name: String) throws -> [[Substring]] {
    try String(contentsOf: Scene.fixtures.appendingPathComponent(name), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: " ") }
  }

  @Test("M200 Ten zones change their clocks when Python's zoneinfo says, from 1900 to 2100")
  func transitions() throws {
    var zone = Zone.utc
    var previous: Int64 = 0
    var count = 0
    for line in try Self.lines("offsets.txt") {
      if line[0] == "Z" {
        zone = try Scene.zones.zone(named: String(line[1]))
        #expect(zone.offset(atSecond: -2_208_988_800) == Int(line[2]), "\(line[1])")
        previous = -2_208_988_800
        continue
      }
      let (time, offset) = (try #require(Int64(line[0])), try #require(Int(line[1])))
      #expect(zone.offset(atSecond: time) == offset, "\(zone.name) \(time)")
      #expect(
        zone.offset(atSecond: time - 1) == zone.offset(atSecond: previous), "\(zone.name) \(time)")
      previous = time
      count += 1
    }
    #expect(count > 1700)
  }

  @Test("M200 A time in a gap is the end of the gap, a doubled one the first")
  func localTimes() throws {
    var zone = Zone.utc
    var count = 0
    for line in try Self.lines("local-times.txt") {
      if line[0] == "Z" {
        zone = try Scene.zones.zone(named: String(line[1]))
        continue
      }
      let time = LocalTime(seconds: try #require(Int64(line[0])))
      #expect(
        zone.instant(of: time).secondsSince1970 == Int64(line[1]), "\(zone.name) \(time)")
      count += 1
    }
    #expect(count > 2500)
  }

  @Test("A folder without zones, an unknown zone and a damaged file are three errors with remedies")
  func errors() throws {
    let nowhere = ZoneFolder(path: "/nonexistent")
    #expect(throws: HealthError.noZoneFolder("")) { try nowhere.zone(named: "Europe/Zurich") }
    #expect(nowhere.path == "/nonexistent")
    for name in ["Europe/Nowhere", "../Fixtures/offsets.txt", "/etc/passwd", "", "Europe//Zurich"] {
      #expect(refused { try Scene.zones.zone(named: name) })
    }
    #expect(try nowhere.zone(named: "UTC").offset(atSecond: 0) == 0)
    #expect(ZoneFolder(path: "").path == ZoneFolder.systemPath)
    let bytes = try #require(
      SystemFile.bytes(Scene.zones.path + "/Europe/Zurich", limit: 1 << 20))
    for count in 0..<bytes.count where count < 100 || count % 37 == 0 {
      // Every prefix is refused or, from the last block on, lacks the rule.
      if let file = ZoneFile(Array(bytes[..<count])) { #expect(file.rule == nil) }
    }
  }

  @Test(
    "Rules of zones are read in every form of POSIX",
    arguments: [
      ("EST5EDT", 1_720_000_000, -14_400), ("EST5EDT", 1_704_067_200, -18_000),
      ("<-03>3", 0, -10_800), ("<+0330>-3:30", 0, 12_600),
      ("CET-1CEST,M3.5.0,M10.5.0/3", 1_720_000_000, 7200),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_704_067_200, 0),
      ("XXX3YYY2,J60/0,J300/0", 1_709_251_200 + 10_800, -7200),
      ("XXX0YYY,0/0,J365/25", 1_704_067_200, 3600),
    ])
  func rules(text: String, time: Int64, offset: Int) throws {
    var file = ZoneFile()
    let rule = try #require(ZoneRule(Array(text.utf8)[...]))
    (file.rule, file.firstOffset) = (rule, rule.standardOffset)
    #expect(Zone(name: "", file: file).offset(atSecond: time) == offset)
  }

  @Test(
    "What is no rule is refused",
    arguments: ["", "E5", "EST", "EST5EDT,M13.1.0,M1.1.0", "EST5EDT,M3.2.0"])
  func badRules(text: String) {
    #expect(ZoneRule(Array(text.utf8)[...]) == nil)
  }

  @Test("Days since 1970 and the calendar agree over 400 years")
  func calendar() throws {
    var date = try #require(CivilDate(year: 1800, month: 1, day: 1))
    for _ in 0..<146_097 {
      let (year, month, day) = date.components
      #expect(CivilDate(year: year, month: month, day: day) == date)
      date = date.adding(days: 1)
    }
    #expect(date.description == "2200-01-01")
    #expect(CivilDate("2024-02-30") == nil)
    #expect(CivilDate("2026-11-27")?.weekday == .friday)
  }

  @Test("M193 A date without offset is refused, and every fraction survives")
  func dates() throws {
    for text in [
      "2026-03-01", "2026-03-01T08:00:00", "2026-03-01T08:00", "2026-02-29T08:00:00Z", "x",
    ] {
      #expect(throws: InstantError.self) { try Instant(text) }
    }
    #expect(throws: InstantError.noOffset) { try Instant("2026-03-01T08:00:00") }
    #expect(throws: InstantError.tooPrecise) { try Instant("2026-03-01T08:00:00.1234567891Z") }
    for text in [
      "2026-03-01T08:00:00.123456789+01:00", "1969-12-31T23:59:59.5Z", "2026-03-01T08:00:00-11:30",
    ] {
      let moment = try Instant(text)
      #expect(try Instant(moment.text()) == moment)
      #expect(try Instant(moment.text(offsetSeconds: 5400)) == moment)
    }
    #expect(
      try Instant("2026-03-01T08:00+01:00").text(offsetSeconds: 3600) == "2026-03-01T08:00:00+01:00"
    )
    #expect(try Instant("1969-12-31T23:59:59.25Z").text() == "1969-12-31T23:59:59.25Z")
  }
}
