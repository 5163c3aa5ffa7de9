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
    if isDefined(before: index, sentence) { return true }
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

  /// Whether a sentence begins with the mark of a footnote.
  private func isNote(_ sentence: borrowing SentenceTokens) -> Bool {
    sentence.count > 2 && sentence[0].range.count == 1 && !sentence[0].isCapital
      && !sentence[0].isNumber && sentence[1].isCapital
  }

  /// `Respiratory tract infections included influenza, nasopharyngitis, and respiratory tract infection`:
  /// the name of the group, of two words or more, is one of its parts.
  private func isDefined(before index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    guard
      sentence.isWord(index, "included") || sentence.isWord(index, "includes")
        || sentence.isWord(index, "include"), index >= 2
    else { return false }
    let (first, second) = (index - 2, index - 1)
    guard sentence[second].marks.isSubset(of: [.hyphen]),
      sentence[second].cues.isSubset(of: [.disorder])
    else { return false }
    return (index + 2..<max(index + 2, sentence.count)).contains { place in
      // Five letters: the part is named in the singular.
      sentence[place].letters & 0xFF_FFFF_FFFF == sentence[second].letters & 0xFF_FFFF_FFFF
        && sentence[place - 1].letters == sentence[first].letters
    }
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

  /// `in 5 % of patients but not in the comparative study included pain`: where else nothing was seen,
  /// before the verb of what was.
  func isOfAnotherPlace(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard sentence.isWord(index, "not"), sentence.isWord(index - 1, "but"),
      sentence.cues(at: index + 1).contains(.in)
    else { return false }
    for place in (index + 2)..<max(index + 2, min(sentence.count, index + 10)) {
      if !sentence[place].marks.isSubset(of: [.hyphen]) { return false }
      if sentence[place].cues.contains(.including) || sentence.isWord(place, "were") { return true }
    }
    return false
  }
}
