// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// What became of the doses of one medication in a period.
public struct Adherence: Sendable, Hashable {
  /// The medication.
  public let medication: HealthConceptIdentifier
  /// How many scheduled doses have each status.
  public private(set) var scheduled: [LogStatus: Int] = [:]
  /// How many doses were taken as needed; they do not count in the share.
  public private(set) var takenAsNeeded = 0

  /// How many doses were scheduled.
  public var dueCount: Int { scheduled.values.reduce(0, +) }
  /// How many scheduled doses were taken.
  public var takenCount: Int { scheduled[.taken] ?? 0 }
  /// The share of scheduled doses that were taken; `nil` if none was scheduled.
  public var share: Double? { dueCount == 0 ? nil : Double(takenCount) / Double(dueCount) }

  /// Counts the doses of a period, by medication.
  ///
  /// - Parameters:
  ///   - events: The events to count among.
  ///   - start: Scheduled doses from here on, by scheduled date; others by start date.
  ///   - end: The moment at which the period has ended.
  /// - Returns: The medications that have doses in the period, by identifier.
  public static func count(
    _ events: [MedicationDoseEvent], start: Instant, end: Instant
  ) -> [Adherence] {
    var found: [HealthConceptIdentifier: Adherence] = [:]
    for event in events {
      let date = event.scheduledDate ?? event.startDate
      guard start <= date, date < end else { continue }
      let medication = event.medicationConceptIdentifier
      var adherence = found[medication] ?? Adherence(medication: medication)
      if event.scheduleType == .schedule {
        adherence.scheduled[event.logStatus, default: 0] += 1
      } else if event.logStatus.countsAsTaken {
        adherence.takenAsNeeded += 1
      }
      found[medication] = adherence
    }
    return found.values.sorted { $0.medication < $1.medication }
  }

  private init(medication: HealthConceptIdentifier) { self.medication = medication }

  /// How many days in a row all scheduled doses were taken, up to a day.
  ///
  /// Days without scheduled doses are skipped. On the last day doses that still wait for the
  /// person do not end the row.
  ///
  /// - Parameters:
  ///   - events: The events of the medication.
  ///   - day: The last day, as a rule today.
  ///   - zone: The zone whose calendar counts.
  /// - Returns: The number of days with scheduled doses, all of them taken.
  public static func streak(
    _ events: [MedicationDoseEvent], through day: CivilDate, zone: Zone
  ) -> Int {
    let scheduled = events.filter { $0.scheduleType == .schedule }
    let days = Dictionary(grouping: scheduled) { event in
      zone.day(of: event.scheduledDate ?? event.startDate)
    }
    var count = 0
    for date in days.keys.sorted(by: >) where date <= day {
      let statuses = (days[date] ?? []).map(\.logStatus)
      if statuses.allSatisfy(\.countsAsTaken) {
        count += 1
      } else if date < day || !statuses.allSatisfy({ $0.countsAsTaken || $0.isOpen }) {
        break
      }
    }
    return count
  }
}
