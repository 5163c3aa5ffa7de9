// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Text, eight bytes at a time. The number of steps depends on the length alone,
// not on the bytes, so that the processor goes on to the next question while it
// waits for them: with a comparison that ends at the first difference a look-up
// by name took twice as long.
//
// Why it is sound: every load is of eight bytes within the span, as `word(_:_:)`
// checks.

/// Eight bytes of a text as a number, the first one lowest.
package enum TextWords {
  /// The eight bytes from an offset; the text must have them.
  @inline(__always)
  package static func word(_ text: Span<UInt8>, _ offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= text.count &- 8, "no eight bytes there")
    return unsafe UInt64(
      littleEndian: text.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The bytes behind the last whole group of eight, zeros above them.
  @inline(__always)
  static func tail(_ text: Span<UInt8>) -> UInt64 {
    let count = text.count & 7
    if count == 0 { return 0 }
    if text.count >= 8 { return word(text, text.count &- 8) >> UInt64((8 &- count) &* 8) }
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(text[index]) << UInt64(index &* 8) }
    return word
  }

  /// Whether two texts are the same bytes.
  @inline(__always)
  package static func areSame(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    var difference = tail(left) ^ tail(right)
    var offset = 0
    while offset <= left.count &- 8 {
      difference |= word(left, offset) ^ word(right, offset)
      offset &+= 8
    }
    return difference == 0
  }

  /// The hash of the key of a text in plain spelling: ASCII, single blanks between words; else `nil`.
  @inline(__always)
  static func plainKeyHash(_ text: Span<UInt8>) -> UInt64? {
    guard text.count > 0, text[text.count &- 1] != 0x20 else { return nil }
    var state: UInt64 = 0
    // As if a blank stood before the text, so that one at its start is a second one.
    var blankBefore: UInt64 = 0x80
    var oddities: UInt64 = 0
    var offset = 0
    while offset <= text.count &- 8 {
      let group = word(text, offset)
      oddities |= oddBits(group, &blankBefore)
      state = KeyHash.mix(state, folded(group))
      offset &+= 8
    }
    let rest = text.count & 7
    if rest > 0 {
      let group = tail(text)
      // Letters stand in for the bytes that are not there.
      oddities |= oddBits(group | ones &* 0x61 << UInt64(rest &* 8), &blankBefore)
      state = KeyHash.mix(state, folded(group))
    }
    return oddities == 0 ? KeyHash.finish(state ^ UInt64(text.count)) : nil
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Bits that are set where a byte is no ASCII, below a blank, or a blank behind one.
  @inline(__always)
  private static func oddBits(_ group: UInt64, _ blankBefore: inout UInt64) -> UInt64 {
    // Of bytes below 0x80 each addition stays within its byte; others are odd anyway.
    let low = group & ~highBits
    let control = ~(low &+ ones &* 0x60) & highBits
    let blank = ~((low ^ ones &* 0x20) &+ ones &* 0x7F) & highBits
    let second = blank & (blank << 8 | blankBefore)
    blankBefore = blank >> 56
    return (group & highBits) | control | second
  }

  /// Capital letters made small.
  @inline(__always)
  private static func folded(_ group: UInt64) -> UInt64 {
    let fromA = group &+ ones &* (0x80 - 0x41)
    let beyondZ = group &+ ones &* (0x80 - 0x5B)
    return group | (fromA & ~beyondZ & highBits) >> 2
  }
}
