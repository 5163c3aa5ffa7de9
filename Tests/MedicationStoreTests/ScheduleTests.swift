// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import Testing

@testable import MedicationStore

@Suite("Schedules")
struct ScheduleTests {
  private func slots(
    _ schedule: Schedule, _ start: String, _ end: String, _ zones: ZoneHistory
  ) throws -> [String] {
    let start = try Instant(start)
    return schedule.slots(after: start, through: try Instant(end), in: zones, since: start).map {
      "\($0.time) \($0.due)"
    }
  }

  private func schedule(
    _ times: [Int], _ days: ScheduleDays = .everyDay, from: String = "2026-01-01",
    until: String? = nil
  ) throws -> Schedule {
    try Schedule(
      times: times.map { DoseTime(hour: $0) }, days: days, start: try #require(LocalTime(from)),
      end: until.flatMap { LocalTime($0) })
  }

  private func days(_ schedule: Schedule, _ count: Int = 40) throws -> [Int] {
    (0..<count).filter { !schedule.times(on: CivilDate(daysSince1970: 20_454 + $0)).isEmpty }
  }

  @Test("Days are counted from the day of the start, which is day 0")
  func dayRules() throws {
    // 2026-01-01 is a Thursday, day 20,454 since 1970.
    #expect(CivilDate("2026-01-01")?.daysSince1970 == 20_454)
    #expect(try days(schedule([8], .everyDays(10))) == [0, 10, 20, 30])
    #expect(try days(schedule([8], .weekdays([.monday, .thursday])), 15) == [0, 4, 7, 11, 14])
    #expect(try days(schedule([8], .cycle(on: 2, off: 3)), 12) == [0, 1, 5, 6, 10, 11])
    #expect(try days(schedule([8], .dayOfMonth(31)), 60) == [30, 58])
    #expect(try days(schedule([8], from: "2026-01-05", until: "2026-01-08")) == [4, 5, 6])
    #expect(
      try days(schedule([8], from: "2026-01-05T09:00", until: "2026-01-08T09:00")) == [5, 6, 7])
  }

  @Test("A taper is parts one after the other, and the earlier part counts where two overlap")
  func taper() throws {
    let parts = try [3.0, 2, 1].enumerated().map { index, quantity in
      try SchedulePart(
        times: [DoseTime(hour: 8, quantity: quantity)],
        start: try #require(LocalTime("2026-01-0\(1 + index * 2)")),
        end: LocalTime("2026-01-0\(4 + index * 2)"))
    }
    let taper = try Schedule(parts: parts)
    let amounts = (0..<9).flatMap {
      taper.times(on: CivilDate(daysSince1970: 20_454 + $0)).map(\.quantity)
    }
    #expect(amounts == [3, 3, 3, 2, 2, 1, 1])
  }

  @Test("What cannot be a schedule is refused")
  func refusals() throws {
    let start = try #require(LocalTime("2026-01-01"))
    #expect(refused { try Schedule(times: [], start: start) })
    #expect(
      refused { try Schedule(times: [DoseTime(hour: 24)], start: start) })
    #expect(
      code { try Schedule(times: [DoseTime(hour: 8), DoseTime(hour: 8)], start: start) } != nil)
    #expect(code { try Schedule(times: [DoseTime(hour: 8, quantity: -1)], start: start) } != nil)
    #expect(
      code { try Schedule(times: [DoseTime(hour: 8)], days: .weekdays([]), start: start) } != nil)
    #expect(code { try Schedule(times: [DoseTime(hour: 8)], start: start, end: start) } != nil)
    // What a moment cannot hold could not be read again.
    for date in ["0001-01-01", "1600-01-01", "1677-01-01", "9999-12-31", "2262-04-12"] {
      let date = try #require(LocalTime(date))
      #expect(refused { try Schedule(times: [DoseTime(hour: 8)], start: date) })
      #expect(
        refused { try Schedule(times: [DoseTime(hour: 8)], start: min(date, start), end: date) })
    }
    let days = LocalTime(date: CivilDate(daysSince1970: -200_000), secondOfDay: 0)
    #expect(refused { try Schedule(times: [DoseTime(hour: 8)], start: days) })
    for (first, last) in [
      ("1678-01-01", "2261-12-31"), ("1677-09-21T00:12:44", "2262-04-11T23:47:16"),
    ] {
      let schedule = try schedule([8], from: first, until: last)
      #expect(try Schedule(columnText: schedule.columnText) == schedule)
    }
  }

  @Test(
    "M200 08:00 stays 08:00 over clock changes; a gap moves to its end, a doubled time happens once"
  )
  func clockChanges() throws {
    let zurich = ZoneHistory(try Scene.zones.zone(named: "Europe/Zurich"))
    let daily = try Schedule(
      times: [DoseTime(hour: 2, minute: 30), DoseTime(hour: 3), DoseTime(hour: 8)],
      start: try #require(LocalTime("2026-01-01")))
    // Two slots that move to one moment stay two.
    #expect(
      try slots(daily, "2026-03-29T00:00:00+01:00", "2026-03-29T12:00:00+02:00", zurich) == [
        "2026-03-29T02:30:00 2026-03-29T01:00:00Z", "2026-03-29T03:00:00 2026-03-29T01:00:00Z",
        "2026-03-29T08:00:00 2026-03-29T06:00:00Z",
      ])
    #expect(
      try slots(daily, "2026-10-25T00:00:00+02:00", "2026-10-25T12:00:00+01:00", zurich) == [
        "2026-10-25T02:30:00 2026-10-25T00:30:00Z", "2026-10-25T03:00:00 2026-10-25T02:00:00Z",
        "2026-10-25T08:00:00 2026-10-25T07:00:00Z",
      ])
  }

  @Test("M200 A flight east makes skipped times due on arrival, a flight west repeats none")
  func flights() throws {
    let zurich = try Scene.zones.zone(named: "Europe/Zurich")
    let tokyo = try Scene.zones.zone(named: "Asia/Tokyo")
    let three = try schedule([8, 14, 20])
    // At 13:00 in Zurich it is 21:00 in Tokyo (in winter, eight hours ahead).
    let east = ZoneHistory(zurich).moving(to: tokyo, at: try at("2026-02-01T13:00:00+01:00"))
    #expect(
      try slots(three, "2026-02-01T00:00:00+01:00", "2026-02-02T09:00:00+09:00", east) == [
        "2026-02-01T08:00:00 2026-02-01T07:00:00Z", "2026-02-01T14:00:00 2026-02-01T12:00:00Z",
        "2026-02-01T20:00:00 2026-02-01T12:00:00Z", "2026-02-02T08:00:00 2026-02-01T23:00:00Z",
      ])
    // At 21:00 in Tokyo it is 13:00 in Zurich: 14:00 and 20:00 were there already.
    let west = ZoneHistory(tokyo).moving(to: zurich, at: try at("2026-02-01T21:00:00+09:00"))
    #expect(
      try slots(three, "2026-02-01T00:00:00+09:00", "2026-02-02T09:00:00+01:00", west) == [
        "2026-02-01T08:00:00 2026-01-31T23:00:00Z", "2026-02-01T14:00:00 2026-02-01T05:00:00Z",
        "2026-02-01T20:00:00 2026-02-01T11:00:00Z", "2026-02-02T08:00:00 2026-02-02T07:00:00Z",
      ])
  }

  @Test("Windows that touch give each slot once, whatever the zones and cuts")
  func windows() throws {
    var generator = StoreGenerator(seed: 20_260_727)
    let names = [
      "Europe/Zurich", "America/New_York", "Asia/Tokyo", "Pacific/Apia", "Australia/Lord_Howe",
    ]
    let zones = try names.map { try Scene.zones.zone(named: $0) }
    for _ in 0..<200 {
      var history = ZoneHistory(zones[generator.below(5)])
      let start = Instant(secondsSince1970: 1_760_000_000 + Int64(generator.below(30_000_000)))
      var moves = start
      for _ in 0..<generator.below(4) {
        moves = moves.adding(seconds: Int64(generator.below(400_000)))
        history = history.moving(to: zones[generator.below(5)], at: moves)
      }
      let schedule = try schedule(
        [generator.below(8), 8 + generator.below(8), 16 + generator.below(8)],
        [.everyDay, .everyDays(2), .cycle(on: 2, off: 1)][generator.below(3)], from: "2025-01-01")
      let end = start.adding(seconds: 1_000_000)
      let whole = schedule.slots(after: start, through: end, in: history, since: start)
      var pieces: [ScheduleSlot] = []
      var from = start
      while from < end {
        let to = min(end, from.adding(seconds: Int64(1 + generator.below(200_000))))
        pieces += schedule.slots(after: from, through: to, in: history, since: start)
        from = to
      }
      #expect(pieces == whole)
      #expect(Set(whole.map(\.time)).count == whole.count)
      #expect(whole.allSatisfy { $0.due > start && $0.due <= end })
    }
  }

  @Test("Schedules agree if the same doses become due from a day on, whenever they began")
  func agreement() throws {
    let day = CivilDate(daysSince1970: 20_522)
    let daily = try schedule([8])
    #expect(daily.agrees(with: try schedule([8], from: "2025-01-01"), from: day))
    #expect(!daily.agrees(with: try schedule([8], from: "2026-04-01"), from: day))
    #expect(!daily.agrees(with: try schedule([8, 20]), from: day))
    #expect(!daily.agrees(with: try schedule([8], until: "2027-01-01"), from: day))
    let odd = try schedule([8], .everyDays(2))
    #expect(odd.agrees(with: try schedule([8], .everyDays(2), from: "2026-01-03"), from: day))
    #expect(!odd.agrees(with: try schedule([8], .everyDays(2), from: "2026-01-02"), from: day))
    let double = try Schedule(
      times: [DoseTime(hour: 8, quantity: 2)], start: try #require(LocalTime("2026-01-01")))
    #expect(!daily.agrees(with: double, from: day))
    #expect(!daily.agrees(with: try Schedule(parts: daily.parts, zoneName: "UTC"), from: day))
  }

  @Test("A schedule survives its JSON text")
  func json() throws {
    let parts = try [
      SchedulePart(
        times: [DoseTime(hour: 8, quantity: 0.5), DoseTime(minuteOfDay: 1439, quantity: 2)],
        days: .weekdays([.monday, .sunday]), start: try #require(LocalTime("2026-01-01T06:30")),
        end: LocalTime("2026-02-01")),
      SchedulePart(
        times: [DoseTime(hour: 1)], days: .cycle(on: 21, off: 7),
        start: try #require(LocalTime("2026-02-01"))),
      SchedulePart(
        times: [DoseTime(hour: 1)], days: .everyDays(3),
        start: try #require(LocalTime("2026-03-01"))),
      SchedulePart(
        times: [DoseTime(hour: 1)], days: .dayOfMonth(31),
        start: try #require(LocalTime("2026-03-01"))),
    ]
    let schedule = try Schedule(parts: parts, zoneName: "Asia/Tokyo")
    #expect(try Schedule(columnText: schedule.columnText) == schedule)
    #expect(refused { try Schedule(columnText: "{}") })
  }
}

/// Random numbers that a failure can be repeated with (SplitMix64).
struct StoreGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

extension ZoneHistory {
  /// The same history with a further stay.
  func moving(to zone: Zone, at start: Instant) -> ZoneHistory {
    ZoneHistory(stays: stays.filter { $0.start < start } + [Stay(start: start, zone: zone)])
  }
}
