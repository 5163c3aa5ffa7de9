// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Words that open a scope only where others stand beside them.
extension ScopeReader {
  /// `In case of fever`, `in the event of bronchospasm`: what is to be done then follows.
  func isCase(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard sentence.cues(at: index + 1).contains(.of) else { return false }
    if sentence.isWord(index, "case") || sentence.isWord(index, "event") {
      return sentence.isWord(index - 1, "in")
        || sentence.isWord(index - 1, "the") && sentence.isWord(index - 2, "in")
    }
    // `withdraw the drug on the appearance of aggressiveness`.
    guard sentence.isWord(index, from: "appearan") else { return false }
    return (1...3).contains {
      sentence.isWord(index - $0, "on") || sentence.isWord(index - $0, "upon")
        || sentence.isWord(index - $0, "at")
    }
  }

  /// `report symptoms that may be associated with vasculitis`: it describes what to watch for.
  func isRelative(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    // `that may be associated`, but `that Examplin may cause`.
    for back in 1...3 where sentence.cues(at: index - back).contains(.which) {
      return !sentence.cues(at: index - back + 1).isDisjoint(with: [.possibility, .auxiliary])
    }
    return false
  }

  /// A verb behind which the effects follow, not one that describes the patients (`who were …`).
  func isListVerb(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard sentence.cues(at: index - 1).isDisjoint(with: [.who, .which]) else { return false }
    for word in ["are", "were", "is", "was", "include", "included"] as [StaticString]
    where sentence.isWord(index, word) {
      return sentence.cues.contains(.common)
    }
    return false
  }

  /// `patients (6 to 17 years) with irritability`: a bracket between the persons and what they have.
  func isBehindBracket(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard sentence[index].marks.contains(.closing) else { return false }
    var place = index - 1
    while place >= 0, index - place < 12, sentence[place].depth > sentence[index].depth {
      place -= 1
    }
    return sentence.cues(at: place).contains(.person)
  }

  /// `hypotension with or without heart failure`: no signs of it.
  func isEither(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    sentence.cues(at: index + 1).contains(.or)
  }

  /// `edema of the face and glottis`: parts of the body, joined within one sign.
  func isOfBody(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    let parts: [StaticString] = [
      "face", "lips", "mouth", "tongue", "throat", "glottis", "larynx", "eyes", "eyelids", "hands",
      "feet", "legs", "arms", "airway", "neck",
    ]
    return [index - 1, index + 1].allSatisfy { place in
      parts.contains { sentence.isWord(place, $0) }
    }
  }

  /// `serum sickness-like symptoms, i.e., fever`.
  func isThatIs(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    sentence[index].marks.contains(.comma) && sentence.isWord(index, "i")
      && sentence.isWord(index + 1, "e")
  }

