// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

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
    var offset = 0
    while offset < ranks.count {
      let rank = Int(ranks.word(at: offset))
      // Whatever the file says, nothing is set outside.
      if rank < count { words[rank >> 6] |= 1 << UInt64(rank & 63) }
      offset += 4
    }
  }

  /// Adds the ranks of a map of bits.
  mutating func formUnion(map: Span<UInt8>) {
    for index in words.indices { words[index] |= map.doubleWord(at: index * 8) }
    dropExcess()
  }

  /// Leaves the ranks that a map of bits has.
  mutating func formIntersection(map: Span<UInt8>) {
    for index in words.indices { words[index] &= map.doubleWord(at: index * 8) }
  }

  /// Leaves the ranks that another set has.
  mutating func formIntersection(_ other: RankSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// A map of a crafted file may have bits behind the last rank.
  private mutating func dropExcess() {
    let used = count & 63
    if used != 0, let last = words.indices.last { words[last] &= (1 << UInt64(used)) - 1 }
  }
}
