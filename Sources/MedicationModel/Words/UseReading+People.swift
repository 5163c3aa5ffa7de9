// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension UseReading {
  /// `husband's`, `mother takes`, `belongs to wife`, `for her husband`.
  ///
  /// In an instruction people give and help; there only a drug that is theirs counts.
  func useOfOtherPerson(_ place: Int) -> StatedUse? {
    let word = clauses.words[place]
    let behind = behind(place)
    if Lists.plainPossessives.contains(word)
      || word.hasSuffix("'s") && Lists.people.contains(String(word.dropLast(2)))
    {
      // `Not Your Mother's` is a name; nobody writes so of a patient's mother.
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
    guard let next = behind.first, UseOtherThings.isSubstance(next),
      !Lists.soldForYoung.contains(next)
    else { return nil }
    return .uncertain
  }

  private func isDrug(_ word: String) -> Bool {
    drug.isNamed(word) || Lists.pronouns.contains(word)
  }
}
