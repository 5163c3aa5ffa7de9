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
    if isLatent(words, sentence) || isAggravated(words, sentence) || isLeft(words, sentence) {
      return .background
    }
    if isDosedFor(words, sentence) { return .indication }
    if isToBeTreated(words, sentence) || isOccasion(words, sentence) { return .instruction }
    if isOfClass(sentence) { return .drugClass }
    if role == .boxed, sentence.cues.contains(.together) { return .interaction }
    return nil
  }

  /// `fever and malaise are suggestive of septic arthritis`: what they are signs of.
  func suggested(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Range<Int>? {
    guard sentence.cues.contains(.suggestive) else { return nil }
    for index in words
      .upperBound..<max(words.upperBound, min(sentence.count, words.upperBound + 16))
    {
      let token = sentence[index]
      if !token.marks.isDisjoint(with: [.semicolon, .colon, .period]) { return nil }
      if token.cues.contains(.suggestive) {
        guard sentence.isWord(index - 1, "are") || sentence.isWord(index - 1, "is") else {
          return nil
        }
        return SignSubject.named(sentence, from: index + 1)
      }
      if !token.cues.isDisjoint(with: [.effect, .who, .which, .condition]) { return nil }
    }
    return nil
  }

  /// `studies of nausea`, `adult insomnia patients`: what is treated, where effects are listed.
  func isStudied(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    if sentence.cues(at: words.upperBound).contains(.person),
      sentence.marks(behind: words.upperBound - 1).isEmpty
    {
      return true
    }
    var index = words.lowerBound
    // `studies of nausea and vomiting`.
    if index > 1, sentence.cues(at: index - 1).contains(.and) { index -= 2 }
    if isTried(words, sentence) { return true }
    return sentence.cues(at: index - 1).contains(.of)
      && (SentenceFacts.isStudy(sentence, index - 2)
        || sentence.cues(at: index - 2).contains(.purpose))
  }

  /// `trials for schizophrenia and bipolar mania`: nothing but words of illnesses between.
  private func isTried(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    var index = words.lowerBound - 1
    var steps = 0
    while index > 0, steps < 5 {
      let token = sentence[index]
      if token.depth > sentence[words.lowerBound].depth {
        index -= 1
        continue
      }
      if sentence.isWord(index, "for") { return SentenceFacts.isStudy(sentence, index - 1) }
      guard token.cues.isSubset(of: [.and, .modifier, .disorder]), !token.isNumber else {
        return false
      }
      index -= 1
      steps += 1
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

  /// `Based on the severity and with muscle pain or weakness, withhold Alphador`: when to do something.
  private func isOccasion(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    let next = (words.upperBound..<min(sentence.count, words.upperBound + 3)).first {
      !sentence[$0].marks.isEmpty
    }
    guard let next, sentence[next].marks == .comma, sentence[next].cues.contains(.instruction)
    else { return false }
    for index in stride(from: words.lowerBound - 1, through: max(0, words.lowerBound - 4), by: -1) {
      if sentence[index].cues.contains(.with) { return true }
      let cues = sentence[index].cues
      guard sentence[index + 1].marks.isEmpty,
        cues.isEmpty || !cues.isDisjoint(with: [.or, .and, .modifier])
      else { return false }
    }
    return false
  }

  /// `chest pain that worsens when you breathe or cough`: when it is worse.
  func isOccasionOfPain(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    for back in 1...5 {
      let place = words.lowerBound - back
      guard place > 0, sentence[place + 1].marks.isEmpty else { return false }
      if sentence[place].cues.contains(.condition) {
        return sentence[place].marks.isEmpty && sentence[place - 1].cues.contains(.lasting)
      }
    }
    return false
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

  /// `… have been reported with opioid use`: what a class of drugs does, the drug not named.
  static func tellsOfClassUse(_ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.cues.contains(.medicine), sentence.cues.contains(.effect),
      !sentence.cues.contains(.ownName)
    else { return false }
    return (1..<max(1, sentence.count)).contains { index in
      // `… in patients taking opioids`.
      let isTaken =
        sentence[index].isPlural && sentence.cues(at: index - 2).contains(.person)
        && (sentence.isWord(index - 1, "taking") || sentence.isWord(index - 1, from: "receivin"))
      guard sentence[index].cues.contains(.medicine),
        isTaken || sentence.isWord(index + 1, "use") && sentence.cues(at: index - 1).contains(.with)
      else { return false }
      // `with drug use` can be the drug's.
      return !["drug", "product", "medicine", "medicati", "therapy", "agent"].contains {
        (word: StaticString) in sentence.isWord(index, from: word)
      }
    }
  }

  /// `requiring general anesthesia or deep sedation`, `conscious sedation for endoscopy`: what is done
  /// to the patient.
  func isProcedure(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.isWord(words.lowerBound, "sedation") else { return false }
    let before = words.lowerBound - 1
    if sentence.isWord(before, from: "procedur") || sentence.isWord(before, from: "consciou") {
      return true
    }
    for back in 1...5 {
      let place = words.lowerBound - back
      guard place >= 0, sentence[place + 1].marks.isSubset(of: [.slash, .hyphen]) else {
        return false
      }
      if sentence.isWord(place, from: "requir") || sentence.isWord(place, "undergo")
        || sentence.isWord(place, from: "undergoi") || sentence.isWord(place, from: "anesthes")
        || sentence.isWord(place, "under")
      {
        return true
      }
      // A verb or another noun between: `requiring dose reduction were somnolence`.
      let isKind = ["deep", "general", "moderate", "light"].contains {
        (word: StaticString) in sentence.isWord(place, word)
      }
      guard isKind || sentence[place].cues.contains(.or) || sentence[place].cues.contains(.and)
      else { return false }
    }
    return false
  }

  /// `treatment is required to avert more serious adverse effects, including arrhythmias`: what comes of
  /// the illness that is told of.
  func isAverted(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    guard role == .warning else { return false }
    for back in 1...16 where sentence.isWord(words.lowerBound - back, "avert") {
      let between = (words.lowerBound - back)..<words.lowerBound
      // `adverse effects of Alphador, including …` are the drug's own.
      return between.contains { sentence[$0].cues.contains(.including) }
        && between.allSatisfy { sentence[$0].cues.isDisjoint(with: [.ownName, .medicine]) }
    }
    return false
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

  /// `changes in sleep pattern occur following withdrawal of the drug`, in a list of effects: right behind
  /// the verb, for `was reported and resolved after discontinuation` is another thing.
  func isOfStopping(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.cues.contains(.stopping), sentence.cues.contains(.sudden) else { return false }
    for index in words
      .upperBound..<max(words.upperBound, min(sentence.count, words.upperBound + 16))
    {
      let token = sentence[index]
      if !token.marks.isDisjoint(with: [.semicolon, .colon, .period, .comma]) { return false }
      if token.cues.contains(.effect) {
        return (2...3).contains { ahead in
          sentence.cues(at: index + ahead).contains(.stopping)
            && (1..<ahead).allSatisfy { sentence.cues(at: index + $0).contains(.sudden) }
            && sentence.cues(at: index + ahead + 1).contains(.of)
        }
      }
    }
    return false
  }

  /// `… have been reported with other beta-blockers and should be considered potential effects`.
  func isReportedOfOthers(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.cues.contains(.other), sentence.cues.contains(.medicine) else { return false }
    for index in 2..<max(2, sentence.count) where sentence[index].cues.contains(.other) {
      // `during marketing of other SSRIs`.
      let isMarketed =
        sentence.cues(at: index - 1).contains(.of) && sentence.isWord(index - 2, from: "marketin")
      // `in patients taking other antidepressants`.
      let isTaken =
        sentence.isWord(index - 1, "taking") || sentence.isWord(index - 1, from: "receivin")
        || sentence.cues(at: index - 1).contains(.with) && sentence.isWord(index - 2, "treated")
      guard
        isMarketed || isTaken
          || (sentence.cues(at: index - 1).contains(.with) || sentence.isWord(index - 1, "for"))
            && (2...3).contains(where: { sentence.cues(at: index - $0).contains(.effect) })
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
