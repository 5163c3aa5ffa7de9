// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Numbers by keys: slots side by side, of which at most half are taken.
///
/// A word of a text costs one or two of these look-ups, and most words are in no table: a byte
/// for each slot, few enough for the nearest cache, tells so without a look at the keys.
///
/// Not generic: where modules are compiled file by file, a look-up would ask for the key's type at
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
