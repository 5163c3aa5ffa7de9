// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What signs are signs of, named by its whole noun phrase:
//
//   symptoms of infusion-related reactions include …     behind "of"
//   Acute infusion-related reactions (manifested by …    before the verb
//   Hypersensitivity and related reactions include …     joined by "and"
//
// A phrase of general words alone (`these reactions`, `adverse experiences`) names nothing.

/// Finds the words that name what signs are signs of.
enum SignSubject {
  private static let mostWords = 4

  /// `hypersensitivity reactions including …`: the reaction before a word.
  static func reaction(_ sentence: borrowing SentenceTokens, before index: Int) -> Range<Int>? {
    for back in 1...4 {
      let place = index - back
      guard place >= 0 else { return nil }
      if back > 1, !sentence[place + 1].marks.isSubset(of: [.hyphen, .slash]) { return nil }
      guard sentence[place].cues.contains(.allergic) || isSerumSickness(sentence, place) else {
        continue
      }
      // Nothing but the rest of its name stands between.
      for rest in (place + 1)..<index
      where sentence[rest].cues.isDisjoint(
        with: [.event, .disorder, .allergic, .and, .sign, .adverse])
        && !sentence.isWord(rest, "related") && !sentence.isWord(rest, "shock")
        && !sentence.isWord(rest, "like")
      {
        return nil
      }
      // `infusion-related adverse reaction`: `adverse` begins no name.
      let isAdverse = ((place + 1)..<index).contains { sentence[$0].cues.contains(.adverse) }
      guard isAdverse else { return phrase(sentence, endingWith: index - 1) }
      return (phrase(sentence, endingWith: place)?.lowerBound ?? place)..<index
    }
    return nil
  }

  /// `serum sickness-like reactions`.
  private static func isSerumSickness(
    _ sentence: borrowing SentenceTokens, _ index: Int
  ) -> Bool {
    sentence.isWord(index, "sickness") && sentence.isWord(index - 1, "serum")
  }

  /// What presents itself in signs: the last reaction or disorder before a verb.
  static func subject(
    _ sentence: borrowing SentenceTokens, before index: Int, within reach: Int = 12
  ) -> Range<Int>? {
    let nouns: Cue = [.event, .disorder, .allergic]
    for place in stride(from: index - 1, through: max(0, index - reach), by: -1)
    where !sentence[place].cues.isDisjoint(with: nouns) {
      if let found = phrase(sentence, endingWith: place) { return found }
    }
    return nil
  }

  /// At most four words behind a place that name what signs are signs of.
  static func named(_ sentence: borrowing SentenceTokens, from start: Int) -> Range<Int>? {
    var first = start
    while first < sentence.count,
      !sentence[first].cues.isDisjoint(with: [.modifier, .with, .of, .to, .or])
        || sentence.isWord(first, "related") && sentence.cues(at: first + 1).contains(.to)
        || sentence.isWord(first, "either")
    {
      first += 1
    }
    var end = first
    var isList = false
    let signs: SentenceToken.Marks = [
      .opening, .comma, .colon, .semicolon, .closing, .period,
    ]
    let ending: Cue = [
      .including, .suffer, .effect, .auxiliary, .possibility, .obligation, .who, .which, .in,
      .condition, .and, .with,
    ]
    while end < sentence.count, end - first < mostWords {
      let token = sentence[end]
      if end > first, !token.marks.isDisjoint(with: signs) {
        // `symptoms of bronchospasm, cyanosis, dyspnea`: the signs themselves.
        isList =
          token.marks.contains(.comma)
          && token.cues.isDisjoint(with: [.including, .which, .who, .effect, .auxiliary])
        break
      }
      // A heading or a line begins: `symptoms of hepatic dysfunction Severe skin reactions`.
      if end > first + 1, token.isCapital, !sentence[end - 1].isCapital { break }
      if token.cues.contains(.and), end == first + 1, isPaired(sentence, behind: end) {
        end += 1
        continue
      }
      if !token.cues.isDisjoint(with: ending), token.cues.isDisjoint(with: [.disorder, .allergic]) {
        break
      }
      end += 1
    }
    guard end > first, !isList, isTelling(sentence, first..<end) else { return nil }
    return first..<end
  }

