// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// What may be meant by a misspelled word: the words of names of substances and
// brands, and their whole names without blanks and marks (`folicacid`), so that
// a wrong blank is a spelling like any other. Sorted by length, so that those
// of about a length stand together in every list of a pair of letters.

/// Collects drug words and names, and makes their index.
struct SpellingBuilder {
  private var names: [[UInt8]: (name: UInt32, rank: UInt32)] = [:]
  /// The least rank of the concepts that have a word, by number.
  private var wordRanks: [UInt32] = []

  private static let shortest = 3
  /// Longer names are chemical or list many parts; nobody types them in one.
  private static let longest = 40

  /// Adds the name of a concept.
  mutating func add(_ list: borrowing WordScan, numbers: [Int], name: UInt32, rank: UInt32) {
    var squeezed: [UInt8] = []
    for (place, number) in numbers.enumerated() {
      switch list.kinds[place] {
      case .slash, .percent: continue
      case .number: break
      case .letters:
        while wordRanks.count <= number { wordRanks.append(.max) }
        wordRanks[number] = min(wordRanks[number], rank)
      }
      squeezed += list.bytes[list.range(place)]
    }
    guard (Self.shortest...Self.longest).contains(squeezed.count) else { return }
    if let known = names[squeezed] {
      // The name of the concept that comes first, whatever was read first.
      if (rank, name) < (known.rank, known.name) { names[squeezed] = (name, rank) }
    } else {
      names[squeezed] = (name, rank)
    }
  }

  /// The sections of the index.
  mutating func finish(_ words: borrowing WordTable) -> [SectionBytes] {
    for (number, rank) in wordRanks.enumerated() where rank != .max {
      let word = words.word(number)
      guard (Self.shortest...Self.longest).contains(word.count) else { continue }
      let key = Array(word)
      if names[key] == nil { names[key] = (0, rank) }
    }
    let sorted = names.sorted { left, right in
      left.key.count != right.key.count
        ? left.key.count < right.key.count : left.key.lexicographicallyPrecedes(right.key)
    }
    var records: [UInt32] = []
    var texts: [UInt8] = []
    var pairs: [UInt64] = []
    var ownPairs: [UInt64] = []
    for (index, entry) in sorted.enumerated() {
      records += [UInt32(texts.count), entry.value.name, entry.value.rank]
      texts += entry.key
      ownPairs = SpellingPairs.pairs(of: entry.key.span).map { UInt64($0) << 32 | UInt64(index) }
      pairs += ownPairs
    }
    records += [UInt32(texts.count), 0, 0]
    pairs.sort()
    var pairRecords: [UInt32] = []
    var last: UInt64?
    for (place, pair) in pairs.enumerated() where pair >> 32 != last {
      last = pair >> 32
      pairRecords += [UInt32(pair >> 32), UInt32(place)]
    }
    pairRecords += [UInt32.max, UInt32(pairs.count)]
    return [
      SectionBytes(.spellings, words: records), SectionBytes(.spellingText, bytes: texts),
      SectionBytes(.spellingPairs, words: pairRecords),
      SectionBytes(.spellingPostings, words: pairs.map { UInt32(truncatingIfNeeded: $0) }),
    ]
  }
}
