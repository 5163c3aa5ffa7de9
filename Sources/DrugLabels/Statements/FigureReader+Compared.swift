// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping

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
