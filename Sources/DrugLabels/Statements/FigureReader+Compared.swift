// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping

// Figures of two arms in one sentence, and those of a sentence that is about one symptom alone.

extension FigureReader {
  /// `12 % vs 5 % placebo`, `8 % Alphador, 9 % placebo`: the figure that one is compared with.
  func compared(
    _ index: Int, _ sentence: borrowing SentenceTokens
  ) -> (place: Int, kind: EvidenceComparator)? {
    var place = index + 1
    let isVersus = sentence.cues(at: place).contains(.versus)
    if isVersus {
      place += 1
      if sentence.isWord(place, "with") || sentence.isWord(place, "to") { place += 1 }
    } else {
      // The drug's name first.
      while place < min(sentence.count, index + 4), sentence[place].cues.contains(.ownName) {
        place += 1
      }
      guard place > index + 1 else { return nil }
    }
    guard place < sentence.count, isPercent(place, sentence) else { return nil }
    let isPlacebo =
      placebo(behind: place, sentence) || isVersus && sentence.cues.contains(.placebo)
    if isVersus { return (place, isPlacebo ? .placebo : .active) }
    return isPlacebo ? (place, .placebo) : nil
  }

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
    if isPair(index, sentence) { return respective(index, sentence, utf8) }
    if isOfSome(behind: index, sentence) { return nil }
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

  /// `in 41 % of patients who had received prior radiation and in 27 % of those without`: of some.
  private func isOfSome(behind index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    var place = index + 1
    let depth = sentence[index].depth
    while place < sentence.count, sentence[place].depth > depth || sentence[place].isNumber {
      place += 1
    }
    guard sentence.cues(at: place).contains(.of), sentence.cues(at: place + 1).contains(.person),
      sentence.cues(at: place + 2).contains(.who)
    else { return false }
    for later in (place + 3)..<max(place + 3, sentence.count)
    where sentence.isWord(later, "without") || sentence.isWord(later, "not") {
      return true
    }
    return false
  }

  /// `0.2 % and 2 %`.
  func isPair(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    sentence.cues(at: index + 1).contains(.and) && sentence.tokens.indices.contains(index + 2)
      && sentence[index + 2].isNumber
  }

  /// `0.2 % and 2 % for placebo and Alphador, respectively`: which of the two is the drug's.
  func respective(
    _ index: Int, _ sentence: borrowing SentenceTokens, _ utf8: borrowing Span<UInt8>
  ) -> TextFigures? {
    let second = index + 2
    guard isPercent(second, sentence) else { return nil }
    var placebo: Int?
    var own: Int?
    var isRespective = false
    for place in (second + 1)..<max(second + 1, min(sentence.count, second + 20)) {
      let token = sentence[place]
      if !token.marks.isDisjoint(with: [.semicolon, .period]) || token.isNumber { break }
      if token.cues.contains(.placebo), placebo == nil { placebo = place }
      if token.cues.contains(.ownName), own == nil { own = place }
      if sentence.isWord(place, from: "respecti") { isRespective = true }
    }
    guard isRespective, let placebo, let own else { return nil }
    let isTurned = placebo < own
    return TextFigures(
      drug: printed(isTurned ? second : index, sentence, utf8),
      comparator: printed(isTurned ? index : second, sentence, utf8), kind: .placebo)
  }

  /// `in the placebo and Alphador groups were: back pain (26 % versus 28 %)`: placebo's first, unless
  /// the bracket names an arm itself.
  func turned(
    _ figures: TextFigures?, at place: Int, _ words: Range<Int>,
    _ sentence: borrowing SentenceTokens
  ) -> TextFigures? {
    guard var figures, let comparator = figures.comparator, sentence.cues.contains(.placebo)
    else { return figures }
    let isTurned = (0..<max(0, words.lowerBound - 2)).contains {
      sentence[$0].cues.contains(.placebo) && sentence.cues(at: $0 + 1).contains(.and)
        && sentence.cues(at: $0 + 2).contains(.ownName)
    }
    guard isTurned, figures.kind != .none, !namesArm(inBracketAt: place, sentence) else {
      return figures
    }
    figures.comparator = figures.drug
    figures.drug = comparator
    figures.kind = .placebo
    return figures
  }

  private func namesArm(inBracketAt place: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    let depth = sentence[place].depth
    var index = place
    while index < sentence.count, sentence[index].depth >= depth {
      if index > place, sentence[index].depth == depth, sentence[index].marks.contains(.opening) {
        return false
      }
      if !sentence[index].cues.isDisjoint(with: [.placebo, .ownName]) { return true }
      index += 1
    }
    return false
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
