// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

// A slot is a time of a schedule on one day, known by what the person's clock
// shows. When it is due follows from the zones the person is in:
//
//   zone      Zurich ........................| New York .................
//   clock     … 13:59  14:00                   08:01  08:02 … 14:00 …
//   slots             14:00 is due here        08:00 and 14:00 are over
//
// It is due as soon as the person's clock has shown its time or a later one.
// That one rule covers changes of clocks and of zones: what is jumped over is
// due at the change, and what is shown twice happens once.

/// A dose of a schedule on one day.
public struct ScheduleSlot: Sendable, Hashable {
  /// What the clock shows when the dose is due.
  public let time: LocalTime
  /// The amount.
  public let quantity: Double
  /// The moment at which it is due.
  public let due: Instant
}

/// The zones in which a person is, one after the other.
public struct ZoneHistory: Sendable, Hashable {
  /// A zone and the moment from which on it counts.
  public struct Stay: Sendable, Hashable {
    /// The first moment.
    public let start: Instant
    /// The zone.
    public let zone: Zone
  }

  /// The stays, in ascending order; the first one applies to all of the past.
  public let stays: [Stay]

  /// Makes the history of a person who is in one zone all the time.
  public init(_ zone: Zone) {
    stays = [Stay(start: Instant(nanosecondsSince1970: .min), zone: zone)]
  }

  init(stays: [Stay]) { self.stays = stays }

  /// The zone at a moment.
  public func zone(at instant: Instant) -> Zone { stays[index(at: instant)].zone }

  /// The history from a moment on: earlier stays are left out.
  func from(_ instant: Instant) -> ZoneHistory {
    ZoneHistory(stays: Array(stays[index(at: instant)...]))
  }

  private func index(at instant: Instant) -> Int {
    max(stays.firstIndexInOrder { $0.start > instant } - 1, 0)
  }

  /// The first moment at which the person's clock has shown a time or a later one.
  func instant(of time: LocalTime) -> Instant {
    var found = Instant(nanosecondsSince1970: .max)
    for (index, stay) in stays.enumerated() {
      let candidate = stay.zone.instant(of: time)
      found = index == 0 ? candidate : max(candidate, stay.start)
      if index + 1 < stays.count, candidate < stays[index + 1].start { break }
    }
    return found
  }
}

extension Schedule {
  /// Returns the slots that are due after one moment and not after another, by time.
  ///
  /// - Parameters:
  ///   - start: Slots that are due at this moment are left out.
  ///   - end: Slots that are due at this moment belong to it.
  ///   - zones: Where the person is.
  ///   - beginning: When the schedule was set up, at the latest `start`; zones before that do not
  ///     count.
  /// - Returns: The slots, by the moment at which they are due.
  /// - Complexity: O(*n*) in the days between the moments.
  public func slots(
    after start: Instant, through end: Instant, in zones: ZoneHistory, since beginning: Instant
  ) -> [ScheduleSlot] {
    guard start < end else { return [] }
    let zones = zones.from(beginning)
    // A slot that a change of zones skips is due up to 26 hours after its time.
    let firstDay = zones.zone(at: start).day(of: start).daysSince1970 - 3
    let lastDay = zones.zone(at: end).day(of: end).daysSince1970 + 3
    var slots: [ScheduleSlot] = []
    for day in firstDay...max(firstDay, lastDay) {
      for (time, quantity) in times(on: CivilDate(daysSince1970: day)) {
        let due = zones.instant(of: time)
        if due > start, due <= end {
          slots.append(ScheduleSlot(time: time, quantity: quantity, due: due))
        }
      }
    }
    return slots.sorted { ($0.due, $0.time) < ($1.due, $1.time) }
  }

  /// Whether both have the same doses in the ten years from a day on.
  package func agrees(with other: Schedule, from day: CivilDate) -> Bool {
    self == other
      || zoneName == other.zoneName
        && (0..<3650).map(day.adding).allSatisfy { day in
          times(on: day).elementsEqual(other.times(on: day), by: ==)
        }
  }

  /// The times of a day with their amounts, rising.
  func times(on date: CivilDate) -> [(time: LocalTime, quantity: Double)] {
    var found: [(time: LocalTime, quantity: Double)] = []
    for part in parts
    where part.start.date <= date && part.days.contain(date, start: part.start.date) {
      for dose in part.times {
        let time = LocalTime(date: date, secondOfDay: dose.minuteOfDay * 60)
        guard time >= part.start, part.end.map({ time < $0 }) ?? true,
          !found.contains(where: { $0.time == time })
        else { continue }
        found.append((time, dose.quantity))
      }
    }
    return found.sorted { $0.time < $1.time }
  }
}
