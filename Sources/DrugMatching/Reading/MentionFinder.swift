// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// Which drugs does a text name? Every run of up to ten words is looked up by
// the sum of its words; of the runs that begin at a word the longest counts.

/// Finds the names of drugs in the tokens of a text.
struct MentionFinder {
  let lexicon: Lexicon
  private var distance = SpellingDistance()
  /// The index of the lexicon, once it was asked for.
  private var spelling: SpellingCorrections?
  /// Unknown words that were corrected before: streams repeat them.
  private var corrected = WordPool()
  private var corrections: [[SpellingCorrections.Correction]] = []
  private static let keptCorrections = 1 << 16
  private var fold: [UInt8] = []
  var joined: [UInt8] = []

  init(_ lexicon: Lexicon) {
    self.lexicon = lexicon
  }

  /// The words of a text that may be part of a name, in their order.
  mutating func nameWords(_ buffer: inout TokenBuffer) -> [NameWord] {
    var found: [NameWord] = []
    let vocabulary = lexicon.vocabulary
    vocabulary.lookUp(&buffer)
    var end = 0
    for place in buffer.tokens.indices where place >= end {
      let token = buffer.tokens[place]
      if let whole = wholeName(place, buffer) {
        var word = NameWord(
          tokens: place...place + 1, sum: NameSum(word: whole, fold: vocabulary[whole].fold))
        word.way = .joined
        found.append(word)
        end = place + 2
        continue
      }
      if token.kind == .number {
        var word = NameWord(
          tokens: place...place, sum: NameSum(number: token.number, isFirst: false))
        word.isNumber = true
        found.append(word)
      }
      guard token.kind == .word else { continue }
      if token.word >= 0 {
        let (number, entry) = (token.word, vocabulary[token.word])
        if entry.meaning.contains(.filler) { continue }
        let sum = entry.fold >= 0 ? NameSum(word: number, fold: entry.fold) : Self.nothing(place)
        var word = NameWord(tokens: place...place, sum: sum)
        if entry.fold < 0 { word.way = .spelling }
        word.isListed = !entry.meaning.isDisjoint(with: Self.ownSpelling)
        found.append(word)
        continue
      }
      var word = NameWord(tokens: place...place, sum: Self.nothing(place))
      fold.removeAll(keepingCapacity: true)
      SpellingFold.appendFold(buffer.bytes, token.range, to: &fold)
      let folded = vocabulary.folds.find(fold, 0..<fold.count)
      let whole = withE(buffer.bytes, token.range)
      if whole >= 0 {
        word.sum = NameSum(word: whole, fold: vocabulary[whole].fold)
        word.way = .synonym
      } else if folded >= 0 {
        word.sum = NameSum(fold: folded)
        word.way = .spelling
      } else {
        word.isUnknown = true
      }
      found.append(word)
    }
    return found
  }

  /// Words that are read only as themselves, never as another spelling.
  private static let ownSpelling: WordMeaning = [
    .form, .neutral, .laboratory, .otherThing, .drugClass, .pack, .unit, .maker, .direction,
    .count, .circumstance, .reason, .change,
  ]

  private static func nothing(_ place: Int) -> NameSum {
    NameSum(
      number: ExactDecimal(significand: Int128(place) + 7_777_777, exponent: 777) ?? .zero,
      isFirst: false)
  }

  // MARK: Unknown words

  /// Gives unknown words their meaning: two that are one, one that is two, misspelled ones.
  mutating func repair(_ words: inout [NameWord], _ buffer: TokenBuffer) {
    join(&words, buffer)
    for place in words.indices.reversed() where words[place].isUnknown {
      split(&words, place, buffer)
    }
    for place in words.indices where words[place].isUnknown {
      correct(&words[place], buffer)
    }
  }

