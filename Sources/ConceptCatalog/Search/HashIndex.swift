// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Hash index from a key to all records that have it.
//
//   slots    2×u32 low half of the key's hash; the record, or bit 31 and the
//                  entry where a group begins, or `HashSlot.empty`; at most three
//                  quarters filled
//   entries  u32   groups: a count, then the records
//
// A reader hashes the key, walks the slots from the one that the hash's high half
// gives, compares the stored low half, and then the key of each record: two keys
// may share a hash. Most keys have one record, which the slot itself names: one
// cache line fewer than by way of an entry. Hashes are put in in ascending order,
// which is the order of their slots: the table is written from one end to the other.

/// The second word of a slot.
package enum HashSlot {
  /// A slot without a key.
  package static let empty: UInt32 = 0xFFFF_FFFF
  /// Bit of a slot that leads to a group.
  package static let groupFlag: UInt32 = 0x8000_0000
  /// Bit of a record's number, where the records are of two sections.
  package static let otherSectionFlag: UInt32 = 0x4000_0000
}

/// A walk through the records whose key may have a hash, in ascending order for one key.
///
/// A loop over it and not a function with a closure: that would count references to
/// the file, and such a count holds up the look-ups that the processor has begun meanwhile.
struct HashProbe {
  private let slots: Section
  private let entries: Section
  private let tag: UInt32
  private var slot: Int
  private var step = 0
  /// What is left of a group.
  private var entry = 0
  private var groupEnd = 0
  /// Groups do not overlap; a file in which they do must not hold the reader up.
  private var remaining: Int
  /// Set by the caller when a record has the key: after its group the walk ends.
  var isFound = false

  /// Begins a walk.
  @inline(__always)
  init(_ file: CatalogFile, _ slots: SectionID, _ entries: SectionID, hash: UInt64) {
    self.slots = file.section(slots)
    self.entries = file.section(entries)
    tag = UInt32(truncatingIfNeeded: hash)
    slot = KeyHash.slot(hash, of: self.slots.count)
    remaining = self.entries.count
  }

  /// The next record, whose key is still to be compared.
  @inline(__always)
  mutating func next(in file: CatalogFile) -> UInt32? {
    while true {
      if entry < groupEnd {
        entry &+= 1
        return file.word(entries, stride: 4, entry &- 1, 0)
      }
      if isFound || step >= slots.count { return nil }
      // A damaged block reads as zeros, which are no empty slots.
      if step & 0xFF == 0xFF, file.bytes.damage != nil { return nil }
      let (storedTag, place) = file.bytes.words(at: slots.start &+ slot &* 8)
      if place == HashSlot.empty { return nil }
      slot = slot &+ 1 == slots.count ? 0 : slot &+ 1
      step &+= 1
      if storedTag != tag { continue }
      if place & HashSlot.groupFlag == 0 { return place }
      guard beginGroup(Int(place & ~HashSlot.groupFlag), of: file) else { return nil }
    }
  }

  private mutating func beginGroup(_ first: Int, of file: CatalogFile) -> Bool {
    let count = Int(file.word(entries, stride: 4, first, 0))
    guard count < entries.count &- first, count <= remaining else {
      file.bytes.markDamage(at: entries.start)
      return false
    }
    remaining &-= count
    entry = first &+ 1
    groupEnd = entry &+ count
    return true
  }
}

extension CatalogFile {
  /// The first record of a number in an ascending section, if it is there.
  @inline(__always)
  func firstRecord(
    _ slotSection: SectionID, hash: UInt64, isWanted: (Int) -> Bool
  ) -> Int? {
    let slots = section(slotSection)
    var slot = KeyHash.slot(hash, of: slots.count)
    for _ in 0..<slots.count {
      let first = bytes.word(at: slots.start &+ slot &* 4)
      if first == 0 { return nil }
      if isWanted(Int(first) &- 1) { return Int(first) &- 1 }
      slot = slot &+ 1 == slots.count ? 0 : slot &+ 1
    }
    return nil
  }
}
