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

  init(_ text: String, _ field: StatedUse.Place, _ names: [String]) {
    clauses = UseClauses(text)
    self.field = field
    drug = UseSubject(clauses, field, names)
  }

  /// What the words at a place say; `nil` if nothing.
  func use(at place: Int) -> StatedUse? {
    if let use = useOfOtherPerson(place) { return use }
    for (phrase, end) in UsePhrase.standing(at: place, of: clauses, in: field) {
      if let use = use(phrase, place...end) { return use }
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
    case .edge:
      guard behind.isEmpty || before.isEmpty else { return nil }
    case .first:
      guard range.lowerBound == 0, let next = behind.first, UseSubject.mayName(next),
        !Lists.undenied.contains(next)
      else { return nil }
    case .said, .passive: break
    }
    guard !isUnderCondition(range.lowerBound) else { return nil }
    return isOfDrug(phrase, range) ? phrase.use : .conditional
  }

  // MARK: Of the drug, or of something else

  /// Whether a phrase is about the drug, by what stands beside it.
  private func isOfDrug(_ phrase: UsePhrase, _ range: ClosedRange<Int>) -> Bool {
    // An instruction to plan something has the drug nowhere but in the record.
    if phrase.use == .planned, field == .dosage, !drug.isKnown { return true }
    guard hasDrugBefore(range.lowerBound) else { return false }
    if phrase.manner == .passive, before(range.lowerBound).contains(where: drug.isNamed) {
      return true
    }
    return hasDrugBehind(range.upperBound, phrase.use)
  }

  /// Whether nothing but the drug, its use or a person is the subject.
  private func hasDrugBefore(_ place: Int) -> Bool {
    var words = before(place)
    // `lisinopril, which was stopped`
    if words.first == "which", words.startIndex > 0 {
      words = clauses.words[clauses.start(of: words.startIndex - 1, .comma)..<place]
    }
    // The instruction itself: `take 1 tablet daily not taking`.
    let isInstruction = field == .dosage && words.first.map(Lists.giving.contains) ?? false
    for word in words.reversed() {
      if Lists.patients.contains(word) || Lists.joints.contains(word) { return true }
      if Lists.otherThings.contains(word) { return false }
      if !isInstruction, drug.isForeign(word) { return false }
    }
    return true
  }

  /// Whether nothing but the drug is the object, before a time, a reason or a person is named.
  private func hasDrugBehind(_ place: Int, _ use: StatedUse) -> Bool {
    let words = Array(behind(place))
    for (index, word) in words.enumerated() {
      let rest = words[(index + 1)...]
      if Lists.otherThings.contains(word) { return false }
      if let ends = endsObject(word, rest, use) { return ends }
      if drug.isForeign(word) { return false }
    }
    return true
  }

  /// Whether a word begins what stands behind the object, and no manner or hour of taking it
  /// (`not taking as prescribed`, `not using at night`, `held today`); `nil` if it begins nothing.
  private func endsObject(
    _ word: String, _ rest: ArraySlice<String>, _ use: StatedUse
  ) -> Bool? {
    if Lists.hours.contains(word) { return use == .stopped && word != "dialysis" }
    if Lists.closers.contains(word) || Lists.patients.contains(word)
      || Lists.joints.contains(word) || Lists.people.contains(word)
    {
      return true
    }
    let next = rest.first { !Lists.articles.contains($0) } ?? ""
    if UseSubject.isNumber(word) {
      if drug.isNamed(word) { return nil }
      return UseSubject.isDate(word) || Lists.spans.contains(next)
    }
    if word == "this" || word == "last" { return Lists.spans.contains(next) ? true : nil }
    guard Lists.prepositions.contains(word) else { return nil }
    if next.isEmpty || word == "as" && next == "per" { return true }
    if Lists.hours.contains(next) || Lists.frequencies.contains(next) { return false }
    if UseSubject.isNumber(next) || Lists.times.contains(next) { return true }
    switch word {
    case "for": return use == .stopped || use == .onHold || use == .planned
    case "on": return Lists.months.contains(next)
    default: return true
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
    // `take before meals pt not taking`: what the patient does is a clause of its own.
    guard let person = between.firstIndex(where: Lists.patients.contains) else { return true }
    return between[..<person].allSatisfy { !drug.isForeign($0) && !drug.isNamed($0) }
  }

  // MARK: Orders

  /// What an order says: that it is so now, or when it is to be so.
  private func order(_ phrase: UsePhrase, _ range: ClosedRange<Int>) -> StatedUse? {
    let place = range.lowerBound
    let sentence = clauses.words[clauses.start(of: place, .sentence)..<place]
    let rest = clauses.after(range.upperBound, upTo: .sentence)
    if sentence.contains(where: Lists.conditionsBefore.contains)
      || sentence.contains("then") || sentence.contains("after")
      || rest.contains(where: Lists.conditionsBehind.contains)
    {
      return .conditional
    }
    let asks = before(place).allSatisfy {
      Lists.asking.contains($0) || Lists.patients.contains($0)
        || (field == .medication && !drug.isForeign($0))
    }
    guard asks else { return .conditional }
    var namesDrug = phrase.words.count > 1
    for word in behind(range.upperBound) {
      if Lists.orderClosers.contains(word) || word == "until" && phrase.use == .onHold {
        namesDrug = true
        break
      }
      if word == "for" {
        // `hold for now`
        guard behind(range.upperBound).contains("now") else { return .conditional }
        break
      }
      if Lists.otherThings.contains(word) || UseSubject.isNumber(word) && !drug.isNamed(word)
        || Lists.prepositions.contains(word) || Lists.hours.contains(word)
        || drug.isForeign(word)
      {
        return .conditional
      }
      if Lists.pronouns.contains(word) || drug.isNamed(word) { namesDrug = true }
    }
    guard field == .dosage, !namesDrug else { return phrase.use }
    // Behind an instruction a bare `stop` is its end; a bare `HOLD` in brackets is none.
    let earlier = clauses.words[..<clauses.start(of: place, .comma)]
    let isApart = phrase.use == .onHold && clauses.breaks[clauses.start(of: place, .comma)] > .comma
    return earlier.allSatisfy { Lists.patients.contains($0) || Lists.asking.contains($0) }
      || isApart ? phrase.use : .conditional
  }

  // MARK: What is not borne

  private func sensitivity(_ phrase: UsePhrase, _ range: ClosedRange<Int>) -> StatedUse? {
    let before = before(range.lowerBound)
    guard behind(range.upperBound).isEmpty, !before.contains("for"),
      !(before.last.map(Lists.notDrugs.contains) ?? false)
    else { return nil }
    let isIndication =
      drug.treatsAllergies
      || before.isEmpty && clauses.words[range.lowerBound] == "allergies"
        && range.lowerBound > 0
    guard !isIndication, hasDrugBefore(range.lowerBound) else { return .conditional }
    return phrase.use
  }
}
