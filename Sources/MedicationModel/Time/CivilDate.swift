// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A day of the proleptic Gregorian calendar, without a time zone.
public struct CivilDate: Sendable, Hashable {
  /// Days since 1970-01-01; negative before.
  public let daysSince1970: Int

  /// Makes a day from the number of days after 1970-01-01.
  public init(daysSince1970: Int) {
    self.daysSince1970 = daysSince1970
  }

  /// Makes a day; `nil` if the calendar has no such day, or the year is not 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month,
      1...CalendarMonth.dayCount(month, of: year) ~= day
    else { return nil }
    daysSince1970 = Self.days(year: year, month: month, day: day)
  }

  /// Days from 1970-01-01 to a day of any year.
  package static func days(year: Int, month: Int, day: Int) -> Int {
    // March is the first month, so that the leap day is a year's last.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted >= 0 ? shifted / 400 : (shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Reads `YYYY-MM-DD`; `nil` for any other text.
  public init?(_ text: some StringProtocol) {
    let digits = Array(text.utf8)
    guard digits.count == 10, digits[4] == 0x2D, digits[7] == 0x2D,
      let year = DecimalDigits.value(digits[0..<4]), let month = DecimalDigits.value(digits[5..<7]),
      let day = DecimalDigits.value(digits[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Year, month and day.
  public var components: (year: Int, month: Int, day: Int) {
    let shifted = daysSince1970 + 719_468
    let era = shifted >= 0 ? shifted / 146_097 : (shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The day of the week.
  public var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    let index = (daysSince1970 % 7 + 7 + 3) % 7
    return Weekday.allCases[index]
  }

  /// The day a number of days later.
  public func adding(days: Int) -> CivilDate {
    CivilDate(daysSince1970: daysSince1970 + days)
  }
}

extension CivilDate: Comparable, Codable, CustomStringConvertible {
  /// Orders by time.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    left.daysSince1970 < right.daysSince1970
  }

  /// The day as `YYYY-MM-DD`.
  public var description: String {
    let (year, month, day) = components
    return DecimalDigits.padded(year, 4) + "-" + DecimalDigits.padded(month, 2) + "-"
      + DecimalDigits.padded(day, 2)
  }

  /// Reads `YYYY-MM-DD`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = CivilDate(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a date as YYYY-MM-DD")
    }
    self = date
  }

  /// Writes `YYYY-MM-DD`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A day of the week, from Monday on.
public enum Weekday: String, Sendable, Hashable, Codable, CaseIterable {
  /// Monday.
  case monday = "mon"
  /// Tuesday.
  case tuesday = "tue"
  /// Wednesday.
  case wednesday = "wed"
  /// Thursday.
  case thursday = "thu"
  /// Friday.
  case friday = "fri"
  /// Saturday.
  case saturday = "sat"
  /// Sunday.
  case sunday = "sun"
}

/// Numbers of dates, as ASCII digits.
package enum DecimalDigits {
  /// The number that digits write; `nil` if there are none, too many or anything else.
  ///
  /// Not generic: tables in another module read each of their numbers with it, and would call it
  /// unspecialised, which took half of the time that they took.
  package static func value(_ digits: ArraySlice<UInt8>) -> Int? {
    guard 1...18 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// A non-negative number, padded with zeros to a minimum of digits.
  package static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(count - digits.utf8.count, 0)) + digits
  }
}
