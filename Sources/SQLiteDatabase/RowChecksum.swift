// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The checksum of a row: the 64-bit FNV-1a hash of its values with their types and lengths.
///
/// It finds damage, not forgery. Any one changed byte changes it.
package struct RowChecksum {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// The checksum of what was added so far.
  package var value: Int64 { Int64(bitPattern: hash) }

  package mutating func add(_ value: SQLiteValue) {
    switch value {
    case .null: addNull()
    case .integer(let number): add(number)
    case .real(let number): add(number)
    case .text(let text): add(bytes: text.utf8, isText: true)
    case .blob(let bytes): add(bytes: bytes, isText: false)
    }
  }

  mutating func addNull() { add(byte: 0) }

  mutating func add(_ number: Int64) { add(1, UInt64(bitPattern: number)) }

  mutating func add(_ number: Double) { add(2, number.bitPattern) }

  mutating func add(bytes: some Collection<UInt8>, isText: Bool) {
    add(isText ? 3 : 4, UInt64(bytes.count))
    for byte in bytes { add(byte: byte) }
  }

  private mutating func add(_ tag: UInt8, _ number: UInt64) {
    add(byte: tag)
    for shift in stride(from: 0, to: 64, by: 8) {
      add(byte: UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  private mutating func add(byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
