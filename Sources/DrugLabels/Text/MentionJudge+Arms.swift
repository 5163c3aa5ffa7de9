// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Whose effect a clause tells of:
//
//   Cough was reported by 4 patients receiving placebo      of the other arm alone: passed
//   Of patients treated with placebo, 5 % had headache      the same
//   … in 12 % of patients and in 3 % of those on placebo    of two arms: the drug's
//   The most common reactions (twice the placebo group's)   the drug's
//
// Only a clause that tells of no other persons, one figure at most, and that ties the arm to the
// words, takes a mention away from the drug: a lost effect is worse than one too many.

extension MentionJudge {
  /// The arm of a trial that is not the drug's.
  enum OtherArm { case placebo, drug }

  /// The other arm that words are told of, in a clause that tells of nobody else.
  func otherArm(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> OtherArm? {
    guard sentence.cues.contains(.placebo) || sentence.cues.contains(.comparator) else {
      return nil
    }
    let clause = Self.clause(around: words, sentence)
    guard !clause.contains(where: { isComparing($0, sentence) }),
      let place = clause.first(where: { isOtherArm($0, sentence) })
    else { return nil }
    let arm = Self.reach(of: place, within: clause, sentence)
    guard !arm.overlaps(words), arm.contains(where: { Self.isGiven($0, sentence) }),
      isTied(arm, to: words, sentence), isAlone(arm, words, clause, sentence)
    else { return nil }
    return sentence[place].cues.contains(.placebo) ? .placebo : .drug
  }

  /// The words between two semicolons; those within brackets part nothing outside of them.
  private static func clause(
    around words: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> Range<Int> {
    let depth = sentence[words.lowerBound].depth
    func isEnd(_ index: Int) -> Bool {
      sentence[index].marks.contains(.semicolon) && sentence[index].depth <= depth
    }
    var start = words.lowerBound
    while start > 0, !isEnd(start) { start -= 1 }
    var end = words.upperBound
    while end < sentence.count, !isEnd(end) { end += 1 }
    return start..<end
  }

  /// Words that compare arms, or that say that the drug's is meant: `twice the placebo group's`,
  /// `none on placebo`, `the most common`, `≥ 5 %`.
  private func isComparing(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    let token = sentence[index]
    let own: Cue = [
      .ownName, .than, .versus, .similar, .medicine, .more, .less, .common, .most, .negation,
    ]
    if !token.cues.isDisjoint(with: own) || token.marks.contains(.more) { return true }
    for word in ["twice", "double", "least", "relative", "above", "over", "both"] as [StaticString]
    where sentence.isWord(index, word) {
      return true
    }
    return sentence.isWord(index, from: "exceed")
  }

  /// Whether a word names placebo, a control, or a drug that the label's tables compare with.
  private func isOtherArm(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    if sentence[index].cues.contains(.placebo) {
      return !sentence.isWord(index + 1, from: "controll")
    }
    // `in the betadrug arm`: only what is plainly called so.
    guard Self.isGroup(index + 1, sentence), sentence.marks(behind: index).isEmpty,
      sentence[index].marks.isEmpty,
      sentence.isWord(index - 1, "the") && sentence.cues(at: index - 2).contains(.in)
        || sentence.cues(at: index - 1).contains(.in)
    else { return false }
    return sentence.isWord(index, "control") || sentence.isWord(index, from: "comparat")
      || rivals.contains(sentence[index].letters)
  }

  private static func isGroup(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    sentence.isWord(index, "arm") || sentence.isWord(index, "group")
      || sentence.isWord(index, "arms") || sentence.isWord(index, "groups")
  }

  /// The words that belong to an arm: `4 patients receiving placebo`, `in the placebo group`.
  private static func reach(
    of place: Int, within clause: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> Range<Int> {
    let joints: Cue = [.person, .who, .in, .of, .modifier, .with, .to, .auxiliary]
    var start = place
    while start > clause.lowerBound, sentence[start].marks.isSubset(of: [.opening]) {
      let before = start - 1
      let isJoint =
        !sentence[before].cues.isDisjoint(with: joints) || isGiven(before, sentence)
        || sentence.isWord(before, "assigned") || sentence.isWord(before, from: "randomiz")
        || sentence[before].isNumber && sentence[start].cues.contains(.person)
      guard isJoint else { break }
      start = before
      if sentence[start + 1].marks.contains(.opening) {
        start += 1
        break
      }
    }
    var end = place + 1
    while end < clause.upperBound, sentence[end].marks.isSubset(of: [.hyphen]),
      sentence[end].cues.contains(.person) || isGroup(end, sentence)
        || sentence.isWord(end, "treated") || sentence.isWord(end, from: "recipien")
    {
      end += 1
    }
    return start..<end
  }

  /// Whether a word says that persons take something, or are a group.
  private static func isGiven(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    if isGroup(index, sentence) || sentence[index].cues.contains(.person) { return true }
    for word in ["on", "taking", "given", "treated"] as [StaticString]
    where sentence.isWord(index, word) {
      return true
    }
    return sentence.isWord(index, from: "receiv") || sentence.isWord(index, from: "recipien")
  }

  /// Whether the clause ties an arm to words.
  ///
  /// It stands behind them, or before them with nothing between, a verb, a comma or a colon.
  private func isTied(
    _ arm: Range<Int>, to words: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> Bool {
    // `and placebo`: one of two.
    let joints: Cue = [.and, .or]
    guard sentence.cues(at: arm.lowerBound - 1).isDisjoint(with: joints),
      sentence.cues(at: arm.upperBound).isDisjoint(with: joints)
    else { return false }
    if arm.lowerBound >= words.upperBound {
      // What stands in a bracket belongs to the words right before it.
      let depth = sentence[words.lowerBound].depth
      return arm.allSatisfy { sentence[$0].depth <= depth }
        || sentence[words.upperBound].marks.contains(.opening)
    }
    guard arm.upperBound <= words.lowerBound,
      sentence[arm.lowerBound].depth <= sentence[words.lowerBound].depth
    else { return false }
    let next = sentence[arm.upperBound]
    return arm.upperBound == words.lowerBound
      || !next.cues.isDisjoint(with: [.auxiliary, .effect, .suffer, .including])
      || !next.marks.isDisjoint(with: [.comma, .colon])
  }

  /// Whether a clause tells of no persons but those of an arm, and has one figure at most.
  private func isAlone(
    _ arm: Range<Int>, _ words: Range<Int>, _ clause: Range<Int>,
    _ sentence: borrowing SentenceTokens
  ) -> Bool {
    var figures = 0
    for index in clause where !arm.contains(index) && !words.contains(index) {
      let token = sentence[index]
      if !token.cues.isDisjoint(with: [.person, .comparator, .placebo]) { return false }
      guard token.isNumber else { continue }
      let isFigure =
        sentence.marks(behind: index).contains(.percent)
        || !sentence.cues(at: index + 1).isDisjoint(with: [.percent, .and, .of])
      if isFigure { figures += 1 }
    }
    return figures <= 1
  }
}
