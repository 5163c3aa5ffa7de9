// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The one file of this module that reads several bytes at once. Why it is
// sound: `unsafeLoadUnaligned` checks its bounds, and every pattern of bits is
// a UInt64; the initialiser from a static string copies bytes that live as
// long as the program.

/// Eight bytes at a time.
enum ByteWords {
  private static let highBits: UInt64 = 0x8080_8080_8080_8080
  private static let lowestPrintable: UInt64 = 0x2020_2020_2020_2020

  /// Marks the control characters (below U+0020) among eight bytes.
  ///
  /// - Returns: The high bit of each byte that is one, the first byte lowest;
  ///   exact, because no borrow leaves a byte whose high bit was set before.
  @inline(__always)
  static func controlCharacters(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
    let word = UInt64(
      littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(
        fromByteOffset: offset, as: UInt64.self))
    return ~((word | highBits) &- lowestPrintable) & ~word & highBits
  }
}
