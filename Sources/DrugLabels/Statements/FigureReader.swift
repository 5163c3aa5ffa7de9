// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping

/// Figures that belong to a mention in text.
struct TextFigures {
  var drug: String
  var comparator: String?
  var kind: EvidenceComparator = .none
}

// Percentages in text: in brackets behind the words, or as what the sentence is about. A figure that
// cannot be given to one symptom and one arm is not given at all: ranges, several arms, groups of
// effects, grades and serious cases only, and those who left a trial.

extension SentenceTokens {
  /// The figures of a mention; `nil` if none are its own.
  ///
  /// - Parameters:
  ///   - words: The words of the mention.
  ///   - isPlaceboNear: Whether the words before the sentence compare with placebo
  ///     (`… than placebo were:`).
  ///   - utf8: The text.
  /// - Returns: The figures.
  func figures(_ words: Range<Int>, isPlaceboNear: Bool, _ utf8: borrowing Bytes) -> TextFigures? {
    if isLimited(words) { return nil }
    if let place = bracket(behind: words) {
      guard !isJoined(words) else { return nil }
      // `in the placebo and Alphador groups were: back pain (26 % versus 28 %)`: placebo's first.
      let isTurned = (0..<max(0, words.lowerBound - 2)).contains {
        tokens[$0].cues.contains(.placebo) && cues(at: $0 + 1).contains(.and)
          && cues(at: $0 + 2).contains(.ownName)
      }
      let figures = bracketed(place, isPlaceboNear: isPlaceboNear, utf8)
      return isTurned && figures?.comparator != nil ? nil : figures
    }
    if let own = following(words, utf8) { return own }
    return told(words, utf8)
  }

  /// Whether the figures of the sentence are of serious or graded cases or of those who left.
  private func isLimited(_ words: Range<Int>) -> Bool {
    for index in 0..<count {
      let token = tokens[index]
      if token.cues.contains(.leaving), !words.contains(index) { return true }
      // `Fatal adverse reactions included dyspnea (0.4 %)`.
      let isFatal = isWord(index, "fatal") && cues(at: index + 1).contains(.adverse)
      guard index < words.lowerBound, isFatal || token.cues.contains(.grade) else { continue }
      if isWord(index, "grade") || isWord(index, "grades") {
        if isWord(index - 1, "all") || isWord(index - 1, "any") { continue }
      }
      // `subjects with serious influenza`: the illness of all.
      if !isFatal, cues(at: index - 1).contains(.with), index > 1,
        cues(at: index - 2).contains(.person)
      {
        continue
      }
      return true
    }
    return false
  }

  /// The first word within brackets that follow the words; also past `with or without …`.
  private func bracket(behind words: Range<Int>) -> Int? {
    var next = words.upperBound
    if cues(at: next).contains(.with), cues(at: next + 1).contains(.or),
      cues(at: next + 2).contains(.negation)
    {
      next += 3
      while next < min(count, words.upperBound + 6), !tokens[next].marks.contains(.opening),
        tokens[next].marks.isEmpty
      { next += 1 }
    }
    // `breast pain/discomfort (3.8%)`: the words go on.
    while next < min(count, words.upperBound + 3), tokens[next].marks == .slash,
      !tokens[next].isNumber
    { next += 1 }
    next = behindRemark(next)
    guard next < count, tokens[next].marks.contains(.opening),
      tokens[next].marks.isDisjoint(with: [.comma, .semicolon, .colon])
    else { return nil }
    return next
  }

  /// The place behind a bracket without figures, if another one follows: `headache (including
  /// migraine) (11.2%)`.
  private func behindRemark(_ start: Int) -> Int {
    guard start < count, tokens[start].marks.contains(.opening),
      !tokens[start].marks.contains(.closing),
      let end = (start + 1..<max(start + 1, count)).first(where: {
        tokens[$0 - 1].isNumber || tokens[$0].marks.contains(.closing)
      }), !tokens[end - 1].isNumber, tokens[end].marks.contains(.opening),
      tokens[end].marks.isDisjoint(with: [.comma, .semicolon, .colon])
    else { return start }
    return end
  }

  /// Whether the words share their figure with the term before them: `nausea and vomiting (5%)`.
  private func isJoined(_ words: Range<Int>) -> Bool {
    let first = words.lowerBound
    if tokens[first].marks.contains(.slash) { return true }
    let before = cues(at: first - 1)
    if before.contains(.negation), cues(at: first - 2).contains(.or) { return true }
    guard before.contains(.and) || before.contains(.or), first >= 2 else { return false }
    return tokens[first - 1].marks.isDisjoint(with: [.closing, .comma])
  }

