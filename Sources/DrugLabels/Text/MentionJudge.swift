// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What a sentence says of a mention.
enum Verdict: Equatable {
  /// The drug is said to have the effect; a sign of something else has a condition.
  case stated(condition: Range<Int>?, isSign: Bool, isStopping: Bool)
  case passed(PassingReason)
}

/// Judges the mentions of one sentence.
struct MentionJudge {
  let role: SectionRole
  /// The first letters of the drugs that the label's tables compare with (``SentenceToken/letters``).
  var rivals: Set<UInt64> = []

  /// What the sentence says of the words of a mention.
  func verdict(
    _ words: Range<Int>, _ sentence: borrowing SentenceTokens, _ scopes: borrowing ScopeReader
  ) -> Verdict {
    if isQualifier(words, sentence) { return .passed(.lookAlike) }
    if isOccasionOfPain(words, sentence) { return .passed(.signOfAnother) }
    let scope = scopes.scopes[words.lowerBound]
    if sentence.cues.contains(.animal) { return .passed(.animal) }
    if isOfOffspring(sentence) { return .passed(.otherPerson) }
    if sentence.cues.contains(.overdose), isOverdose(words, sentence) { return .passed(.overdose) }
    if scope.contains(.negated) || isDenied(words, sentence) { return .passed(.negated) }
    if sentence.cues.contains(.similar) || sentence.cues.contains(.placebo),
      isNotAboveComparator(words, sentence)
    {
      return .passed(.notAboveComparator)
    }
    switch otherArm(words, sentence) {
    case .placebo: return .passed(.notAboveComparator)
    case .drug: return .passed(.drugClass)
    case nil: break
    }
    if scope.contains(.grouped), role == .adverse { return .passed(.groupedTerm) }
    if SentenceFacts.isTable(sentence), isOfTitle(words, sentence) { return .passed(.background) }
    if isHidden(words, sentence) || isComorbid(words, sentence) { return .passed(.background) }
    if !role.isList, let reason = causeElsewhere(words, sentence, scope) {
      return .passed(reason)
    }
    if isReportedOfOthers(words, sentence) { return .passed(.drugClass) }
    if !role.isList, let suggested = suggested(words, sentence) {
      return .stated(condition: suggested, isSign: true, isStopping: false)
    }
    if isAverted(words, sentence) {
      return .stated(condition: nil, isSign: true, isStopping: false)
    }
    if isStoppedIn(words, sentence) { return .passed(.background) }
    let isAsserted = isAsserted(words, sentence)
    // `atrial fibrillation patients`: those who have it.
    if !role.isList, sentence.cues(at: words.upperBound).contains(.person),
      sentence.marks(behind: words.upperBound - 1).isEmpty
    {
      return .passed(.background)
    }
    if scope.contains(.stopping), !role.isList, isFromAnother(sentence) {
      return .passed(.drugClass)
    }
    let isBehind =
      role.isList ? isOfStopping(words, sentence) : isBehindStopping(words, sentence)
    if scope.contains(.stopping) || isBehind,
      !scope.contains(.instructed), role != .stopUse
    {
      return .stated(condition: nil, isSign: false, isStopping: true)
    }
    if role != .adverse || !scope.contains(.asserted) {
      if scope.contains(.purpose) { return .passed(.indication) }
      if scope.contains(.background), !isAsserted || role == .adverse {
        return .passed(.background)
      }
    }
    if role == .stopUse {
      if isLasting(words, sentence) { return .passed(.indication) }
      return .stated(
        condition: scopes.signedOf(at: words.lowerBound, sentence), isSign: scope.contains(.sign),
        isStopping: false)
    }
    if !role.isList {
      if scope.contains(.conditional), !isReported(words, sentence) {
        return .passed(.instruction)
      }
      if scope.contains(.instructed), !isAsserted {
        return .passed(scope.contains(.sign) ? .signOfAnother : .instruction)
      }
      if isHint(words, sentence) { return .passed(.signOfAnother) }
      if scope.contains(.definition) { return .passed(.signOfAnother) }
      if sentence.cues.contains(.together) { return .passed(.interaction) }
      if isOfOthers(sentence) { return .passed(.drugClass) }
    } else if scope.contains(.instructed), scope.contains(.sign) || scope.contains(.conditional) {
      return .passed(.signOfAnother)
    }
    return .stated(
      condition: scope.contains(.sign) ? scopes.signedOf(at: words.lowerBound, sentence) : nil,
      isSign: scope.contains(.sign), isStopping: false)
  }

