// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping

/// Figures that belong to a mention in text.
struct TextFigures: Equatable {
  var drug: String
  var comparator: String?
  var kind: EvidenceComparator = .none
}

/// Reads percentages in text: in brackets behind the words, or as what the sentence is about.
///
/// A figure that cannot be given to one symptom and one arm is not given at all: ranges, several
/// arms, groups of effects, grades and serious cases only, and those who left a trial.
struct FigureReader {
  /// Whether the words before the sentence compare with placebo (`… than placebo were:`).
  var isPlaceboNear = false

  /// The figures of a mention; `nil` if none are its own.
  func figures(
    _ words: Range<Int>, _ sentence: borrowing SentenceTokens, _ utf8: borrowing Span<UInt8>
  ) -> TextFigures? {
    if isLimited(words, sentence) { return nil }
    if let place = bracket(behind: words, sentence) {
      guard !isJoined(words, sentence) else { return nil }
      // `in the placebo and Alphador groups were: back pain (26 % versus 28 %)`: placebo's first.
      let isTurned = (0..<max(0, words.lowerBound - 2)).contains {
        sentence[$0].cues.contains(.placebo) && sentence.cues(at: $0 + 1).contains(.and)
          && sentence.cues(at: $0 + 2).contains(.ownName)
      }
      let figures = bracketed(place, sentence, utf8)
      return isTurned && figures?.comparator != nil ? nil : figures
    }
    if let own = following(words, sentence, utf8) { return own }
    return told(words, sentence, utf8)
  }

  /// The label's own cut for "most common": `≥ 5 %`, `at least 5 %`, `5 % or more`.
  func threshold(_ sentence: borrowing SentenceTokens, _ utf8: borrowing Span<UInt8>) -> String? {
    for index in 0..<sentence.count where isPercent(index, sentence) {
      if isThreshold(index, sentence) { return LabelWords.printed(sentence[index].range, utf8) }
    }
    return nil
  }

  /// The cut that stands before words: of several lists in one sentence each has its own
  /// (`Adults (≥ 2 %): …; patients of 12 to 17 years (≥ 5 %): …`).
  func threshold(
    before words: Range<Int>, _ sentence: borrowing SentenceTokens, _ utf8: borrowing Span<UInt8>
  ) -> String? {
    var found: Int?
    for index in stride(from: words.lowerBound - 1, through: 0, by: -1) {
      // `(> 5 % and ≥ 3 % compared to placebo)`: the first is the cut.
      if let found, sentence[index + 1].marks.contains(.opening) || found - index > 12 { break }
      if isPercent(index, sentence), isThreshold(index, sentence) { found = index }
    }
    return found.map { LabelWords.printed(sentence[$0].range, utf8) }
  }

  /// `12`, or `<1` where the sign or the words say so.
  func printed(
    _ index: Int, _ sentence: borrowing SentenceTokens, _ utf8: borrowing Span<UInt8>
  ) -> String {
    let number = LabelWords.printed(sentence[index].range, utf8)
    let isLess =
      sentence[index].marks.contains(.less)
      || sentence.cues(at: index - 1).contains(.than)
        && sentence.cues(at: index - 2).contains(.less)
    return isLess ? "<" + number : number
  }

  func isPercent(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence[index].isNumber else { return false }
    return sentence.marks(behind: index).contains(.percent)
      || sentence.cues(at: index + 1).contains(.percent)
  }

  func isThreshold(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    // `≥ 5 % higher incidence than on placebo` is a difference.
    if sentence.cues(at: index + 1).contains(.more) || sentence.isWord(index + 1, "over")
      || sentence.isWord(index + 1, from: "differen")
    {
      return false
    }
    if isRange(index, sentence) { return false }
    // `that occurred more commonly (> 2 %) than`, too.
    if sentence.cues(at: index - 1).contains(.common), sentence.cues(at: index - 2).contains(.more)
    {
      return false
    }
    if sentence[index].marks.contains(.more) { return true }
    if sentence.isWord(index - 1, "least") { return true }
    // `greater than or equal to 3 %`.
    if sentence.isWord(index - 1, "to"), sentence.isWord(index - 2, "equal"),
      sentence.cues(at: index - 3).contains(.or)
    {
      return sentence.cues(at: index - 5).contains(.more)
    }
    if sentence.cues(at: index - 1).contains(.than), sentence.cues(at: index - 2).contains(.more) {
      return true
    }
    for ahead in 1...2
    where !sentence.cues(at: index + ahead).isDisjoint(with: [.or, .and]) {
      // `3 % or greater than placebo` is a difference, too.
      return sentence.cues(at: index + ahead + 1).contains(.more)
        && !sentence.cues(at: index + ahead + 2).contains(.than)
    }
    return false
  }

