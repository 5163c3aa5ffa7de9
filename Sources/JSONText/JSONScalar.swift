// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Numbers and literals of an object that is passed over.
enum JSONScalar {
  /// Checks a number or literal, and that it ends where a value may end.
  @inline(__always)
  static func isValid(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
    let end: Int
    switch bytes[position] {
    case 0x74: end = literalEnd(bytes, position, 0x6575_7274, 4)
    case 0x6E: end = literalEnd(bytes, position, 0x6C6C_756E, 4)
    case 0x66: end = literalEnd(bytes, position + 1, 0x6573_6C61, 4)
    default: end = numberEnd(bytes, position)
    }
    guard end > 0 else { return false }
    switch JSONScanner.byte(bytes, end) {
    case 0x2C, 0x7D, 0x5D, 0x20, 0x0A, 0x0D, 0x09: return true
    default: return false
    }
  }

  /// Compares four letters, the first in the lowest bits; 0 if they differ.
  @inline(__always)
  private static func literalEnd(
    _ bytes: Span<UInt8>, _ position: Int, _ letters: UInt32, _ count: Int
  ) -> Int {
    guard position + count <= bytes.count else { return 0 }
    var found: UInt32 = 0
    for index in 0..<count { found |= UInt32(bytes[position + index]) << UInt32(8 * index) }
    return found == letters ? position + count : 0
  }

  /// Returns the end of a number; 0 if there is none.
  @inline(__always)
  private static func numberEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var position = start
    if bytes[position] == 0x2D { position += 1 }
    let integer = position
    position = JSONScanner.skipDigits(bytes, position)
    if position == integer || (bytes[integer] == 0x30 && position > integer + 1) { return 0 }
    if JSONScanner.byte(bytes, position) == 0x2E {
      let fraction = position + 1
      position = JSONScanner.skipDigits(bytes, fraction)
      if position == fraction { return 0 }
    }
    guard JSONScanner.byte(bytes, position) | 0x20 == 0x65 else { return position }
    position += 1
    let sign = JSONScanner.byte(bytes, position)
    if sign == 0x2B || sign == 0x2D { position += 1 }
    let exponent = position
    position = JSONScanner.skipDigits(bytes, exponent)
    return position == exponent ? 0 : position
  }
}
