// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Where the signs of a reaction begin and end: `hypersensitivity reactions, including dyspnea and
/// rash`.
extension ScopeReader {
  /// In a list of effects the signs of one of them end with it: at a semicolon, at the colon of
  /// the next heading, with their bracket, and behind the last of them.
  mutating func closeSigns(_ sentence: borrowing SentenceTokens, _ index: Int) {
    let token = sentence[index]
    if open.contains(.stopping), index > 0, token.depth == 0, isStoppingEnd(sentence, index) {
      open.remove(.stopping)
    }
    guard open.contains(.sign), index > 0 else { return }
    let before = sentence[index - 1]
    let isEnd =
      token.depth < signDepth
      || token.depth == signDepth
        && (token.marks.contains(.semicolon)
          || token.marks.contains(.period) && token.isCapital && before.range.count > 1
          || isLastSign && token.marks.contains(.comma)
          || isOfItem && token.marks.contains(.comma) && token.isCapital
          || token.marks.contains(.colon)
            && before.cues.isDisjoint(with: [.including, .sign, .as]))
    if isEnd {
      open.remove(.sign)
    } else if token.depth == signDepth, token.cues.contains(.and), !token.marks.contains(.slash),
      !isOfBody(sentence, index)
    {
      isLastSign = true
    }
  }

  mutating func openSigns(_ sentence: borrowing SentenceTokens, _ index: Int) {
    let (cues, isOpen) = (sentence[index].cues, open.contains(.sign))
    if cues.contains(.sign), isOfCases(sentence, index) {
      open.insert(.sign)
    } else if cues.contains(.sign), !(isOpen && sentence.isWord(index, "evidence")) {
      for ahead in 1...4 {
        let place = index + ahead
        guard place < sentence.count else { break }
        let found = sentence.cues(at: place)
        if sentence[place].marks.contains(.opening) || found.contains(.including)
          || found.contains(.suggestive) || found.contains(.of) && ahead <= 2
          || found.contains(.presenting)
        {
          if isList, found.contains(.of), !isFollowed(sentence, from: place + 1) { break }
          open.insert(.sign)
          if found.contains(.of) || found.contains(.suggestive) {
            // `manifestations consisting of somnolence`: of what, the heading says.
            let isConsisting = sentence.isWord(place - 1, from: "consist")
            let named = isConsisting ? nil : SignSubject.named(sentence, from: place + 1)
            signedOf = named ?? SignSubject.subject(sentence, before: index, within: 20)
            isSuggested = found.contains(.suggestive)
          } else if isList, !isOpen, signedOf == nil, found.contains(.including) {
            signedOf = withSigns(sentence, index)
          }
          break
        }
      }
      if sentence[index].marks.contains(.colon) || index + 1 < sentence.count,
        sentence.marks(behind: index).contains(.colon)
      {
        open.insert(.sign)
      }
      if isList, !isOpen, let of = wereSigns(sentence, index) {
        open.insert(.sign)
        signedOf = of
      }
    } else if cues.contains(.presenting) {
      let next = sentence.cues(at: index + 1)
      let isVerb = next.contains(.with) || next.contains(.as) || sentence.isWord(index + 1, "by")
      guard isVerb else { return }
      open.insert(.sign)
      if signedOf == nil { signedOf = SignSubject.subject(sentence, before: index) }
      for back in 1...4 where sentence.cues(at: index - back).contains(.which) {
        open.insert(.definition)
      }
      // `The disease is a progressive disorder characterized by changes in mood`.
      if isDefined(sentence, index) { open.insert(.definition) }
    } else if isList, sentence[index].marks.contains(.opening), isSigns(sentence, index),
      let of = SignSubject.reaction(sentence, before: index)
    {
      open.insert(.sign)
      signedOf = of
    } else if isList, let of = listed(sentence, index) ?? infusion(sentence, before: index) {
      open.insert(.sign)
      signedOf = of
    } else if cues.contains(.including) || isThatIs(sentence, index)
      || cues.contains(.with) && !isEither(sentence, index),
      let of = SignSubject.reaction(sentence, before: index)
    {
      open.insert(.sign)
      signedOf = of
    }
  }

