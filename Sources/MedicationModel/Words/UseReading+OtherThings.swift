// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension UseReading {
  /// Whether the words of a phrase speak of something else than the use of a drug.
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
}
