// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The hash of names and codes: eight bytes at a time are multiplied into the
// state, then the finisher of MurmurHash3 (public domain) spreads the low bits
// that choose a slot. It is short enough to describe on the format page, and
// the same on every machine. A name of 40 bytes costs five multiplications;
// byte by byte, as FNV-1a does it, the hash alone took a sixth of a look-up.

/// The 64-bit hash that the catalog's tables are built with.
///
/// Inlined where it is used, in the builder, too: a call for each byte would cost more than it does.
package struct KeyHash {
  @usableFromInline var state: UInt64 = 0
  /// Bytes fed since the last whole group of eight, the first lowest.
  @usableFromInline var group: UInt64 = 0
  @usableFromInline package var count: UInt64 = 0

  @inlinable
  package init() {}

  @inlinable @inline(__always)
  package mutating func add(_ byte: UInt8) {
    group |= UInt64(byte) << ((count & 7) &* 8)
    count &+= 1
    if count & 7 == 0 {
      state = Self.mix(state, group)
      group = 0
    }
  }

  @inlinable @inline(__always)
  package var value: UInt64 {
    let last = count & 7 == 0 ? state : Self.mix(state, group)
    return Self.finish(last ^ count)
  }

  /// The state after a group of eight bytes.
  @inlinable @inline(__always)
  package static func mix(_ state: UInt64, _ group: UInt64) -> UInt64 {
    let product = (state ^ group) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 32
  }

  /// The finisher of MurmurHash3; by itself it is the hash of a number.
  @inlinable @inline(__always)
  package static func finish(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return mixed ^ (mixed >> 33)
  }

  @inlinable
  package static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = KeyHash()
    for byte in bytes { hash.add(byte) }
    return hash.value
  }

  /// The hash of a code in a system: the system, a zero byte, the code.
  @inlinable
  package static func of(system: some Sequence<UInt8>, code: some Sequence<UInt8>) -> UInt64 {
    var hash = KeyHash()
    for byte in system { hash.add(byte) }
    hash.add(0)
    for byte in code { hash.add(byte) }
    return hash.value
  }

  /// The same, of bytes in memory.
  @inlinable
  package static func of(system: Span<UInt8>, code: Span<UInt8>) -> UInt64 {
    var hash = KeyHash()
    for index in system.indices { hash.add(system[index]) }
    hash.add(0)
    for index in code.indices { hash.add(code[index]) }
    return hash.value
  }

  /// The slot of a hash in a table with `count` slots, which are in the order of the hashes.
  @inlinable @inline(__always)
  package static func slot(_ hash: UInt64, of count: Int) -> Int {
    // The table has fewer than 2^32 slots, so the product fits.
    Int(truncatingIfNeeded: ((hash >> 32) &* UInt64(truncatingIfNeeded: count)) >> 32)
  }
}

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
        return file.word(entries, entry &- 1, 0)
      }
      if isFound || step >= slots.count { return nil }
      // A damaged block reads as zeros, which do not mark empty slots.
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
    let count = Int(file.word(entries, first, 0))
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
