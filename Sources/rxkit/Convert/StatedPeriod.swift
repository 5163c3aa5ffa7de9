// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources

/// Whether the period of use that a record states is over on a day (S12).
///
/// The day is given by the caller: no clock is consulted. A year or month ends
/// with its last day, and of a moment its own day counts, as written.
enum StatedPeriod {
  /// Whether the end of every stated period lies before a day.
  ///
  /// The periods are those of use: of the record, and the bounds of its dosages. Until when a
  /// pharmacy may dispense says nothing about use.
  static func isOver(_ record: MedicationRecord, on day: String) -> Bool {
    if let end = record.dates.period?.end { return isBefore(end, day) }
    let ends = record.dosages.map { dosage -> String? in
      guard case .period(let period) = dosage.timing?.bounds else { return nil }
      return period.end
    }
    return !ends.isEmpty && ends.allSatisfy { $0.map { isBefore($0, day) } ?? false }
  }

  /// Whether a FHIR date, perhaps of a year or month only, has ended before a day.
  static func isBefore(_ date: String, _ day: String) -> Bool {
    let stated = Array(date.utf8.prefix(10))
    guard [4, 7, 10].contains(stated.count), hasShapeOfDay(stated) else { return false }
    return stated.lexicographicallyPrecedes(Array(day.utf8.prefix(stated.count)))
  }

  /// Whether a text is a day of the calendar, as `2026-11-21`.
  static func isDay(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, hasShapeOfDay(bytes) else { return false }
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && (1...lengths[month - 1]).contains(day)
  }

  /// Whether bytes are digits with dashes at the places of a date.
  private static func hasShapeOfDay(_ bytes: [UInt8]) -> Bool {
    bytes.indices.allSatisfy { index in
      index == 4 || index == 7 ? bytes[index] == 0x2D : (0x30...0x39).contains(bytes[index])
    }
  }
}
