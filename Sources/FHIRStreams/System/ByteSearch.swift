// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

private import CMasks
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

  private static let names = FHIRNeighbour.typeNames.map { Array("\($0)\"".utf8) }

  static func lineFeeds(in bytes: ArraySlice<UInt8>) -> Int {
    // Sound: the C function reads only the bytes of the buffer.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe Int(cmasks_line_feeds(buffer.baseAddress, buffer.count))
    }
  }
}