  /// Two words that are one in the names: `abira terone`.
  private mutating func join(_ words: inout [NameWord], _ buffer: TokenBuffer) {
    guard words.count > 1 else { return }
    let vocabulary = lexicon.vocabulary
    var place = 0
    while place + 1 < words.count {
      let (left, right) = (words[place], words[place + 1])
      guard left.isUnknown || right.isUnknown, !left.isNumber, !right.isNumber,
        right.tokens.lowerBound == left.tokens.upperBound + 1
      else {
        place += 1
        continue
      }
      joined.removeAll(keepingCapacity: true)
      joined += buffer.bytes[buffer.tokens[left.tokens.lowerBound].range]
      joined += buffer.bytes[buffer.tokens[right.tokens.upperBound].range]
      fold.removeAll(keepingCapacity: true)
      SpellingFold.appendFold(joined, 0..<joined.count, to: &fold)
      let folded = vocabulary.folds.find(fold, 0..<fold.count)
      // `norethindrone EE` folds to the name before it: the other word is one of its own.
      if folded >= 0, joined.count >= 5, NameSum(fold: folded).folds != left.sum.folds,
        NameSum(fold: folded).folds != right.sum.folds
      {
        words[place].tokens = left.tokens.lowerBound...right.tokens.upperBound
        words[place].sum = NameSum(fold: folded)
        words[place].way = .joined
        words[place].isUnknown = false
        words.remove(at: place + 1)
      }
      place += 1
    }
  }

  /// One word that is two in the names: `vitamind`.
  private mutating func split(_ words: inout [NameWord], _ place: Int, _ buffer: TokenBuffer) {
    let vocabulary = lexicon.vocabulary
    let tokens = words[place].tokens
    let range = buffer.tokens[tokens.lowerBound].range
    guard range.count >= 8, tokens.count == 1 else { return }
    for cut in stride(from: range.upperBound - 1, through: range.lowerBound + 4, by: -1) {
      let rest = range.upperBound - cut
      guard rest == 1 || rest >= 4 else { continue }
      let head = vocabulary.find(buffer.bytes, range.lowerBound..<cut)
      guard head >= 0, vocabulary[head].fold >= 0 else { continue }
      let tail = vocabulary.find(buffer.bytes, cut..<range.upperBound)
      guard tail >= 0, vocabulary[tail].fold >= 0 else { continue }
      var first = NameWord(tokens: tokens, sum: NameSum(word: head, fold: vocabulary[head].fold))
      first.way = .joined
      var second = first
      second.sum = NameSum(word: tail, fold: vocabulary[tail].fold)
      guard
        !lexicon.entries(first.sum + second.sum).isEmpty
          || !lexicon.entries(first.sum).isEmpty && !lexicon.entries(second.sum).isEmpty
      else { continue }
      words[place] = first
      words.insert(second, at: place + 1)
      return
    }
  }

  private mutating func correct(_ word: inout NameWord, _ buffer: TokenBuffer) {
    let vocabulary = lexicon.vocabulary
    let range = buffer.tokens[word.tokens.lowerBound].range
    if let stem = latinStem(buffer.bytes, range) {
      word.sum = NameSum(fold: stem)
      (word.way, word.isUnknown) = (.spelling, false)
      return
    }
    let found = corrections(of: buffer.bytes, range)
    if let best = found.first {
      word.sum = NameSum(word: best.word, fold: vocabulary[best.word].fold)
      (word.way, word.cost, word.isUnknown) = (.misspelling, best.cost, false)
      (word.correction, word.isDoubtful) = (best.word, !best.isSure)
      word.others = Array(found.dropFirst())
      return
    }
    if let whole = index.completion(of: buffer.bytes, range, vocabulary) {
      word.sum = NameSum(word: whole, fold: vocabulary[whole].fold)
      (word.way, word.isUnknown) = (.completion, false)
      word.correction = whole
    }
  }

  private var index: SpellingCorrections {
    mutating get {
      if let spelling { return spelling }
      let made = lexicon.spelling.index
      spelling = made
      return made
    }
  }

