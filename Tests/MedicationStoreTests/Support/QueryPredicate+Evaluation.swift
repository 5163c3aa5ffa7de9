// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import MedicationStore

// What a predicate means, without SQL: the translation to SQL is compared with it.

extension QueryPredicate {
  /// Whether it holds for a medication of the list.
  func matches(_ medication: UserAnnotatedMedication) -> Bool {
    evaluate { predicate in
      switch predicate {
      case .isArchived(let flag): medication.isArchived == flag
      case .hasSchedule(let flag): medication.hasSchedule == flag
      case .medication(let identifiers): identifiers.contains(medication.medication.identifier)
      default: false
      }
    }
  }

  /// Whether it holds for a dose.
  func matches(_ event: MedicationDoseEvent) -> Bool {
    evaluate { predicate in
      switch predicate {
      case .status(let statuses): statuses.contains(event.logStatus)
      case .medication(let identifiers): identifiers.contains(event.medicationConceptIdentifier)
      case .scheduledDate(let dates): event.scheduledDate.map(dates.contains) ?? false
      case .scheduled(let start, let end):
        event.scheduledDate.map { Self.isIn(start, end, $0) } ?? false
      case .time(let start, let end, let options):
        Self.matches(event, start: start, end: end, options: options)
      default: false
      }
    }
  }

  /// Whether it holds for a symptom.
  func matches(_ sample: CategorySample) -> Bool {
    evaluate { predicate in
      switch predicate {
      case .categoryType(let type): sample.categoryType == type
      case .time(let start, let end, let options):
        Self.matches(sample, start: start, end: end, options: options)
      default: false
      }
    }
  }

  private func evaluate(_ leaf: (QueryPredicate) -> Bool) -> Bool {
    switch self {
    case .and(let parts): parts.allSatisfy { $0.evaluate(leaf) }
    case .or(let parts): parts.contains { $0.evaluate(leaf) }
    case .not(let part): !part.evaluate(leaf)
    default: leaf(self)
    }
  }

  private static func isIn(_ start: Instant?, _ end: Instant?, _ date: Instant) -> Bool {
    start.map { date >= $0 } ?? true && end.map { date < $0 } ?? true
  }

  private static func matches(
    _ sample: some HealthSample, start: Instant?, end: Instant?, options: QueryOptions
  ) -> Bool {
    guard !options.isEmpty else {
      return start.map { sample.endDate >= $0 } ?? true && end.map { sample.startDate < $0 } ?? true
    }
    return (!options.contains(.strictStartDate) || isIn(start, end, sample.startDate))
      && (!options.contains(.strictEndDate) || isIn(start, end, sample.endDate))
  }
}
