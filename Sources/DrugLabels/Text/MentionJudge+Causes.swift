// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// In a warning a symptom may be named without being what the drug does:
//
//   patients with migraine may be at increased risk   they have it
//   may be part of a migraine attack                  the disease has it
//   depression is associated with an increased risk   it is itself the risk
//   beta-mediated vasodilatation                      it is how the body works
//   concomitant use … may result in sedation          another drug is needed

extension MentionJudge {
  /// Why the words name something else than an effect of the drug; `nil` if nothing says so.
  func causeElsewhere(
    _ words: Range<Int>, _ sentence: borrowing SentenceTokens, _ scope: Scope
  ) -> PassingReason? {
    if scope.contains(.background), isOwned(words, sentence) { return .background }
    if isMediated(words, sentence) || isPart(words, sentence) || isRisk(words, sentence) {
      return .background
    }
    if isDosedFor(words, sentence) { return .indication }
    if isToBeTreated(words, sentence) { return .instruction }
    if isOfClass(sentence) { return .drugClass }
    if role == .boxed, sentence.cues.contains(.together) { return .interaction }
    return nil
  }

  /// `patients with migraine`: nothing but describing words between the person and the words.
  private func isOwned(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    for back in 1...4 {
      let index = words.lowerBound - back
      guard index > 0 else { return false }
      guard sentence[index + 1].marks.isSubset(of: [.hyphen]) else { return false }
      if sentence[index].cues.contains(.with) {
        return sentence[index - 1].cues.contains(.person)
      }
      // `patients with a history of migraine`.
      let between: Cue = [.modifier, .past, .of, .or]
      if sentence[index].cues.isDisjoint(with: between), !sentence[index].cues.isEmpty {
        return false
      }
    }
    return false
  }

  /// `beta-mediated vasodilatation`.
  private func isMediated(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    sentence.isWord(words.lowerBound - 1, "mediated")
      && sentence[words.lowerBound - 1].marks.contains(.hyphen)
  }

  /// `may be part of a migraine attack`.
  private func isPart(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    for back in 2...4 where sentence.isWord(words.lowerBound - back, "part") {
      return sentence.cues(at: words.lowerBound - back + 1).contains(.of)
    }
    return false
  }

  /// `Depression and other disorders are themselves associated with increases in the risk of …`.
  private func isRisk(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    var index = words.upperBound
    while index < min(sentence.count, words.upperBound + 12) {
      let token = sentence[index]
      if !token.marks.isDisjoint(with: [.semicolon, .colon, .period]) { return false }
      if sentence.isWord(index, from: "associat"), sentence.cues(at: index + 1).contains(.with) {
        guard (1...3).contains(where: { isPresent(index - $0, sentence) }) else { return false }
        return (2...6).contains { sentence.isWord(index + $0, "risk") }
      }
      index += 1
    }
    return false
  }

  private func isPresent(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    sentence.isWord(index, "is") || sentence.isWord(index, "are")
  }

  /// `dose for sedation/anxiolysis/amnesia`, `treatment of choice for anxiety or insomnia`: what the
  /// dose or the treatment is given for.
  private func isDosedFor(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    var index = words.lowerBound
    while index > 0, sentence[index].marks.contains(.slash) { index -= 1 }
    // The word before `or` is the other thing that it is given for.
    if index > 2, sentence.isWord(index - 1, "or") { index -= 2 }
    if sentence.isWord(index - 1, "address") { return sentence.isWord(index - 2, "to") }
    guard sentence.isWord(index - 1, "for") else { return false }
    for back in 2...6 {
      for word in ["dose", "doses", "used", "use", "choice"] as [StaticString]
      where sentence.isWord(index - back, word) {
        return true
      }
    }
    return false
  }

  /// `Fever should be managed by cooling`, `arrhythmias require monitoring`: what to do about it.
  private func isToBeTreated(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    let next = words.upperBound
    guard sentence.marks(behind: next - 1).isEmpty else { return false }
    if sentence.isWord(next, "require") || sentence.isWord(next, "requires") { return true }
    return sentence.cues(at: next).contains(.obligation) && sentence.isWord(next + 1, "be")
      && (2...3).contains { sentence.cues(at: next + $0).contains(.instructed) }
  }

  /// `after starting treatment with antibacterials, patients can develop …`: said of a class,
  /// without a word of this drug.
  private func isOfClass(_ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.cues.contains(.medicine), !sentence.cues.contains(.ownName) else {
      return false
    }
    for index in 1..<max(1, sentence.count)
    where sentence[index].cues.contains(.medicine) && sentence[index].isPlural
      && sentence[index].cues.isDisjoint(with: [.purpose])
    {
      for word in ["drugs", "products", "agents", "members"] as [StaticString]
      where sentence.isWord(index, word) && sentence.cues(at: index - 1).isEmpty == false {
        return false
      }
      for back in 1...3
      where sentence.isWord(index - back, "using") || sentence.isWord(index - back, "taking")
        || sentence.cues(at: index - back).contains(.with)
          && sentence.isWord(index - back - 1, from: "treat")
      {
        return true
      }
    }
    return false
  }

  /// `requiring general anesthesia or deep sedation`: what is done to the patient.
  func isProcedure(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    let before = words.lowerBound - 1
    return sentence.isWord(before, "deep") || sentence.isWord(before, from: "procedur")
      || sentence.isWord(before, from: "consciou")
      || (1...3).contains {
        sentence.isWord(before - $0, from: "anesthes")
          && sentence.cues(at: before - $0 + 1).contains(.or)
      }
  }

  /// `discontinuation in atrial fibrillation`: the disease that it is stopped in.
  func isStoppedIn(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    for back in 1...2 where sentence.cues(at: words.lowerBound - back).contains(.in) {
      return sentence.cues(at: words.lowerBound - back - 1).contains(.stopping)
    }
    return false
  }

  /// `angina and arrhythmias have been reported following abrupt discontinuation`.
  func isBehindStopping(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.cues.contains(.stopping), sentence.cues.contains(.sudden) else { return false }
    var hasVerb = false
    for index in words.upperBound..<min(sentence.count, words.upperBound + 24) {
      let token = sentence[index]
      if !token.marks.isDisjoint(with: [.semicolon, .colon, .period]) { return false }
      if !token.cues.isDisjoint(with: [.obligation, .instruction, .condition]) { return false }
      if token.cues.contains(.effect) { hasVerb = true }
      if token.cues.contains(.stopping), hasVerb {
        return (1...3).contains { sentence.cues(at: index - $0).contains(.sudden) }
      }
    }
    return false
  }

  /// `… have been reported with other beta-blockers and should be considered potential effects`.
  func isReportedOfOthers(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.cues.contains(.other), sentence.cues.contains(.medicine) else { return false }
    for index in 2..<max(2, sentence.count) where sentence[index].cues.contains(.other) {
      guard sentence.cues(at: index - 1).contains(.with) || sentence.isWord(index - 1, "for"),
        (2...3).contains(where: { sentence.cues(at: index - $0).contains(.effect) })
      else { continue }
      for ahead in 1...5 where sentence.cues(at: index + ahead).contains(.medicine) {
        // `… with the drug and with other drugs`, `… with other drugs and with this one`.
        for more in 1...4 where sentence.cues(at: index + ahead + more).contains(.ownName) {
          return false
        }
        return true
      }
    }
    return false
  }
}
