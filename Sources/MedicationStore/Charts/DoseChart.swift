// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// How many doses of each medication were taken on each day of a window.
///
/// Only doses that were logged as taken count, each once, whatever the amount. A
/// day is a day of the calendar, also where it has 23 or 25 hours.
public struct DoseChart: Sendable {
  /// The first moment of the window.
  public let start: Instant
  /// The moment at which the window has ended.
  public let end: Instant
  /// The zone whose calendar counts.
  public let zone: Zone
  /// The days of the window, rising.
  public let days: [CivilDate]
  /// A number for each day, by medication.
  public private(set) var series: [HealthConceptIdentifier: [Int]]
  private var counted: [SampleUUID: (medication: HealthConceptIdentifier, day: Int)] = [:]

  /// Makes a chart without doses.
  ///
  /// - Parameters:
  ///   - start: The first moment of the window.
  ///   - end: The moment at which it has ended.
  ///   - zone: The zone whose calendar counts.
  ///   - medications: Those that have a series even if nothing was taken.
  public init(
    start: Instant, end: Instant, zone: Zone, medications: [HealthConceptIdentifier] = []
  ) {
    (self.start, self.end, self.zone) = (start, end, zone)
    let first = zone.day(of: start).daysSince1970
    let last = zone.day(of: Instant(nanosecondsSince1970: max(end.nanosecondsSince1970, 1) - 1))
    days =
      start < end
      ? (first...max(first, last.daysSince1970)).map { CivilDate(daysSince1970: $0) } : []
    let empty = Array(repeating: 0, count: days.count)
    series = Dictionary(medications.map { ($0, empty) }) { first, _ in first }
  }

  /// Takes up what an anchored query delivered.
  ///
  /// - Complexity: O(*n*) in the samples of the result, whatever was counted before.
  public mutating func apply(_ result: AnchoredObjectQueryDescriptor<MedicationDoseEvent>.Result) {
    for object in result.deletedObjects { remove(object.uuid) }
    for event in result.addedSamples { add(event) }
  }

  /// Counts a dose, if it was taken within the window and is not counted yet.
  public mutating func add(_ event: MedicationDoseEvent) {
    guard event.logStatus.countsAsTaken, start <= event.startDate, event.startDate < end,
      counted[event.uuid] == nil, let first = days.first
    else { return }
    let day = zone.day(of: event.startDate).daysSince1970 - first.daysSince1970
    let medication = event.medicationConceptIdentifier
    series[medication, default: Array(repeating: 0, count: days.count)][day] += 1
    counted[event.uuid] = (medication, day)
  }

  /// Takes a dose out; one that is not counted changes nothing.
  public mutating func remove(_ uuid: SampleUUID) {
    guard let (medication, day) = counted.removeValue(forKey: uuid) else { return }
    series[medication]?[day] -= 1
  }
}
