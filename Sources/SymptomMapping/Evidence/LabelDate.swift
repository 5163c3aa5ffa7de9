// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// A day of the calendar, as labels are dated.
public struct LabelDate: Sendable, Hashable, Comparable {
  /// The year.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Makes a day; `nil` if the Gregorian calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard CivilDate(year: year, month: month, day: day) != nil else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads a day of eight digits, `20260717`, or as ISO 8601 writes it, `2026-07-17`.
  public init?(_ text: some StringProtocol) {
    self.init(utf8: text.utf8)
  }

  /// Reads a day from UTF-8 bytes; the rules are those of the text form.
  public init?(utf8 bytes: some Sequence<UInt8>) {
    var digits = 0
    var value = 0
    var position = 0
    var dashes = 0
    for byte in bytes {
      if byte == UInt8(ascii: "-"), position == 4 || position == 7 {
        dashes += 1
      } else if byte >= 0x30, byte <= 0x39, digits < 8 {
        digits += 1
        value = value * 10 + Int(byte & 0x0F)
      } else {
        return nil
      }
      position += 1
    }
    guard digits == 8, dashes == 0 || dashes == 2 else { return nil }
    self.init(year: value / 10_000, month: value / 100 % 100, day: value % 100)
  }

  /// Whether this day lies more than a number of years before another.
  public func isOlder(thanYears years: Int, before other: LabelDate) -> Bool {
    (year + years, month, day) < (other.year, other.month, other.day)
  }

  /// Orders by time.
  public static func < (left: LabelDate, right: LabelDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension LabelDate: CustomStringConvertible {
  /// The day as ISO 8601 writes it: `2026-07-17`.
  public var description: String {
    [(year, 4), (month, 2), (day, 2)].map { DecimalDigits.padded($0, $1) }.joined(separator: "-")
  }
}