  /// `hypotension with or without heart failure`: no signs of it.
  private func isEither(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    sentence.cues(at: index + 1).contains(.or)
  }

  /// `edema of the face and glottis`: parts of the body, joined within one sign.
  private func isOfBody(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    let parts: [StaticString] = [
      "face", "lips", "mouth", "tongue", "throat", "glottis", "larynx", "eyes", "eyelids", "hands",
      "feet", "legs", "arms", "airway", "neck",
    ]
    return [index - 1, index + 1].allSatisfy { place in
      parts.contains { sentence.isWord(place, $0) }
    }
  }

  /// `serum sickness-like symptoms, i.e., fever`.
  private func isThatIs(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    sentence[index].marks.contains(.comma) && sentence.isWord(index, "i")
      && sentence.isWord(index + 1, "e")
  }

  /// `hypersensitivity reactions (dyspnea, rash)`: signs in a bracket, no figure or short name.
  private func isSigns(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard !sentence[index].isNumber, !sentence.isWord(index, "see"),
      sentence[index].marks.isDisjoint(with: [.less, .more])
    else { return false }
    var place = index
    while place < sentence.count, place - index < 12,
      place == index || sentence[place].depth >= sentence[index].depth
    {
      if sentence[place].isNumber { return false }
      if place > index, sentence[place].marks.contains(.comma) { return true }
      place += 1
    }
    return false
  }

  /// Whether a list follows what signs are signs of, within a list of effects itself
  /// (`enzyme increase with symptoms of hepatic dysfunction, nausea` has none).
  private func isFollowed(_ sentence: borrowing SentenceTokens, from start: Int) -> Bool {
    let telling: Cue = [
      .including, .effect, .suffer, .auxiliary, .possibility, .presenting, .which,
    ]
    for place in start..<min(sentence.count, start + 12) {
      let token = sentence[place]
      if place > start, token.marks.contains(.opening) || token.marks.contains(.colon) {
        return true
      }
      if place > start, !token.marks.isDisjoint(with: [.comma, .semicolon, .period]) {
        return token.cues.contains(.including)
      }
      if !token.cues.isDisjoint(with: telling) { return true }
    }
    return false
  }

  /// Whether what stands before a verb says what something is: `is a rare disorder characterized by`.
  private func isDefined(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard sentence.isWord(index, from: "characte"), sentence.cues(at: index - 1).contains(.disorder)
    else { return false }
    return (2...8).contains { back in
      sentence.isWord(index - back, "is")
        && (sentence.isWord(index - back + 1, "a") || sentence.isWord(index - back + 1, "an"))
    }
  }

  /// `Lung disease as manifested by Fibrosis, Cough`: capitals begin the items of a list.
  func isOfCapitals(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    sentence[index].cues.contains(.presenting) && index + 2 < sentence.count
      && sentence[index + 2].isCapital && !sentence[index + 2].marks.contains(.colon)
  }

