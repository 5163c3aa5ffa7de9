// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The hash of names and codes: FNV-1a over the bytes, then the finisher of
// MurmurHash3 to spread the low bits that choose a slot. Both are public
// domain, short enough for the format page, and the same on every machine.

/// The 64-bit hash that the catalog's tables are built with.
struct KeyHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Feeds one byte.
  mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// The hash of everything fed.
  var value: UInt64 { Self.finish(state) }

  /// The finisher of MurmurHash3; alone, the hash of a number.
  static func finish(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return mixed ^ (mixed >> 33)
  }

  /// The hash of bytes.
  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = KeyHash()
    for byte in bytes { hash.add(byte) }
    return hash.value
  }

  /// The hash of a code in a system: the system, a zero byte, the code.
  static func of(system: some Sequence<UInt8>, code: some Sequence<UInt8>) -> UInt64 {
    var hash = KeyHash()
    for byte in system { hash.add(byte) }
    hash.add(0)
    for byte in code { hash.add(byte) }
    return hash.value
  }

  /// The same, of bytes in memory.
  static func of(system: Span<UInt8>, code: Span<UInt8>) -> UInt64 {
    var hash = KeyHash()
    for index in system.indices { hash.add(system[index]) }
    hash.add(0)
    for index in code.indices { hash.add(code[index]) }
    return hash.value
  }
}
