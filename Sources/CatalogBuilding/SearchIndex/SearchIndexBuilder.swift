// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// From names to the sections of the search index. Every name is divided into
// words once; a word is a number from then on, and no string is made of it.
//
//   words of a concept   numbers of all its indexed names, each once
//   SPST                 the same turned round: for each word the ranks, ascending
//                        because concepts are walked in the order of ranks
//   NRML                 a key for each name that RxNav's normalised search sees
//   SPEL …               words and names of substances and brands (`SpellingBuilder`)
//
// Indexed are the names of SAB RXNORM: main rows, and other rows that are not
// suppressed; of substances and brands also unsuppressed names of sources
// without restriction.

struct SearchIndexBuilder {
  private var words = WordTable()
  /// The words of each concept, one after the other.
  private var conceptWords: [UInt32] = []
  private var conceptEnds: [UInt32] = []
  /// How many concepts have a word, and how many begin a name with it.
  private var counts: [UInt32] = []
  private var beginningCounts: [UInt32] = []
  private var normalNames: [UInt64] = []
  private var spelling = SpellingBuilder()

  /// Marks a word that begins a name.
  private static let beginningMark: UInt32 = 1 << 31

  static func sections(of sections: borrowing SectionSpans) -> [SectionBytes] {
    let order = SearchRanking(sections)
    var builder = SearchIndexBuilder()
    builder.readNames(sections, order)
    return builder.finish(order)
  }

  // MARK: Names

  private mutating func readNames(_ sections: borrowing SectionSpans, _ order: SearchRanking) {
    let kinds = NameKinds(sections)
    var list = WordScan()
    var normal = NormalName()
    var found: [UInt32] = []
    var numbers: [Int] = []
    var keys: [UInt64] = []
    conceptEnds.reserveCapacity(sections.conceptCount)
    for ordinal in 0..<sections.conceptCount {
      found.removeAll(keepingCapacity: true)
      keys.removeAll(keepingCapacity: true)
      let kind = sections.concept(ordinal, ConceptField.kind)
      let isActive = sections.isActive(ordinal)
      let isLive = order.ranks[ordinal] != .max
      let isSubstance = kinds.isSubstance(kind)
      for index in sections.names(of: ordinal) {
        let use = kinds.use(of: index, in: sections, isSubstance: isSubstance)
        let isIndexed = use.isIndexed && isLive
        guard isIndexed || use.isUnsuppressed && isActive else { continue }
        let text = sections.text(sections.name(index, NameField.text))
        list.scan(text)
        numbers.removeAll(keepingCapacity: true)
        for place in 0..<list.count { numbers.append(words.number(of: place, in: list)) }
        if use.isUnsuppressed, isActive {
          normal.read(count: numbers.count) { words.meanings[numbers[$0]] }
          keys.append(normal.key)
        }
        guard isIndexed else { continue }
        addWords(numbers, to: &found)
        if isSubstance {
          spelling.add(
            list, numbers: numbers, name: sections.name(index, NameField.text),
            rank: order.ranks[ordinal])
        }
      }
      close(&found, &keys, ordinal)
    }
    normalNames.sort()
  }

  private mutating func addWords(_ numbers: [Int], to found: inout [UInt32]) {
    var isOpen = true
    for number in numbers {
      switch words.kinds[number] {
      case .slash, .percent: continue
      case .number: break
      case .letters:
        // 12 HR metformin … begins with metformin.
        if isOpen, words.meanings[number].kind != .unit {
          found.append(UInt32(number) | Self.beginningMark)
          isOpen = false
        }
      }
      found.append(UInt32(number))
    }
  }

  private mutating func close(_ found: inout [UInt32], _ keys: inout [UInt64], _ ordinal: Int) {
    while counts.count < words.count {
      counts.append(0)
      beginningCounts.append(0)
    }
    found.sort()
    var last: UInt32?
    for number in found where number != last {
      last = number
      conceptWords.append(number)
      if number & Self.beginningMark != 0 {
        beginningCounts[Int(number & ~Self.beginningMark)] += 1
      } else {
        counts[Int(number)] += 1
      }
    }
    conceptEnds.append(UInt32(conceptWords.count))
    // The low half of the key leads, so that a reader can search for it.
    keys.sort()
    var lastKey: UInt64?
    for key in keys where key != lastKey {
      lastKey = key
      normalNames.append(key << 32 | UInt64(ordinal))
    }
  }

  // MARK: Sections

