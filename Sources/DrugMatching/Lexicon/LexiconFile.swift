// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog

// The lexicon of a catalog, kept in it. Making one reads every name of the
// release, which a process that matches a single text should not wait for.
//
//   revision    one word
//   vocabulary  words, folds (slots, hashes, starts, bytes each), entries, word sets
//   names       seven words each: sums of folds and words, what it is, targets
//   slots       a hash table over the sums of folds
//   targets     two words each: concept, kind
//   singles     words that are a name by themselves
//   groups      keys, starts, members
//
// It also depends on the lists and tables of this module. Changing them, or how a lexicon
// is built from them, requires raising the revision (a test compares): then this module
// builds the lexicon itself for catalogs with another revision.

/// How a lexicon lies in a catalog.
enum LexiconFile {
  /// Identifies the lists, the tables and the way in which a lexicon is built from them.
  static let revision: UInt32 = 8

  private static let nameFieldCount = 7

  /// The lexicon that a catalog keeps; `nil` if it keeps none of this revision.
  ///
  /// One that does not hold together leaves the mark of damage on the catalog.
  static func lexicon(of catalog: Catalog) -> Lexicon? {
    guard isKept(in: catalog) else { return nil }
    var reader = LexiconReader(catalog)
    _ = reader.words()
    let lexicon = read(&reader, conceptCount: catalog.conceptCount)
    if lexicon == nil { catalog.noteDamageOfLexicon() }
    return lexicon
  }

  /// Whether a catalog keeps a lexicon of this revision.
  static func isKept(in catalog: Catalog) -> Bool {
    catalog.lexicon(UInt32.self, at: 0, count: 2) == [1, revision]
  }

  /// A lexicon as words of a catalog.
  static func words(of lexicon: Lexicon) -> [UInt32] {
    var writer = LexiconWriter()
    writer.add([revision])
    lexicon.vocabulary.write(to: &writer)
    writer.add(lexicon.entries.flatMap(fields))
    writer.add(lexicon.slots)
    writer.add(
      lexicon.targets.flatMap { target in
        [target.concept, UInt32(target.kind.rawValue) | (target.isCurrent ? 1 << 8 : 0)]
      })
    writer.add(lexicon.spelling.singles)
    writer.add(lexicon.brandGroups.keys)
    writer.add(lexicon.brandGroups.starts)
    writer.add(lexicon.brandGroups.members)
    return writer.words
  }

  private static func fields(of entry: Lexicon.Entry) -> [UInt32] {
    LexiconWriter.halves(entry.sum.folds) + LexiconWriter.halves(entry.sum.words) + [
      UInt32(entry.wordCount) | UInt32(entry.origin.rawValue) << 8
        | (entry.isTogether ? 1 << 16 : 0) | (entry.isVague ? 1 << 17 : 0),
      entry.firstTarget, entry.targetCount,
    ]
  }

  private static func read(_ reader: inout LexiconReader, conceptCount: Int) -> Lexicon? {
    let vocabulary = Vocabulary(&reader)
    let (names, slots, targetWords) = (reader.words(), reader.signed(), reader.words())
    let singles = reader.signed()
    let groups = BrandGroups(
      keys: reader.words(), starts: reader.words(), members: reader.words())
    guard reader.isDone, names.count % nameFieldCount == 0, targetWords.count % 2 == 0,
      WordPool.areSlots(slots, below: names.count / nameFieldCount),
      singles.allSatisfy({ $0 >= 0 && Int($0) < vocabulary.words.count }),
      groups.holdTogether(conceptCount: conceptCount),
      let targets = targets(targetWords, conceptCount: conceptCount),
      let entries = entries(names, targetCount: targets.count)
    else { return nil }
    return Lexicon(
      vocabulary: vocabulary, entries: entries, targets: targets,
      spelling: SpellingShelf(vocabulary, singles: singles), brandGroups: groups, slots: slots)
  }

  private static func targets(_ words: [UInt32], conceptCount: Int) -> [Lexicon.Target]? {
    var targets: [Lexicon.Target] = []
    targets.reserveCapacity(words.count / 2)
    for place in stride(from: 0, to: words.count, by: 2) {
      let (concept, kind) = (words[place], words[place + 1])
      guard Int(concept) < conceptCount, kind >> 9 == 0,
        let own = Lexicon.Kind(rawValue: UInt8(truncatingIfNeeded: kind))
      else { return nil }
      targets.append(
        Lexicon.Target(concept: concept, kind: own, isCurrent: kind >> 8 != 0))
    }
    return targets
  }

