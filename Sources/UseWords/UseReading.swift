// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The words of one text, read for one drug.
struct UseReading {
  typealias Lists = UseWordLists

  let clauses: UseClauses
  let field: StatedUse.Place
  /// The words of the drug's names, those of the text with them if it is one.
  let drug: UseSubject
  /// The places of words that say that a drug was begun again.
  let resumptions: [Int]

  init(_ text: String, _ field: StatedUse.Place, _ names: [String]) {
    clauses = UseClauses(text)
    self.field = field
    drug = UseSubject(clauses, field, names)
    resumptions = Self.resumptions(clauses)
  }

  /// What the words at a place say; `nil` unless it is stronger than what was found before.
  func use(at place: Int, over found: StatedUse?) -> StatedUse? {
    let most = found?.rawValue ?? .max
    if let use = useOfOtherPerson(place), use.rawValue < most { return use }
    for (phrase, end) in UsePhrase.standing(at: place, of: clauses, in: field)
    where phrase.use.rawValue < most {
      guard let use = use(phrase, place...end) else { continue }
      return use.rawValue < most ? use : nil
    }
    return nil
  }

  /// The words of the same clause before a place; a comma divides as well.
  func before(_ place: Int) -> ArraySlice<String> {
    clauses.words[clauses.start(of: place, .comma)..<place]
  }

  func behind(_ place: Int) -> ArraySlice<String> { clauses.after(place, upTo: .comma) }

  private func use(_ phrase: UsePhrase, _ range: ClosedRange<Int>) -> StatedUse? {
    let before = before(range.lowerBound)
    let behind = behind(range.upperBound)
    if isOtherwise(phrase, range) { return nil }
    // `do not hold`, `was never stopped`; not `avoid`, which takes a noun.
    if before.suffix(2).contains(where: Lists.turns.contains) { return nil }
    switch phrase.manner {
    case .order: return order(phrase, range)
    case .sensitivity: return sensitivity(phrase, range)
    case .alone:
      guard before.isEmpty, behind.isEmpty else { return nil }
      // `nitrogen (inactive) 50 % / oxygen 50 %` is a name.
      let isInside = range.lowerBound > 0 && range.upperBound + 1 < clauses.words.count
      if isInside, clauses.words[range.lowerBound] == "inactive" { return nil }
    case .edge:
      guard behind.isEmpty || before.isEmpty else { return nil }
    case .first:
      guard range.lowerBound == 0, let next = behind.first, UseSubject.mayName(next),
        !Lists.undenied.contains(next)
      else { return nil }
      // `No Zzz Niacin` may be a name.
      let namesMore = behind.dropFirst().contains(where: UseSubject.mayName)
      if namesMore, !UseWordLists.isSubstance(next) { return .uncertain }
    case .last:
      guard range.upperBound + 1 == clauses.words.count, isSaidOfAll(range.lowerBound) else {
        return nil
      }
    case .leading:
      guard before.isEmpty else { return nil }
    case .said, .passive: break
    }
    guard !isUnderCondition(range.lowerBound) else { return nil }
    switch about(phrase, range) {
    case .drug:
      let isEnd = phrase.use == .stopped || phrase.use == .onHold
      return isEnd && isResumed(after: range) ? .uncertain : phrase.use
    case .unclear: return .uncertain
    case .other: return .conditional
    }
  }

  /// Whether a condition comes before what is said, and belongs to it.
  private func isUnderCondition(_ place: Int) -> Bool {
    let words = Array(before(place))
    guard let last = words.lastIndex(where: Lists.conditionsBefore.contains) else { return false }
    let between = words[(last + 1)...]
    if words[last] == "once" {
      return between.first.map { !Lists.frequencies.contains($0) } ?? true
    }
    // `take after meals not taking`
    if words[last] != "if", let next = between.first, Lists.meals.contains(next) { return false }
    // `take before meals pt not taking`: what the patient does is a clause of its own.
    guard let person = between.firstIndex(where: Lists.patients.contains) else { return true }
    return between[..<person].allSatisfy { !drug.isForeign($0) && !drug.isNamed($0) }
  }

  // MARK: Orders

