// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension SentenceFacts {
  /// Reads whom the sentence is about: children or the elderly, by name or by age.
  mutating func readPopulation(
    _ sentence: borrowing SentenceTokens, _ utf8: borrowing Span<UInt8>
  ) {
    // `elderly adults` are elderly.
    let hasAdult =
      sentence.cues.contains(.adult)
      && (0..<sentence.count).contains {
        sentence[$0].cues.contains(.adult) && !Self.isElderly($0 - 1, sentence)
      }
    guard !hasAdult else {
      // `similar to that in adults` is about others.
      isOfAdults =
        sentence.cues.isDisjoint(with: [.similar, .than, .pediatric, .elderly])
        && (0..<sentence.count).contains {
          sentence[$0].cues.contains(.adult) && !Self.isLikened($0, sentence)
        }
      return
    }
    let young = (0..<sentence.count).first {
      sentence[$0].cues.contains(.pediatric) && !Self.isWished($0, sentence)
        || Self.isAgeOfChildren($0, sentence, utf8)
    }
    let old = (0..<sentence.count).first { Self.isElderly($0, sentence) }
    // Of the young and the old: of all.
    guard young == nil || old == nil else { return }
    guard let place = young ?? old, Self.isAbout(place, sentence) else { return }
    population = young == nil ? "elderly" : "pediatric"
    populationReach = Self.reach(of: place, sentence)
  }

  /// Whether a word is `elderly`, and not `non-elderly`.
  private static func isElderly(_ place: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    sentence.cues(at: place).contains(.elderly) && !sentence.isWord(place - 1, "non")
  }

  /// `the same as in adults`, `consistent with those in adults`: whom others are likened to.
  private static func isLikened(_ place: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    for back in 1...12 {
      let index = place - back
      guard index >= 0, sentence[index + 1].marks.isDisjoint(with: [.semicolon, .colon]) else {
        return false
      }
      if back <= 3, sentence[index].cues.contains(.as) { return true }
      for word in ["same", "like", "unlike"] as [StaticString] where sentence.isWord(index, word) {
        return true
      }
      if sentence.isWord(index, from: "consiste"), sentence.cues(at: index + 1).contains(.with) {
        return true
      }
      // `to that in adults`, `from those seen in adults`.
      if back <= 4, sentence.isWord(index, "that") || sentence.isWord(index, "those") {
        return sentence.cues(at: index - 1).contains(.with)
          || sentence.cues(at: index - 1).contains(.to) || sentence.isWord(index - 1, "from")
      }
    }
    return false
  }

  /// The persons that words are said of.
  func population(of words: Range<Int>) -> String? {
    guard let reach = populationReach else { return population }
    return reach.overlaps(words) ? population : nil
  }

  /// Whom a list is about, by the persons named before its colon.
  enum ListedPersons: Equatable {
    case adults
    case others(String)
  }

  /// The persons before the colon of the list that words stand in: `Adults (≥ 2 %): …; patients
  /// 12 to 17 years of age (≥ 5 %): …`.
  static func persons(
    listing words: Range<Int>, _ sentence: borrowing SentenceTokens, _ utf8: borrowing Span<UInt8>
  ) -> ListedPersons? {
    var colon = words.lowerBound
    while colon > 0 {
      guard sentence[colon].marks.contains(.colon), sentence[colon].depth == 0 else {
        colon -= 1
        continue
      }
      var start = colon - 1
      let ends: SentenceToken.Marks = [.semicolon, .colon, .period, .bullet, .line]
      while start > 0, colon - start < 14,
        sentence[start].marks.isDisjoint(with: ends) || sentence[start].depth > 0
      {
        start -= 1
      }
      let label = start..<colon
      let isAdult = label.contains { sentence[$0].cues.contains(.adult) }
      let isYoung = label.contains {
        sentence[$0].cues.contains(.pediatric) || isAgeOfChildren($0, sentence, utf8)
      }
      if isAdult { return .adults }
      if isYoung { return .others("pediatric") }
      colon = start > 0 ? start : 0
    }
    return nil
  }

  /// Whether persons are those that the sentence is about, and not only some of them
  /// (`particularly in elderly patients`).
  private static func isAbout(_ place: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    // `in the elderly and in patients with heart disease`: others as well.
    if sentence.cues(at: place + 1).contains(.and),
      sentence.cues(at: place + 2).contains(.in) || sentence.cues(at: place + 2).contains(.person)
    {
      return false
    }
    for back in 1...6 {
      for word in ["particul", "especial", "includin", "also"] as [StaticString]
      where sentence.isWord(place - back, from: word) {
        return false
      }
    }
    return true
  }

  /// `the ability to father children`: those that the patients do not have yet.
  private static func isWished(_ place: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    // `Pediatric use information is approved for another product`: a notice.
    if sentence.isWord(place + 1, "use"), sentence.isWord(place + 2, from: "informat") {
      return true
    }
    for word in ["father", "have", "having", "bear", "conceive"] as [StaticString] {
      for back in 1...2 where sentence.isWord(place - back, word) { return true }
    }
    return sentence.isWord(place, "unborn") || sentence.isWord(place - 1, "unborn")
  }

  /// `12 to 17 years`, `less than 18 years`: the last year of children.
  private static func isAgeOfChildren(
    _ index: Int, _ sentence: borrowing SentenceTokens, _ utf8: borrowing Span<UInt8>
  ) -> Bool {
    let token = sentence[index]
    guard token.isNumber, token.range.count <= 2, sentence.isWord(index + 1, "years") else {
      return false
    }
    let years = token.range.reduce(0) { $0 * 10 + Int(utf8[$1] &- 0x30) }
    guard years <= 18 else { return false }
    if sentence.cues(at: index - 1).contains(.to) || token.marks.contains(.hyphen) {
      return index >= 2 && (sentence[index - 2].isNumber || sentence[index - 1].isNumber)
        || sentence.isWord(index - 2, "years") || sentence.isWord(index - 2, "months")
    }
    return sentence.cues(at: index - 1).contains(.than)
      && sentence.cues(at: index - 2).contains(.less)
  }

  /// The words that a person is named for: in a list with headings (`Nervous system: …
  /// Metabolism: growth suppressed in pediatric patients Psychiatric: …`) those under the same
  /// heading, in a list those of the same item.
  private static func reach(of place: Int, _ sentence: borrowing SentenceTokens) -> Range<Int>? {
    var colon: Int?
    var commas = 0
    var semicolon: Int?
    var start = 0
    // `In three, 10-week, placebo-controlled studies in elderly patients …`: before the list.
    if sentence.cues(at: 0).contains(.in),
      (0..<place).allSatisfy({
        sentence[$0].marks.isDisjoint(with: [.colon, .semicolon])
          && sentence[$0].cues.isDisjoint(with: [.auxiliary, .effect, .including])
      })
    {
      return nil
    }
    for index in 1..<max(1, place + 1) where sentence[index].depth == 0 {
      let marks = sentence[index].marks
      if marks.contains(.colon) {
        colon = index
        commas = 0
        semicolon = nil
        start = index
      } else if !marks.isDisjoint(with: [.comma, .semicolon]) {
        commas += 1
        if marks.contains(.semicolon) { semicolon = index }
        start = index
      }
    }
    // `Urogenital: pelvic pain; urinary retention in pediatric patients`.
    if let semicolon {
      var end = place + 1
      while end < sentence.count,
        sentence[end].marks.isDisjoint(with: [.semicolon, .colon]) || sentence[end].depth > 0
      {
        end += 1
      }
      // `rash; nausea, fever in children, dizziness`: more items behind that of the children.
      let isLast = !(place + 1..<end).contains {
        sentence[$0].marks.contains(.comma) && sentence[$0].depth == 0
      }
      if isLast { return semicolon..<end }
    }
    // Before a list, or in a plain sentence: all of it.
    let isList = commas >= 2 || semicolon != nil
    guard isList || colon != nil else { return nil }
    let ends: SentenceToken.Marks = isList ? [.comma, .semicolon, .colon] : [.colon]
    var end = place + 1
    while end < sentence.count, sentence[end].marks.isDisjoint(with: ends) { end += 1 }
    return (isList ? start : colon ?? start)..<max(end, place + 1)
  }
}
