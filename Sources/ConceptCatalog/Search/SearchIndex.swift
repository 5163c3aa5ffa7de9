// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Reads the search index of a catalog file. Every count and position comes from
// the file and may be wrong: sections are read through checked spans, and ranks
// out of range are skipped.

/// The words of a catalog's names, and the concepts that have them.
struct SearchIndex {
  private let file: CatalogFile
  private let words: Section
  private let texts: Section
  private let postings: Section
  private let order: Section
  private let maps: Section
  private let mapBits: Section

  init(_ file: CatalogFile) {
    self.file = file
    words = file.section(.searchWords)
    texts = file.section(.searchWordText)
    postings = file.section(.searchPostings)
    order = file.section(.searchOrder)
    maps = file.section(.searchMaps)
    mapBits = file.section(.searchMapBits)
  }

  var rankCount: Int { order.count }

  var wordCount: Int { max(0, words.count - 1) }

  /// The ordinal of the concept of a rank; `nil` where the file is wrong.
  package func ordinal(ofRank rank: Int) -> UInt32? {
    guard rank < order.count else { return nil }
    let ordinal = file.word(order, rank, 0)
    return Int(ordinal) < file.concepts.count ? ordinal : nil
  }

  /// The ranks at which the bands begin, and the end.
  var bands: [Int] {
    let count = file.section(.searchBands).count
    var starts = (0..<min(count, 16)).map { Int(file.word(.searchBands, $0, 0)) }
    starts.append(rankCount)
    return starts.map { min($0, rankCount) }
  }

  // MARK: Words

  private func textStart(_ word: Int) -> Int {
    Int(file.word(words, word, SearchWordField.text))
  }

  private func firstPosting(_ word: Int) -> Int {
    Int(file.word(words, word, SearchWordField.firstPosting))
  }

  /// Lends the bytes of a word.
  private func withText<Result>(_ word: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    file.withText(texts, from: textStart(word), to: textStart(word + 1), body)
  }

  package func text(_ word: Int) -> [UInt8] {
    withText(word) { [UInt8](copying: $0) }
  }

  func words(beginningWith prefix: [UInt8]) -> Range<Int> {
    let start = firstWord { Self.compare($0, prefix.span) < 0 }
    let end = firstWord(from: start) { Self.compare($0, prefix.span) <= 0 }
    return start..<end
  }

  func words(equalTo text: [UInt8]) -> Range<Int> {
    let start = firstWord { Self.compare($0, text.span, whole: true) < 0 }
    let isWord =
      start < wordCount && withText(start) { Self.compare($0, text.span, whole: true) == 0 }
    return start..<(isWord ? start + 1 : start)
  }

  /// The first word that does not sort before the one searched for.
  private func firstWord(from start: Int = 0, isBefore: (Span<UInt8>) -> Bool) -> Int {
    (start..<max(start, wordCount)).firstPlace { withText($0, isBefore) }
  }

  /// Negative if a word sorts before a text, zero if it begins with the text (or equals it).
  private static func compare(
    _ word: Span<UInt8>, _ text: Span<UInt8>, whole: Bool = false
  ) -> Int {
    let count = min(word.count, text.count)
    var index = 0
    while index < count {
      if word[index] != text[index] { return word[index] < text[index] ? -1 : 1 }
      index += 1
    }
    if word.count < text.count { return -1 }
    return whole && word.count > text.count ? 1 : 0
  }

  func postingCount(_ range: Range<Int>) -> Int {
    range.isEmpty ? 0 : max(0, firstPosting(range.upperBound) - firstPosting(range.lowerBound))
  }

  // MARK: Ranks

  /// The ranks of the concepts that have a word of a range.
  func ranks(_ range: Range<Int>) -> RankSet {
    var set = RankSet(count: rankCount)
    let bytes = file.bytes
    if let map = map(of: range) {
      let start = mapBits.start + map * set.words.count * 8
      let bits = bytes.bytes(at: start, count: set.words.count * 8)
      set.formUnion(map: bits)
      return set
    }
    let first = range.isEmpty ? 0 : firstPosting(range.lowerBound)
    let count = postingCount(range)
    guard first + count <= postings.count else {
      file.bytes.markDamage(at: postings.start)
      return set
    }
    let ranks = bytes.bytes(at: postings.start + first * 4, count: count * 4)
    set.formUnion(ranks: ranks)
    return set
  }

  /// Leaves in a set what has a word of a range.
  func intersect(_ set: inout RankSet, with range: Range<Int>) {
    if let map = map(of: range) {
      let bytes = file.bytes
      let start = mapBits.start + map * set.words.count * 8
      let bits = bytes.bytes(at: start, count: set.words.count * 8)
      set.formIntersection(map: bits)
    } else {
      set.formIntersection(ranks(range))
    }
  }

  private func map(of range: Range<Int>) -> Int? {
    let longs = (rankCount + 63) / 64
    guard maps.count > 0, maps.count * longs <= mapBits.count else { return nil }
    let wanted = (range.lowerBound, range.upperBound)
    let low = (0..<maps.count).firstPlace { bounds($0) < wanted }
    return low < maps.count && bounds(low) == wanted ? low : nil
  }

  private func bounds(_ map: Int) -> (Int, Int) {
    (Int(file.word(maps, map, 0)), Int(file.word(maps, map, 1)))
  }
}

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

  var memberCount: Int { words.reduce(0) { $0 &+ $1.nonzeroBitCount } }

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