  /// `≥ 1 % to ≤ 5 %`, `at least 1 % but less than 5 %`: the lower end of a range is no cut.
  private func isRange(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    var place = index + 1
    if sentence.cues(at: place).contains(.percent) { place += 1 }
    let isNext = sentence.marks(behind: place - 1).contains(.hyphen)
    var isJoined = isNext
    while place < min(sentence.count, index + 7) {
      let token = sentence[place]
      if token.isNumber {
        guard isPercent(place, sentence) else { return false }
        return isJoined || token.marks.contains(.less)
          || sentence.cues(at: place - 1).contains(.than)
            && sentence.cues(at: place - 2).contains(.less)
      }
      if !token.marks.isDisjoint(with: [.semicolon, .colon, .opening]) { return false }
      guard !token.cues.isDisjoint(with: [.to, .and, .turn, .less, .than, .or]) else {
        return false
      }
      isJoined = token.cues.contains(.to)
      place += 1
    }
    return false
  }

  /// Whether the figures of the sentence are of serious or graded cases or of those who left.
  private func isLimited(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    for index in 0..<sentence.count {
      let token = sentence[index]
      if token.cues.contains(.leaving), !words.contains(index) { return true }
      // `Fatal adverse reactions included dyspnea (0.4 %)`.
      let isFatal =
        sentence.isWord(index, "fatal") && sentence.cues(at: index + 1).contains(.adverse)
      guard index < words.lowerBound, isFatal || token.cues.contains(.grade) else { continue }
      if sentence.isWord(index, "grade") || sentence.isWord(index, "grades") {
        if sentence.isWord(index - 1, "all") || sentence.isWord(index - 1, "any") { continue }
      }
      // `subjects with serious influenza`: the illness of all.
      if !isFatal, sentence.cues(at: index - 1).contains(.with), index > 1,
        sentence.cues(at: index - 2).contains(.person)
      {
        continue
      }
      return true
    }
    return false
  }