  private func bracketed(_ first: Int, isPlaceboNear: Bool, _ utf8: borrowing Bytes) -> TextFigures?
  {
    let depth = tokens[first].depth
    var numbers: [Int] = []
    var isCompared = false
    var placeboOf: Int?
    var placeboFirst = false
    var index = first
    // `headache (by 3.8%)` is a difference.
    if isWord(first, "by") { return nil }
    while index < count, tokens[index].depth >= depth {
      let token = tokens[index]
      if index > first, token.marks.contains(.closing), token.depth == depth { break }
      if isPercent(index) {
        if isThreshold(index) { return nil }
        // `2 % to 5 %`, but `2 % compared to 0.4 %`.
        let isRange = cues(at: index - 1).contains(.to) && !cues(at: index - 2).contains(.versus)
        if token.marks.contains(.hyphen) || isRange { return nil }
        if marks(behind: index).contains(.hyphen), tokens.indices.contains(index + 1),
          tokens[index + 1].isNumber
        {
          return nil
        }
        numbers.append(index)
      } else if token.isNumber, marks(behind: index).contains(.hyphen),
        index + 1 < count, isPercent(index + 1)
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
          || cues(at: index - 1).contains(.versus)
        placeboOf = isBefore ? numbers.count : numbers.count - 1
      }
      index += 1
    }
    func plain(_ number: Int) -> TextFigures? { TextFigures(drug: printed(number, utf8)) }
    guard let drug = numbers.first, drug - first <= 6 else { return nil }
    if numbers.count == 1 { return placeboOf == 0 || placeboFirst ? nil : plain(drug) }
    guard numbers.count == 2 else { return nil }
    // Two bare figures may be those of two doses, unless the text before the list names placebo.
    let isLed = isPlaceboNear || isPlaceboLeading(first)
    guard isCompared || placeboOf != nil || isLed else { return nil }
    // `in patients with versus without metastases (38 % vs. 31 %)`: of two groups on the drug.
    if placeboOf == nil, !isLed, isParted() || isOfDoses() { return nil }
    let isPlacebo = placeboOf != nil || isLed || cues.contains(.placebo)
    let isTurned = placeboFirst || placeboOf == 0
    return TextFigures(
      drug: printed(numbers[isTurned ? 1 : 0], utf8),
      comparator: printed(numbers[isTurned ? 0 : 1], utf8), kind: isPlacebo ? .placebo : .active)
  }

  /// Whether a sentence distinguishes those with something from those without
  /// it: `in patients with and without metastases; dizziness (38 % vs 31 %)`.
  private func isParted() -> Bool {
    for index in 0..<count where tokens[index].cues.contains(.with) {
      for ahead in 1...3 where isWord(index + ahead, "without") {
        // `nausea with or without vomiting`.
        return !cues(at: index + 1).contains(.or)
      }
    }
    return false
  }

  /// `more in the higher dose group than in the lower dose group`: both are on the drug.
  private func isOfDoses() -> Bool {
    for index in 1..<max(1, count) where isWord(index, from: "dose") {
      let before = cues(at: index - 1)
      if !before.isDisjoint(with: [.more, .less]) || isWord(index - 1, "high")
        || isWord(index - 1, "low")
      {
        return true
      }
    }
    return false
  }

  /// Whether placebo is named before the colon or verb that introduces a list.
  private func isPlaceboLeading(_ place: Int) -> Bool {
    guard let placebo = (0..<place).first(where: { tokens[$0].cues.contains(.placebo) }) else {
      return false
    }
    // `abdominal pain (Alphador 2.3 %; placebo 2.1 %), nausea (1.4 %, 0.6 %)`: as in the first.
    if tokens[placebo].depth > 0, tokens[placebo].depth == tokens[place].depth,
      (max(0, placebo - 6)..<placebo).contains(where: {
        isPercent($0) && tokens[$0].depth == tokens[placebo].depth
      })
    {
      return true
    }
    return (placebo + 1..<max(placebo + 1, place)).contains {
      tokens[$0].marks.contains(.colon)
        || !tokens[$0].cues.isDisjoint(with: [.auxiliary, .including])
    } || tokens[place].marks.contains(.colon)
  }

  /// `headache 12%, nausea 8%`: the figure directly follows the words.
  private func following(_ words: Range<Int>, _ utf8: borrowing Bytes) -> TextFigures? {
    let index = words.upperBound
    guard index < count, isPercent(index), !isThreshold(index),
      tokens[index].marks.isSubset(of: [.less, .colon, .comma, .hyphen]), !isJoined(words)
    else { return nil }
    if isPair(index) { return nil }
    // Of several figures it is unknown which is the drug's; in the text of a
    // table they follow each other.
    if index + 1 < count, tokens[index + 1].isNumber,
      tokens[index + 1].marks.isDisjoint(with: [.semicolon])
    {
      return nil
    }
    if cues(at: index + 1).contains(.versus) { return nil }
    for place in index..<count where isWord(place, from: "respecti") { return nil }
    return TextFigures(drug: printed(index, utf8))
  }

  /// `Headache was reported in 12% of patients and in 5% of those on placebo`.
  func told(_ words: Range<Int>, _ utf8: borrowing Bytes) -> TextFigures? {
    guard stands(words), tokens[words.lowerBound].depth == 0 else { return nil }
    var index = words.upperBound
    var isVerb = false
    while index < min(count, words.upperBound + 9), !tokens[index].isNumber {
      let token = tokens[index]
      if !token.marks.isDisjoint(with: [.comma, .semicolon, .colon, .period, .opening]) {
        return nil
      }
      if !token.cues.isDisjoint(with: [.and, .or, .negation, .including, .grade]) { return nil }
      if token.cues.contains(.effect) { isVerb = true }
      index += 1
    }
    guard isVerb, index < count, isPercent(index),
      !isThreshold(index), tokens[index].marks.isSubset(of: [.less])
    else { return nil }
    // `0.2 % and 2 % for placebo and Alphador, respectively`: one of several.
    if isPair(index) { return nil }
    // `in 41 % of patients who had prior radiation and in 27 % of those without`: of some.
    var next = index + 1
    while next < count, tokens[next].depth > tokens[index].depth || tokens[next].isNumber {
      next += 1
    }
    let isOfSome =
      cues(at: next).contains(.of) && cues(at: next + 1).contains(.person)
      && cues(at: next + 2).contains(.who)
      && (next..<count).contains { isWord($0, "without") || isWord($0, "not") }
    if isOfSome { return nil }
    if cues(at: index + 1).contains(.to), tokens.indices.contains(index + 2),
      tokens[index + 2].isNumber
    {
      return nil
    }
    var figures = TextFigures(drug: printed(index, utf8))
    let isPlaceboFirst = placebo(behind: index)
    for place in (index + 1)..<count {
      if !tokens[place].marks.isDisjoint(with: [.semicolon, .period]) { break }
      guard isPercent(place), tokens[place].depth == 0 else { continue }
      guard isPlaceboFirst || placebo(behind: place) else {
        // Placebo has a figure, but which is not plain.
        if cues.contains(.placebo) { return nil }
        break
      }
      figures.comparator = printed(place, utf8)
      figures.kind = .placebo
      if isPlaceboFirst, let other = figures.comparator {
        figures.comparator = figures.drug
        figures.drug = other
      }
      break
    }
    return isPlaceboFirst && figures.comparator == nil ? nil : figures
  }

  func placebo(behind index: Int) -> Bool {
    let depth = tokens[index].depth
    var place = index + 1
    var steps = 0
    while place < count, steps < 7 {
      let token = tokens[place]
      place += 1
      // `0.6 % of patients (3 of 493) in the placebo group`.
      if token.depth > depth { continue }
      if token.isNumber { return false }
      if token.cues.contains(.placebo) { return true }
      steps += 1
    }
    return false
  }

  /// Whether the words are all that the sentence is about: before them are only words that
  /// belong to a noun, behind an introduction with a comma (`In clinical trials, …`), a colon or
  /// the number of a heading.
  private func stands(_ words: Range<Int>) -> Bool {
    var index = words.lowerBound
    while index > 0 {
      let marks = tokens[index].marks
      if !marks.isDisjoint(with: [.colon, .semicolon]) { return true }
      if marks.contains(.comma) { return isIntroduction(index) }
      let before = tokens[index - 1]
      if before.isNumber { return index <= 2 }
      guard !before.cues.isDisjoint(with: [.modifier, .of, .share]) else { return false }
      index -= 1
    }
    return true
  }

  private func isIntroduction(_ end: Int) -> Bool {
    let isPlace =
      tokens[0].cues.contains(.in) || isWord(0, "during") || isWord(0, "across")
      || isWord(0, "overall") || isWord(0, "for") || isWord(0, "with")
    guard isPlace else { return false }
    for index in 0..<end
    where tokens[index].cues.contains(.effect) || tokens[index].marks.contains(.comma) {
      return false
    }
    return true
  }
}
