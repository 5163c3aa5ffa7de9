// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

/// The distinct words of all names, each with a number and its normal meaning.
struct WordTable {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []
  /// Open addressing; a slot holds 1 + a word's number, 0 for none.
  private var slots = [UInt32](repeating: 0, count: 1 << 15)
  private(set) var meanings: [NormalWord] = []
  private(set) var kinds: [WordScan.Kind] = []

  /// The count of distinct words.
  var count: Int { ends.count }

  /// Where the bytes of a word lie.
  func range(_ number: Int) -> Range<Int> {
    (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
  }

  func word(_ number: Int) -> ArraySlice<UInt8> { bytes[range(number)] }

  mutating func number(of index: Int, in list: borrowing WordScan) -> Int {
    let place = list.range(index)
    var hash = KeyHash()
    for byte in place { hash.add(list.bytes[byte]) }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash.value) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if isWord(number, place, list) { return number }
      slot = (slot + 1) & mask
    }
    return insert(place, index, list, slot)
  }

  private func isWord(_ number: Int, _ place: Range<Int>, _ list: borrowing WordScan) -> Bool {
    let own = range(number)
    guard own.count == place.count else { return false }
    var offset = 0
    while offset < own.count {
      if bytes[own.lowerBound + offset] != list.bytes[place.lowerBound + offset] { return false }
      offset += 1
    }
    return true
  }

  private mutating func insert(
    _ place: Range<Int>, _ index: Int, _ list: borrowing WordScan, _ slot: Int
  ) -> Int {
    let number = count
    bytes.append(contentsOf: list.bytes[place])
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
    let kind = list.kinds[index]
    kinds.append(kind)
    meanings.append(NormalWord(bytes.span.extracting(range(number)), kind))
    slots[slot] = UInt32(number + 1)
    if count * 2 > slots.count { grow() }
    return number
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for number in 0..<count {
      var hash = KeyHash()
      for byte in range(number) { hash.add(bytes[byte]) }
      var slot = Int(truncatingIfNeeded: hash.value) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(number + 1)
    }
  }

  /// The numbers of words in the order of their bytes.
  func sorted(_ numbers: [UInt32]) -> [UInt32] {
    // The first eight bytes as a number settle nearly every comparison.
    var keyed = numbers.map { (key: prefix(Int($0)), number: $0) }
    keyed.sort { left, right in
      if left.key != right.key { return left.key < right.key }
      return word(Int(left.number)).lexicographicallyPrecedes(word(Int(right.number)))
    }
    return keyed.map(\.number)
  }

  private func prefix(_ number: Int) -> UInt64 {
    var key: UInt64 = 0
    let place = range(number)
    for offset in 0..<8 {
      key = key << 8 | (offset < place.count ? UInt64(bytes[place.lowerBound + offset]) : 0)
    }
    return key
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

  /// Goes through the beginnings below a range of words that share so many letters.
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
