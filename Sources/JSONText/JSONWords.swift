// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Eight bytes at a time in one register. The masks have the high bit of a byte
// set where the byte matches; only the lowest match is exact, because a borrow
// can run upwards out of it, and only the lowest is ever used.

enum JSONWords {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highBits: UInt64 = 0x8080_8080_8080_8080
  static let spaces: UInt64 = 0x2020_2020_2020_2020
  static let quotes: UInt64 = 0x2222_2222_2222_2222
  static let backslashes: UInt64 = 0x5C5C_5C5C_5C5C_5C5C

  /// Loads eight bytes, the first in the lowest bits.
  @inline(__always)
  static func load(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
    // Sound: bytes have no padding, the raw span checks that offset and
    // offset + 8 lie inside, and every bit pattern is a UInt64.
    let raw = unsafe bytes.bytes
    return UInt64(
      littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Marks quotation marks, backslashes, control characters and non-ASCII bytes.
  @inline(__always)
  static func stringStops(_ word: UInt64) -> UInt64 {
    asciiStops(word) | (word & highBits)
  }

  /// Marks what must be escaped in a string: quotation marks, backslashes, control characters.
  @inline(__always)
  static func asciiStops(_ word: UInt64) -> UInt64 {
    let quote = word ^ quotes
    let backslash = word ^ backslashes
    let found =
      ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
      | ((word &- spaces) & ~word)
    return found & highBits
  }

  /// Returns the offset of the next line feed, or the end of the text.
  static func lineEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position + 8 <= bytes.count {
      let other = load(bytes, at: position) ^ 0x0A0A_0A0A_0A0A_0A0A
      let stops = (other &- ones) & ~other & highBits
      if stops != 0 { return position + stops.trailingZeroBitCount >> 3 }
      position += 8
    }
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    return position
  }

  /// Whether there is a `{` between an offset and the end of its line.
  static func mayHoldObject(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    var position = start
    while position < bytes.count, bytes[position] != 0x0A {
      if bytes[position] == 0x7B { return true }
      position += 1
    }
    return false
  }

  static func countLineFeeds(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    var count = 0
    var position = range.lowerBound
    while position + 8 <= range.upperBound {
      let other = load(bytes, at: position) ^ 0x0A0A_0A0A_0A0A_0A0A
      // Exact in every byte: the high bit stays clear only where all bits are.
      let isOther = ((other & low) &+ low) | other | low
      count += (~isOther).nonzeroBitCount
      position += 8
    }
    while position < range.upperBound {
      if bytes[position] == 0x0A { count += 1 }
      position += 1
    }
    return count
  }

  /// Hashes bytes eight at a time.
  static func hash(of bytes: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var hash = UInt64(truncatingIfNeeded: count) &* factor
    var position = start
    var rest = count
    while rest > 0 {
      var part: UInt64 = 0
      if position + 8 <= bytes.count {
        part = load(bytes, at: position)
        if rest < 8 { part &= (1 << UInt64(8 * rest)) - 1 }
      } else {
        for index in 0..<min(rest, 8) {
          part |= UInt64(bytes[position + index]) << UInt64(8 * index)
        }
      }
      hash = (hash ^ part) &* factor
      hash ^= hash >> 29
      position += 8
      rest -= 8
    }
    return hash &* factor
  }
}
