// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Hash index from a key to all records that have it.
//
//   slots    2×u32 low half of the key's hash; the record, or bit 31 and the
//                  entry where a group begins, or `emptySlot`; a power of two
//                  of them, at most three quarters filled
//   entries  u32   groups: a count, then the records
//
// A reader hashes the key, walks the slots from (hash & mask), compares the
// stored half of the hash, and then the key of each record: two keys may share
// a hash. Most keys have one record, which the slot itself names: one cache
// line fewer than by way of an entry.

/// Slots and entries of a hash index.
struct GroupIndex {
  let slots: [UInt32]
  let entries: [UInt32]

  /// Word 1 of a slot without a key.
  static let emptySlot: UInt32 = 0xFFFF_FFFF
  /// Bit of word 1 of a slot that leads to a group.
  static let groupFlag: UInt32 = 0x8000_0000

  /// Builds the index.
  ///
  /// - Parameters:
  ///   - keys: Hash and record number of every record, in any order; record numbers are below 2³⁰.
  ///   - threads: How many threads sort them.
  init(_ keys: [(hash: UInt64, record: UInt32)], threads: Int = 1) {
    let sorted = BucketSort.sorted(keys, threads: threads, key: { $0.hash }, bits: 64) {
      $0.record < $1.record
    }
    var keyCount = 0
    for place in sorted.indices
    where place == 0 || sorted[place].hash != sorted[place - 1].hash {
      keyCount += 1
    }
    var size = 16
    while size * 3 < keyCount * 4 { size *= 2 }
    var slots = [UInt32](repeating: Self.emptySlot, count: size * 2)
    var entries: [UInt32] = []
    var start = 0
    while start < sorted.count {
      let hash = sorted[start].hash
      var end = start + 1
      while end < sorted.count, sorted[end].hash == hash { end += 1 }
      var slot = Int(truncatingIfNeeded: hash) & (size - 1)
      while slots[slot * 2 + 1] != Self.emptySlot { slot = (slot + 1) & (size - 1) }
      slots[slot * 2] = UInt32(truncatingIfNeeded: hash)
      if end == start + 1 {
        slots[slot * 2 + 1] = sorted[start].record
      } else {
        slots[slot * 2 + 1] = Self.groupFlag | UInt32(entries.count)
        entries.append(UInt32(end - start))
        for key in sorted[start..<end] { entries.append(key.record) }
      }
      start = end
    }
    self.slots = slots
    self.entries = entries
  }
}

/// Hash slots of numbers that stand in ascending order, such as NDCs.
enum CodeSlots {
  /// One slot a distinct number: 1 + the index of its first record, or 0.
  static func words(ofNumbers numbers: [UInt64]) -> [UInt32] {
    var size = 16
    while size < numbers.count * 2 { size *= 2 }
    var slots = [UInt32](repeating: 0, count: size)
    for (index, number) in numbers.enumerated() where index == 0 || numbers[index - 1] != number {
      var slot = Int(truncatingIfNeeded: KeyHash.finish(number)) & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = UInt32(index + 1)
    }
    return slots
  }
}
