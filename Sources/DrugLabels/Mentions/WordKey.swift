// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A word in the form in which words are compared: lower case, American spelling, singular.
///
/// Two words have the same key only if their forms are equal: sixteen bytes are kept as they
/// are, and only what goes beyond them is folded.
struct WordKey: Hashable, Sendable {
  private(set) var low: UInt64 = 0
  private(set) var high: UInt64 = 0
  private var count: UInt64 = 0

  /// The key of a word of a text.
  ///
  /// General rules of spelling, no list of words: `oe` and `ae` become `e` (diarrhoea, oedema),
  /// `our` becomes `or`, `is` before a vowel becomes `iz` in long words (generalised), and the
  /// plural's ending goes from words of five letters or more (flashes, extremities, cramps).
  init(_ utf8: borrowing Span<UInt8>, _ range: Range<Int>) {
    var end = range.upperBound
    let length = range.count
    var endsWithY = false
    if length >= 5, Self.lower(utf8[end - 1]) == UInt8(ascii: "s") {
      let before = Self.lower(utf8[end - 2])
      let third = Self.lower(utf8[end - 3])
      switch before {
      case UInt8(ascii: "s"), UInt8(ascii: "u"), UInt8(ascii: "i"): break
      case UInt8(ascii: "e") where third == UInt8(ascii: "i"):
        end -= 3
        endsWithY = true
      case UInt8(ascii: "e")
      where third == UInt8(ascii: "h") && Self.lower(utf8[end - 4]) == UInt8(ascii: "s"):
        end -= 2
      default: end -= 1
      }
    }
    var index = range.lowerBound
    var last: UInt8 = 0
    while index < end {
      let byte = Self.lower(utf8[index])
      index += 1
      let next = index < end ? Self.lower(utf8[index]) : 0
      switch byte {
      case UInt8(ascii: "o"), UInt8(ascii: "a"):
        if next == UInt8(ascii: "e") { continue }
      case UInt8(ascii: "u"):
        if last == UInt8(ascii: "o"), next == UInt8(ascii: "r") { continue }
      case UInt8(ascii: "s"):
        if length > 6, last == UInt8(ascii: "i"),
          next == UInt8(ascii: "e") || next == UInt8(ascii: "a") || next == UInt8(ascii: "i")
        {
          add(UInt8(ascii: "z"))
          last = byte
          continue
        }
      default: break
      }
      add(byte)
      last = byte
    }
    if endsWithY { add(UInt8(ascii: "y")) }
  }

  init(code: UInt64) { low = code }

  init(_ word: some StringProtocol) {
    let utf8 = Array(word.utf8)
    self.init(utf8.span, 0..<utf8.count)
  }

  var spread: UInt64 {
    var mixed = low ^ (high &* 0x9E37_79B9_7F4A_7C15)
    // The last letters of eight stand in the high bits, which a product does not bring down.
    mixed = (mixed ^ (mixed >> 32)) &* 0xD6E8_FEB8_6659_FD93
    return mixed >> 32
  }

  private mutating func add(_ byte: UInt8) {
    if count < 8 {
      low |= UInt64(byte) &<< (count &* 8)
    } else if count < 16 {
      high |= UInt64(byte) &<< ((count &- 8) &* 8)
    } else {
      low = (low ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      high = (high &+ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
    }
    count &+= 1
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }
}
