// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A time zone: how far its clocks are from UTC at each moment.
///
/// Local times are turned into moments by one rule: a time is due as soon as the
/// zone's clock has shown it or a later one. So a time that a clock change skips
/// is due at the change, and one that happens twice is due the first time.
public struct Zone: Sendable, Hashable {
  /// The name in the time zone database.
  public let name: String
  /// All of its changes up to the last moment that there is, in 2262.
  private let file: ZoneFile

  /// Coordinated universal time; needs no file.
  public static let utc = Zone(name: "UTC", file: ZoneFile())

  init(name: String, file: ZoneFile) {
    var file = file
    // From 2000 on the rule of a file without any change applies.
    for change in file.rule?.changes(after: file.times.last ?? 946_684_800) ?? [] {
      file.times.append(change.time)
      file.offsets.append(change.offset)
    }
    (self.name, self.file) = (name, file)
  }

  /// Whether both have the same name.
  public static func == (left: Zone, right: Zone) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Seconds that its clocks are ahead of UTC.
  public func offset(at instant: Instant) -> Int {
    offset(atSecond: instant.secondsSince1970)
  }

  func offset(atSecond seconds: Int64) -> Int {
    let after = file.times.firstIndexInOrder { $0 > seconds }
    return after == 0 ? file.firstOffset : file.offsets[after - 1]
  }
}

// MARK: Local times

extension Zone {
  /// What its clocks show at a moment.
  public func localTime(at instant: Instant) -> LocalTime {
    LocalTime(seconds: instant.secondsSince1970 + Int64(offset(at: instant)))
  }

  /// The day that its calendars show at a moment.
  public func day(of instant: Instant) -> CivilDate { localTime(at: instant).date }

  /// The first moment at which its clocks have shown a time or a later one.
  public func instant(of time: LocalTime) -> Instant {
    // No offset is more than 26 hours, no change goes further than that.
    let start = time.seconds - 2 * 86_400
    var from: Int64?
    var offset = offset(atSecond: start)
    for index in file.times.firstIndexInOrder(where: { $0 > start })..<file.times.count {
      let candidate = time.seconds - Int64(offset)
      if candidate < file.times[index] { break }
      (from, offset) = (file.times[index], file.offsets[index])
    }
    return Instant(secondsSince1970: max(time.seconds - Int64(offset), from ?? .min))
  }

  /// The first moment of a day, which need not be midnight.
  public func startOfDay(_ date: CivilDate) -> Instant {
    instant(of: LocalTime(date: date, secondOfDay: 0))
  }
}

/// A local date and time without a time zone.
public struct LocalTime: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Seconds since 1970-01-01T00:00 on the same clock.
  let seconds: Int64

  init(seconds: Int64) { self.seconds = seconds }

  /// Makes the time of a day, counted in seconds from its midnight.
  public init(date: CivilDate, secondOfDay: Int) {
    seconds = Int64(date.daysSince1970) * 86_400 + Int64(secondOfDay)
  }

  /// Reads `YYYY-MM-DD`, which means its midnight, or `YYYY-MM-DDTHH:MM[:SS]`.
  public init?(_ text: String) {
    guard let date = CivilDate(text.prefix(10)) else { return nil }
    if text.utf8.count == 10 {
      self.init(date: date, secondOfDay: 0)
    } else if let moment = try? Instant(text + "Z") {
      // Not a time: nil says so, the reason is of no use here.
      self.init(seconds: moment.secondsSince1970)
    } else {
      return nil
    }
  }

  /// The day.
  public var date: CivilDate { CivilDate(secondsSince1970: seconds) }

  /// Seconds since midnight.
  public var secondOfDay: Int { Int(seconds - Int64(date.daysSince1970) * 86_400) }

  /// Whether an ``Instant`` can be at this time; the text of another one cannot be read again.
  var isMoment: Bool { Instant(secondsSince1970: seconds).secondsSince1970 == seconds }

  /// Orders by time.
  public static func < (left: LocalTime, right: LocalTime) -> Bool { left.seconds < right.seconds }

  /// The time as `YYYY-MM-DDTHH:MM:SS`.
  public var description: String {
    String(Instant(secondsSince1970: seconds).text().dropLast())
  }
}

extension Array {
  /// The first index from which on a condition is true, in an array where it becomes true once.
  func firstIndexInOrder(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
