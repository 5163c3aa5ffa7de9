// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import Threads

// Which words of names may a misspelled word mean? Words are filed under the
// hash of their skeleton and of the skeleton with one letter left out. A
// misspelling is looked up the same way, and what is found is measured.
//
// The words of one bucket lie side by side with what rules most of them out, so
// that a look into the index reads memory in a row and few words are measured:
//
//   signature  u64  letters by their sound, twice: there at all, there twice
//   word       i32
//   check      u32  26 bits of the hash, 6 of the length
//
// The index of suggestions in ConceptCatalog answers from the catalog's file with all
// that is within a distance; this one serves streams of texts.

/// The words of names, findable by what a misspelling of them keeps.
struct SpellingCorrections: Sendable {
  /// A word that a misspelling may mean.
  struct Correction: Sendable, Hashable {
    let word: Int32
    /// In tenths of a letter.
    let cost: Int
    /// Whether the misspelling is no likelier to be a name that the release does not hold.
    let isSure: Bool
  }

  private struct Posting {
    let signature: UInt64
    let word: Int32
    let check: UInt32
  }

  /// Where each bucket begins, and the end of the last one.
  private let starts: [UInt32]
  private let postings: [Posting]
  /// Single-word names in the order of their bytes, for prefixes.
  private let sortedSingles: [Int32]
  private let endings: SharedEndings
  private let isSingle: [Bool]

  /// The shortest word that is corrected.
  static let shortest = 5
  private static let longest = 40

  /// An index of all words of names.
  init(_ vocabulary: Vocabulary, singles: [Int32]) {
    var isSingle = [Bool](repeating: false, count: vocabulary.entries.count)
    for word in singles { isSingle[Int(word)] = true }
    self.isSingle = isSingle
    var skeleton: [UInt8] = []
    var found: [(hash: UInt32, posting: Posting)] = []
    found.reserveCapacity(vocabulary.entries.count * 6)
    for word in vocabulary.entries.indices {
      let entry = vocabulary.entries[word]
      let range = vocabulary.words.range(Int32(word))
      guard entry.fold >= 0, entry.canonical == Int32(word), range.count >= 4,
        range.count <= Self.longest + 4
      else { continue }
      let signature = LetterSignature.of(vocabulary.words.pool, range)
      skeleton.removeAll(keepingCapacity: true)
      SpellingFold.appendSkeleton(
        vocabulary.folds.pool, vocabulary.folds.range(entry.fold), to: &skeleton)
      Self.forEachHash(skeleton) { hash in
        found.append(
          (
            hash,
            Posting(
              signature: signature, word: Int32(word), check: Self.check(hash, range.count))
          ))
      }
    }
    var size = 1 << 8
    while size < found.count { size *= 2 }
    var starts = [UInt32](repeating: 0, count: size + 1)
    for one in found { starts[Int(one.hash) & (size - 1) + 1] += 1 }
    for bucket in 0..<size { starts[bucket + 1] += starts[bucket] }
    var places = starts
    var postings = [Posting](
      repeating: Posting(signature: 0, word: -1, check: 0), count: found.count)
    for one in found {
      let bucket = Int(one.hash) & (size - 1)
      postings[Int(places[bucket])] = one.posting
      places[bucket] += 1
    }
    (self.starts, self.postings) = (starts, postings)
    let words = vocabulary.words
    sortedSingles = singles.sorted {
      words.pool[words.range($0)].lexicographicallyPrecedes(words.pool[words.range($1)])
    }
    endings = SharedEndings(words, singles)
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
    return UInt32(truncatingIfNeeded: WordPool.mixed(hash))
  }

  /// The upper bits of a hash, which its bucket does not say, and a length.
  private static func check(_ hash: UInt32, _ length: Int) -> UInt32 {
    hash & ~0x3F | UInt32(length & 0x3F)
  }

  /// How far a word of a given length may be from the word it means.
  static func limit(_ count: Int) -> Int {
    switch count {
    case ..<shortest: 0
    case 5: 12
    case 6, 7: 17
    default: 24
    }
  }

  // Of 5,353 one-word names of the starter, each in turn taken out, 208 were read as another
  // drug with a score that is accepted: 165 of them by two letters, most of these in the few
  // letters before an ending that many names have (azidocillin, azlocillin), 16 by the first
  // letter. Of misspellings of known names, one in a hundred is no more accepted for these two.

  /// A misspelling of one letter.
  private static let oneLetter = 10
  /// The cost up to which two letters are a slip, for each letter before a shared ending.
  private static let sureCost = 3

