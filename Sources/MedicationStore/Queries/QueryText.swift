// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Predicates as SQL on the rows `s` of a table of samples and `m` of medications.
// Every part is 0 or 1 and never NULL, so that NOT is the opposite.

/// A statement that is being put together, with the values of its parameters.
struct QueryText {
  /// What rows a predicate is about.
  enum Subject {
    case medication, dose, symptom
  }

  let subject: Subject
  private(set) var values: [any ColumnValue] = []

  init(_ subject: Subject) { self.subject = subject }

  /// Adds a value and returns its parameter.
  mutating func bind(_ value: any ColumnValue) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  mutating func condition(_ predicate: QueryPredicate) -> String {
    switch (predicate, subject) {
    case (.and(let parts), _): return joined(parts, " AND ", empty: "1")
    case (.or(let parts), _): return joined(parts, " OR ", empty: "0")
    case (.not(let part), _): return "NOT \(condition(part))"
    case (.isArchived(let flag), .medication): return "m.is_archived = \(flag ? 1 : 0)"
    case (.hasSchedule(let flag), .medication):
      return flag ? "m.schedule IS NOT NULL" : "m.schedule IS NULL"
    case (.status(let statuses), .dose):
      return "s.status IN (\(list(statuses.map(\.rawValue))))"
    case (.medication(let identifiers), .dose), (.medication(let identifiers), .medication):
      return medications(identifiers)
    case (.scheduledDate(let dates), .dose):
      return "(s.scheduled_date IS NOT NULL AND s.scheduled_date IN (\(list(dates))))"
    case (.scheduled(let start, let end), .dose):
      return "(s.scheduled_date IS NOT NULL\(window("s.scheduled_date", start, end)))"
    case (.time(let start, let end, let options), .dose),
      (.time(let start, let end, let options), .symptom):
      return time(start, end, options)
    case (.categoryType(let type), .symptom): return "s.type = \(bind(type.rawValue))"
    default: return "0"
    }
  }

  private mutating func joined(_ parts: [QueryPredicate], _ word: String, empty: String) -> String {
    if parts.isEmpty { return empty }
    return "(" + parts.map { condition($0) }.joined(separator: word) + ")"
  }

  private mutating func list(_ values: [any ColumnValue]) -> String {
    values.map { bind($0) }.joined(separator: ", ")
  }

  private mutating func medications(_ identifiers: [HealthConceptIdentifier]) -> String {
    guard !identifiers.isEmpty else { return "0" }
    let pairs = identifiers.map { identifier in
      "(\(bind(identifier.domain.rawValue)), \(bind(identifier.value)))"
    }
    return "(m.domain, m.identifier) IN (VALUES \(pairs.joined(separator: ", ")))"
  }

  private mutating func window(_ column: String, _ start: Instant?, _ end: Instant?) -> String {
    var text = ""
    if let start { text += " AND \(column) >= \(bind(start))" }
    if let end { text += " AND \(column) < \(bind(end))" }
    return text
  }

  private mutating func time(
    _ start: Instant?, _ end: Instant?, _ options: QueryOptions
  ) -> String {
    var text = "(1"
    if options.isEmpty {
      text += window("s.end_date", start, nil) + window("s.start_date", nil, end)
    }
    if options.contains(.strictStartDate) { text += window("s.start_date", start, end) }
    if options.contains(.strictEndDate) { text += window("s.end_date", start, end) }
    return text + ")"
  }
}