  /// The words that an unknown word may mean, read from the index once.
  private mutating func corrections(
    of bytes: [UInt8], _ range: Range<Int>
  ) -> [SpellingCorrections.Correction] {
    let known = corrected.find(bytes, range)
    if known >= 0 { return corrections[Int(known)] }
    if corrections.count >= Self.keptCorrections {
      (corrected, corrections) = (WordPool(), [])
    }
    let found = index.corrections(of: bytes, range, lexicon.vocabulary, &distance)
    _ = corrected.intern(bytes, range)
    corrections.append(found)
    return found
  }

  /// The fold of a Latin form without its ending: `paracetamolum`, `morphini`, `natrii`.
  private mutating func latinStem(_ bytes: [UInt8], _ range: Range<Int>) -> Int32? {
    guard range.count > 6 else { return nil }
    for ending in Self.latinEndings where range.count > ending.count + 4 {
      guard bytes[range].suffix(ending.count).elementsEqual(ending) else { continue }
      fold.removeAll(keepingCapacity: true)
      SpellingFold.appendFold(
        bytes, range.lowerBound..<(range.upperBound - ending.count), to: &fold)
      let found = lexicon.vocabulary.folds.find(fold, 0..<fold.count)
      if found >= 0 { return found }
    }
    return nil
  }

  private static let latinEndings: [[UInt8]] = ["um", "i", "o", "a", "s", "en"].map {
    Array($0.utf8)
  }

  // MARK: Runs of words

  /// The drugs that the words name, in their order.
  func mentions(_ words: [NameWord], _ buffer: TokenBuffer) -> [Mention] {
    var found: [Mention] = []
    var start = 0
    while start < words.count {
      guard let (mention, length) = longest(words, from: start, buffer) else {
        start += 1
        continue
      }
      found.append(mention)
      if let behind = lineExtension(behind: mention, buffer) { found.append(behind) }
      start += length
    }
    return found
  }

  /// `HCT` behind a name: the diuretic that it is combined with, nowhere else a drug.
  ///
  /// Behind a brand of the catalog it makes another brand, which the catalog would list.
  private func lineExtension(behind mention: Mention, _ buffer: TokenBuffer) -> Mention? {
    let place = mention.tokens.upperBound + 1
    guard place < buffer.tokens.count, buffer.tokens[place].kind == .word, !mention.isBrand,
      ["hct", "hctz"].contains(buffer.text(buffer.tokens[place]))
    else { return nil }
    let word = lexicon.vocabulary.find("hydrochlorothiazide")
    guard word >= 0, lexicon.vocabulary[word].fold >= 0 else { return nil }
    let sum = NameSum(word: word, fold: lexicon.vocabulary[word].fold)
    guard let entry = lexicon.entries(sum).first(where: { lexicon.entries[$0].sum == sum }) else {
      return nil
    }
    return Mention(
      tokens: place...place, targets: Array(lexicon.targets(of: lexicon.entries[entry])),
      isTogether: false, isVague: false, way: .synonym, cost: 0,
      letterCount: buffer.tokens[place].count, wordCount: 1, corrections: [])
  }

  private func longest(
    _ words: [NameWord], from start: Int, _ buffer: TokenBuffer
  ) -> (Mention, Int)? {
    var best: (entries: Range<Int>, sum: NameSum, length: Int)?
    var sum = NameSum()
    var isListed = false
    for length in 1...min(Lexicon.longestName, words.count - start) {
      let word = words[start + length - 1]
      let token = buffer.tokens[word.tokens.lowerBound]
      if token.isCounted { break }
      sum =
        sum
        + (word.isNumber && length == 1 ? NameSum(number: token.number, isFirst: true) : word.sum)
      if word.isNumber, length == 1 || isAmount(word, buffer) { continue }
      isListed = isListed || word.isListed
      let entries = lexicon.entries(sum)
      let isName =
        isListed
        ? entries.contains { lexicon.entries[$0].sum == sum } : !entries.isEmpty
      if isName { best = (entries, sum, length) }
    }
    guard let best else { return nil }
    let run = words[start..<(start + best.length)]
    return (mention(run, best.entries, best.sum, buffer), best.length)
  }

