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
  /// Whom they are about.
  enum Found: Equatable {
    case named(String)
    /// Adults; adults or elderly people and children.
    case adults, several
  }

  private static let young = LabelVocabulary.words("pediatric")
  private static let old = LabelVocabulary.words("elderly")
  private static let adults = LabelVocabulary.words("adult")
  private static let groups = [LabelVocabulary.words("women"), LabelVocabulary.words("men")]

  /// Whom a text is about; `nil` if it does not say.
  static func of(_ text: String) -> Found? { of(CellTokens(text)) }

  private static func of(_ tokens: CellTokens) -> Found? {
    let words = tokens.words
    func has(_ list: Set<String>) -> Bool {
      words.contains {
        list.contains($0) || $0.hasSuffix("s") && list.contains(String($0.dropLast()))
      }
    }
    let isYoung = has(young) || hasAgeOfChildren(tokens)
    let isOld = has(old) && !words.contains("non")
    let isAdult = has(adults)
    if isYoung { return isAdult || isOld ? .several : .named("pediatric") }
    if isOld { return .named("elderly") }
    // `… not in Table 3 (most common in adults)`: said aside.
    if isAdult { return tokens.has("in adults )") ? nil : .adults }
    let sexes = groups.compactMap { group in words.first { group.contains($0) } }
    return sexes.count == 1 ? .named(sexes[0]) : nil
  }

  /// Whom a sentence is about: only what stands behind `in` or `among` says so (`in elderly
  /// patients`, but not `the ability to father children`).
  static func of(sentence: String) -> Found? {
    let tokens = CellTokens(sentence).tokens
    return of(
      CellTokens(
        tokens.indices.filter { index in
          tokens[max(0, index - 6)..<index].contains { $0.text == "in" || $0.text == "among" }
        }.map { tokens[$0] }))
  }

  static func isAge(_ name: String) -> Bool { name == "pediatric" || name == "elderly" }

  /// The first of several texts that says whom it is about; `nil` for adults.
  static func first(of texts: [String]) -> String? {
    for text in texts where !text.isEmpty {
      switch of(text) {
      case .named(let name): return name
      case .adults: return nil
      case .several, nil: continue
      }
    }
    return nil
  }

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
        guard !isOpen, of(tokens) == .named("pediatric") else { return false }
        isYoung = true
      }
    }
    return isYoung
  }

  /// The sentences that name a study which a caption names by its number (`Study CV185325`), or that
  /// begin with the number of its table (`Table 1 lists, for studies in pediatric patients, …`) if
  /// the caption names no age.
  static func sentences(onStudyOf caption: String, in text: LabelText) -> [String] {
    let words = caption.split { !$0.isLetter && !$0.isNumber }
    let study = words.first { $0.count { $0.isNumber } > 3 && $0.first?.isLetter == true }
    let isTable = words.count > 1 && words[0].lowercased() == "table"
    let isOfAge = ["years", "myoclonic"].contains(where: caption.lowercased().holds)
    let table = isTable && !isOfAge ? "Table \(words[1]) " : nil
    guard study != nil || table != nil else { return [] }
    return sentences(text.utf8).filter { sentence in
      study.map { sentence.contains($0) } ?? false
        || table.map { sentence.hasPrefix($0) && of(sentence: sentence) == .named("pediatric") }
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

extension Optional<Population.Found> {
  /// Whom words are about, or else those around them; a sex gives way to the age that words
  /// around it name (`Elderly > Female reproductive disorders`).
  func within(_ outer: @autoclosure () -> Self) -> Self {
    switch self {
    case nil, .several: return outer()
    case .adults: return self
    case .named(let name):
      if !Population.isAge(name), case .named(let other) = outer(), Population.isAge(other) {
        return .named(other)
      }
      return self
    }
  }
}
