// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Codes and identifiers are compared by their UTF-8 bytes (M29), never by
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