  /// `hypersensitivity reactions (dyspnea, rash)`: signs in a bracket, no figure or short name.
  func isSigns(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
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
  func isFollowed(_ sentence: borrowing SentenceTokens, from start: Int) -> Bool {
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

  /// Whether a list of effects begins before a word.
  ///
  /// In `The most common reactions are infection without an identified pathogen, hemorrhage,
  /// diarrhea` the negation belongs to one of them; in `Rash without fever, headache or cough was
  /// reported` it reaches all.
  func isListed(_ sentence: borrowing SentenceTokens, before limit: Int) -> Bool {
    (1..<max(1, limit)).contains {
      sentence[$0].depth == 0
        && (sentence[$0].marks.contains(.colon) || sentence[$0].cues.contains(.including)
          || isListVerb(sentence, $0)
          || sentence.cues.contains(.event) && sentence.isWord($0, "were"))
    }
  }

  /// Whether the last of the terms from a comma on is joined by `or`: `without fever, chills, or
  /// myalgia` negates all of them.
  func isAlternative(_ sentence: borrowing SentenceTokens, from comma: Int) -> Bool {
    let depth = sentence[comma].depth
    var isOr = false
    for index in comma..<sentence.count where sentence[index].depth <= depth {
      let token = sentence[index]
      let ends: SentenceToken.Marks = [.semicolon, .colon, .line, .bullet]
      if index > comma, !token.marks.isDisjoint(with: ends) { break }
      if !token.cues.isDisjoint(with: [.turn, .auxiliary, .effect, .which, .who]) { break }
      if token.cues.contains(.or) {
        isOr = true
      } else if token.cues.contains(.and) || token.marks.contains(.comma), index > comma,
        !sentence.cues(at: index).contains(.or)
      {
        isOr = false
      }
    }
    return isOr
  }

  func isStopping(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard sentence[index].cues.contains(.stopping) else { return false }
    let before = sentence.cues(at: index - 1)
    let next = sentence.cues(at: index + 1)
    if before.contains(.sudden) || sentence.cues(at: index - 2).contains(.sudden) { return true }
    if next.contains(.sign) || next.contains(.event) || next.contains(.disorder) {
      return !isList || isTold(sentence, behind: index + 1)
    }
    // `Withdrawal may be associated with nausea`.
    if sentence[index].isCapital, next.contains(.possibility),
      (2...4).contains(where: { sentence.cues(at: index + $0).contains(.effect) })
    {
      return true
    }
    return before.contains(.of) && sentence.cues(at: index - 2).contains(.sign)
  }

  /// Whether more is said of a term of a list than its name: `withdrawal symptoms such as …`,
  /// but `edema, drug withdrawal syndrome, peripheral coldness`.
  func isTold(_ sentence: borrowing SentenceTokens, behind index: Int) -> Bool {
    var place = index + 1
    while place < sentence.count {
      let token = sentence[place]
      if !token.marks.isDisjoint(with: [.opening, .colon]) { return true }
      if !token.marks.isDisjoint(with: [.comma, .semicolon, .period]) { return false }
      if !token.cues.isDisjoint(with: [.including, .auxiliary, .effect, .possibility]) {
        return true
      }
      place += 1
    }
    return false
  }

  /// `Rash includes …`, `* Fatigue includes …`, `Combines preferred terms …`: no statement but
  /// what a term of a table stands for.
  func isGrouping(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    let cues = sentence[index].cues
    if cues.contains(.grouping) {
      let next = sentence.cues(at: index + 1)
      return sentence[index].isCapital || sentence.isWord(index + 1, "terms")
        || sentence.isWord(index + 1, "preferred") || next.contains(.of) && index < 6
    }
    // `b Nasopharyngitis in the Alphador group included nasopharyngitis (24 %), pharyngitis (4 %)`.
    if sentence.isWord(index, "included"), isNote(sentence), sentence.count > index + 1 {
      return sentence[1].letters == sentence[index + 1].letters
    }
    guard sentence.isWord(index, "includes") || sentence.isWord(index, "include") else {
      return false
    }
    // `Stomatitis Stomatitis includes mouth ulceration`: the text of a table with its note.
    if isRepeated(before: index, sentence) { return true }
    if sentence[index].isCapital, index > 0 { return true }
    // `They include nausea`: the effects of the sentence before.
    if sentence.isWord(index - 1, "they") { return false }
    guard index > 0, index <= 6 else { return false }
    for place in 0..<index {
      let word = sentence[place].cues
      let general: Cue = [
        .sign, .event, .adverse, .common, .possibility, .auxiliary, .person, .medicine, .ownName,
        .most, .effect, .of, .leafletEnd, .other, .overdose, .stopping,
      ]
      if !word.isDisjoint(with: general) { return false }
    }
    return true
  }

  /// Whether what stands before a verb says what something is: `is a rare disorder characterized by`.
  func isDefined(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard sentence.isWord(index, from: "characte"), sentence.cues(at: index - 1).contains(.disorder)
    else { return false }
    return (2...8).contains { back in
      sentence.isWord(index - back, "is")
        && (sentence.isWord(index - back + 1, "a") || sentence.isWord(index - back + 1, "an"))
    }
  }

  /// Whether a sentence begins with the mark of a footnote.
  private func isNote(_ sentence: borrowing SentenceTokens) -> Bool {
    sentence.count > 2 && sentence[0].range.count == 1 && !sentence[0].isCapital
      && !sentence[0].isNumber && sentence[1].isCapital
  }

  /// Whether up to five words stand twice before a place.
  private func isRepeated(before index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    (1...5).contains { count in
      index >= 2 * count
        && (1...count).allSatisfy {
          sentence[index - $0].letters == sentence[index - count - $0].letters
        }
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
  func listed(_ sentence: borrowing SentenceTokens, _ index: Int) -> Range<Int>? {
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
      .purpose,
      .as, .percent, .share, .or, .most, .common, .auxiliary, .which, .placebo, .comparator,
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
  func infusion(_ sentence: borrowing SentenceTokens, before index: Int) -> Range<Int>? {
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
  func wereSigns(_ sentence: borrowing SentenceTokens, _ index: Int) -> Range<Int>? {
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
  func withSigns(_ sentence: borrowing SentenceTokens, _ index: Int) -> Range<Int>? {
    guard sentence.cues(at: index - 1).contains(.with), sentence[index].marks.isEmpty,
      sentence[index - 1].marks.isEmpty
    else { return nil }
    return SignSubject.subject(sentence, before: index, within: 3)
  }

  /// `higher than in patients receiving no Alphador`, `compared to those who received no therapy`: the
  /// other arm, and no negation.
  func isOtherArm(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard sentence.isWord(index, "no"),
      (1...2).contains(where: {
        !sentence.cues(at: index + $0).isDisjoint(with: [.ownName, .medicine])
          || sentence.isWord(index + $0, from: "treatmen")
      }),
      sentence.isWord(index - 1, from: "receiv") || sentence.isWord(index - 1, "given")
        || sentence.isWord(index - 1, "taking")
    else { return false }
    return (2...8).contains {
      !sentence.cues(at: index - $0).isDisjoint(with: [.versus, .than])
    }
  }

  /// `Signs and symptoms associated with more severe cases have included syncope`.
  func isOfCases(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard index <= 2, sentence.isWord(index + 1, from: "associat"),
      sentence.cues(at: index + 2).contains(.with),
      Antecedent.refersBack(sentence) || sentence.isOfSyndrome
    else { return false }
    return (3...12).contains { sentence.cues(at: index + $0).contains(.including) }
  }

  /// The reaction at the beginning of a sentence whose verb, behind a relative clause or a semicolon,
  /// begins its signs: `… reactions that were more common on the drug included headache`.
  func subjectOfSigns(_ sentence: borrowing SentenceTokens, _ index: Int) -> Range<Int>? {
    guard index > 3, sentence[index].depth == 0, sentence.cues.contains(.allergic) else {
      return nil
    }
    let isVerb =
      sentence.isWord(index, "included") || sentence.isWord(index, "include")
      || sentence.cues(at: index).contains(.auxiliary)
        && sentence.cues(at: index - 1).contains(.sign)
        && !sentence.cues(at: index - 2).isDisjoint(with: [.common, .most])
    guard isVerb, let subject = Antecedent.subject(of: sentence, before: index),
      isReaction(subject, sentence), !isOther(sentence, before: index)
    else { return nil }
    let isRelative =
      sentence.cues(at: subject.upperBound).contains(.which)
      && ((subject.upperBound + 1)..<index).allSatisfy {
        sentence[$0].marks.isDisjoint(with: [.semicolon, .comma, .colon])
      }
    let isNext =
      sentence.cues(at: index - 1).contains(.sign)
      && (subject.upperBound..<index).contains { sentence[$0].marks.contains(.semicolon) }
    return isRelative || isNext ? subject : nil
  }
}
