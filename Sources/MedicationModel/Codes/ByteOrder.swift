// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Codes and identifiers are compared by their UTF-8 bytes, never by
// canonical equivalence or locale, so that answers have one order everywhere.

extension StringProtocol {
  /// Whether both strings are the same bytes of UTF-8.
  package func hasSameBytes(as other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// Whether this string comes before another in the order of UTF-8 bytes.
  package func precedesInBytes(_ other: some StringProtocol) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Feeds the bytes, and their end, to a hasher.
  package func hashBytes(into hasher: inout Hasher) {
    for byte in utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}

extension CaseIterable where Self: Equatable, AllCases.Index == Int {
  /// The position of this case among all cases, from zero.
  @inlinable package var casePlace: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The months of the Gregorian calendar.
package enum CalendarMonth {
  /// The number of days of a month, 1 to 12, in a year.
  package static func dayCount(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