  /// `Table 12. Reactions in Patients with Bipolar Mania`: what a table's title says of trials.
  private func isOfTitle(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    for back in 1...4 {
      let index = words.lowerBound - back
      guard index >= 0, !sentence[index].isNumber else { return false }
      if sentence[index].cues.contains(.with) || sentence[index].cues.contains(.of)
        || sentence.isWord(index, "for") || sentence[index].cues.contains(.in)
      {
        return true
      }
    }
    return false
  }

  private func isOfOffspring(_ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.cues.contains(.offspring), role != .stopUse else { return false }
    guard role.isList else { return true }
    // `…, Hemolytic anemia, Neonatal anemia, Methemoglobinemia` is one of a list.
    return (0..<sentence.count).contains {
      sentence[$0].cues.contains(.offspring) && !isItem($0, sentence)
    }
  }

  /// Whether a word stands in a short item between two commas.
  private func isItem(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    let ends: SentenceToken.Marks = [.comma, .semicolon, .colon]
    let starts = (0...3).contains { back in
      index - back > 0 && !sentence[index - back].marks.isDisjoint(with: ends)
    }
    let isClosed = (1...4).contains { ahead in
      index + ahead < sentence.count && !sentence[index + ahead].marks.isDisjoint(with: ends)
    }
    return starts && isClosed
  }

  /// Whether no end of a clause stands between two places.
  func isTied(_ from: Int, _ to: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    for index in from...to
    where index < sentence.count
      && !sentence[index].marks.isDisjoint(with: [.semicolon, .colon, .period])
    {
      // `… less than placebo … included the following: nausea` is one clause, and so is `… equal to
      // or less than placebo: nausea`.
      let isList =
        sentence[index].marks.contains(.colon)
        && (sentence.isWord(index - 1, from: "followin")
          || sentence.cues(at: index - 1).contains(.placebo))
      if !isList { return false }
    }
    return true
  }

  /// `headache was not reported`: the next verb behind the words is negated.
  private func isDenied(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    var index = words.upperBound
    while index < min(sentence.count, words.upperBound + 14) {
      let token = sentence[index]
      if !token.marks.isDisjoint(with: [.semicolon, .colon]) { return false }
      if !token.cues.isDisjoint(with: [.turn, .which, .who, .condition, .effect]) { return false }
      if token.cues.contains(.negation) {
        guard sentence.cues(at: index - 1).contains(.auxiliary) else { return false }
        if sentence.cues(at: index + 1).contains(.notReally) { return false }
        for ahead in 1...3
        where !sentence.cues(at: index + ahead).isDisjoint(with: [.effect, .suffer]) {
          return true
        }
        return false
      }
      index += 1
    }
    return false
  }