  /// The first word within brackets that follow the words; also past `with or without …`.
  private func bracket(behind words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Int? {
    var next = words.upperBound
    if sentence.cues(at: next).contains(.with), sentence.cues(at: next + 1).contains(.or),
      sentence.cues(at: next + 2).contains(.negation)
    {
      next += 3
      while next < min(sentence.count, words.upperBound + 6),
        !sentence[next].marks.contains(.opening), sentence[next].marks.isEmpty
      {
        next += 1
      }
    }
    // `breast pain/discomfort (3.8%)`: the words go on.
    while next < min(sentence.count, words.upperBound + 3), sentence[next].marks == .slash,
      !sentence[next].isNumber
    {
      next += 1
    }
    guard next < sentence.count, sentence[next].marks.contains(.opening),
      sentence[next].marks.isDisjoint(with: [.comma, .semicolon, .colon])
    else { return nil }
    return next
  }

  /// Whether the words share their figure with the term before them: `nausea and vomiting (5%)`.
  private func isJoined(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    let first = words.lowerBound
    if sentence[first].marks.contains(.slash) { return true }
    let before = sentence.cues(at: first - 1)
    if before.contains(.negation), sentence.cues(at: first - 2).contains(.or) { return true }
    guard before.contains(.and) || before.contains(.or), first >= 2 else { return false }
    return sentence[first - 1].marks.isDisjoint(with: [.closing, .comma])
  }

  private func bracketed(
    _ first: Int, _ sentence: borrowing SentenceTokens, _ utf8: borrowing Span<UInt8>
  ) -> TextFigures? {
    let depth = sentence[first].depth
    var numbers: [Int] = []
    var isCompared = false
    var placeboOf: Int?
    var placeboFirst = false
    var index = first
    // `headache (by 3.8%)` is a difference.
    if sentence.isWord(first, "by") { return nil }
    while index < sentence.count, sentence[index].depth >= depth {
      let token = sentence[index]
      if index > first, token.marks.contains(.closing), token.depth == depth { break }
      if isPercent(index, sentence) {
        if isThreshold(index, sentence) { return nil }
        // `2 % to 5 %`, but `2 % compared to 0.4 %`.
        let isRange =
          sentence.cues(at: index - 1).contains(.to)
          && !sentence.cues(at: index - 2).contains(.versus)
        if token.marks.contains(.hyphen) || isRange { return nil }
        if sentence.marks(behind: index).contains(.hyphen),
          sentence.tokens.indices.contains(
            index + 1), sentence[index + 1].isNumber
        {
          return nil
        }
        numbers.append(index)
      } else if token.isNumber, sentence.marks(behind: index).contains(.hyphen),
        index + 1 < sentence.count, isPercent(index + 1, sentence)
      {
        return nil
      }
      if token.cues.contains(.grade) { return numbers.count == 1 ? plain(numbers[0]) : nil }
      if token.cues.contains(.versus) { isCompared = true }
      if token.cues.contains(.placebo) {
        if numbers.isEmpty { placeboFirst = true }
        // `2.3 %; placebo, 2.1 %` and `5 % vs. placebo 3 %`, but `5 % on placebo`.
        let isBefore =
          !token.marks.isDisjoint(with: [.comma, .semicolon])
          || sentence.cues(at: index - 1).contains(.versus)
        placeboOf = isBefore ? numbers.count : numbers.count - 1
      }
      index += 1
    }
    func plain(_ number: Int) -> TextFigures? {
      TextFigures(drug: printed(number, sentence, utf8))
    }
    guard let drug = numbers.first, drug - first <= 6 else { return nil }
    if numbers.count == 1 { return placeboOf == 0 || placeboFirst ? nil : plain(drug) }
    guard numbers.count == 2 else { return nil }
    // Two bare figures may be those of two doses, unless what stands before the list names placebo.
    let isLed = isPlaceboNear || isPlaceboLeading(first, sentence)
    guard isCompared || placeboOf != nil || isLed else { return nil }
    // `in patients with versus without metastases (38 % vs. 31 %)`: of two groups on the drug.
    if placeboOf == nil, !isLed, isParted(sentence) || isOfDoses(sentence) { return nil }
    let isPlacebo = placeboOf != nil || isLed || sentence.cues.contains(.placebo)
    let isTurned = placeboFirst || placeboOf == 0
    return TextFigures(
      drug: printed(numbers[isTurned ? 1 : 0], sentence, utf8),
      comparator: printed(numbers[isTurned ? 0 : 1], sentence, utf8),
      kind: isPlacebo ? .placebo : .active)
  }

  /// Whether a sentence tells those who have something from those without it: `in patients with and
  /// without metastases; dizziness (38 % vs 31 %)`.
  private func isParted(_ sentence: borrowing SentenceTokens) -> Bool {
    for index in 0..<sentence.count where sentence[index].cues.contains(.with) {
      for ahead in 1...3 where sentence.isWord(index + ahead, "without") {
        // `nausea with or without vomiting`.
        return !sentence.cues(at: index + 1).contains(.or)
      }
    }
    return false
  }

  /// `more in the higher dose group than in the lower dose group`: both are on the drug.
  private func isOfDoses(_ sentence: borrowing SentenceTokens) -> Bool {
    for index in 1..<max(1, sentence.count) where sentence.isWord(index, from: "dose") {
      let before = sentence.cues(at: index - 1)
      if !before.isDisjoint(with: [.more, .less]) || sentence.isWord(index - 1, "high")
        || sentence.isWord(index - 1, "low")
      {
        return true
      }
    }
    return false
  }

  /// Whether placebo is named before the colon or the verb behind which a list stands.
  private func isPlaceboLeading(_ place: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    guard
      let placebo = (0..<place).first(where: {
        sentence[$0].cues.contains(.placebo)
      })
    else { return false }
    // `abdominal pain (Alphador 2.3 %; placebo 2.1 %), nausea (1.4 %, 0.6 %)`: as in the first.
    if sentence[placebo].depth > 0, sentence[placebo].depth == sentence[place].depth,
      (max(0, placebo - 6)..<placebo).contains(where: {
        isPercent($0, sentence) && sentence[$0].depth == sentence[placebo].depth
      })
    {
      return true
    }
    return (placebo + 1..<max(placebo + 1, place)).contains {
      sentence[$0].marks.contains(.colon)
        || !sentence[$0].cues.isDisjoint(with: [.auxiliary, .including])
    } || sentence[place].marks.contains(.colon)
  }

  /// `headache 12%, nausea 8%`: the figure stands right behind the words.
  private func following(
    _ words: Range<Int>, _ sentence: borrowing SentenceTokens, _ utf8: borrowing Span<UInt8>
  ) -> TextFigures? {
    let index = words.upperBound
    guard index < sentence.count, isPercent(index, sentence), !isThreshold(index, sentence),
      sentence[index].marks.isSubset(of: [.less, .colon, .comma, .hyphen]),
      !isJoined(words, sentence)
    else { return nil }
    if sentence.isPair(index) { return nil }
    // Of several figures nothing tells which is the drug's; in the text of a table they follow
    // each other.
    if index + 1 < sentence.count, sentence[index + 1].isNumber,
      sentence[index + 1].marks.isDisjoint(with: [.semicolon])
    {
      return nil
    }
    if sentence.cues(at: index + 1).contains(.versus) { return nil }
    for place in index..<sentence.count where sentence.isWord(place, from: "respecti") {
      return nil
    }
    return TextFigures(drug: printed(index, sentence, utf8))
  }
}

// Figures of two arms in one sentence, and those of a sentence that is about one symptom alone.

extension FigureReader {

