// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Whether a phrase is about the drug, by what is next to it.
///
/// The subject is before, the object and a time or reason behind:
///
///     per med rec | pt | not taking | right now       the drug
///     atenolol         | discontinued                 another one
///                      | refused | zzz                unclear
///                      | stopped | around zzz         the drug
extension UseReading {
  /// What is spoken of.
  enum About {
    case drug
    /// A word that is not known is what is spoken of.
    case unclear
    /// Another drug, no drug, or a manner or hour of taking this one.
    case other
  }

  func about(_ phrase: UsePhrase, _ range: ClosedRange<Int>) -> About {
    // An instruction to plan something has the drug nowhere but in the record.
    if phrase.use == .planned, field == .dosage, !drug.isKnown { return .drug }
    if isOfReplaced(range.lowerBound) { return .other }
    let subject = subject(phrase, range.lowerBound)
    guard subject == .drug else { return subject }
    if phrase.manner == .passive || phrase.manner == .last,
      before(range.lowerBound).contains(where: drug.isNamed)
    {
      return .drug
    }
    return object(phrase, range)
  }

  /// Whether anything but the drug, its use or a person is the subject.
  func subject(_ phrase: UsePhrase, _ place: Int) -> About {
    var words = before(place)
    // `lisinopril, which was stopped`
    let isRelative = words.first == "which" && words.startIndex > 0
    if isRelative {
      words = clauses.words[clauses.start(of: words.startIndex - 1, .comma)..<place]
    }
    // `documented in error`
    if clauses.words[place] == "in", words.last?.hasSuffix("ed") ?? false { words.removeLast() }
    // `per med rec not taking`
    if let source = words.lastIndex(where: Lists.sources.contains) {
      words = words[..<source]
    }
    for word in words.reversed() {
      if Lists.patients.contains(word) || Lists.joints.contains(word) { return .drug }
      if Lists.otherThings.contains(word) { return .other }
      if !drug.isForeign(word) || isInstruction(words) && !isRelative
        || Lists.frequencies.contains(word)
      {
        continue
      }
      if UseWordLists.isOther(word) { return .other }
      // What a person does has a person for its subject, by whatever name.
      if !phrase.isOfPerson { return .unclear }
    }
    return .drug
  }

  /// Whether words begin as an instruction does: `take 1 tablet daily not taking`, `1 tab daily`.
  private func isInstruction(_ words: ArraySlice<String>) -> Bool {
    guard field == .dosage, let first = words.first else { return false }
    return Lists.giving.contains(first)
      || UseSubject.isNumber(first) && words.count > 1 && !UseSubject.isDate(first)
  }

  /// Whether a clause is about what is before it: `replaces metoprolol (discontinued)`.
  private func isOfReplaced(_ place: Int) -> Bool {
    guard place > 0, before(place).isEmpty, clauses.breaks[place] < .sentence else { return false }
    let words = Array(before(place - 1)) + [clauses.words[place - 1]]
    for (index, word) in words.enumerated() {
      let next = index + 1 < words.count ? words[index + 1] : ""
      let isReplaced =
        Lists.replacing.contains(word) && next != "by" && next != "with"
        || ["changed", "switched"].contains(word) && next == "from"
        || word == "instead" || word == "place" && next == "of"
      if isReplaced { return words[(index + 1)...].contains(where: drug.isForeign) }
    }
    return false
  }

  /// Whether anything but the drug is the object, before a time, a reason or a person is named.
  private func object(_ phrase: UsePhrase, _ range: ClosedRange<Int>) -> About {
    let words = Array(behind(range.upperBound))
    for (index, word) in words.enumerated() {
      let rest = words[(index + 1)...]
      if let ends = endsObject(word, rest, phrase.use) { return ends }
      if Lists.otherThings.contains(word) { return .other }
      guard drug.isForeign(word) else { continue }
      if UseWordLists.isOther(word) || Lists.frequencies.contains(word) { return .other }
      // What is denied by that word alone is a sign or an illness.
      return clauses.words[range.lowerBound] == "denies" ? .other : .unclear
    }
    return .drug
  }

