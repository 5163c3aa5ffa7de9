// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Which words of names may a misspelled word stand for? Words are filed under
// the hash of their skeleton and of the skeleton with one letter left out. A
// misspelling is looked up the same way, and what is found is measured.

/// The words of names, findable by what a misspelling of them keeps.
struct SpellingIndex: Sendable {
  /// A word that a misspelling may stand for.
  struct Correction: Sendable, Hashable {
    let word: Int32
    /// In tenths of a letter.
    let cost: Int
  }

  private let heads: [Int32]
  private let hashes: [UInt32]
  private let words: [Int32]
  private let next: [Int32]
  /// The consonants of each word.
  private let consonants: [UInt32]
  /// Single-word names in the order of their bytes, for prefixes.
  private let sortedSingles: [Int32]
  private let isSingle: [Bool]

  /// The shortest word that is corrected.
  static let shortest = 5

  /// An index of all words of names.
  init(_ vocabulary: Vocabulary, singles: Set<Int32>) {
    var hashes: [UInt32] = []
    var words: [Int32] = []
    var isSingle = [Bool](repeating: false, count: vocabulary.entries.count)
    for word in singles { isSingle[Int(word)] = true }
    var consonants = [UInt32](repeating: 0, count: vocabulary.entries.count)
    var skeleton: [UInt8] = []
    for word in vocabulary.entries.indices {
      let entry = vocabulary.entries[word]
      guard entry.fold >= 0, entry.canonical == Int32(word),
        vocabulary.words.range(Int32(word)).count >= 4
      else { continue }
      consonants[word] = SpellingDistance.consonants(
        vocabulary.words.pool, vocabulary.words.range(Int32(word)))
      skeleton.removeAll(keepingCapacity: true)
      SpellingFold.appendSkeleton(
        vocabulary.folds.pool, vocabulary.folds.range(entry.fold), to: &skeleton)
      Self.forEachHash(skeleton) { hash in
        hashes.append(hash)
        words.append(Int32(word))
      }
    }
    var size = 1 << 8
    while size < hashes.count * 2 { size *= 2 }
    var heads = [Int32](repeating: -1, count: size)
    var next = [Int32](repeating: -1, count: hashes.count)
    for place in hashes.indices.reversed() {
      let slot = Int(hashes[place]) & (size - 1)
      next[place] = heads[slot]
      heads[slot] = Int32(place)
    }
    (self.heads, self.hashes, self.words, self.next) = (heads, hashes, words, next)
    self.isSingle = isSingle
    self.consonants = consonants
    sortedSingles = singles.map { (text: vocabulary.words.text($0), word: $0) }
      .sorted { $0.text.precedesInBytes($1.text) }.map(\.word)
  }

  /// Calls `body` with the hash of a skeleton and of it without each of its letters.
  private static func forEachHash(_ skeleton: [UInt8], _ body: (UInt32) -> Void) {
    body(hash(skeleton, without: -1))
    guard skeleton.count > 2 else { return }
    for place in skeleton.indices where place == 0 || skeleton[place] != skeleton[place - 1] {
      body(hash(skeleton, without: place))
    }
  }

  private static func hash(_ skeleton: [UInt8], without omitted: Int) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for place in skeleton.indices where place != omitted {
      hash = (hash ^ UInt64(skeleton[place])) &* 0x0000_0100_0000_01B3
    }
    return UInt32(truncatingIfNeeded: WordTable.mixed(hash))
  }

  /// How far a word of a length may be from what it stands for.
  static func limit(_ count: Int) -> Int {
    switch count {
    case ..<shortest: 0
    case 5: 12
    case 6, 7: 17
    default: 24
    }
  }

  /// The words that a misspelled word may stand for, the nearest first, at most four.
  func corrections(
    of bytes: [UInt8], _ range: Range<Int>, _ vocabulary: Vocabulary,
    _ distance: inout SpellingDistance
  ) -> [Correction] {
    let limit = Self.limit(range.count)
    guard limit > 0, range.count <= 40 else { return [] }
    var fold: [UInt8] = []
    SpellingFold.appendFold(bytes, range, to: &fold)
    var skeleton: [UInt8] = []
    SpellingFold.appendSkeleton(fold, 0..<fold.count, to: &skeleton)
    var found: [Correction] = []
    var seen: [Int32] = []
    let own = SpellingDistance.consonants(bytes, range)
    let changes = limit / 10 * 2
    Self.forEachHash(skeleton) { hash in
      var place = heads[Int(hash) & (heads.count - 1)]
      while place >= 0 {
        let entry = Int(place)
        place = next[entry]
        guard hashes[entry] == hash else { continue }
        let word = words[entry]
        guard (consonants[Int(word)] ^ own).nonzeroBitCount <= changes, !seen.contains(word) else {
          continue
        }
        seen.append(word)
        if let cost = distance.between(
          bytes, range, vocabulary.words.pool, vocabulary.words.range(word), atMost: limit)
        {
          let first = vocabulary.words.pool[vocabulary.words.range(word).lowerBound]
          let otherStart = first == bytes[range.lowerBound] ? 0 : 8
          let total = cost + (isSingle[Int(word)] ? 0 : 4) + otherStart
          found.append(Correction(word: word, cost: total))
        }
      }
    }
    found.sort { ($0.cost, $0.word) < ($1.cost, $1.word) }
    return Array(found.prefix(4))
  }

  /// The single-word name that a word begins, if all that it begins go on alike.
  func completion(of bytes: [UInt8], _ range: Range<Int>, _ vocabulary: Vocabulary) -> Int32? {
    guard range.count >= 6 else { return nil }
    var (low, high) = (0, sortedSingles.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.precedes(vocabulary, sortedSingles[middle], bytes, range) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < sortedSingles.count, Self.begins(vocabulary, sortedSingles[low], bytes, range)
    else {
      return nil
    }
    let first = sortedSingles[low]
    let own = vocabulary.words.range(first)
    var place = low + 1
    while place < sortedSingles.count,
      Self.begins(vocabulary, sortedSingles[place], bytes, range)
    {
      guard Self.begins(vocabulary, sortedSingles[place], vocabulary.words.pool, own) else {
        return nil
      }
      place += 1
    }
    return first
  }

  private static func precedes(
    _ vocabulary: Vocabulary, _ word: Int32, _ bytes: [UInt8], _ range: Range<Int>
  ) -> Bool {
    let own = vocabulary.words.range(word)
    return vocabulary.words.pool[own].lexicographicallyPrecedes(bytes[range])
  }

  private static func begins(
    _ vocabulary: Vocabulary, _ word: Int32, _ bytes: [UInt8], _ range: Range<Int>
  ) -> Bool {
    let own = vocabulary.words.range(word)
    return own.count >= range.count
      && vocabulary.words.pool[own.prefix(range.count)].elementsEqual(bytes[range])
  }
}
