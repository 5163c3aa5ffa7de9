// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping

// What a sentence says of the words of a mention, by the words around them.

extension SentenceTokens {
  func words(of mentions: [PhraseMention]) -> [Range<Int>] {
    var index = 0
    return mentions.map { mention in
      while index < count, tokens[index].range.upperBound <= mention.range.lowerBound { index += 1 }
      let first = index
      while index < count, tokens[index].range.lowerBound < mention.range.upperBound { index += 1 }
      return first..<index
    }
  }

  /// Whether a negation governs words: before them in the same clause, at most six words away, or
  /// behind them at the verb (`Headache and nausea were not reported`).
  func negates(_ words: Range<Int>) -> Bool {
    guard cues.contains(.negation) else { return false }
    var index = words.lowerBound - 1
    while index >= max(0, words.lowerBound - 6) {
      if isNegation(index) { return true }
      let token = tokens[index]
      if token.cues.contains(.turn) || isClause(index) || token.cues.contains(.negation) {
        return false
      }
      index -= 1
    }
    for index in words.upperBound..<max(words.upperBound, min(count, words.upperBound + 8)) {
      let token = tokens[index]
      if !token.marks.isDisjoint(with: [.semicolon, .colon, .period, .comma, .opening]) { break }
      if cues(at: index - 1).contains(.auxiliary), isNegation(index),
        cues(at: index + 1).contains(.effect)
      {
        return true
      }
    }
    return false
  }

  /// Whether another clause begins with a word: behind a colon or bullet, or a full stop that is not
  /// that of `e.g.`, `vs.` and `C. difficile`, nor within brackets.
  private func isClause(_ index: Int) -> Bool {
    let marks = tokens[index].marks
    if !marks.isDisjoint(with: [.semicolon, .colon, .bullet]) { return true }
    guard marks.contains(.period), index > 0, tokens[index].depth == 0 else { return false }
    return tokens[index - 1].isNumber || tokens[index - 1].range.count > 2
  }

  /// `no` and `without`, but not `with or without`, `not limited to`, `not only`.
  private func isNegation(_ index: Int) -> Bool {
    tokens[index].cues.contains(.negation) && !cues(at: index - 1).contains(.or)
      && !cues(at: index + 1).contains(.hedge)
  }

  /// `fever gets worse or lasts more than 3 days`: describes what is already present.
  func lasts(_ words: Range<Int>) -> Bool {
    (words.upperBound..<min(count, words.upperBound + 6)).prefix { !isClause($0) }
      .contains { tokens[$0].cues.contains(.lasting) }
      || tokens[..<words.lowerBound].suffix(4).contains { $0.cues.contains(.lasting) }
  }

  /// Whether words say by what another reaction is known, in a section that lists effects:
  /// `characterized by fever`, `signs such as fever`, `watched for sore throat`.
  func isOfReaction(_ words: Range<Int>) -> Bool {
    if cues.isDisjoint(with: [.known, .sign, .watching]) { return false }
    var isListed = false
    for index in stride(from: words.lowerBound - 1, through: 0, by: -1) {
      let marks = tokens[index + 1].marks
      if !marks.isDisjoint(with: [.semicolon, .colon, .period]) { return false }
      if marks.contains(.comma) { isListed = true }
      if isWord(index, "by"), cues(at: index - 1).contains(.known) { return true }
      if tokens[index].cues.contains(.sign),
        isWord(index, from: "sign") || isWord(index, from: "symptom")
      {
        let between = tokens[index + 1..<words.lowerBound]
        let isNamed = between.contains { $0.cues.contains(.including) }
        let isOf = cues(at: index + 1).contains(.of)
        if isOf ? isNamed || !isListed : isNamed && isWord(index, from: "sign") { return true }
      }
      if isWord(index, "for"), !isListed {
        let before = tokens[max(0, index - 12)..<index]
        if before.contains(where: { $0.cues.contains(.watching) }) { return true }
      }
    }
    return false
  }

  /// `withdrawal symptoms such as …`, `an overdose may cause …`; in a list of effects not of those
  /// that only follow (`withdrawal syndrome, edema, chest pain`).
  func sense(before end: Int, isOfList: Bool = false, _ utf8: borrowing Bytes) -> EvidenceSense? {
    if cues.isDisjoint(with: [.overdose, .stopping, .leaving]) { return nil }
    let before = max(0, end - 60)..<end
    guard let stop = before.first(where: { governs($0, to: end, isOfList) }), let last = before.last
    else {
      return nil
    }
    if tokens[stop].cues.contains(.overdose) { return .overdosage }
    let first = tokens[max(before.lowerBound, stop - 5)]
    let bytes = first.range.lowerBound..<tokens[last].range.upperBound
    let text = LabelWords.text(bytes, utf8, words: 80)
    let isLeaving = LabelVocabulary.shared.holds("leaving-table", in: text)
    return LabelVocabulary.shared.holds("withdrawal", in: text) && !isLeaving ? .withdrawal : nil
  }

