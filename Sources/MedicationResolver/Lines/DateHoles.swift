// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources

/// The holes of a line that are dates: an impossible one is a problem of the record, which a
/// template has not.
struct DateHoles: Sendable {
  private let dates: [Int]
  private let periods: [(start: Int, end: Int)]

  init(_ holes: LineHoles) {
    let places = holes.places
    dates = places.indices.filter { places[$0].role == .date }
    func number(_ offset: Int) -> Int? {
      places.firstIndex { $0.range.lowerBound == offset }
    }
    periods = holes.periods.compactMap { period in
      guard let start = number(period.start), let end = number(period.end) else { return nil }
      return (start, end)
    }
  }

  /// Whether nothing is odd about the dates in the holes of a line.
  func areSound(_ places: [Range<Int>], in bytes: Span<UInt8>) -> Bool {
    func date(_ hole: Int) -> PartialDate? { PartialDate(bytes.extracting(places[hole])) }
    guard dates.allSatisfy({ date($0) != nil }) else { return false }
    return periods.allSatisfy { period in
      guard let start = date(period.start), let end = date(period.end) else { return false }
      return !start.isAfter(end)
    }
  }
}