  private mutating func finish(_ order: SearchRanking) -> [SectionBytes] {
    let used = (0..<UInt32(words.count)).filter { counts[Int($0)] > 0 }
    let sorted = words.sorted(used)
    // Words that begin names come first: their first byte is lower than any letter's.
    let beginnings = sorted.filter { beginningCounts[Int($0)] > 0 }
    var texts: [UInt8] = []
    var records: [UInt32] = []
    var wordPlaces = [UInt32](repeating: 0, count: words.count)
    var beginningPlaces = [UInt32](repeating: 0, count: words.count)
    var starts: [UInt32] = []
    var total: UInt32 = 0
    func add(_ text: ArraySlice<UInt8>, marked: Bool, _ count: UInt32) {
      records += [UInt32(truncatingIfNeeded: texts.count), total]
      if marked { texts.append(SearchWordField.beginning) }
      texts += text
      starts.append(total)
      total += count
    }
    for number in beginnings {
      beginningPlaces[Int(number)] = UInt32(starts.count)
      add(words.word(Int(number)), marked: true, beginningCounts[Int(number)])
    }
    for number in sorted {
      wordPlaces[Int(number)] = UInt32(starts.count)
      add(words.word(Int(number)), marked: false, counts[Int(number)])
    }
    records += [UInt32(truncatingIfNeeded: texts.count), total]

    let postings = turned(order, starts, total: total) { number in
      Int(
        number & Self.beginningMark != 0
          ? beginningPlaces[Int(number & ~Self.beginningMark)] : wordPlaces[Int(number)])
    }
    let maps = DenseMaps(
      records: records, texts: texts, postings: postings, rankCount: order.ordinals.count)
    let words = spelling.finish(self.words)
    return [
      SectionBytes(.searchWords, words: records), SectionBytes(.searchWordText, bytes: texts),
      SectionBytes(.searchPostings, words: postings),
      SectionBytes(.searchOrder, words: order.ordinals),
      SectionBytes(.searchBands, words: order.bandStarts),
      SectionBytes(.searchMaps, words: maps.ranges), SectionBytes(.searchMapBits, words: maps.bits),
      SectionBytes(
        .normalNames,
        words: normalNames.flatMap {
          [UInt32(truncatingIfNeeded: $0 >> 32), UInt32(truncatingIfNeeded: $0)]
        }),
    ] + words
  }

  /// The ranks of each word, words one after the other.
  private func turned(
    _ order: SearchRanking, _ starts: [UInt32], total: UInt32, place: (UInt32) -> Int
  ) -> [UInt32] {
    var next = starts
    var postings = [UInt32](repeating: 0, count: Int(total))
    for (rank, ordinal) in order.ordinals.enumerated() {
      let begin = ordinal == 0 ? 0 : Int(conceptEnds[Int(ordinal) - 1])
      for index in begin..<Int(conceptEnds[Int(ordinal)]) {
        let word = place(conceptWords[index])
        postings[Int(next[word])] = UInt32(rank)
        next[word] += 1
      }
    }
    return postings
  }
}

/// Which names of a release take part in what.
struct NameKinds {
  private let extra = WellKnownSymbol.numbers(of: TermType.extraNames)
  private let substances = WellKnownSymbol.numbers(
    of: [.ingredient, .preciseIngredient, .multipleIngredients, .brandName])
  private var free: Set<UInt32> = []

  init(_ sections: borrowing SectionSpans) {
    for index in 0..<(sections.sources.byteCount / 32)
    where sections.sources.word(at: index * 32 + SourceField.restriction * 4) == 0 {
      free.insert(UInt32(index))
    }
  }

  func isSubstance(_ kind: UInt32) -> Bool { substances.contains(UInt16(truncatingIfNeeded: kind)) }

  func use(
    of index: Int, in sections: borrowing SectionSpans, isSubstance: Bool
  ) -> (isIndexed: Bool, isUnsuppressed: Bool) {
    let kind = sections.name(index, NameField.kind)
    let isUnsuppressed = UInt8(truncatingIfNeeded: kind >> 24) == UInt8(ascii: "N")
    let source = kind >> 16 & 0xFF
    // RXNORM is the first source.
    if source == 0 {
      return (
        isUnsuppressed || !extra.contains(UInt16(truncatingIfNeeded: kind)), isUnsuppressed
      )
    }
    return (isUnsuppressed && isSubstance && free.contains(source), isUnsuppressed)
  }
}

// What a misspelled word may mean: the words of names of substances and brands,
// and their whole names without blanks and marks (`folicacid`), so that a wrong
// blank is a spelling like any other. Sorted by length, so that those of
// similar length are adjacent in the list of every letter pair.

struct SpellingBuilder {
  private var names: [[UInt8]: (name: UInt32, rank: UInt32)] = [:]
  /// The least rank of the concepts that have a word, by number.
  private var wordRanks: [UInt32] = []

  private static let shortest = 3
  /// Longer names are chemical or list many parts; nobody types them as one word.
  private static let longest = 40

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