  /// Whether words about stopping or an overdose apply to another place: `after stopping, nausea`,
  /// `withdrawal (nausea)`, but not `cough, fever, tremor after stopping, nausea`.
  private func governs(_ stop: Int, to end: Int, _ isOfList: Bool) -> Bool {
    guard !tokens[stop].cues.isDisjoint(with: [.stopping, .leaving, .overdose]) else {
      return false
    }
    let depth = tokens[stop].depth
    let commas = (0...stop).reversed().prefix { !isClause($0) }
      .filter { tokens[$0].marks.contains(.comma) && tokens[$0].depth <= depth }
    let isListed =
      commas.count > 1
      && tokens[commas[0]...stop].allSatisfy {
        $0.cues.isDisjoint(with: [.effect, .auxiliary, .possibility])
      }
    if tokens[stop].cues.contains(.overdose) { return !isListed }
    let telling: Cue = [.effect, .including, .possibility, .auxiliary, .known, .sign, .reported]
    let behind = tokens[stop + 1..<max(stop + 1, min(end + 1, count))]
    for (index, token) in zip(behind.indices, behind) {
      if token.depth > depth {
        if index < stop + 3, behind[index...].allSatisfy({ $0.depth > depth }) { return true }
      } else if token.marks.contains(.colon) {
        return !isListed
      } else if isClause(index) || token.depth < depth || isListed && token.marks.contains(.comma) {
        return false
      } else if !token.cues.isDisjoint(with: telling) {
        return true
      }
    }
    return !isListed && !isOfList || lastMarks.contains(.colon) && end == count
  }

  /// `* Fatigue includes asthenia`: the definition of a grouped term.
  func isDefinition(_ words: Range<Int>) -> Bool {
    let head = 0..<min(6, words.lowerBound)
    guard let verb = head.first(where: { isWord($0, "includes") }), verb > 0 else { return false }
    return (0..<verb).allSatisfy {
      tokens[$0].cues.isDisjoint(with: [.event, .adverse, .common, .effect])
    }
  }

  /// Whether words are in a bracket that enumerates what the figure behind it is of: `abdominal pain
  /// (discomfort, distension, pain upper) [60%]`.
  func isPartOfGroup(_ words: Range<Int>) -> Bool {
    guard tokens[words.lowerBound].depth > 0 else { return false }
    let start = (0...words.lowerBound).last { tokens[$0].marks.contains(.opening) } ?? 0
    let end = (start + 1..<max(start + 1, count)).first {
      tokens[$0].depth == 0 || tokens[$0].marks.contains(.closing)
    }
    guard let end, tokens[end].isNumber, tokens[end].marks.contains(.opening) else { return false }
    return marks(behind: end).contains(.percent)
      && (start + 1..<end).count { tokens[$0].marks.contains(.comma) } > 1
      && (start..<end).allSatisfy { !tokens[$0].isNumber }
  }

  /// `0.2 % and 2 %`.
  func isPair(_ index: Int) -> Bool {
    cues(at: index + 1).contains(.and) && index + 2 < count && tokens[index + 2].isNumber
  }

  /// Whether a figure without a percent sign follows the words, as in the text of a table.
  func isInTable(_ words: Range<Int>) -> Bool {
    let next = words.upperBound
    guard next + 1 < count, tokens[next].isNumber, tokens[next + 1].isNumber,
      tokens[next].marks.isDisjoint(with: [.comma, .semicolon, .colon])
    else { return false }
    return !tokens[next].marks.contains(.opening) || !tokens[next + 1].marks.contains(.percent)
  }

  /// `Worsening angina`, `an increase in the frequency of angina`: what was there became worse.
  func becomesWorse(_ words: Range<Int>) -> Bool {
    let worse: [StaticString] = ["worse", "exacerba", "aggravat", "increase"]
    return (max(0, words.lowerBound - 2)..<words.lowerBound).contains { place in
      worse.contains { isWord(place, from: $0) }
    }
  }

  /// `in patients with migraine`: behind `with`, `of` and `for`, but not behind a share or an event.
  func isOfPatients(_ words: Range<Int>) -> Bool {
    let first = words.lowerBound
    let isBehind = !cues(at: first - 1).isDisjoint(with: [.with, .of]) || isWord(first - 1, "for")
    return isBehind && cues(at: first - 2).isDisjoint(with: [.share, .event])
  }

  /// `trials of bipolar and other mood disorders`, `the mood disorders clinical trials`: what those
  /// who took the drug had before.
  func isOfStudied(_ words: Range<Int>) -> Bool {
    let behind = words.upperBound + (isWord(words.upperBound, "clinical") ? 1 : 0)
    if cues(at: behind).contains(.study) { return true }
    let before = max(1, words.lowerBound - 4)..<max(1, words.lowerBound)
    guard let link = before.last(where: { !cues(at: $0).isDisjoint(with: [.with, .of]) }) else {
      return false
    }
    return !cues(at: link - 1).isDisjoint(with: [.study, .person])
      && (link + 1...words.lowerBound).allSatisfy { tokens[$0].marks.isEmpty }
  }

  /// Whether words for a sense precede a mention, such as `signs of`; `nil` if none do.
  func isSign(_ words: Range<Int>) -> Bool? {
    guard let sign = (0..<words.lowerBound).last(where: { tokens[$0].cues.contains(.sign) }) else {
      return nil
    }
    return !(max(1, sign - 4)..<max(1, sign)).contains {
      !tokens[$0].cues.isDisjoint(with: [.with, .who]) && tokens[$0 - 1].cues.contains(.person)
    }
  }

  /// `Headache was more common on placebo`, of a sentence in lower case.
  func isNotAbove(_ text: String) -> Bool {
    cues.contains(.placebo) && LabelVocabulary.shared.holds("not-above", in: text)
  }
}
