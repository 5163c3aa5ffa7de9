// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// CRC-32 as in zip and gzip (ISO 3309): well known, in every toolbox, finds
// every error of up to 32 bits in a row, and libdeflate computes it at over
// 10 GB/s with the processor's carry-less multiplication.

private import CDeflate

/// The checksum of headers and blocks.
enum BlockChecksum {
  /// The CRC-32 of bytes.
  static func of(_ bytes: [UInt8]) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }

  /// The CRC-32 of a part of bytes.
  static func of(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { buffer in
      let part = unsafe UnsafeRawBufferPointer(rebasing: buffer[range])
      return unsafe libdeflate_crc32(0, part.baseAddress, part.count)
    }
  }

  /// The CRC-32 of bytes that follow others.
  static func of(_ bytes: RawSpan, after previous: UInt32) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(previous, $0.baseAddress, $0.count) }
  }
}