  /// What an order says: that it applies now, or on a condition.
  private func order(_ phrase: UsePhrase, _ range: ClosedRange<Int>) -> StatedUse? {
    let place = range.lowerBound
    // `D/C 5/2021`; behind an instruction it is a future date.
    if place == 0, clauses.words[0] == "d/c" || clauses.words[0] == "dc",
      behind(range.upperBound).first.map(UseSubject.isDate) ?? false
    {
      return phrase.use
    }
    let sentence = clauses.words[clauses.start(of: place, .sentence)..<place]
    let rest = clauses.after(range.upperBound, upTo: .sentence)
    if sentence.contains(where: Lists.conditionsBefore.contains)
      || sentence.contains("then") || sentence.contains("after")
      || rest.contains(where: Lists.conditionsBehind.contains)
    {
      return .conditional
    }
    guard asks(place) else { return .conditional }
    var namesDrug = phrase.words.count > 1
    let behind = Array(behind(range.upperBound))
    if phrase.use == .notTaken, field == .dosage, behind.contains(where: Lists.routes.contains) {
      return .conditional
    }
    for (index, word) in behind.enumerated() {
      let rest = behind[(index + 1)...]
      if closesOrder(word, rest, phrase) {
        namesDrug = true
        break
      }
      if word == "for" {
        // `hold for now`
        guard behind.contains("now") else { return .conditional }
        break
      }
      if Lists.otherThings.contains(word) || UseSubject.isNumber(word) && !drug.isNamed(word)
        || Lists.prepositions.contains(word) || Lists.hours.contains(word)
      {
        return .conditional
      }
      if phrase.use == .notTaken, field == .dosage,
        ["with", "by", "per", "since", "now", "any", "further", "more"].contains(word)
          || word.hasSuffix("ly")
      {
        return .conditional
      }
      if drug.isForeign(word) {
        // `stop zzz`, where it may be called so; a direction names what not to take with it.
        let isUnclear =
          phrase.use != .notTaken && !namesDrug && !UseWordLists.isOther(word)
          && !Lists.hours.contains(word)
        return isUnclear ? .uncertain : .conditional
      }
      if Lists.pronouns.contains(word) || drug.isNamed(word) { namesDrug = true }
    }
    guard field == .dosage, !namesDrug else { return phrase.use }
    // Behind an instruction a `stop` without an object is its end; `HOLD` in brackets is not.
    let earlier = clauses.words[..<clauses.start(of: place, .comma)]
    let isApart = phrase.use == .onHold && clauses.breaks[clauses.start(of: place, .comma)] > .comma
    if isApart || earlier.allSatisfy({ Lists.patients.contains($0) || Lists.asking.contains($0) }) {
      return phrase.use
    }
    // `x 7 days; stop`, but `take 1 tablet daily hold`
    return earlier.suffix(UseClauses.reach).contains(where: Lists.isSpan)
      ? .conditional : .uncertain
  }

  /// Whether what precedes an order demands it: `told by her doctor to stop`.
  private func asks(_ place: Int) -> Bool {
    let words = before(place)
    if words.last == "to", words.contains(where: Lists.telling.contains) { return true }
    return words.allSatisfy {
      Lists.asking.contains($0) || Lists.patients.contains($0)
        || (field == .medication && !drug.isForeign($0))
    }
  }

  /// Whether a word behind an order ends the order and its object.
  private func closesOrder(
    _ word: String, _ rest: ArraySlice<String>, _ phrase: UsePhrase
  ) -> Bool {
    let next = rest.first ?? ""
    if phrase.use == .notTaken, field == .dosage {
      // `do not take any more`, but `do not take any more than 8 a day`
      if word == "any" {
        return rest.isEmpty || rest.count == 1 && ["more", "longer"].contains(next)
      }
      if word == "per" { return UseWordLists.plain.contains(next) }
      return Lists.denialClosers.contains(word)
        && !(word == "until" && drug.isForeign(next) && Lists.meals.contains(next))
    }
    // `stop taking by day 5`
    if word == "by", UseSubject.isNumber(next) || Lists.hours.contains(next) || Lists.isSpan(next) {
      return false
    }
    // `stop last month`
    if word == "last", Lists.isSpan(next) { return true }
    return Lists.orderClosers.contains(word) || word == "until" && phrase.use == .onHold
  }

  // MARK: What is not tolerated

  private func sensitivity(_ phrase: UsePhrase, _ range: ClosedRange<Int>) -> StatedUse? {
    let place = range.lowerBound
    let before = before(place)
    guard behind(range.upperBound).isEmpty, !before.contains("for"),
      !(before.last.map(Lists.notDrugs.contains) ?? false)
    else { return nil }
    let isIndication =
      drug.treatsAllergies
      || before.isEmpty && clauses.words[place] == "allergies" && place > 0
    let word = clauses.words[place]
    if let last = before.last, word == "allergy" || word == "allergies",
      !UseWordLists.isSubstance(last)
    {
      // `Wal-Dryl Allergy`, `Zyrtec Allergy` and `All Day Allergy` are names.
      let isName =
        clauses.isJoined[place - 1] || !UseSubject.mayName(last) || Lists.isSpan(last)
        || before.contains(where: UseSubject.treatsAllergies)
      return isName ? nil : isIndication ? .conditional : .uncertain
    }
    if isIndication { return .conditional }
    switch subject(phrase, place) {
    case .drug: return phrase.use
    case .unclear: return .uncertain
    case .other: return .conditional
    }
  }
}
