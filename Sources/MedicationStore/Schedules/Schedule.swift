// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// When a medication is to be taken, and how much each time.
///
/// A schedule has one or more parts. A part has times of day and the days on
/// which they count; consecutive parts make a taper. A medication without a
/// schedule is taken as needed.
public struct Schedule: Sendable, Hashable {
  /// The parts; where two name the same time of the same day, the earlier part counts.
  public let parts: [SchedulePart]
  /// The zone whose clocks count; `nil` means those where the person is.
  public let zoneName: String?

  /// Makes a schedule.
  public init(parts: [SchedulePart], zoneName: String? = nil) throws(HealthError) {
    guard !parts.isEmpty else { throw .noTimes }
    (self.parts, self.zoneName) = (parts, zoneName)
  }

  /// Makes a schedule of one part.
  public init(
    times: [DoseTime], days: ScheduleDays = .everyDay, start: LocalTime, end: LocalTime? = nil,
    zoneName: String? = nil
  ) throws(HealthError) {
    try self.init(
      parts: [SchedulePart(times: times, days: days, start: start, end: end)], zoneName: zoneName)
  }
}

/// Times of day, and the days on which a dose is due at them.
public struct SchedulePart: Sendable, Hashable {
  /// The times of day with their amounts, rising.
  public let times: [DoseTime]
  /// The days on which they count.
  public let days: ScheduleDays
  /// The first time at which a dose can be due; its day is day 0.
  public let start: LocalTime
  /// The time from which no more doses are due, if there is one.
  public let end: LocalTime?

  /// Makes a part.
  ///
  /// - Throws: HealthError with HealthError/schedule(_:) or HealthError/quantity.
  public init(
    times: [DoseTime], days: ScheduleDays = .everyDay, start: LocalTime, end: LocalTime? = nil
  ) throws(HealthError) {
    guard !times.isEmpty else { throw .noTimes }
    guard times.allSatisfy({ 0..<1440 ~= $0.minuteOfDay }) else {
      throw .schedule("a time of the schedule is not between 00:00 and 23:59")
    }
    guard times.allSatisfy(\.quantity.isAmount) else { throw .quantity }
    guard Set(times.map(\.minuteOfDay)).count == times.count else {
      throw .schedule("a time of day occurs twice in the schedule")
    }
    guard days.isValid else {
      throw .schedule("the days of the schedule are empty or out of range")
    }
    guard [start, end ?? start].allSatisfy(\.isMoment) else {
      throw .schedule("the schedule starts or ends outside the years 1678 to 2261")
    }
    guard end.map({ $0 > start }) ?? true else {
      throw .schedule("the schedule ends before it starts")
    }
    self.times = times.sorted { $0.minuteOfDay < $1.minuteOfDay }
    (self.days, self.start, self.end) = (days, start, end)
  }
}

/// A time of day with the amount to be taken then.
public struct DoseTime: Sendable, Hashable {
  /// Minutes since midnight.
  public let minuteOfDay: Int
  /// The amount, in the unit of the medication.
  public let quantity: Double

  /// Makes a time.
  public init(minuteOfDay: Int, quantity: Double = 1) {
    (self.minuteOfDay, self.quantity) = (minuteOfDay, quantity)
  }

  /// Makes a time of hour and minute.
  public init(hour: Int, minute: Int = 0, quantity: Double = 1) {
    self.init(minuteOfDay: hour * 60 + minute, quantity: quantity)
  }
}

/// The days on which the times of a schedule count.
public enum ScheduleDays: Sendable, Hashable {
  /// Each day.
  case everyDay
  /// The day of the start and each n-th day after it.
  case everyDays(Int)
  /// Some days of the week.
  case weekdays(Set<Weekday>)
  /// Days with doses, then days without, again and again from the day of the start.
  case cycle(on: Int, off: Int)
  /// A day of the month; in a shorter month its last day, so that no dose is lost.
  case dayOfMonth(Int)

  var isValid: Bool {
    switch self {
    case .everyDay: true
    case .everyDays(let count): 1...3650 ~= count
    case .weekdays(let days): !days.isEmpty
    case .cycle(let on, let off): 1...3650 ~= on && 0...3650 ~= off
    case .dayOfMonth(let day): 1...31 ~= day
    }
  }

  /// Whether doses are due on a day, counted from the day of the start.
  func contain(_ date: CivilDate, start: CivilDate) -> Bool {
    let day = date.daysSince1970 - start.daysSince1970
    switch self {
    case .everyDay: return true
    case .everyDays(let count): return day % count == 0
    case .weekdays(let days): return days.contains(date.weekday)
    case .cycle(let on, let off): return day % (on + off) < on
    case .dayOfMonth(let day):
      let (year, month, ofMonth) = date.components
      return ofMonth == min(day, CalendarMonth.dayCount(month, of: year))
    }
  }
}

extension HealthError {
  fileprivate static let noTimes = schedule("the schedule has no times of day")
}

extension Schedule: CustomStringConvertible {
  /// The schedule in words, such as `08:00, 20:00 (2); mon, thu; from 2026-03-02`.
  public var description: String {
    let zone = zoneName.map { "; by the clocks of \($0)" } ?? ""
    return parts.map(\.description).joined(separator: ", then ") + zone
  }
}

extension SchedulePart: CustomStringConvertible {
  /// The part in words.
  public var description: String {
    let times = times.map { time in
      time.quantity == 1 ? time.text : "\(time.text) (\(time.quantity.amountText))"
    }
    var words = [times.joined(separator: ", ")]
    if let text = days.words { words.append(text) }
    words.append("from " + start.shortText)
    if let end { words.append("until " + end.shortText) }
    return words.joined(separator: "; ")
  }
}

extension ScheduleDays {
  fileprivate var words: String? {
    switch self {
    case .everyDay, .everyDays(1): nil
    case .everyDays(let count): "every \(count) days"
    case .weekdays(let days):
      Weekday.allCases.filter(days.contains).map(\.rawValue).joined(separator: ", ")
    case .cycle(let on, let off): "\(on) days on, \(off) off"
    case .dayOfMonth(let day): "day \(day) of the month"
    }
  }
}

extension LocalTime {
  /// The time without seconds; midnight as only its day.
  public var shortText: String {
    secondOfDay == 0 ? date.description : minuteText
  }

  /// The time as `YYYY-MM-DD HH:MM`.
  public var minuteText: String {
    String(description.prefix(16).map { $0 == "T" ? " " : $0 })
  }
}

extension Double {
  /// Whether it can be an amount of a medication.
  var isAmount: Bool { isFinite && self >= 0 }

  /// The amount as people write it, a whole one without a decimal point.
  public var amountText: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}
