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
  private var daylight: Daylight?

  private struct Daylight {
    var offset: Int
    var start: DayRule
    var end: DayRule
  }

  /// Reads a rule; `nil` if it is malformed.
  init?(_ text: ArraySlice<UInt8>) {
    var rest = text
    guard Self.skipName(&rest), let offset = Self.time(&rest) else { return nil }
    standardOffset = -offset
    if rest.isEmpty { return }
    guard Self.skipName(&rest) else { return nil }
    var daylightOffset = standardOffset + 3600
    if let first = rest.first, first != 0x2C {
      guard let offset = Self.time(&rest) else { return nil }
      daylightOffset = -offset
    }
    // Without days POSIX leaves them to the system; they are those of the United States.
    if rest.isEmpty { rest = Array(",M3.2.0,M11.1.0".utf8)[...] }
    guard let start = Self.dayRule(&rest), let end = Self.dayRule(&rest), rest.isEmpty else {
      return nil
    }
    daylight = Daylight(offset: daylightOffset, start: start, end: end)
  }

  /// The changes of the years around a stretch of time, rising; more than requested.
  func changes(from start: Int64, to end: Int64) -> [(time: Int64, offset: Int)] {
    guard let daylight else { return [] }
    let first = CivilDate(secondsSince1970: start).components.year - 1
    let last = CivilDate(secondsSince1970: end).components.year + 1
    var changes: [(time: Int64, offset: Int)] = []
    for year in first...max(first, last) {
      let begin = daylight.start.seconds(in: year) - Int64(standardOffset)
      let finish = daylight.end.seconds(in: year) - Int64(daylight.offset)
      changes.append((begin, daylight.offset))
      changes.append((finish, standardOffset))
    }
    // Where daylight time lasts all year, its end and its next start are one moment: the start
    // counts.
    changes.sort {
      $0.time != $1.time
        ? $0.time < $1.time : $0.offset != daylight.offset && $1.offset == daylight.offset
    }
    return changes
  }
}

/// A day that returns each year, with the time of that day.
private enum DayRule {
  /// The n-th weekday (Sunday is 0) of a month, the last one if n is 5.
  case weekday(month: Int, week: Int, day: Int, time: Int)
  /// A day from 1 to 365; 29 February is never counted.
  case julian(Int, time: Int)
  /// A day from 0 to 365; 29 February is counted.
  case ordinal(Int, time: Int)

  /// Seconds since 1970 by a clock of local time.
  func seconds(in year: Int) -> Int64 {
    let isLeap = CalendarMonth.dayCount(2, of: year) == 29
    let newYear = CivilDate(year: min(max(year, 1), 9999), month: 1, day: 1)?.daysSince1970 ?? 0
    switch self {
    case .julian(let day, let time):
      return Int64(newYear + day - 1 + (isLeap && day >= 60 ? 1 : 0)) * 86_400 + Int64(time)
    case .ordinal(let day, let time):
      return Int64(newYear + day) * 86_400 + Int64(time)
    case .weekday(let month, let week, let day, let time):
      let first =
        newYear + (1..<month).reduce(0) { $0 + CalendarMonth.dayCount($1, of: year) }
      // 1970-01-01 was a Thursday, day 4.
      let firstWeekday = ((first + 4) % 7 + 7) % 7
      var date = (day - firstWeekday + 7) % 7 + (week - 1) * 7
      if date >= CalendarMonth.dayCount(month, of: year) { date -= 7 }
      return Int64(first + date) * 86_400 + Int64(time)
    }
  }
}

// MARK: Reading

extension ZoneRule {
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

  private static func number(_ rest: inout ArraySlice<UInt8>, in range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { 0x30...0x39 ~= $0 }
    guard let value = DecimalDigits.value(digits), range ~= value else { return nil }
    rest = rest.dropFirst(digits.count)
    return value
  }

  private static func skip(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Seconds of `[+-]hh[:mm[:ss]]`.
  private static func time(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let isNegative = skip(0x2D, &rest)
    if !isNegative { _ = skip(0x2B, &rest) }
    guard var seconds = number(&rest, in: 0...167).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] {
      guard skip(0x3A, &rest) else { break }
      guard let value = number(&rest, in: 0...59) else { return nil }
      seconds += value * unit
    }
    return isNegative ? -seconds : seconds
  }

  private static func dayRule(_ rest: inout ArraySlice<UInt8>) -> DayRule? {
    guard skip(0x2C, &rest) else { return nil }
    if skip(0x4D, &rest) {
      guard let month = number(&rest, in: 1...12), skip(0x2E, &rest),
        let week = number(&rest, in: 1...5), skip(0x2E, &rest), let day = number(&rest, in: 0...6),
        let time = timeOfDay(&rest)
      else { return nil }
      return .weekday(month: month, week: week, day: day, time: time)
    }
    if skip(0x4A, &rest) {
      guard let day = number(&rest, in: 1...365), let time = timeOfDay(&rest) else { return nil }
      return .julian(day, time: time)
    }
    guard let day = number(&rest, in: 0...365), let time = timeOfDay(&rest) else { return nil }
    return .ordinal(day, time: time)
  }

  /// Seconds of `/time`, 02:00 if there is none.
  private static func timeOfDay(_ rest: inout ArraySlice<UInt8>) -> Int? {
    skip(0x2F, &rest) ? time(&rest) : 7200
  }
}

extension CivilDate {
  /// The day of a moment, by a clock that shows UTC.
  init(secondsSince1970 seconds: Int64) {
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    self.init(daysSince1970: Int(day))
  }
}
