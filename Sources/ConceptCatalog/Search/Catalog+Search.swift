// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// A search in one thread, which reads no names until the answer is known:
//
//   each word of the query  →  a range of words of the index  →  a set of ranks
//   all sets                →  their intersection, a bit for each rank
//   its first bits          →  the answer, because ranks are in the order of results
//
// Active concepts whose whole name is the text come first. Then, within each
// band (see `SearchRanking`), there are four steps: names with every word whole
// that begin with the first one, other names with every word whole, names that
// begin with the first word, the rest.

extension Catalog {
  /// The concepts with names that have all the words of a text, the likeliest first.
  ///
  /// Words may be in any order. A word of letters may be the beginning of a
  /// longer one; a number only if it is last, still being typed; numbers are
  /// compared as numbers (`0.50` is `.5`). Different words may be in different
  /// names of a concept. A catalog without search index finds nothing; see
  /// ``Catalog/require(_:)``.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - filter: Which concepts may be returned.
  ///   - limit: How many at most.
  ///   - offset: How many to pass over.
  /// - Returns: The concepts, none without a word in the text.
  /// - Complexity: O(*w* · *n* / 64) in words of the query and concepts, plus the
  ///   postings of rare words; with a filter also the concepts that it keeps out.
  public func search(
    _ text: String, filter: SearchFilter = SearchFilter(), limit: Int = 10, offset: Int = 0
  ) -> SearchResults {
    let query = SearchQuery(text)
    guard let found = matches(of: query) else {
      return SearchResults(hits: [], totalCount: 0, hasMore: false)
    }
    let wanted = max(0, limit)
    let (end, overflow) = max(0, offset).addingReportingOverflow(wanted)
    guard !overflow else { return SearchResults(hits: [], totalCount: nil, hasMore: false) }
    var walk = SearchWalk(catalog: self, filter: filter, limit: end)
    walk.take(activeConcepts(named: text))
    walk.take(found)
    let hits = walk.hits.dropFirst(max(0, offset)).prefix(wanted).map { hit in
      SearchHit(
        concept: Concept(catalog: self, ordinal: hit.ordinal), step: hit.step, query: query)
    }
    return SearchResults(
      hits: hits, totalCount: filter.isOpen ? found.all.memberCount : nil, hasMore: walk.hasMore)
  }

  /// Active concepts with a name of SAB RXNORM that the text is, prescribable ones first.
  private func activeConcepts(named text: String) -> [Concept] {
    var found: [Concept] = []
    for (concept, name) in names(named: text, comparing: .normalized, source: "RXNORM")
    where name.suppress == "N" && concept.isActive {
      found.append(concept)
    }
    let sorted = found.sortedWithoutRepeats
    return sorted.filter(\.isPrescribable) + sorted.filter { !$0.isPrescribable }
  }

  /// The ranks that have all words, and those of them that do so in a better way.
  private func matches(of query: SearchQuery) -> SearchMatches? {
    let index = SearchIndex(file)
    guard !query.words.isEmpty, index.rankCount > 0 else { return nil }
    var ranges: [Range<Int>] = []
    var wholes: [Range<Int>] = []
    for word in query.words {
      let whole = index.words(equalTo: word.bytes)
      let range = word.isPrefix ? index.words(beginningWith: word.bytes) : whole
      if range.isEmpty { return nil }
      ranges.append(range)
      wholes.append(whole)
    }
    let all = Self.intersection(ranges, index)
    var whole: RankSet?
    if query.prefersWholeWords {
      if wholes == ranges {
        whole = all
      } else if !wholes.contains(where: \.isEmpty) {
        var set = all
        for (range, exact) in zip(ranges, wholes) where range != exact {
          index.intersect(&set, with: exact)
        }
        whole = set
      }
    }
    var beginning: RankSet?
    if let prefix = query.beginning {
      let range = index.words(beginningWith: prefix)
      if !range.isEmpty {
        var set = all
        index.intersect(&set, with: range)
        beginning = set
      }
    }
    return SearchMatches(index: index, all: all, whole: whole, beginning: beginning)
  }

  private static func intersection(_ ranges: [Range<Int>], _ index: SearchIndex) -> RankSet {
    var set = RankSet(count: index.rankCount)
    var isFirst = true
    for range in ranges.sorted(by: { index.postingCount($0) < index.postingCount($1) }) {
      if isFirst { set = index.ranks(range) } else { index.intersect(&set, with: range) }
      isFirst = false
    }
    return set
  }
}

struct SearchMatches {
  package let index: SearchIndex
  let all: RankSet
  /// Those with every word whole; `nil` for none.
  let whole: RankSet?
  /// Those with a name that begins with the first word; `nil` if there are none.
  let beginning: RankSet?
}

/// Takes the first results out of the ranks that match.
struct SearchWalk {
  let catalog: Catalog
  let filter: SearchFilter
  let limit: Int
  private(set) var hits: [(ordinal: UInt32, step: SearchHit.Step)] = []
  private(set) var hasMore = false
  /// Those that came first, whatever their rank.
  private var early: [UInt32] = []

  init(catalog: Catalog, filter: SearchFilter, limit: Int) {
    self.catalog = catalog
    self.filter = filter
    self.limit = limit
  }

  /// Takes concepts that come before all ranks.
  mutating func take(_ concepts: [Concept]) {
    for concept in concepts where filter.isOpen || filter.admits(concept) {
      early.append(concept.ordinal)
    }
    append(early, .wholeName)
  }

  private mutating func append(_ ordinals: [UInt32], _ step: SearchHit.Step) {
    for ordinal in ordinals {
      if hits.count == limit {
        hasMore = true
        return
      }
      hits.append((ordinal, step))
    }
  }

  mutating func take(_ found: SearchMatches) {
    let bands = found.index.bands
    for band in 0..<max(0, bands.count - 1) where !hasMore {
      take(found, from: bands[band], to: bands[band + 1])
    }
  }

  private mutating func take(_ found: SearchMatches, from start: Int, to end: Int) {
    guard start < end else { return }
    // One more than is wanted, to know that there is more.
    let room = min(limit - hits.count, end - start) + 1
    var steps = [[UInt32]](repeating: [], count: 4)
    var word = start >> 6
    let lastWord = (end - 1) >> 6
    scan: while word <= lastWord {
      var bits = found.all.words[word]
      if word == start >> 6 { bits &= UInt64.max << UInt64(start & 63) }
      if word == lastWord, end & 63 != 0 { bits &= (1 << UInt64(end & 63)) - 1 }
      while bits != 0 {
        let bit = bits.trailingZeroBitCount
        bits &= bits &- 1
        let isWhole = found.whole.map { $0.words[word] >> UInt64(bit) & 1 != 0 } ?? false
        let isBeginning = found.beginning.map { $0.words[word] >> UInt64(bit) & 1 != 0 } ?? false
        let step = (isWhole ? 0 : 2) + (isBeginning ? 0 : 1)
        if steps[step].count >= room { continue }
        guard let ordinal = found.index.ordinal(ofRank: word << 6 | bit),
          !early.contains(ordinal)
        else { continue }
        if !filter.isOpen, !filter.admits(Concept(catalog: catalog, ordinal: ordinal)) { continue }
        steps[step].append(ordinal)
        if steps[0].count >= room { break scan }
      }
      word += 1
    }
    for (step, ordinals) in zip(Self.steps, steps) { append(ordinals, step) }
  }

  private static let steps: [SearchHit.Step] = [
    .wholeFromBeginning, .whole, .fromBeginning, .within,
  ]
}
