// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Whom a statement is about, by words of its caption, header, heading or sentence:
//
//   in pediatric patients · 6 to 17 years of age     pediatric
//   in elderly patients                              elderly
//   in postmenopausal women                          women
//   in adults                                        adults: not reported
//   in adults and children                           what is around these words says it

/// Finds whom words are about.
enum Population {
  /// What is found for adults, who are not reported.
  static let usual = "adults"
  private static let ages = ["pediatric", "elderly"]

  private static let young = LabelVocabulary.words("pediatric")
  private static let old = LabelVocabulary.words("elderly")
  private static let adults = LabelVocabulary.words("adult")
  private static let groups = [LabelVocabulary.words("women"), LabelVocabulary.words("men")]

  /// What all texts hold that say it; most do not.
  private static let words = EntrySearch(
    ["pediatric", "elderly", "adult", "women", "men"].flatMap { LabelVocabulary.shared[$0] }
      + ["years", "yrs"])

  /// Whether a text can say whom it is about.
  static func isSaid(in text: String) -> Bool { words.isIn(text.lowercased()) }

  /// Whom a text is about; `nil` if it does not say, or if it says that of both children and others.
  static func of(_ text: String) -> String? { isSaid(in: text) ? of(CellTokens(text)) : nil }

  private static func of(_ tokens: CellTokens) -> String? {
    let words = tokens.words
    func has(_ list: Set<String>) -> Bool {
      words.contains {
        list.contains($0) || $0.hasSuffix("s") && list.contains(String($0.dropLast()))
      }
    }
    let isYoung = has(young) || hasAgeOfChildren(tokens)
    let isOld = has(old) && !words.contains("non")
    let isAdult = has(adults)
    if isYoung { return isAdult || isOld ? nil : ages[0] }
    if isOld { return ages[1] }
    // `… not in Table 3 (most common in adults)`: said aside.
    if isAdult { return tokens.has("in adults )") ? nil : usual }
    let sexes = groups.compactMap { group in words.first { group.contains($0) } }
    return sexes.count == 1 ? sexes[0] : nil
  }

  /// Whom a sentence is about: only what follows `in` or `among` says so
  /// (`in elderly patients`, but not `the ability to father children`).
  static func of(sentence: String) -> String? {
    guard isSaid(in: sentence) else { return nil }
    let tokens = CellTokens(sentence).tokens
    return of(
      CellTokens(
        tokens.indices.filter { index in
          tokens[max(0, index - 6)..<index].contains { $0.text == "in" || $0.text == "among" }
        }.map { tokens[$0] }))
  }

  static func isSex(_ name: String) -> Bool { name != usual && !ages.contains(name) }

  /// The first of several texts that says whom it is about; `nil` for adults.
  static func first(of texts: [String]) -> String? {
    reported(texts.lazy.compactMap { of($0) }.first)
  }

  static func reported(_ found: String?) -> String? { found == usual ? nil : found }

  /// Whether children are the only people in all sentences that say what a label's drug is
  /// indicated for.
  static func isOnlyOfChildren(_ label: DrugLabel) -> Bool {
    var isYoung = false
    for index in label.sections.indices where label.isWithin(index, ["34067-9"]) {
      for sentence in sentences(label.sections[index].text.utf8) {
        guard sentence.lowercased().holds("indicated") else { continue }
        let tokens = CellTokens(sentence)
        guard tokens.has("indicated") else { continue }
        let isOpen = ["and older", "and above", "or older", "not"].contains { tokens.has($0) }
        guard !isOpen, of(tokens) == ages[0] else { return false }
        isYoung = true
      }
    }
    return isYoung
  }

  /// The sentences that name a study which a caption names by its number (`Study CV185325`), or that
  /// begin with the number of its table (`Table 1 lists, for studies in pediatric patients, …`) if
  /// the caption names no age.
  static func sentences(onStudyOf caption: String, in text: LabelText) -> [String] {
    let words = caption.parts { !$0.isOfWord }
    let study = words.first { $0.count { $0.isNumber } > 3 && $0.first?.isLetter == true }
    let isTable = words.count > 1 && words[0].lowercased() == "table"
    let isOfAge = ["years", "myoclonic"].contains(where: caption.lowercased().holds)
    let table = isTable && !isOfAge ? "Table \(words[1]) " : nil
    guard study != nil || table != nil else { return [] }
    return sentences(text.utf8).filter { sentence in
      study.map { sentence.contains($0) } ?? false
        || table.map { sentence.hasPrefix($0) && of(sentence: sentence) == ages[0] }
          ?? false
    }
  }

  /// The parts between line feeds, and full stops with a blank.
  private static func sentences(_ utf8: [UInt8]) -> [String] {
    utf8.indices.split { place in
      utf8[place] == 0x0A
        || utf8[place] == UInt8(ascii: ".") && utf8[place...].dropFirst().first == 0x20
    }.map { String(decoding: utf8[$0], as: UTF8.self) }
  }

  /// `3 to 17 years`: the ages of children.
  private static func hasAgeOfChildren(_ tokens: CellTokens) -> Bool {
    let list = tokens.tokens
    return list.indices.contains { index in
      guard index >= 2, index + 1 < list.count, ["years", "yrs"].contains(list[index + 1].text),
        let years = Int(list[index].text), years <= 18
      else { return false }
      // `less than 18 years`, `1 month to <12 yrs`.
      let before = list[index - 1]
      if before.isSign("<") || ["under", "below"].contains(before.text) { return true }
      if before.text == "than" { return ["less", "younger"].contains(list[index - 2].text) }
      if before.text == "and" { return index > 2 && list[index - 3].text == "between" }
      // `1 year through 16 years`, but not `through 2 years`.
      let isThrough = before.text == "through" && list[index - 2].text.hasPrefix("year")
      let isRange = isThrough || before.text == "to" || before.isSign("-")
      return isRange && list[index - 2].kind != .sign
    }
  }
}

extension Optional<String> {
  /// Whom words are about, or else those around them; a sex gives way to the age that words
  /// around it name (`Elderly > Female reproductive disorders`).
  func within(_ outer: @autoclosure () -> Self) -> Self {
    guard let self else { return outer() }
    guard Population.isSex(self), let other = outer(), other != Population.usual,
      !Population.isSex(other)
    else { return self }
    return other
  }
}
