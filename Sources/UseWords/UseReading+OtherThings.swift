// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension UseReading {
  /// Whether the words of a phrase are about something other than the use of a drug.
  func isOtherwise(_ phrase: UsePhrase, _ range: ClosedRange<Int>) -> Bool {
    let before = before(range.lowerBound)
    let behind = behind(range.upperBound)
    if let last = before.last, Lists.compounds.contains(last) { return true }
    // `starter kit for patients taking valproate and not taking phenytoin` is a name.
    if isForSomePatients(range.lowerBound) { return true }
    switch clauses.words[range.lowerBound] {
    case "hold", "held", "holding", "withhold", "place":
      return behind.contains(where: Lists.holdable.contains)
    case "stop", "discontinue":
      guard phrase.words.count == 1, let next = behind.first else { return false }
      // `stop 3/1/2024` is a day to come, `stop 5 days before surgery` a condition.
      let isDay =
        UseSubject.isNumber(next) && !behind.contains(where: Lists.conditionsBehind.contains)
      return Lists.stoppable.contains(next) || isDay
    case "d/c", "dc", "d/c'd", "dc'd", "d/ced", "dc'ed", "d/c'ed", "d'c'd", "d/cd":
      guard let next = behind.first, Lists.discharges.contains(next) else { return false }
      // `d/c'd on 3/2020` is a day, `d/c'd on lisinopril` a discharge.
      return !(next == "on" && behind.dropFirst().first.map(UseSubject.isNumber) ?? false)
    case "came", "come", "went", "been":
      // A patch comes off as well.
      return !before.isEmpty
        && !before.contains {
          Lists.patients.contains($0) || ["has", "have", "had", "hasn't"].contains($0)
        }
    case "placebo":
      // Tablets of a pack: `/ 7 placebo`.
      return before.last.map { UseSubject.isNumber($0) || $0 == "no" } ?? false
    case "intolerant", "intolerance", "allergic", "allergy":
      return before.last.map(Lists.notDrugs.contains) ?? false
    case "previously", "formerly":
      return behind.first.map(Lists.notPast.contains) ?? false
    case "not":
      return phrase.words.count > 1 && behind.first.map(Lists.places.contains) ?? false
    default: return phrase.use == .planned && behind.contains(where: Lists.notPlanned.contains)
    }
  }

  /// Whether a bracket or sentence says for which patients something is.
  private func isForSomePatients(_ place: Int) -> Bool {
    let words = clauses.words[clauses.start(of: place, .clause)..<place]
    return zip(words, words.dropFirst()).contains {
      $0 == "for" && ["patients", "people", "adults", "children", "those"].contains($1)
    }
  }

  // MARK: Other people

  /// `husband's`, `mother takes`, `belongs to wife`, `for her husband`.
  ///
  /// In an instruction people give and help; there only a drug that is theirs counts.
  func useOfOtherPerson(_ place: Int) -> StatedUse? {
    let word = clauses.words[place]
    let behind = behind(place)
    if Lists.plainPossessives.contains(word)
      || word.hasSuffix("'s") && Lists.people.contains(String(word.dropLast(2)))
    {
      // `Not Your Mother's` is a name; a patient's mother is not referred to like that.
      return before(place).last == "your" ? nil : useOfPossessor(behind)
    }
    if word.hasSuffix("'s"), Lists.young.contains(String(word.dropLast(2))) {
      return useOfChild(behind)
    }
    guard Lists.people.contains(word) else { return nil }
    let before = before(place)
    let determiners: Set<String> = ["his", "her", "the", "their", "my", "pt's", "patient's"]
    let joined = before.last.map(determiners.contains) == true ? before.dropLast() : before
    if joined.last == "to", joined.dropLast().last == "belongs" { return .otherPerson }
    // `per mother takes 5 ml`: she reports what the patient takes.
    guard joined.last != "per" else { return nil }
    if field == .dosage {
      guard let next = behind.first, next == "takes" || next == "taking" else { return nil }
      let objects = behind.dropFirst()
      return !objects.isEmpty && objects.allSatisfy(isDrug) ? .otherPerson : .conditional
    }
    if let next = behind.first {
      if Lists.taking.contains(next) { return .otherPerson }
      let verb = behind.dropFirst().first ?? ""
      if next == "is" || next == "was" {
        return ["on", "taking", "using", "prescribed"].contains(verb) ? .otherPerson : nil
      }
    }
    return joined.last == "for" && behind.isEmpty ? .otherPerson : nil
  }

  private func useOfPossessor(_ behind: ArraySlice<String>) -> StatedUse? {
    guard let next = behind.first else { return .otherPerson }
    if Lists.ownThings.contains(next) { return nil }
    return field == .medication || isDrug(next) ? .otherPerson : .conditional
  }

  /// `child's lisinopril`: a child's drug on somebody's list, or on the child's own.
  ///
  /// `Child's ibuprofen` is what is sold under that name.
  private func useOfChild(_ behind: ArraySlice<String>) -> StatedUse? {
    guard let next = behind.first, UseWordLists.isSubstance(next),
      !Lists.soldForYoung.contains(next)
    else { return nil }
    return .uncertain
  }

  private func isDrug(_ word: String) -> Bool {
    drug.isNamed(word) || Lists.pronouns.contains(word)
  }
}
