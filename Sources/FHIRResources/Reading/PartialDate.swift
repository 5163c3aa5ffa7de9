// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel

/// A date or time of FHIR, as exact as it was written: `2015`, `2015-02-07T13:28:17+01:00`.
package struct PartialDate {
  /// Year, month, day, hour, minute, second; as many as were written.
  package let parts: [Int]
  /// Minutes east of Greenwich; `nil` without a zone.
  package let offset: Int?

  /// Reads a date; `nil` if it is malformed or does not exist in the calendar.
  package init?(_ text: String) {
    self.init(text.utf8.span)
  }

  /// Reads the bytes of a date.
  package init?(_ bytes: Span<UInt8>) {
    var parts: [Int] = []
    var position = 0
    for (index, width) in [4, 2, 2, 2, 2, 2].enumerated() {
      if index > 0 {
        let separators: [UInt8] = [0x2D, 0x2D, 0x54, 0x3A, 0x3A]
        guard position < bytes.count, bytes[position] == separators[index - 1] else { break }
        position += 1
      }
      guard let value = Self.number(bytes, position, width) else { return nil }
      parts.append(value)
      position += width
    }
    if position < bytes.count, bytes[position] == 0x2E {
      position += 1
      while position < bytes.count, bytes[position] &- 0x30 < 10 { position += 1 }
    }
    guard Self.isOfCalendar(parts) else { return nil }
    self.parts = parts
    guard position < bytes.count else {
      offset = nil
      return
    }
    let sign = bytes[position]
    if sign == 0x5A, position + 1 == bytes.count {
      offset = 0
    } else if let hours = Self.number(bytes, position + 1, 2),
      let minutes = Self.number(bytes, position + 4, 2), sign == 0x2B || sign == 0x2D,
      position + 6 == bytes.count, hours <= 14, minutes < 60
    {
      offset = (hours * 60 + minutes) * (sign == 0x2D ? -1 : 1)
    } else {
      return nil
    }
  }

  /// Whether parts, the year first, are a day of the calendar and a time of it.
  ///
  /// 24:00 and a leap second are written by some.
  private static func isOfCalendar(_ parts: [Int]) -> Bool {
    guard parts.count > 1 else { return true }
    guard (1...12).contains(parts[1]) else { return false }
    guard parts.count > 2 else { return true }
    guard (1...CalendarMonth.dayCount(parts[1], of: parts[0])).contains(parts[2]) else {
      return false
    }
    return zip(parts.dropFirst(3), [24, 59, 60]).allSatisfy { $0 <= $1 }
  }

  /// Whether this is later, compared as far as both are written.
  package func isAfter(_ other: PartialDate) -> Bool {
    if let mine = minutes, let theirs = other.minutes {
      if mine != theirs { return mine > theirs }
      return (parts.count > 5 ? parts[5] : 0) > (other.parts.count > 5 ? other.parts[5] : 0)
    }
    for (mine, theirs) in zip(parts, other.parts) where mine != theirs { return mine > theirs }
    return false
  }

  /// Minutes since a fixed day; only with time and zone.
  private var minutes: Int? {
    guard parts.count >= 5, let offset else { return nil }
    // Days from civil, proleptic Gregorian calendar; March is the first month.
    let year = parts[1] <= 2 ? parts[0] - 1 : parts[0]
    let month = (parts[1] + 9) % 12
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + parts[2]
    return days * 1440 + parts[3] * 60 + parts[4] - offset
  }

  private static func number(_ bytes: Span<UInt8>, _ start: Int, _ width: Int) -> Int? {
    guard start + width <= bytes.count else { return nil }
    var value = 0
    for place in start..<start + width {
      let byte = bytes[place]
      guard byte &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }
}