  /// `fluid and electrolyte imbalance`: two words that describe one noun.
  private static func isPaired(_ sentence: borrowing SentenceTokens, behind and: Int) -> Bool {
    guard and + 2 < sentence.count else { return false }
    return (1...2).allSatisfy {
      sentence[and + $0].marks.isEmpty && sentence[and + $0].cues.isEmpty
        && !sentence[and + $0].isNumber
    }
  }

  /// The noun phrase that ends with a word, from its first noun.
  private static func phrase(
    _ sentence: borrowing SentenceTokens, endingWith last: Int
  ) -> Range<Int>? {
    var first = last
    let away: Cue = [
      .modifier, .or, .of, .to, .in, .with, .auxiliary, .possibility, .effect, .suffer, .person,
      .which, .who, .condition, .leafletEnd, .negation, .turn, .most, .common, .instruction,
      .instructed, .obligation, .adverse, .ownName, .medicine,
    ]
    while first > 0, last - first + 1 < mostWords {
      let before = sentence[first - 1]
      guard sentence[first].marks.isSubset(of: [.hyphen, .slash]), !before.isNumber else { break }
      // `… Infusion reactions` behind other words: a line or a sentence begins.
      if sentence[first].isCapital, first < last, !sentence[first + 1].isCapital,
        // `The Jarisch-Herxheimer reaction`.
        !sentence[first].marks.contains(.hyphen)
      {
        break
      }
      if isCount(sentence, first - 1) || isHeadingEnd(sentence, first) { break }
      if before.cues.contains(.and) {
        // `Hypersensitivity and related reactions`: one name, if what stands before is a noun.
        guard first > 1, sentence[first - 1].marks.isEmpty,
          sentence[first - 2].cues.contains(.allergic)
        else { break }
      } else if !before.cues.isDisjoint(with: away), before.cues.isDisjoint(with: [.allergic]) {
        break
      }
      first -= 1
    }
    while first < last, sentence[first].cues.contains(.and) { first += 1 }
    return isTelling(sentence, first..<(last + 1)) ? first..<(last + 1) : nil
  }

  /// `General Risks Hypotension`, `Hypersensitivity Reactions Hypersensitivity`: a heading ends
  /// before a word.
  private static func isHeadingEnd(_ sentence: borrowing SentenceTokens, _ first: Int) -> Bool {
    let before = first - 1
    for word in [
      "risk", "risks", "warnings", "effects", "reactions", "events", "disorders",
    ] as [StaticString]
    where sentence.isWord(before, word) {
      return true
    }
    // The words of the heading again.
    return (max(0, before - 1)...before).contains {
      sentence[$0].letters == sentence[first].letters
    }
  }

  /// `six allergic reactions`, `usually hypersensitivity reactions`.
  private static func isCount(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    let words: [StaticString] = [
      // `Body as a Whole — hypersensitivity reactions`: the heading before them.
      "whole", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
      "usually",
      "mainly", "mostly", "possible", "possibly", "few", "several", "many", "less", "more",
    ]
    return words.contains { sentence.isWord(index, $0) }
  }

  /// Whether more is said than that they are reactions.
  private static func isTelling(
    _ sentence: borrowing SentenceTokens, _ words: Range<Int>
  ) -> Bool {
    let general: Cue = [
      .event, .adverse, .sign, .modifier, .other, .and, .or, .ownName, .medicine, .leafletEnd,
      .grade, .most, .common, .kind, .share, .person, .stopping, .afterApproval, .comparator,
      .including, .together,
    ]
    return words.contains { index in
      let cues = sentence[index].cues
      if sentence.isWord(index, from: "infusion") { return false }
      if cues.contains(.allergic) { return true }
      guard cues.isDisjoint(with: general) else { return false }
      for word in [
        "related", "clinical", "trials", "trial", "studies", "drug", "product", "use", "system",
        "such", "following", "rare", "cases", "case", "disorder", "disease", "illness",
        "syndrome", "syndromes", "condition", "problems", "reported", "observed", "dose",
      ] as [StaticString] where sentence.isWord(index, word) {
        return false
      }
      return !sentence[index].isNumber
    }
      || words.count > 1 && words.contains { sentence.isWord($0, "infusion") }
        && words.contains { sentence[$0].cues.contains(.event) }
  }
}