  private static func entries(_ words: [UInt32], targetCount: Int) -> [Lexicon.Entry]? {
    var entries: [Lexicon.Entry] = []
    entries.reserveCapacity(words.count / nameFieldCount)
    for place in stride(from: 0, to: words.count, by: nameFieldCount) {
      let (what, first, count) = (words[place + 4], words[place + 5], words[place + 6])
      guard count > 0, Int(first) + Int(count) <= targetCount,
        let origin = Lexicon.Origin(rawValue: UInt8(truncatingIfNeeded: what >> 8))
      else { return nil }
      var sum = NameSum()
      sum.folds = UInt64(words[place]) | UInt64(words[place + 1]) << 32
      sum.words = UInt64(words[place + 2]) | UInt64(words[place + 3]) << 32
      entries.append(
        Lexicon.Entry(
          sum: sum, wordCount: UInt8(truncatingIfNeeded: what), origin: origin,
          isTogether: what & 1 << 16 != 0, isVague: what & 1 << 17 != 0, firstTarget: first,
          targetCount: count))
    }
    return entries
  }
}

extension BrandGroups {
  /// Whether each key has a group of concepts that are in no other one, keys in order.
  ///
  /// Then a walk from groups to their members ends.
  fileprivate func holdTogether(conceptCount: Int) -> Bool {
    guard WordPool.areStarts(starts, of: keys.count, within: members.count),
      members.allSatisfy({ Int($0) < conceptCount })
    else { return false }
    for (place, key) in keys.enumerated() {
      guard place == 0 || keys[place - 1] < key else { return false }
      let group = members[Int(starts[place])..<Int(starts[place + 1])]
      guard !group.isEmpty, group.allSatisfy({ $0 == key || self[$0] == nil }) else { return false }
    }
    return true
  }
}

extension Catalog {
  /// The lexicon that a catalog of these names keeps, so that a matcher is made in milliseconds.
  ///
  /// - Complexity: O(*n*) in concepts and names.
  package static func lexiconWords(of names: borrowing SectionSpans) -> [UInt32] {
    LexiconFile.words(of: LexiconBuilder.lexicon(of: names))
  }

  /// Whether the catalog keeps a lexicon that is read; one of another revision never is.
  package var keepsLexicon: Bool { LexiconFile.isKept(in: self) }
}

// A lexicon in a catalog is arrays one behind the other, each after the count of
// its elements: words of 32 bits, numbers of 64 bits with the low half first,
// or bytes, four a word, the last word filled with zeros.

/// Writes arrays as words of a catalog.
struct LexiconWriter {
  private(set) var words: [UInt32] = []

  mutating func add(_ numbers: [UInt32]) {
    words.append(UInt32(numbers.count))
    words += numbers
  }

  mutating func add(_ numbers: [Int32]) {
    words.append(UInt32(numbers.count))
    words += numbers.lazy.map { UInt32(bitPattern: $0) }
  }

  mutating func add(_ numbers: [UInt64]) {
    words.append(UInt32(numbers.count))
    for number in numbers { words += Self.halves(number) }
  }

  mutating func add(_ bytes: [UInt8]) {
    words.append(UInt32(bytes.count))
    for start in stride(from: 0, to: bytes.count, by: 4) {
      var word: UInt32 = 0
      for place in start..<min(start + 4, bytes.count) {
        word |= UInt32(bytes[place]) << UInt32((place - start) * 8)
      }
      words.append(word)
    }
  }

  /// The low and the high half of a number.
  static func halves(_ number: UInt64) -> [UInt32] {
    [UInt32(truncatingIfNeeded: number), UInt32(truncatingIfNeeded: number >> 32)]
  }
}

/// Reads what ``LexiconWriter`` wrote, in the same order.
///
/// Nothing is believed: what leads beyond the end, or is not as expected, breaks the
/// reader, which gives empty arrays from then on.
struct LexiconReader {
  private let catalog: Catalog
  /// The next word.
  private var place = 0
  private(set) var isBroken = false

  init(_ catalog: Catalog) { self.catalog = catalog }

  /// Breaks the reader unless something is so.
  mutating func expect(_ isSo: Bool) {
    if !isSo { isBroken = true }
  }

  /// Whether all was read, and as expected.
  var isDone: Bool { !isBroken && place == catalog.lexiconWordCount }

  mutating func words() -> [UInt32] { array(wordsEach: { $0 }) }
  mutating func signed() -> [Int32] { array(wordsEach: { $0 }) }
  mutating func longs() -> [UInt64] { array(wordsEach: { $0 * 2 }) }
  mutating func bytes() -> [UInt8] { array(wordsEach: { ($0 + 3) / 4 }) }

  /// The array at the place; `wordsEach` gives the words that a count of elements takes.
  private mutating func array<Number: FixedWidthInteger & BitwiseCopyable>(
    wordsEach: (Int) -> Int
  ) -> [Number] {
    guard !isBroken, let count = catalog.lexicon(UInt32.self, at: place, count: 1).first else {
      isBroken = true
      return []
    }
    let numbers = catalog.lexicon(Number.self, at: place + 1, count: Int(count))
    place += 1 + wordsEach(Int(count))
    expect(numbers.count == Int(count) && place <= catalog.lexiconWordCount)
    return isBroken ? [] : numbers
  }
}
