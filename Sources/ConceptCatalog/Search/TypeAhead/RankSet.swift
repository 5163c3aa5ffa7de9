// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Whole sets are joined and cut by the thousand words at a time, so the loops go
// over pointers, without a check a word: on a full release that halves the time
// of a search. Sound: every loop ends at the lesser of both counts, and what
// comes from a file is loaded byte-wise aligned, any bytes being numbers.

/// A set of ranks, a bit each, in the order of results.
struct RankSet {
  private(set) var words: [UInt64]
  private let count: Int

  /// An empty set of ranks below a count.
  init(count: Int) {
    self.count = count
    words = [UInt64](repeating: 0, count: (count + 63) / 64)
  }

  /// Whether there is none.
  var isEmpty: Bool { !words.contains { $0 != 0 } }

  /// How many there are.
  var memberCount: Int { words.reduce(0) { $0 &+ $1.nonzeroBitCount } }

  func contains(_ rank: Int) -> Bool {
    rank >> 6 < words.count && words[rank >> 6] >> UInt64(rank & 63) & 1 != 0
  }

  /// Adds ranks, written as 32-bit numbers.
  mutating func formUnion(ranks: Span<UInt8>) {
    let count = count
    unsafe words.withUnsafeMutableBufferPointer { words in
      unsafe ranks.bytes.withUnsafeBytes { bytes in
        for offset in stride(from: 0, to: bytes.count & ~3, by: 4) {
          let rank = Int(
            unsafe UInt32(
              littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
          // Whatever the file says, nothing is set outside.
          if rank < count { unsafe words[rank >> 6] |= 1 << UInt64(rank & 63) }
        }
      }
    }
  }

  /// Adds the ranks of a map of bits.
  mutating func formUnion(map: Span<UInt8>) {
    combine(map: map) { $0 | $1 }
    dropExcess()
  }

  /// Leaves the ranks that a map of bits has.
  mutating func formIntersection(map: Span<UInt8>) {
    combine(map: map) { $0 & $1 }
  }

  @inline(__always)
  private mutating func combine(map: Span<UInt8>, _ join: (UInt64, UInt64) -> UInt64) {
    unsafe words.withUnsafeMutableBufferPointer { words in
      unsafe map.bytes.withUnsafeBytes { bytes in
        let shared = min(words.count, bytes.count / 8)
        for index in 0..<shared {
          let other = unsafe UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
          unsafe words[index] = unsafe join(words[index], other)
        }
        // A map that could not be read has nothing.
        for index in shared..<words.count { unsafe words[index] = unsafe join(words[index], 0) }
      }
    }
  }

  /// Leaves the ranks that another set has.
  mutating func formIntersection(_ other: RankSet) {
    unsafe words.withUnsafeMutableBufferPointer { words in
      unsafe other.words.withUnsafeBufferPointer { others in
        for index in 0..<min(words.count, others.count) {
          unsafe words[index] &= unsafe others[index]
        }
      }
    }
  }

  /// A map of a crafted file may have bits behind the last rank.
  private mutating func dropExcess() {
    let used = count & 63
    if used != 0, let last = words.indices.last { words[last] &= (1 << UInt64(used)) - 1 }
  }
}