  /// Whether a number is one of a strength or of directions: a unit follows, or it stands apart
  /// before a word such as `times`, a small one also before `daily`.
  private func isAmount(_ word: NameWord, _ buffer: TokenBuffer) -> Bool {
    let next = word.tokens.upperBound + 1
    guard next < buffer.tokens.count else { return false }
    let (number, meaning) = (buffer.tokens[next - 1], buffer.meaning(next))
    if buffer.tokens[next].kind == .percent || meaning.contains(.unit) { return true }
    guard !number.isAdjoining, !meaning.contains(.form) else { return false }
    return meaning.contains(.count)
      || meaning.contains(.direction) && number.number.isWhole(below: 5)
  }

  private func mention(
    _ run: ArraySlice<NameWord>, _ places: Range<Int>, _ sum: NameSum, _ buffer: TokenBuffer
  ) -> Mention {
    let cost = run.reduce(0) { $0 + $1.cost }
    var way = run.map(\.way).max() ?? .name
    let exact = places.filter { lexicon.entries[$0].sum == sum }
    // A name in another spelling comes before a part of a name in the same one.
    let isWhole = { (place: Int) in
      lexicon.entries[place].origin.rawValue < Lexicon.Origin.shortened.rawValue
    }
    let isPartOnly = !exact.contains(where: isWhole) && places.contains(where: isWhole)
    let chosen = exact.isEmpty || isPartOnly ? Array(places) : exact
    if exact.isEmpty, way < .spelling { way = .spelling }
    // With the same words, the way of each word does not matter.
    if !exact.isEmpty, way == .spelling { way = .name }
    // The catalog's own names before synonyms, those before shortened names.
    let origin = chosen.map { lexicon.entries[$0].origin.rawValue }.min() ?? 0
    let catalogOnly = chosen.filter { lexicon.entries[$0].origin.rawValue == origin }
    if origin == Lexicon.Origin.synonym.rawValue, way == .name { way = .synonym }
    if origin == Lexicon.Origin.shortened.rawValue, way < .shortened { way = .shortened }
    if origin == Lexicon.Origin.brandStart.rawValue, way < .brandStart { way = .brandStart }
    var targets: [Lexicon.Target] = []
    for place in catalogOnly {
      for target in lexicon.targets(of: lexicon.entries[place]) where !targets.contains(target) {
        targets.append(target)
      }
    }
    let first = run.first?.tokens.lowerBound ?? 0
    let last = run.last?.tokens.upperBound ?? first
    var mention = Mention(
      tokens: first...last, targets: targets,
      isTogether: catalogOnly.allSatisfy { lexicon.entries[$0].isTogether },
      isVague: chosen.allSatisfy { lexicon.entries[$0].isVague }, way: way, cost: cost,
      letterCount: max(1, (first...last).reduce(0) { $0 + buffer.tokens[$1].count }),
      wordCount: run.count,
      corrections: run.filter { $0.correction >= 0 }.map { ($0.tokens.lowerBound, $0.correction) })
    mention.others = others(run, sum, cost)
    mention.isDoubtful = run.contains(where: \.isDoubtful)
    for place in places where lexicon.entries[place].origin == .brandStart {
      mention.longerBrands += lexicon.targets(of: lexicon.entries[place])
    }
    mention.isBrandStart = origin == Lexicon.Origin.brandStart.rawValue
    return mention
  }

  /// How much nearer the best word must be than the next one to be the only one, in tenths.
  private static let margin = 5

  /// What the run refers to with another correction that is almost as near.
  private func others(_ run: ArraySlice<NameWord>, _ sum: NameSum, _ cost: Int) -> [Lexicon.Target]
  {
    var found: [Lexicon.Target] = []
    for word in run where word.way == .misspelling {
      for other in word.others where other.cost < word.cost + Self.margin {
        let entry = lexicon.vocabulary[other.word]
        var changed = sum
        changed.folds = sum.folds &- word.sum.folds
        changed.words = sum.words &- word.sum.words
        changed = changed + NameSum(word: other.word, fold: entry.fold)
        for place in lexicon.entries(changed) {
          found += lexicon.targets(of: lexicon.entries[place])
        }
      }
    }
    return found
  }
}
