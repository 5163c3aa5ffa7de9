// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Finds the drug words and names that are near a word, without reading all of
// them. An edit changes at most two pairs of neighbouring letters (a swap
// three), so that words within a distance share most of their pairs: the lists
// of the pairs are counted through, each only where its words are about as
// long, and what has enough of them is compared letter by letter.

/// One drug word or name that is near the query.
package struct SpellingMatch: Sendable, Hashable {
  /// The word, or the name without blanks and marks, in lower case.
  package let text: String
  /// The name as the release writes it; `nil` for a word that is only part of names.
  package let name: String?
  /// Letters left out, put in, changed, or swapped with a neighbour.
  package let distance: Int
  /// How unlikely these edits are, 10 for an ordinary letter.
  package let cost: Int
  /// The place of the first concept that has it, in the order of search results.
  package let rank: Int
}

/// The drug words and names of a catalog, for misspellings.
///
/// Only names of substances (IN, PIN, MIN) and brands (BN) are there. Nothing is
/// corrected: what is found says how far it is from the word.
package struct SpellingSuggestionIndex: Sendable {
  private let file: CatalogFile
  private let records: Section
  private let texts: Section
  private let pairs: Section
  private let postings: Section

  package init(_ catalog: Catalog) {
    file = catalog.file
    records = file.section(.spellings)
    texts = file.section(.spellingText)
    pairs = file.section(.spellingPairs)
    postings = file.section(.spellingPostings)
  }

  package var count: Int { max(0, records.count - 1) }

  /// The distance up to which a word of a length has anything to do with another.
  package static func distanceLimit(forLength length: Int) -> Int {
    switch length {
    case ..<3: 0
    case 3...4: 1
    case 5...11: 2
    default: 3
    }
  }

  /// The word or name that a text is, without regard to case, accents, blanks and marks.
  package func exactMatch(_ text: String) -> SpellingMatch? {
    let word = Self.squeezed(text)
    guard let index = index(of: word) else { return nil }
    return match(index, cost: 0, distance: 0)
  }

  /// The words and names near a word, the likeliest first.
  ///
  /// - Parameters:
  ///   - word: In lower case, without blanks and marks.
  ///   - limit: The most that are returned.
  /// - Returns: At most `limit` of them.
  package func matches(nearWord word: [UInt8], limit: Int) -> [SpellingMatch] {
    let distance = Self.distanceLimit(forLength: word.count)
    guard !word.isEmpty, count > 0, limit > 0 else { return [] }
    var (edits, weighted) = (SpellingDistance(isWeighted: false), SpellingDistance())
    let unit = SpellingDistance.letter
    var found: [(index: Int, cost: Int, distance: Int, rank: Int)] = []
    for index in candidates(word, distance: distance) {
      let compared = withText(index) { text -> (cost: Int, distance: Int)? in
        guard !text.isEmpty, let count = edits.between(word.span, text, atMost: distance * unit),
          let cost = weighted.between(word.span, text, atMost: count)
        else { return nil }
        // People seldom get the first letter wrong.
        return (text[0] == word[0] ? cost : cost + 4, count / unit)
      }
      guard let (cost, distance) = compared else { continue }
      found.append((index, cost, distance, rank(index)))
    }
    found.sort {
      ($0.cost, $0.distance, $0.rank, $0.index) < ($1.cost, $1.distance, $1.rank, $1.index)
    }
    var kept = min(limit, found.count)
    while kept > 0, kept < found.count, found[kept].cost == found[kept - 1].cost { kept += 1 }
    return found.prefix(kept).map { match($0.index, cost: $0.cost, distance: $0.distance) }
  }

  /// A text in lower case without accents, blanks and marks.
  package static func squeezed(_ text: String) -> [UInt8] {
    var list = WordScan()
    list.scan(text)
    var squeezed: [UInt8] = []
    for index in 0..<list.count
    where list.kinds[index] == .letters || list.kinds[index] == .number {
      squeezed += list.bytes[list.range(index)]
    }
    return squeezed
  }

  // MARK: Candidates

  /// Those that share enough pairs of letters to be within a distance.
  private func candidates(_ word: [UInt8], distance: Int) -> [Int] {
    let low = firstIndex(ofLength: word.count - distance)
    let high = firstIndex(ofLength: word.count + distance + 1)
    guard low < high else { return [] }
    let wordPairs = SpellingPairs.pairs(of: word.span)
    // One edit more than two pairs each: a swap changes three.
    let least = max(1, wordPairs.count - 2 * distance - 1)
    var counts = [UInt8](repeating: 0, count: high - low)
    let bytes = file.bytes
    for pair in wordPairs {
      let list = postings(of: pair)
      let span = bytes.bytes(at: postings.start + list.lowerBound * 4, count: list.count * 4)
      var place = Self.firstPlace(in: span, notBelow: UInt32(truncatingIfNeeded: low))
      while place < list.count {
        let index = Int(span.word(at: place * 4))
        guard index < high else { break }
        if index >= low { counts[index - low] &+= 1 }
        place += 1
      }
    }
    return counts.indices.filter { Int(counts[$0]) >= least }.map { $0 + low }
  }

  private static func firstPlace(in postings: Span<UInt8>, notBelow index: UInt32) -> Int {
    (0..<postings.count / 4).firstPlace { postings.word(at: $0 * 4) < index }
  }

  /// Where the words with a pair of letters are listed.
  private func postings(of pair: UInt32) -> Range<Int> {
    let low = (0..<max(0, pairs.count - 1)).firstPlace { file.word(pairs, $0, 0) < pair }
    guard low < pairs.count - 1, file.word(pairs, low, 0) == pair else { return 0..<0 }
    let start = Int(file.word(pairs, low, 1))
    let end = Int(file.word(pairs, low + 1, 1))
    guard start <= end, end <= postings.count else {
      file.bytes.markDamage(at: pairs.start)
      return 0..<0
    }
    return start..<end
  }

  // MARK: Words

  private func textStart(_ index: Int) -> Int {
    Int(file.word(records, index, SpellingField.text))
  }

  private func length(_ index: Int) -> Int { textStart(index + 1) - textStart(index) }

  private func rank(_ index: Int) -> Int {
    Int(file.word(records, index, SpellingField.rank))
  }

  private func firstIndex(ofLength length: Int) -> Int {
    (0..<count).firstPlace { self.length($0) < length }
  }

  private func withText<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    file.withText(texts, from: textStart(index), to: textStart(index + 1), body)
  }

  private func match(_ index: Int, cost: Int, distance: Int) -> SpellingMatch {
    let name = file.word(records, index, SpellingField.name)
    return SpellingMatch(
      text: withText(index) { String(utf8: $0) }, name: name == 0 ? nil : file.text(name),
      distance: distance, cost: cost,
      rank: rank(index))
  }

  /// The place of a word, if it is there.
  private func index(of word: [UInt8]) -> Int? {
    let first = firstIndex(ofLength: word.count)
    let end = firstIndex(ofLength: word.count + 1)
    let low = (first..<max(first, end)).firstPlace { middle in
      withText(middle) { text in
        for place in text.indices where place < word.count && text[place] != word[place] {
          return text[place] < word[place]
        }
        return false
      }
    }
    guard low < end else { return nil }
    return withText(low) { TextWords.areSame($0, word.span) } ? low : nil
  }
}

/// The pairs of neighbouring letters of a word.
package enum SpellingPairs {
  /// Each pair once, ascending, those with the marks before and behind the word included.
  package static func pairs(of word: Span<UInt8>) -> [UInt32] {
    var pairs: [UInt32] = []
    pairs.reserveCapacity(word.count + 1)
    var before = UInt32(SpellingField.before)
    for index in word.indices {
      pairs.append(before << 8 | UInt32(word[index]))
      before = UInt32(word[index])
    }
    pairs.append(before << 8 | UInt32(SpellingField.behind))
    pairs.sort()
    var kept = 0
    for pair in pairs where kept == 0 || pairs[kept - 1] != pair {
      pairs[kept] = pair
      kept += 1
    }
    pairs.removeLast(pairs.count - kept)
    return pairs
  }
}
