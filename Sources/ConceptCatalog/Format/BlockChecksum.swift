// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// CRC-32 as in zip and gzip (ISO 3309): well known, in every toolbox, and finds
// every error of up to 32 bits in a row. Computed here, so that whoever reads a
// catalog needs no library; eight bytes at a time, each by a table of its own.

/// The checksum of headers and blocks.
package enum BlockChecksum {
  /// Entry `256 * k + b`: what byte `b` does to the checksum when `k` bytes follow it.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    for place in 0..<7 * 256 {
      tables.append(tables[place] >> 8 ^ tables[Int(tables[place] & 0xFF)])
    }
    return tables
  }()

  /// The CRC-32 of bytes.
  package static func of(_ bytes: [UInt8]) -> UInt32 { unsafe of(bytes.span.bytes, after: 0) }

  /// The CRC-32 of a part of bytes.
  package static func of(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    unsafe of(bytes.span.bytes.extracting(range), after: 0)
  }

  /// The CRC-32 of bytes that follow others.
  package static func of(_ bytes: RawSpan, after previous: UInt32) -> UInt32 {
    let tables = tables.span
    var value = ~previous
    var place = 0
    while place &+ 8 <= bytes.byteCount {
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
      let mixed = UInt64(littleEndian: word) ^ UInt64(value)
      value = 0
      for byte in 0..<8 {
        value ^= tables[(7 &- byte) &* 256 &+ Int(mixed >> UInt64(byte &* 8) & 0xFF)]
      }
      place &+= 8
    }
    while place < bytes.byteCount {
      let byte = unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
      value = value >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: value) ^ byte)]
      place &+= 1
    }
    return ~value
  }
}
