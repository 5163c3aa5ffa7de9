// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources

// Eight bytes at a time, as in JSONText. `unsafe` here: words of eight bytes
// are loaded within the bounds that the loop checks, and the pointer does not
// outlive its closure.

/// Searches bytes for what the index of neighbours needs.
enum ByteSearch {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Marks the high bit of every byte that is zero, and perhaps of others behind the first.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highBits }

  /// The offsets behind a quotation mark at which a name of a resource type begins that
  /// references may lead to.
  static func typeNames(in bytes: [UInt8]) -> [Int] {
    var offsets: [Int] = []
    unsafe bytes.withUnsafeBytes { buffer in
      func note(_ offset: Int) {
        guard offset > 0, unsafe buffer[offset - 1] == 0x22 else { return }
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
        if names.contains(where: { unsafe rest.starts(with: $0) }) { offsets.append(offset) }
      }
      var position = 0
      while position + 8 <= buffer.count {
        let word = unsafe UInt64(
          littleEndian: buffer.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        // M and S.
        var stops = zeros(word ^ 0x4D4D_4D4D_4D4D_4D4D) | zeros(word ^ 0x5353_5353_5353_5353)
        while stops != 0 {
          let offset = position + stops.trailingZeroBitCount >> 3
          if unsafe buffer[offset] == 0x4D || buffer[offset] == 0x53 { note(offset) }
          stops &= stops &- 1
        }
        position += 8
      }
      while position < buffer.count {
        note(position)
        position += 1
      }
    }
    return offsets
  }

  /// The names with their closing quotation mark.
  private static let names = FHIRNeighbour.typeNames.map { Array("\($0)\"".utf8) }

  /// Counts line feeds.
  static func lineFeeds(in bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    unsafe bytes.withUnsafeBufferPointer { buffer in
      let raw = UnsafeRawBufferPointer(buffer)
      var position = 0
      while position + 8 <= raw.count {
        // A sum for each of the eight bytes, which 255 words at most cannot overflow.
        let end = min(raw.count, position + 255 * 8)
        var sums: UInt64 = 0
        while position + 8 <= end {
          let word = unsafe UInt64(
            littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
          let other = word ^ 0x0A0A_0A0A_0A0A_0A0A
          // Exact in every byte: the high bit stays clear only where all bits are.
          let isOther = ((other & ~highBits) &+ ~highBits) | other
          sums &+= (~isOther & highBits) >> 7
          position += 8
        }
        let pairs = (sums & 0x00FF_00FF_00FF_00FF) &+ (sums >> 8 & 0x00FF_00FF_00FF_00FF)
        count += Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) >> 48)
      }
      while position < raw.count {
        if unsafe raw[position] == 0x0A { count += 1 }
        position += 1
      }
    }
    return count
  }
}
