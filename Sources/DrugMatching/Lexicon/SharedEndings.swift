// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Names of drugs end in stems: -cillin, -mab, -pril. A stem says of what class a
// drug is; which drug it is, the letters before it say.

/// Endings that many names have.
struct SharedEndings: Sendable {
  /// One-word names in the order of their bytes read backwards.
  private let words: [Int32]
  /// How many names have an ending that many have: one in a thousand, five at least.
  private let least: Int

  /// The endings of one-word names.
  init(_ pool: WordPool, _ singles: [Int32]) {
    words = singles.sorted {
      pool.pool[pool.range($0)].reversed()
        .lexicographicallyPrecedes(pool.pool[pool.range($1)].reversed())
    }
    least = max(5, singles.count / 1_000)
  }

  /// How many letters at the end of a word are the ending of many names; never all of them.
  ///
  /// - Complexity: O(*n* log *m*) in letters and names.
  func length(of bytes: [UInt8], _ range: Range<Int>, _ pool: WordPool) -> Int {
    var (low, high, length) = (0, words.count, 0)
    while length < range.count - 1 {
      let letter = Int(bytes[range.upperBound - 1 - length])
      let start = place(low..<high) { Self.letter(words[$0], length, pool) >= letter }
      let end = place(start..<high) { Self.letter(words[$0], length, pool) > letter }
      guard end - start >= least else { break }
      (low, high, length) = (start, end, length + 1)
    }
    return length
  }

  /// A letter of a word, counted from its end; negative before its first one.
  private static func letter(_ word: Int32, _ place: Int, _ pool: WordPool) -> Int {
    let range = pool.range(word)
    return place < range.count ? Int(pool.pool[range.upperBound - 1 - place]) : -1
  }

  /// The first place that fits, where all behind it fit, too.
  private func place(_ places: Range<Int>, _ fits: (Int) -> Bool) -> Int {
    var (low, high) = (places.lowerBound, places.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if fits(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
