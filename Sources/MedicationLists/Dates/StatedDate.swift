// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources

// A date of FHIR is as exact as it is written: a year, a month, a day or a
// moment. It stands for a stretch of time:
//
//   2015                       2015-01-01T00:00 … 2016-01-01T00:00
//   2015-02                    2015-02-01T00:00 … 2015-03-01T00:00
//   2015-02-07T13:28+01:00     12:28:00 … 12:29:00 UTC
//
// Without a zone a stretch may lie up to 14 hours earlier and 12 later, and one
// date is before another only if that is sure.

/// A date or time of a document: literal, and the stretch of time that it may mean.
public struct StatedDate: Sendable, Hashable {
  /// The date as it was written.
  public let text: String
  /// Year, month, day, hour, minute, second; as many as were written.
  let parts: [Int]
  /// Minutes east of Greenwich; `nil` without a zone.
  let offset: Int?

  /// Reads a date; `nil` if it is none, or stands for no day of the calendar.
  public init?(_ text: String) {
    var scanner = Scanner(bytes: Array(text.utf8))
    guard let (parts, offset) = scanner.date() else { return nil }
    self.text = text
    self.parts = parts
    self.offset = offset
  }

  /// Seconds from 1970 on at which the stretch begins, read as UTC where no zone is given.
  var lower: Int { Self.seconds(parts) - (offset ?? 0) * 60 }

  /// Seconds from 1970 on at which the stretch has ended, read as UTC where no zone is given.
  var upper: Int {
    var next = parts
    let last = next.count - 1
    switch last {
    case 0: next[0] += 1
    case 1: next = next[1] == 12 ? [next[0] + 1, 1] : [next[0], next[1] + 1]
    case 2: return lower + 86_400
    case 3: return lower + 3600
    case 4: return lower + 60
    default: return lower + 1
    }
    return Self.seconds(next) - (offset ?? 0) * 60
  }

  /// Whether all of it is surely over before the other begins.
  public func isBefore(_ other: StatedDate) -> Bool {
    let isSameClock = offset == nil && other.offset == nil
    // Two dates of one place without zones are compared as they are written.
    let late = offset == nil && !isSameClock ? 12 * 3600 : 0
    let early = other.offset == nil && !isSameClock ? 14 * 3600 : 0
    return upper + late <= other.lower - early
  }

  /// Whether its day, as it is written, is past on a day; an incomplete date counts to its end.
  public func isPast(on day: StatedDate) -> Bool {
    for (mine, theirs) in zip(parts.prefix(3), day.parts.prefix(3)) where mine != theirs {
      return mine < theirs
    }
    return false
  }

  /// Seconds from 1970 on; parts that are missing are the first of their kind.
  private static func seconds(_ parts: [Int]) -> Int {
    func part(_ index: Int, _ first: Int) -> Int { index < parts.count ? parts[index] : first }
    let day = days(year: part(0, 1970), month: part(1, 1), day: part(2, 1))
    return day * 86_400 + part(3, 0) * 3600 + part(4, 0) * 60 + part(5, 0)
  }

  /// Days since 1970-01-01 in the proleptic Gregorian calendar; March is the first month.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year >= 0 ? year / 400 : (year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension StatedDate {
  /// Reads the grammar of FHIR's dateTime; a time without seconds or zone is read, too.
  private struct Scanner {
    let bytes: [UInt8]
    var place = 0

    mutating func date() -> (parts: [Int], offset: Int?)? {
      var parts: [Int] = []
      let separators: [UInt8] = [0, 0x2D, 0x2D, 0x54, 0x3A, 0x3A]
      for (index, width) in [4, 2, 2, 2, 2, 2].enumerated() {
        if index > 0 {
          guard place < bytes.count, bytes[place] == separators[index] else { break }
          place += 1
        }
        guard let value = number(width) else { return nil }
        parts.append(value)
      }
      skipFraction()
      guard PartialDate.isOfCalendar(parts) else { return nil }
      guard place < bytes.count else { return (parts, nil) }
      guard parts.count > 3, let offset = zone(), place == bytes.count else { return nil }
      return (parts, offset)
    }

    private mutating func number(_ width: Int) -> Int? {
      guard place + width <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[place..<place + width] {
        guard byte &- 0x30 < 10 else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      place += width
      return value
    }

    private mutating func skipFraction() {
      guard place < bytes.count, bytes[place] == 0x2E else { return }
      place += 1
      while place < bytes.count, bytes[place] &- 0x30 < 10 { place += 1 }
    }

    private mutating func zone() -> Int? {
      let sign = bytes[place]
      place += 1
      if sign == 0x5A { return 0 }
      guard sign == 0x2B || sign == 0x2D, let hours = number(2), place < bytes.count,
        bytes[place] == 0x3A
      else { return nil }
      place += 1
      guard let minutes = number(2), hours <= 14, minutes < 60 else { return nil }
      return (hours * 60 + minutes) * (sign == 0x2D ? -1 : 1)
    }
  }
}

extension StatedDate: Comparable {
  /// An order for sorting: by what may be the later end, then by the later beginning.
  ///
  /// It is total, so that equal input gives equal output; what is sure is told
  /// by ``isBefore(_:)``.
  public static func < (left: StatedDate, right: StatedDate) -> Bool {
    let (leftEnd, rightEnd) = (left.upper, right.upper)
    if leftEnd != rightEnd { return leftEnd < rightEnd }
    let (leftStart, rightStart) = (left.lower, right.lower)
    if leftStart != rightStart { return leftStart < rightStart }
    return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
