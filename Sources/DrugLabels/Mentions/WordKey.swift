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
  init(_ utf8: borrowing Bytes, _ range: Range<Int>) {
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
      where third == UInt8(ascii: "h") && Self.lower(utf8[end - 4]) == UInt8(ascii: "s"): end -= 2
      default: end -= 1
      }
    }
    var (last, next): (UInt8, UInt8) = (
      0, end > range.lowerBound ? Self.lower(utf8[range.lowerBound]) : 0
    )
    for index in range.lowerBound..<end {
      let byte = next
      next = index + 1 < end ? Self.lower(utf8[index + 1]) : 0
      switch byte {
      case UInt8(ascii: "o"), UInt8(ascii: "a"): if next == UInt8(ascii: "e") { continue }
      case UInt8(ascii: "u"): if last == UInt8(ascii: "o"), next == UInt8(ascii: "r") { continue }
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

  private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}

/// Numbers by keys: contiguous slots, at most half of them in use.
///
/// A word of a text costs one or two of these look-ups, and most words are in no table: a byte
/// for each slot, few enough for the nearest cache, shows that without reading the keys.
///
/// Not generic: where modules are compiled file by file, a look-up would query the key's type at
/// run time, which was a twentieth of the time that labels took.
struct NumberTable: Sendable {
  private struct Slot: Sendable {
    let key: WordKey
    let number: Int32
  }

  private var slots = [Slot?](repeating: nil, count: 1 << 6)
  private var marks = [UInt8](repeating: 0, count: 1 << 6)
  private var count = 0

  /// The number of a key; `nil` if it has none.
  subscript(key: WordKey) -> Int32? {
    let spread = key.spread
    let mark = Self.mark(spread)
    var place = Int(truncatingIfNeeded: spread) & (marks.count - 1)
    while marks[place] != 0 {
      if marks[place] == mark, let slot = slots[place], slot.key == key { return slot.number }
      place = (place + 1) & (marks.count - 1)
    }
    return nil
  }

  mutating func insert(_ key: WordKey, _ number: Int32) {
    if count * 2 >= slots.count {
      let old = slots
      slots = [Slot?](repeating: nil, count: old.count * 4)
      marks = [UInt8](repeating: 0, count: slots.count)
      for case .some(let slot) in old { put(slot) }
    }
    put(Slot(key: key, number: number))
    count += 1
  }

  private mutating func put(_ slot: Slot) {
    let spread = slot.key.spread
    var place = Int(truncatingIfNeeded: spread) & (slots.count - 1)
    while marks[place] != 0 { place = (place + 1) & (slots.count - 1) }
    slots[place] = slot
    marks[place] = Self.mark(spread)
  }

  /// Bits above those that choose the slot; never 0.
  private static func mark(_ spread: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: spread >> 24) | 1
  }
}

/// Numbers for words, from zero in the order in which they come.
struct WordTable: Sendable {
  private var numbers = NumberTable()
  private var count: Int32 = 0

  /// The number of a word; `nil` if it has none.
  subscript(key: WordKey) -> Int32? { numbers[key] }

  mutating func insert(_ key: WordKey) -> Int32 {
    if let number = numbers[key] { return number }
    numbers.insert(key, count)
    count += 1
    return count - 1
  }
}