  /// `similar to placebo`, `equal to or less than placebo`, `more common on placebo`.
  private func isNotAboveComparator(
    _ words: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> Bool {
    if isExcepted(words, sentence) { return true }
    for index in 0..<sentence.count {
      let cues = sentence[index].cues
      guard !cues.isDisjoint(with: [.similar, .more, .less]) else { continue }
      guard isTied(min(index, words.upperBound), max(index, words.lowerBound), sentence) else {
        continue
      }
      var isComparator = false
      var isThan = false
      for ahead in 1...7 {
        let place = index + ahead
        guard place < sentence.count, sentence[place].marks.isDisjoint(with: [.semicolon, .period])
        else { break }
        let found = sentence[place].cues
        // `a higher incidence in patients on the drug compared to placebo`.
        // `more frequently (≥ 2 % over placebo)`.
        if cues.contains(.more),
          !found.isDisjoint(with: [.versus, .person, .ownName]) || sentence.isWord(place, "over")
        {
          break
        }
        if found.contains(.than) { isThan = true }
        if found.contains(.placebo) {
          isComparator = true
          break
        }
        if cues.contains(.similar), found.contains(.comparator) {
          isComparator = true
          break
        }
      }
      guard isComparator else { continue }
      if cues.contains(.similar) { return true }
      if cues.contains(.less), isThan,
        !sentence.cues(at: index - 1).contains(.or)
          || isEqual(
            index, sentence)
      {
        return true
      }
      // `more common on placebo`, not `more common than on placebo`.
      if cues.contains(.more), !isThan { return true }
    }
    return false
  }

  /// `… except for the following, which had an incidence on placebo ≥ the drug: headache, …`.
  private func isExcepted(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.cues.contains(.placebo) else { return false }
    for index in 0..<words.lowerBound where sentence.isWord(index, "except") {
      for ahead in (index + 1)..<words.lowerBound where sentence[ahead].cues.contains(.placebo) {
        for place in (ahead + 1)...(ahead + 6) where place < sentence.count {
          if sentence[place].marks.contains(.more) || sentence.isWord(place, "equal")
            || sentence[place].cues.contains(.more)
          {
            return true
          }
        }
      }
    }
    return false
  }

  private func isEqual(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    sentence.isWord(index - 2, "to") || sentence.isWord(index - 2, "equal")
  }

  /// Whether a verb behind the words says that they happen: `… have been reported`.
  private func isAsserted(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    var index = words.upperBound
    while index < min(sentence.count, words.upperBound + 24) {
      let token = sentence[index]
      if !token.marks.isDisjoint(with: [.semicolon, .colon]) { return false }
      let ending: Cue = [.turn, .who, .condition, .obligation, .instruction]
      if !token.cues.isDisjoint(with: ending) { return false }
      if token.cues.contains(.effect) {
        return !sentence.cues(at: index - 1).isDisjoint(with: [.auxiliary, .possibility])
          || sentence.isWord(index, "occurred") || sentence.isWord(index, "occur")
          || sentence.isWord(index, "occurs")
      }
      index += 1
    }
    return false
  }

  /// `dyspnea may be related to …`, `headache may be a sign of …`, `insomnia may be the consequence of …`.
  private func isHint(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    var index = words.upperBound
    while index < min(sentence.count, words.upperBound + 16) {
      let token = sentence[index]
      if !token.marks.isDisjoint(with: [.semicolon, .colon, .period]) { return false }
      if token.cues.contains(.possibility), sentence.isWord(index + 1, "be") {
        for ahead in 2...5 {
          if sentence.cues(at: index + ahead).contains(.sign) { return true }
          for word in [
            "related", "due", "marker", "markers", "warning", "consequence",
          ] as [StaticString]
          where sentence.isWord(index + ahead, word) {
            return true
          }
        }
        return false
      }
      if token.cues.contains(.effect) { return false }
      index += 1
    }
    return false
  }

  /// `… have been reported` behind the words, in one clause with them.
  private func isReported(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    for index in words.upperBound..<min(sentence.count, words.upperBound + 30) {
      let token = sentence[index]
      if token.depth == 0, !token.marks.isDisjoint(with: [.comma, .semicolon, .colon, .period]) {
        return false
      }
      if token.cues.contains(.condition) { return false }
      if token.cues.contains(.effect), sentence.isWord(index - 1, "been") { return true }
    }
    return false
  }

  /// `withdrawal from …`: the stopping of another drug.
  private func isFromAnother(_ sentence: borrowing SentenceTokens) -> Bool {
    guard !sentence.cues.contains(.ownName) else { return false }
    for index in 0..<sentence.count
    where sentence[index].cues.contains(.stopping) && sentence.isWord(index + 1, "from") {
      return true
    }
    return false
  }

  /// `fever gets worse`, `pain lasts more than 10 days`: it was there before.
  private func isLasting(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    for ahead in 0...2 where sentence.cues(at: words.upperBound + ahead).contains(.lasting) {
      return true
    }
    return false
  }

  /// A statement about other drugs that does not name this one.
  private func isOfOthers(_ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.cues.contains(.other), sentence.cues.contains(.medicine),
      !sentence.cues.contains(.ownName)
    else { return false }
    for index in 0..<sentence.count where sentence[index].cues.contains(.other) {
      // `X, like other drugs`, `as with other drugs`.
      if sentence.isWord(index - 1, "like") { return false }
      if sentence.cues(at: index - 1).contains(.with), sentence.cues(at: index - 2).contains(.as) {
        return false
      }
      for ahead in 1...3 where sentence.cues(at: index + ahead).contains(.medicine) { return true }
    }
    return false
  }
}
