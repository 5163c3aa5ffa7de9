// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// The rule at the end of a zone's file, in the form of POSIX's TZ variable with
// the extensions of RFC 9636 (hours of -167 to 167):
//
//   CET-1CEST,M3.5.0,M10.5.0/3
//   ^^^^^                        standard time: name, hours west of Greenwich
//        ^^^^                    daylight time, one hour ahead if not said otherwise
//             ^^^^^^             from the last (5) Sunday (0) of March at 02:00
//                    ^^^^^^^^^   to the last Sunday of October at 03:00
//
// A day may also be Jn (1 to 365, without 29 February) or n (0 to 365).

/// What a zone's clocks do after the last change that its file lists.
struct ZoneRule: Sendable {
  /// Seconds east of Greenwich in standard time.
  let standardOffset: Int
  private var daylight: (offset: Int, start: DayRule, end: DayRule)?

  /// Reads a rule; `nil` if it is malformed.
  init?(_ text: ArraySlice<UInt8>) {
    let fields = text.split(separator: 0x2C, omittingEmptySubsequences: false)
    var names = fields[0]
    guard Self.skipName(&names) else { return nil }
    let west = names.prefix { 0x2B...0x3A ~= $0 }
    guard let offset = Self.seconds(west) else { return nil }
    standardOffset = -offset
    names = names.dropFirst(west.count)
    if names.isEmpty, fields.count == 1 { return }
    guard Self.skipName(&names) else { return nil }
    var daylightOffset = standardOffset + 3600
    if !names.isEmpty {
      guard let offset = Self.seconds(names) else { return nil }
      daylightOffset = -offset
    }
    // Without days POSIX leaves them to the system; they are those of the United States.
    let days =
      fields.count == 1
      ? ["M3.2.0", "M11.1.0"].map { Array($0.utf8)[...] } : Array(fields.dropFirst())
    guard days.count == 2, let start = DayRule(days[0]), let end = DayRule(days[1]) else {
      return nil
    }
    daylight = (daylightOffset, start, end)
  }

  /// The changes after a moment up to the last year of an `Instant`, rising.
  func changes(after last: Int64) -> [(time: Int64, offset: Int)] {
    guard let (offset, start, end) = daylight else { return [] }
    let first = max(last, Instant(nanosecondsSince1970: .min).secondsSince1970)
    let years = CivilDate(secondsSince1970: first).components.year - 1...2263
    return years.flatMap { year in
      [
        (start.seconds(in: year) - Int64(standardOffset), offset),
        (end.seconds(in: year) - Int64(offset), standardOffset),
      ]
    }
    .filter { $0.0 > last }
    // Where daylight time lasts all year, its end and its next start are one moment: the start
    // counts.
    .sorted { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 != offset && $1.1 == offset }
  }

  /// Skips the name of a time: letters, or anything between angle brackets.
  private static func skipName(_ rest: inout ArraySlice<UInt8>) -> Bool {
    if rest.first == 0x3C {
      guard let end = rest.firstIndex(of: 0x3E) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let letters = rest.prefix { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  /// Seconds of `[+-]hh[:mm[:ss]]`.
  fileprivate static func seconds(_ text: ArraySlice<UInt8>) -> Int? {
    let isSigned = text.first == 0x2B || text.first == 0x2D
    let parts = text.dropFirst(isSigned ? 1 : 0)
      .split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    var seconds = 0
    for (part, (unit, most)) in zip(parts, [(3600, 167), (60, 59), (1, 59)]) {
      guard let value = DecimalDigits.value(part), value <= most else { return nil }
      seconds += value * unit
    }
    return text.first == 0x2D ? -seconds : seconds
  }
}

/// A day that returns each year, with the time of that day.
private struct DayRule {
  private enum Day {
    /// The n-th weekday (Sunday is 0) of a month, the last one if n is 5.
    case weekday(month: Int, week: Int, day: Int)
    /// A day from 1 to 365; 29 February is never counted.
    case julian(Int)
    /// A day from 0 to 365; 29 February is counted.
    case ordinal(Int)
  }

  private let day: Day
  private let time: Int

  /// Reads a day, and the time after a slash, 02:00 if there is none.
  init?(_ text: ArraySlice<UInt8>) {
    let parts = text.split(separator: 0x2F, maxSplits: 1, omittingEmptySubsequences: false)
    guard let time = parts.count == 2 ? ZoneRule.seconds(parts[1]) : 7200 else { return nil }
    self.time = time
    let hasLetter = text.first == 0x4D || text.first == 0x4A
    let numbers = parts[0].dropFirst(hasLetter ? 1 : 0)
      .split(separator: 0x2E, omittingEmptySubsequences: false)
      .map { DecimalDigits.value($0) ?? -1 }
    switch (text.first, numbers.count) {
    case (0x4D, 3)
    where 1...12 ~= numbers[0] && 1...5 ~= numbers[1] && 0...6 ~= numbers[2]:
      day = .weekday(month: numbers[0], week: numbers[1], day: numbers[2])
    case (0x4A, 1) where 1...365 ~= numbers[0]: day = .julian(numbers[0])
    case (_, 1) where !hasLetter && 0...365 ~= numbers[0]: day = .ordinal(numbers[0])
    default: return nil
    }
  }

  /// Seconds since 1970 by a clock of local time.
  func seconds(in year: Int) -> Int64 {
    let isLeap = CalendarMonth.dayCount(2, of: year) == 29
    let newYear = CivilDate(year: min(max(year, 1), 9999), month: 1, day: 1)?.daysSince1970 ?? 0
    var date = newYear
    switch day {
    case .julian(let day): date += day - (isLeap && day >= 60 ? 0 : 1)
    case .ordinal(let day): date += day
    case .weekday(let month, let week, let day):
      let first = newYear + (1..<month).reduce(0) { $0 + CalendarMonth.dayCount($1, of: year) }
      // 1970-01-01 was a Thursday, day 4.
      let firstWeekday = ((first + 4) % 7 + 7) % 7
      date = (day - firstWeekday + 7) % 7 + (week - 1) * 7
      date += first - (date >= CalendarMonth.dayCount(month, of: year) ? 7 : 0)
    }
    return Int64(date) * 86_400 + Int64(time)
  }
}

extension CivilDate {
  /// The day of a moment, by a clock that shows UTC.
  init(secondsSince1970 seconds: Int64) {
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    self.init(daysSince1970: Int(day))
  }
}