  /// `Infusion-related reactions reported in more than 1 patient included headache`, `IARs occurring
  /// in ≥ 2 % of patients were: nausea`: the reaction with which the sentence begins, where nothing
  /// but how many had it stands between it and the verb.
  private func listed(_ sentence: borrowing SentenceTokens, _ index: Int) -> Range<Int>? {
    let verbs: [StaticString] = ["include", "included", "were", "are"]
    guard verbs.contains(where: { sentence.isWord(index, $0) }),
      index + 1 < sentence.count,
      sentence.isWord(index, from: "includ") || sentence.marks(behind: index).contains(.colon)
        || sentence[index + 1].cues.isEmpty && !sentence[index + 1].isNumber,
      let end = (0..<min(index, 6)).last(where: {
        sentence[$0].cues.contains(.allergic) || sentence[$0].cues.contains(.event)
      }),
      let of = SignSubject.reaction(sentence, before: end + 1), end + 1 < index
    else { return nil }
    let between: Cue = [
      .effect, .instructed, .in, .more, .than, .person, .of, .modifier, .with, .ownName, .who,
      .purpose, .as, .percent, .share, .or, .and, .most, .common, .auxiliary, .which, .placebo,
      .comparator, .medicine,
    ]
    // `… that were more common in CD patients`, `… associated with persistent antibodies`.
    var unknown = 0
    for place in (end + 1)..<index {
      let token = sentence[place]
      if token.cues.isEmpty, !token.isNumber, unknown < 3 {
        unknown += 1
        continue
      }
      if token.isNumber || sentence.isWord(place, "least") || sentence.isWord(place, "treated")
        || sentence.isWord(place, "at") || sentence.isWord(place, from: "receiv")
        || sentence.isWord(place, "than") || sentence.isWord(place, "per")
      {
        continue
      }
      guard !token.cues.isDisjoint(with: between) else { return nil }
    }
    return of
  }

  /// `Infusion-related Reactions: flushing, chills`: the label of a list of signs.
  private func infusion(_ sentence: borrowing SentenceTokens, before index: Int) -> Range<Int>? {
    guard sentence[index].marks.contains(.colon), index > 1,
      sentence[index].cues.isDisjoint(with: [.including]),
      let of = SignSubject.reaction(sentence, before: index), sentence[of.lowerBound].isCapital,
      sentence.isWord(of.lowerBound, from: "infusion"),
      sentence.cues(at: of.upperBound - 1).contains(.event)
    else { return nil }
    return of
  }

  /// `Infusion reactions were mild; the most common symptoms were headache`: the reaction, if the
  /// sentence names one of those that have signs of their own.
  private func wereSigns(_ sentence: borrowing SentenceTokens, _ index: Int) -> Range<Int>? {
    guard sentence.isWord(index + 1, "were") || sentence.isWord(index + 1, "are"),
      sentence.marks(behind: index).isEmpty,
      let of = SignSubject.subject(sentence, before: index, within: 24)
    else { return nil }
    return isReaction(of, sentence) && !isOther(sentence, before: index) ? of : nil
  }

  /// Whether words are a reaction that has signs (`infusion reactions`, `IRRs`), and no mere finding
  /// as `hypotension`.
  private func isReaction(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    words.contains { place in
      guard sentence[place].cues.contains(.allergic) else { return false }
      return sentence.isWord(place, from: "ir") || sentence.isWord(place, from: "iar")
        || sentence.isWord(place, from: "anaphyla") || sentence.isWord(place, from: "hypersens")
        || words.contains { sentence[$0].cues.contains(.event) }
    }
  }

  /// `other common symptoms`: signs of nothing that was named before.
  private func isOther(_ sentence: borrowing SentenceTokens, before index: Int) -> Bool {
    (1...4).contains { sentence.isWord(index - $0, "other") }
  }

  /// `Hypersensitivity reactions with symptoms including …`: the reaction, no sign between.
  private func withSigns(_ sentence: borrowing SentenceTokens, _ index: Int) -> Range<Int>? {
    guard sentence.cues(at: index - 1).contains(.with), sentence[index].marks.isEmpty,
      sentence[index - 1].marks.isEmpty
    else { return nil }
    return SignSubject.subject(sentence, before: index, within: 3)
  }

  /// `Signs and symptoms associated with more severe cases have included syncope`.
  private func isOfCases(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard index <= 2, sentence.isWord(index + 1, from: "associat"),
      sentence.cues(at: index + 2).contains(.with),
      Antecedent.refersBack(sentence) || sentence.isOfSyndrome
    else { return false }
    return (3...12).contains { sentence.cues(at: index + $0).contains(.including) }
  }
}
