// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

struct WordTable {
  /// Numbers words from 1.
  private var pool = StringPool()
  private(set) var meanings: [NormalWord] = []
  private(set) var kinds: [WordScan.Kind] = []

  var count: Int { kinds.count }

  func word(_ number: Int) -> ArraySlice<UInt8> { pool.bytes(of: UInt32(number + 1)) }

  mutating func number(of index: Int, in list: borrowing WordScan) -> Int {
    let text = list.bytes.span.extracting(list.range(index))
    let number = Int(pool.number(of: text)) - 1
    if number == count {
      kinds.append(list.kinds[index])
      meanings.append(NormalWord(text, list.kinds[index]))
    }
    return number
  }

  /// The numbers of words in the order of their bytes.
  func sorted(_ numbers: [UInt32]) -> [UInt32] {
    numbers.sorted { pool.precedes($0 + 1, $1 + 1) }
  }
}

// Beginnings of words that many concepts share (`a`, `ta`, `oral`, `mg`) have
// their ranks as a map of bits ready: to gather some hundred thousand postings
// would take most of a millisecond, to read 50 kB takes microseconds. A map for
// each range of words with more postings than a sixteenth of the concepts: about
// a hundred and fifty ranges, 8 MB for 400,000 concepts.

/// Maps of bits for beginnings of words that many concepts share.
struct DenseMaps {
  /// First word and end of each range, ascending.
  private(set) var ranges: [UInt32] = []
  /// The maps, in the same order; as many longs as ranks need.
  private(set) var bits: [UInt32] = []

  private static let share = 16
  private static let leastPostings = 1024

  private let records: [UInt32]
  private let texts: [UInt8]
  private let limit: Int

  init(records: [UInt32], texts: [UInt8], postings: [UInt32], rankCount: Int) {
    self.records = records
    self.texts = texts
    limit = max(rankCount / Self.share, Self.leastPostings)
    var found: [Range<Int>] = []
    let wordCount = records.count / 2 - 1
    divide(0..<max(0, wordCount), depth: 0, into: &found)
    found.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    var last: Range<Int>?
    for range in found where range != last {
      last = range
      ranges += [UInt32(range.lowerBound), UInt32(range.upperBound)]
      var map = [UInt32](repeating: 0, count: (rankCount + 63) / 64 * 2)
      for index in first(range.lowerBound)..<first(range.upperBound) {
        map[Int(postings[index] >> 5)] |= 1 << (postings[index] & 31)
      }
      bits += map
    }
  }

  private func first(_ word: Int) -> Int { Int(records[word * 2 + 1]) }

  /// Visits the prefixes below a range of words that share a number of letters.
  private func divide(_ words: Range<Int>, depth: Int, into found: inout [Range<Int>]) {
    var start = words.lowerBound
    while start < words.upperBound {
      let byte = letter(start, depth)
      var end = start + 1
      while end < words.upperBound, letter(end, depth) == byte { end += 1 }
      let range = start..<end
      if first(end) - first(start) > limit {
        found.append(range)
        // A word that ends here has no further letter.
        if byte != nil { divide(range, depth: depth + 1, into: &found) }
      }
      start = end
    }
  }

  private func letter(_ word: Int, _ depth: Int) -> UInt8? {
    let place = Int(records[word * 2]) + depth
    return place < Int(records[word * 2 + 2]) ? texts[place] : nil
  }
}