  /// Whether a word begins with the sound of a misspelling; the first letter is seldom mistaken.
  private static func startsAlike(
    _ fold: [UInt8], _ word: Int32, _ vocabulary: Vocabulary
  ) -> Bool {
    let own = vocabulary.folds.range(vocabulary[word].fold)
    return !fold.isEmpty && !own.isEmpty && vocabulary.folds.pool[own.lowerBound] == fold[0]
  }

  /// The words that a misspelled word may mean, the nearest first, at most four.
  func corrections(
    of bytes: [UInt8], _ range: Range<Int>, _ vocabulary: Vocabulary,
    _ distance: inout SpellingDistance
  ) -> [Correction] {
    let limit = Self.limit(range.count)
    guard limit > 0, range.count <= Self.longest else { return [] }
    var fold: [UInt8] = []
    SpellingFold.appendFold(bytes, range, to: &fold)
    var skeleton: [UInt8] = []
    SpellingFold.appendSkeleton(fold, 0..<fold.count, to: &skeleton)
    var found: [Correction] = []
    var seen: [Int32] = []
    let own = LetterSignature.of(bytes, range)
    let widths = max(1, range.count - limit / 5)...(range.count + limit / 5)
    let mask = starts.count - 2
    let first = bytes[range.lowerBound]
    let ownLetters = range.count - endings.length(of: bytes, range, vocabulary.words)
    Self.forEachHash(skeleton) { hash in
      let bucket = Int(hash) & mask
      for place in Int(starts[bucket])..<Int(starts[bucket + 1]) {
        let posting = postings[place]
        guard (posting.check ^ hash) & ~0x3F == 0, widths.contains(Int(posting.check & 0x3F)),
          LetterSignature.leastDistance(posting.signature, own) <= limit,
          !seen.contains(posting.word)
        else { continue }
        seen.append(posting.word)
        let word = vocabulary.words.range(posting.word)
        if let cost = distance.between(
          bytes.span.extracting(range), vocabulary.words.pool.span.extracting(word), atMost: limit)
        {
          let otherStart = vocabulary.words.pool[word.lowerBound] == first ? 0 : 8
          let total = cost + (isSingle[Int(posting.word)] ? 0 : 4) + otherStart
          let isSure =
            Self.startsAlike(fold, posting.word, vocabulary)
            && (cost <= Self.oneLetter || cost <= Self.sureCost * ownLetters)
          found.append(Correction(word: posting.word, cost: total, isSure: isSure))
        }
      }
    }
    found.sort { ($0.cost, $0.word) < ($1.cost, $1.word) }
    return Array(found.prefix(4))
  }

  /// The single-word name that a word begins, if all that it begins go on alike.
  func completion(of bytes: [UInt8], _ range: Range<Int>, _ vocabulary: Vocabulary) -> Int32? {
    guard range.count >= 6 else { return nil }
    let low = sortedSingles.indices.firstPlace {
      Self.precedes(vocabulary, sortedSingles[$0], bytes, range)
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

/// The letters of a word by their sound: bit *n* where letter *n* is there, bit 32 + *n* where it is
/// there twice.
enum LetterSignature {
  static func of(_ word: [UInt8], _ range: Range<Int>) -> UInt64 {
    var bits: UInt64 = 0
    for place in range {
      let bit: UInt64 = 1 << UInt64(SpellingDistance.soundClass(word[place]) & 31)
      bits |= bits & bit == 0 ? bit : bit << 32
    }
    return bits
  }

  /// The least distance that words of two signatures can have.
  ///
  /// A vowel for a vowel costs seven and changes two bits at most, each other
  /// letter five a bit or more; words that this rules out need not be measured.
  @inline(__always)
  static func leastDistance(_ left: UInt64, _ right: UInt64) -> Int {
    let different = left ^ right
    let all = different.nonzeroBitCount
    return (all * 10 - (different & vowelBits).nonzeroBitCount * 3) / 2
  }

  private static let vowelBits: UInt64 = 0x0220_8222_0220_8222
}

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
      let start = (low..<high).firstPlace { Self.letter(words[$0], length, pool) < letter }
      let end = (start..<high).firstPlace { Self.letter(words[$0], length, pool) <= letter }
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
}

/// The index for misspellings, made when a text first has one.
///
/// Most texts have none, and a short run should not wait for it.
final class SpellingShelf: Sendable {
  private let vocabulary: Vocabulary
  /// Names of one word.
  let singles: [Int32]
  private let made = Monitor<SpellingCorrections?>(nil)

  /// A shelf for the words of names; `singles` are names by themselves.
  init(_ vocabulary: Vocabulary, singles: [Int32]) {
    self.vocabulary = vocabulary
    self.singles = singles
  }

  /// The index, which the first thread that needs it builds while others wait.
  var index: SpellingCorrections {
    made.withLock { made in
      if let made { return made }
      let index = SpellingCorrections(vocabulary, singles: singles)
      made = index
      return index
    }
  }
}
