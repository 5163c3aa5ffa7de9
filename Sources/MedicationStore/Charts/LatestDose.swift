// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

extension HealthStore {
  /// Returns the dose of a medication that was taken last on a day.
  ///
  /// - Parameters:
  ///   - identifier: The medication.
  ///   - instant: A moment of the day, as a rule the present.
  ///   - zone: The zone whose calendar counts.
  /// - Returns: The taken dose with the latest start; `nil` if none was taken that day.
  /// - Throws: ``HealthError`` if the store cannot be read.
  public func latestDose(
    of identifier: HealthConceptIdentifier, onDayOf instant: Instant, in zone: Zone
  ) async throws(HealthError) -> MedicationDoseEvent? {
    let day = zone.day(of: instant)
    return try lastTaken(
      identifier, from: zone.startOfDay(day), to: zone.startOfDay(day.adding(days: 1)))
  }

  /// Returns the dose of a medication that was taken last, at any time.
  public func latestDose(
    of identifier: HealthConceptIdentifier
  ) async throws(HealthError) -> MedicationDoseEvent? {
    try lastTaken(identifier)
  }

  /// Returns how many seconds ago the last dose of a medication was taken; `nil` if none was.
  public func secondsSinceLatestDose(
    of identifier: HealthConceptIdentifier, at instant: Instant
  ) async throws(HealthError) -> Int64? {
    let end = Instant(nanosecondsSince1970: instant.nanosecondsSince1970 + 1)
    return try lastTaken(identifier, to: end).map { dose in
      (instant.nanosecondsSince1970 - dose.startDate.nanosecondsSince1970) / 1_000_000_000
    }
  }

  package func lastTaken(
    _ identifier: HealthConceptIdentifier, from start: Instant? = nil, to end: Instant? = nil
  ) throws(HealthError) -> MedicationDoseEvent? {
    let predicate: QueryPredicate = .and([
      .medication([identifier]), .status([.taken]),
      .time(start: start, end: end, options: .strictStartDate),
    ])
    return try SampleQueryDescriptor(
      predicates: [.medicationDoseEvent(predicate: predicate)],
      sortDescriptors: [SampleSortDescriptor(.startDate, isDescending: true)], limit: 1
    ).samples(in: self).first
  }
}
