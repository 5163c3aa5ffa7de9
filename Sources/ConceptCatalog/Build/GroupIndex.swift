// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Hash index from a key to all records that have it.
//
//   slots    u32   entry number + 1 of the first entry of a group, 0 empty;
//                  a power of two of them, at most half filled
//   entries  2×u32 low half of the key's hash, record; sorted by (hash, record)
//
// A reader hashes the key, walks the slots from (hash & mask), compares the
// stored half of the hash, and then the key of each record of the group: two
// keys may share a hash.

/// Slots and entries of a hash index.
struct GroupIndex {
  let slots: [UInt32]
  let entries: [UInt32]

  /// Builds the index.
  ///
  /// - Parameters:
  ///   - keys: Hash and record number of every record, in any order.
  ///   - threads: How many threads sort them.
  init(_ keys: [(hash: UInt64, record: UInt32)], threads: Int = 1) {
    let sorted = BucketSort.sorted(keys, threads: threads, key: { $0.hash }, bits: 64) {
      $0.record < $1.record
    }
    var size = 16
    while size < sorted.count * 2 { size *= 2 }
    var slots = [UInt32](repeating: 0, count: size)
    var entries: [UInt32] = []
    entries.reserveCapacity(sorted.count * 2)
    var previous: UInt64?
    for (place, key) in sorted.enumerated() {
      entries.append(UInt32(truncatingIfNeeded: key.hash))
      entries.append(key.record)
      if key.hash == previous { continue }
      previous = key.hash
      var slot = Int(truncatingIfNeeded: key.hash) & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = UInt32(place + 1)
    }
    self.slots = slots
    self.entries = entries
  }
}
