// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Reading the hash indexes that `GroupIndex` and `CodeSlots` describe.

extension CatalogFile {
  /// Calls `body` with each record whose key may have a hash, in ascending order.
  ///
  /// The body compares the record's key and returns whether it is the one looked
  /// for; after a group with a hit the search ends.
  @inline(__always)
  func forEachRecord(
    _ slotSection: SectionID, _ entrySection: SectionID, hash: UInt64,
    _ body: (UInt32) -> Bool
  ) {
    let slots = section(slotSection)
    let entries = section(entrySection)
    guard slots.count > 0, slots.count & (slots.count - 1) == 0 else { return }
    let tag = UInt32(truncatingIfNeeded: hash)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    // Groups do not overlap; a file in which they do must not hold the reader up.
    var remaining = entries.count
    for step in 0..<slots.count {
      // A damaged block reads as zeros, which are no empty slots.
      if step & 0xFF == 0xFF, bytes.damage != nil { return }
      let (storedTag, place) = bytes.words(at: slots.start &+ slot &* 8)
      if place == GroupIndex.emptySlot { return }
      if storedTag == tag {
        if place & GroupIndex.groupFlag == 0 {
          if body(place) { return }
        } else {
          let first = Int(place & ~GroupIndex.groupFlag)
          let count = Int(word(entries, stride: 4, first, 0))
          guard count < entries.count &- first, count <= remaining else {
            return bytes.markDamage(at: slots.start &+ slot &* 8)
          }
          remaining &-= count
          var isFound = false
          for entry in (first &+ 1)..<(first &+ 1 &+ count)
          where body(word(entries, stride: 4, entry, 0)) { isFound = true }
          if isFound { return }
        }
      }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
  }

  /// The first record of a number in an ascending section, if it is there.
  @inline(__always)
  func firstRecord(
    _ slotSection: SectionID, hash: UInt64, isWanted: (Int) -> Bool
  ) -> Int? {
    let slots = section(slotSection)
    guard slots.count > 0, slots.count & (slots.count - 1) == 0 else { return nil }
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    for _ in 0..<slots.count {
      let first = bytes.word(at: slots.start &+ slot &* 4)
      if first == 0 { return nil }
      if isWanted(Int(first) &- 1) { return Int(first) &- 1 }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return nil
  }
}
