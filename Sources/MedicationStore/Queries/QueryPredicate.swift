// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A condition on medications or samples: a value that can be inspected, kept and sent.
///
/// It takes the place of `NSPredicate`. A condition on a property that an object
/// does not have (the status of a symptom, the scheduled date of a dose as needed)
/// is false, and its negation true.
public indirect enum QueryPredicate: Sendable, Hashable, Codable {
  /// The archive flag of a medication.
  case isArchived(Bool)
  /// The schedule flag of a medication.
  case hasSchedule(Bool)
  /// One of these statuses of a dose.
  case status([LogStatus])
  /// One of these medications, of a dose or of the list.
  case medication([HealthConceptIdentifier])
  /// One of these scheduled dates.
  case scheduledDate([Instant])
  /// A scheduled date in [start, end); `nil` is unbounded.
  case scheduled(start: Instant?, end: Instant?)
  /// The time of a sample; `nil` is unbounded.
  case time(start: Instant?, end: Instant?, options: QueryOptions)
  /// The type of a symptom.
  case categoryType(SymptomCategory)
  /// All of them; without any it is true.
  case and([QueryPredicate])
  /// Any of them; without any it is false.
  case or([QueryPredicate])
  /// Not this one.
  case not(QueryPredicate)

  /// Both.
  public static func && (left: QueryPredicate, right: QueryPredicate) -> QueryPredicate {
    .and([left, right])
  }

  /// At least one.
  public static func || (left: QueryPredicate, right: QueryPredicate) -> QueryPredicate {
    .or([left, right])
  }

  /// The opposite.
  public static prefix func ! (predicate: QueryPredicate) -> QueryPredicate {
    .not(predicate)
  }
}

/// How the time of a sample is compared with a window (`HKQueryOptions`).
public struct QueryOptions: OptionSet, Sendable, Hashable, Codable {
  /// The bits.
  public let rawValue: Int

  /// Keeps the bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The start of the sample lies in the window.
  public static let strictStartDate = QueryOptions(rawValue: 1)
  /// The end of the sample lies in the window.
  public static let strictEndDate = QueryOptions(rawValue: 2)
}

/// The class functions of `HKQuery` that make predicates.
public enum Query {
  /// No limit (`HKObjectQueryNoLimit`).
  public static let noLimit = 0

  /// Medications by archive flag.
  public static func predicateForUserAnnotatedMedications(isArchived: Bool) -> QueryPredicate {
    .isArchived(isArchived)
  }

  /// Medications by schedule flag.
  public static func predicateForUserAnnotatedMedications(hasSchedule: Bool) -> QueryPredicate {
    .hasSchedule(hasSchedule)
  }

  /// Doses of one status.
  public static func predicateForMedicationDoseEvent(status: LogStatus) -> QueryPredicate {
    .status([status])
  }

  /// Doses of any of these statuses; none of an empty set.
  public static func predicateForMedicationDoseEvent(statuses: Set<LogStatus>) -> QueryPredicate {
    .status(statuses.sorted { $0.rawValue < $1.rawValue })
  }

  /// Doses of a medication.
  public static func predicateForMedicationDoseEvent(
    medicationConceptIdentifier identifier: HealthConceptIdentifier
  ) -> QueryPredicate {
    .medication([identifier])
  }

  /// Doses of any of these medications.
  public static func predicateForMedicationDoseEvent(
    medicationConceptIdentifiers identifiers: Set<HealthConceptIdentifier>
  ) -> QueryPredicate {
    .medication(identifiers.sorted())
  }

  /// Doses that were scheduled for exactly this date.
  public static func predicateForMedicationDoseEvent(scheduledDate: Instant) -> QueryPredicate {
    .scheduledDate([scheduledDate])
  }

  /// Doses that were scheduled for exactly one of these dates.
  public static func predicateForMedicationDoseEvent(
    scheduledDates: Set<Instant>
  ) -> QueryPredicate {
    .scheduledDate(scheduledDates.sorted())
  }

  /// Doses that were scheduled in [start, end); `nil` is unbounded.
  public static func predicateForMedicationDoseEvent(
    scheduledStart start: Instant?, end: Instant?
  ) -> QueryPredicate {
    .scheduled(start: start, end: end)
  }

  /// Samples by their time; `nil` is unbounded.
  public static func predicateForSamples(
    withStart start: Instant?, end: Instant?, options: QueryOptions = []
  ) -> QueryPredicate {
    .time(start: start, end: end, options: options)
  }
}
