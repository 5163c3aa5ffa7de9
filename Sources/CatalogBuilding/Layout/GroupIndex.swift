// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

/// Slots and entries of a hash index, laid out as `HashSlot` says.
struct GroupIndex {
  let slots: [UInt32]
  let entries: [UInt32]

  /// Builds the index.
  ///
  /// - Parameters:
  ///   - keys: Hash and record number of every record, in any order, a pair counting once;
  ///     record numbers are below 2³¹ - 1.
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
    let size = max(16, (keyCount * 4 + 2) / 3)
    var slots = LargePages.repeated(HashSlot.empty, count: size * 2)
    var entries: [UInt32] = []
    var start = 0
    while start < sorted.count {
      let hash = sorted[start].hash
      let first = entries.count
      // The count of the group comes to be known behind it.
      entries.append(0)
      while start < sorted.count, sorted[start].hash == hash {
        let record = sorted[start].record
        if entries.count == first + 1 || entries[entries.count - 1] != record {
          entries.append(record)
        }
        start += 1
      }
      var slot = KeyHash.slot(hash, of: size)
      while slots[slot * 2 + 1] != HashSlot.empty { slot = slot + 1 == size ? 0 : slot + 1 }
      slots[slot * 2] = UInt32(truncatingIfNeeded: hash)
      let count = entries.count - first - 1
      if count == 1 {
        slots[slot * 2 + 1] = entries[first + 1]
        entries.removeLast(2)
      } else {
        slots[slot * 2 + 1] = HashSlot.groupFlag | UInt32(first)
        entries[first] = UInt32(count)
      }
    }
    self.slots = slots
    self.entries = entries
  }
}

/// Hash slots of numbers that stand in ascending order, such as NDCs.
enum CodeSlots {
  /// One slot a distinct number: 1 + the index of its first record, or 0.
  static func words(ofNumbers numbers: [UInt64]) -> [UInt32] {
    var count = 0
    for index in numbers.indices where index == 0 || numbers[index - 1] != numbers[index] {
      count += 1
    }
    let size = max(16, count * 2)
    var slots = LargePages.repeated(0 as UInt32, count: size)
    for (index, number) in numbers.enumerated() where index == 0 || numbers[index - 1] != number {
      var slot = KeyHash.slot(KeyHash.finish(number), of: size)
      while slots[slot] != 0 { slot = slot + 1 == size ? 0 : slot + 1 }
      slots[slot] = UInt32(index + 1)
    }
    return slots
  }
}
