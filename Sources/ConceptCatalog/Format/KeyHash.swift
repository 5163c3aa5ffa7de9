// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The hash of names and codes: eight bytes at a time are multiplied into the
// state, then the finisher of MurmurHash3 (public domain) spreads the low bits
// that choose a slot. Short enough for the format page, and the same on every
// machine. A name of 40 bytes costs five multiplications; byte by byte, as
// FNV-1a does it, the hash alone took a sixth of a look-up.

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

  /// Feeds one byte.
  @inlinable @inline(__always)
  package mutating func add(_ byte: UInt8) {
    group |= UInt64(byte) << ((count & 7) &* 8)
    count &+= 1
    if count & 7 == 0 {
      state = Self.mix(state, group)
      group = 0
    }
  }

  /// The hash of everything fed.
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

  /// The finisher of MurmurHash3; alone, the hash of a number.
  @inlinable @inline(__always)
  package static func finish(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return mixed ^ (mixed >> 33)
  }

  /// The hash of bytes.
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

  /// The slot of a hash in a table of so many: they follow the order of the hashes.
  @inlinable @inline(__always)
  package static func slot(_ hash: UInt64, of count: Int) -> Int {
    // The table has fewer than 2^32 slots, so the product fits.
    Int(truncatingIfNeeded: ((hash >> 32) &* UInt64(truncatingIfNeeded: count)) >> 32)
  }
}