  /// `Headache was reported in 12% of patients and in 5% of those on placebo`.
  func told(
    _ words: Range<Int>, _ sentence: borrowing SentenceTokens, _ utf8: borrowing Span<UInt8>
  ) -> TextFigures? {
    guard stands(words, sentence), sentence[words.lowerBound].depth == 0 else { return nil }
    var index = words.upperBound
    var isVerb = false
    while index < min(sentence.count, words.upperBound + 9), !sentence[index].isNumber {
      let token = sentence[index]
      if !token.marks.isDisjoint(with: [.comma, .semicolon, .colon, .period, .opening]) {
        return nil
      }
      if !token.cues.isDisjoint(with: [.and, .or, .negation, .including, .grade]) { return nil }
      if token.cues.contains(.effect) { isVerb = true }
      index += 1
    }
    guard isVerb, index < sentence.count, isPercent(index, sentence),
      !isThreshold(index, sentence), sentence[index].marks.isSubset(of: [.less])
    else { return nil }
    // `0.2 % and 2 % for placebo and Alphador, respectively`; `in 41 % of patients who had prior
    // radiation`: of one of several, or of some.
    if sentence.isPair(index) || sentence.cues(at: index + 2).contains(.person)
      && sentence.cues(at: index + 3).contains(.who)
    {
      return nil
    }
    if sentence.cues(at: index + 1).contains(.to), sentence.tokens.indices.contains(index + 2),
      sentence[index + 2].isNumber
    {
      return nil
    }
    var figures = TextFigures(drug: printed(index, sentence, utf8))
    let isPlaceboFirst = placebo(behind: index, sentence)
    for place in (index + 1)..<sentence.count {
      if !sentence[place].marks.isDisjoint(with: [.semicolon, .period]) { break }
      guard isPercent(place, sentence), sentence[place].depth == 0 else { continue }
      guard isPlaceboFirst || placebo(behind: place, sentence) else {
        // Placebo has a figure, but which is not plain.
        if sentence.cues.contains(.placebo) { return nil }
        break
      }
      figures.comparator = printed(place, sentence, utf8)
      figures.kind = .placebo
      if isPlaceboFirst, let other = figures.comparator {
        figures.comparator = figures.drug
        figures.drug = other
      }
      break
    }
    return isPlaceboFirst && figures.comparator == nil ? nil : figures
  }

  func placebo(behind index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    let depth = sentence[index].depth
    var place = index + 1
    var steps = 0
    while place < sentence.count, steps < 7 {
      let token = sentence[place]
      place += 1
      // `0.6 % of patients (3 of 493) in the placebo group`.
      if token.depth > depth { continue }
      if token.isNumber { return false }
      if token.cues.contains(.placebo) { return true }
      steps += 1
    }
    return false
  }

  /// Whether the words are all that the sentence is about: before them stand only words that
  /// belong to a noun, behind an introduction with a comma (`In clinical trials, …`), a colon or
  /// the number of a heading.
  private func stands(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    var index = words.lowerBound
    while index > 0 {
      let marks = sentence[index].marks
      if !marks.isDisjoint(with: [.colon, .semicolon]) { return true }
      if marks.contains(.comma) { return isIntroduction(index, sentence) }
      let before = sentence[index - 1]
      if before.isNumber { return index <= 2 }
      guard !before.cues.isDisjoint(with: [.modifier, .of, .share]) else {
        return false
      }
      index -= 1
    }
    return true
  }

  private func isIntroduction(_ end: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    let isPlace =
      sentence[0].cues.contains(.in) || sentence.isWord(0, "during")
      || sentence.isWord(0, "across") || sentence.isWord(0, "overall")
      || sentence.isWord(0, "for") || sentence.isWord(0, "with")
    guard isPlace else { return false }
    for index in 0..<end
    where sentence[index].cues.contains(.effect) || sentence[index].marks.contains(.comma) {
      return false
    }
    return true
  }
}