  /// What a word begins that is behind the object: a time, a reason or a person, or else a
  /// manner or hour of taking it (`not taking as prescribed`, `not using at night`, `held
  /// today`); `nil` if it begins nothing.
  private func endsObject(
    _ word: String, _ rest: ArraySlice<String>, _ use: StatedUse
  ) -> About? {
    let next = rest.first { !Lists.articles.contains($0) } ?? ""
    let isEnded = use == .stopped || use == .onHold
    if Lists.hours.contains(word) { return use == .stopped && word != "dialysis" ? .drug : .other }
    if use == .notTaken, isOfDay(word, rest) || isOfRoute(word, next) { return .other }
    switch word {
    case "than": return .other
    case "right": return next == "now" ? .drug : nil
    case "before", "prior":
      if word == "prior", next != "to", !next.isEmpty { return nil }
      let occasion = next == "to" ? rest.dropFirst().first ?? "" : next
      return isEnded || !Lists.meals.contains(occasion) ? .drug : .other
    case "with", "without":
      return isEnded ? nil : .other
    case "around", "about", "over", "almost", "nearly":
      return next == "clock" ? .other : .drug
    default: break
    }
    if Lists.closers.contains(word) || Lists.patients.contains(word)
      || Lists.joints.contains(word) || Lists.people.contains(word)
    {
      return .drug
    }
    // `held x3 days`
    if word.hasPrefix("x"), UseSubject.isNumber(String(word.dropFirst())) { return .drug }
    if UseSubject.isNumber(word) {
      if drug.isNamed(word) { return nil }
      return UseSubject.isDate(word) || Lists.isSpan(next) ? .drug : .other
    }
    // `May` is a verb as well: it dates with a number behind it.
    if Lists.months.contains(word), word != "may" || UseSubject.isNumber(next) { return .drug }
    if word == "this" || word == "last" || word == "next" {
      if Lists.isSpan(next) { return .drug }
      guard Lists.hours.contains(next) else { return nil }
      return use == .stopped ? .drug : .other
    }
    guard Lists.prepositions.contains(word) else { return nil }
    return endsObject(preposition: word, next, rest, use)
  }

  private func endsObject(
    preposition word: String, _ next: String, _ rest: ArraySlice<String>, _ use: StatedUse
  ) -> About {
    if next.isEmpty || word == "as" && next == "per" { return .drug }
    if Lists.hours.contains(next) || Lists.frequencies.contains(next) { return .other }
    if UseSubject.isNumber(next) || Lists.times.contains(next) { return .drug }
    switch word {
    case "for":
      if use != .notTaken || rest.contains("reason") || rest.contains("reasons") { return .drug }
      return drug.isForeign(next) ? .unclear : .drug
    case "on": return Lists.months.contains(next) ? .drug : .other
    default: return .drug
    }
  }

  /// Whether it is today's dose that was not taken: `has not taken yet today`.
  private func isOfDay(_ word: String, _ rest: ArraySlice<String>) -> Bool {
    guard word == "yet" || word == "it" || word == "this" else { return false }
    return rest.contains { ["today", "tonight", "morning", "evening"].contains($0) }
  }

  /// Whether it is a way of taking that is denied: `not taken by mouth`.
  private func isOfRoute(_ word: String, _ next: String) -> Bool {
    word == "by" ? Lists.routes.contains(next) : word != "oral" && Lists.routes.contains(word)
  }

  /// Whether a bare `no` at the end of a text is said of its drug: `aspirin: no`, not `refills: no`.
  func isSaidOfAll(_ place: Int) -> Bool {
    guard place > 0 else { return false }
    let start = clauses.start(of: place - 1, .comma)
    let words = clauses.words[start..<place]
    return words.contains(where: UseSubject.mayName) && !words.contains("nitric")
      && !words.contains { Lists.undenied.contains($0) || Lists.otherThings.contains($0) }
  }
}
