// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping

/// What a sentence says as a whole of the effects that it lists.
struct SentenceFacts: Equatable {
  var isMostCommon = false
  var threshold: String?
  /// The word with which the statement of the most common ones begins.
  var mostCommonFrom = 0
  var isReported = false
  /// Whether it says that the effects are those of therapeutic overdosage: of the drug as it is
  /// taken, and kept apart (S25).
  var isOfOverdosage = false
  /// Whether it says that the reports are voluntary, as it is said of a whole list.
  var isVoluntary = false
  var population: String?
  /// Whether it is about adults, whoever the sentences before are about.
  var isOfAdults = false
  /// The words that it is said of; `nil` for all.
  var populationReach: Range<Int>?

  init() {}

  /// The least cut that makes a list one of the most common effects where the sentence does not
  /// call them common: that of the first step of salience.
  private static let leastCut = 5

  /// Reads the facts of a sentence.
  ///
  /// - Parameters:
  ///   - sentence: Its words.
  ///   - utf8: The text.
  ///   - isHighlight: Whether it stands in the highlights, whose only list of effects is that of
  ///     the most common ones, by whatever words.
  init(
    _ sentence: borrowing SentenceTokens, _ utf8: borrowing Span<UInt8>, isHighlight: Bool = false
  ) {
    isReported = Self.isReported(sentence)
    for index in 0..<sentence.count where sentence[index].cues.contains(.overdose) {
      if sentence.isWord(index - 1, from: "therapeu") { isOfOverdosage = true }
    }
    for index in 0..<sentence.count where sentence.isWord(index, from: "voluntar") {
      isVoluntary = true
    }
    readPopulation(sentence, utf8)
    guard sentence.cues.contains(.common) || sentence.cues.contains(.event) else { return }
    let threshold = FigureReader().threshold(sentence, utf8)
    let cut = threshold.flatMap { $0.split(separator: ".").first }.flatMap { Int($0) }
    guard
      let start = Self.mostCommon(
        sentence, hasThreshold: threshold != nil || isHighlight,
        isHighCut: cut.map { $0 >= Self.leastCut } ?? false)
    else { return }
    isMostCommon = true
    mostCommonFrom = start
    self.threshold = threshold
  }

  /// Whether words stand in the statement of the most common ones: behind its verb, or before
  /// it with a verb between (`nausea and vomiting were the most common reactions`).
  func includes(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    guard words.upperBound <= mostCommonFrom else { return !isBeforeVerb(words, sentence) }
    for index in max(words.upperBound, mostCommonFrom - 5)..<mostCommonFrom
    where sentence[index].cues.contains(.auxiliary) {
      return true
    }
    return false
  }

  /// `The most common reactions in postoperative nausea and vomiting (≥ 2 %) are …`: what the
  /// drug is for, between the beginning and the verb.
  func isBeforeVerb(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    guard isMostCommon, words.lowerBound > mostCommonFrom, sentence[words.lowerBound].depth == 0
    else { return false }
    var isPlace = false
    for index in mostCommonFrom..<words.lowerBound {
      let token = sentence[index]
      let isVerb =
        !token.cues.isDisjoint(with: [.auxiliary, .including]) || token.marks.contains(.colon)
      if isVerb, token.depth == 0 { return false }
      if token.cues.contains(.in) || token.cues.contains(.with) || sentence.isWord(index, "for") {
        isPlace = true
      }
    }
    guard isPlace else { return false }
    let end = max(words.upperBound, min(sentence.count, words.upperBound + 16))
    for index in words.upperBound..<end where sentence[index].depth == 0 {
      let isVerb =
        sentence.isWord(index, "are") || sentence.isWord(index, "were")
        || sentence.isWord(index, "include") || sentence.isWord(index, "included")
        || sentence.isWord(index, "is") || sentence.isWord(index, "was")
      if isVerb || sentence[index].marks.contains(.colon) { return true }
    }
    return false
  }

  /// `the most common adverse reactions were …`, `adverse reactions in ≥ 5 % … include …`: the
  /// word with which it begins.
  private static func mostCommon(
    _ sentence: borrowing SentenceTokens, hasThreshold: Bool, isHighCut: Bool
  ) -> Int? {
    // `Table 12 lists the reactions of 5 % or more …`, `Table 12. Reactions in ≥ 5 % of …`.
    if isTable(sentence) { return nil }
    var isOfGrave = false
    for index in 0..<sentence.count {
      let cues = sentence[index].cues
      let isMost = cues.contains(.most) && sentence.cues(at: index + 1).contains(.common)
      let isCommon =
        (hasThreshold || isListed(sentence, index)) && cues.contains(.common)
        || isHighCut && !cues.isDisjoint(with: [.adverse, .event])
      guard isMost || isCommon else { continue }
      if !isMost, !sentence.cues(at: index - 1).isDisjoint(with: [.less, .negation, .more]) {
        continue
      }
      if isTableTitle(sentence, index) { continue }
      // `In an open-label study the following reactions were observed with an incidence of ≥ 12 %`:
      // of one study, and not called common.
      if !isMost, !cues.contains(.common), isOfOneStudy(sentence) { return nil }
      // `Other adverse reactions in at least 10 % of patients were …`: beside the most common ones.
      if !isMost, !cues.contains(.common), namesOthers(sentence, before: index) { return nil }
      // `Serious adverse reactions in > 5 % of patients were …` are not the most common ones.
      if !isMost, isOfGrave || isGrave(sentence, index) {
        isOfGrave = true
        continue
      }
      // `Interruptions occurred in 19 %; the most common (≥ 1 %) were …`: of those who stopped.
      if isMost, isPlain(sentence, index + 2) {
        return (0..<index).contains { sentence[$0].cues.contains(.leaving) } ? nil : index
      }
      for ahead in (isMost ? 2 : 0)...8 {
        let place = index + ahead
        let found = sentence.cues(at: place)
        // Only serious ones, those of a grade, or those that made people stop.
        if found.contains(.grade) || found.contains(.leaving) { return nil }
        if found.contains(.event) {
          if isLimited(sentence, behind: place) { return nil }
          return index
        }
      }
    }
    return nil
  }

  /// `In an open-label study …` at the beginning, before the first comma: one study of several.
  private static func isOfOneStudy(_ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.cues(at: 0).contains(.in),
      sentence.isWord(1, "a") || sentence.isWord(1, "an") || sentence.isWord(1, "one")
    else { return false }
    let words = 2..<min(sentence.count, 9)
    return words.contains { sentence.isWord($0, "study") || sentence.isWord($0, "trial") }
      && words.contains { sentence.isWord($0, from: "open") || sentence.isWord($0, "uncontrolled") }
  }

  /// `Other adverse reactions …`, `Additional events …` at the beginning.
  private static func namesOthers(_ sentence: borrowing SentenceTokens, before index: Int) -> Bool {
    (0..<min(index, 2)).contains {
      sentence.cues(at: $0).contains(.other) || sentence.isWord($0, from: "addition")
    }
  }

  /// `Serious adverse reactions`, `Grade 3 or 4 adverse reactions`.
  private static func isGrave(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    for back in 1...5 {
      let place = index - back
      guard place >= 0, sentence[place + 1].marks.isSubset(of: [.more, .hyphen, .slash]) else {
        return false
      }
      if sentence[place].cues.contains(.grade) { return true }
      let between: Cue = [.adverse, .or, .and, .modifier, .event]
      guard sentence[place].isNumber || !sentence[place].cues.isDisjoint(with: between) else {
        return false
      }
    }
    return false
  }

  /// `… (≥ 1 %) associated with discontinuation were`: not of all effects, as is said before
  /// the verb.
  private static func isLimited(_ sentence: borrowing SentenceTokens, behind event: Int) -> Bool {
    for place in (event + 1)..<max(event + 1, min(sentence.count, event + 40)) {
      let cues = sentence[place].cues
      if place <= event + 4, cues.contains(.grade) { return true }
      if cues.contains(.leaving) || sentence.isWord(place, from: "disconti") { return true }
      let isVerb = cues.contains(.auxiliary) || cues.contains(.including)
      if isVerb || sentence[place].marks.contains(.colon), sentence[place].depth == 0 {
        return false
      }
    }
    return false
  }

  /// `Common adverse reactions include …`, `Common adverse reactions: …` at the beginning.
  private static func isListed(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard index == 0 || index == 1 && sentence.cues(at: 0).contains(.modifier) else { return false }
    for ahead in 1...3 where sentence.cues(at: index + ahead).contains(.event) {
      let next = index + ahead + 1
      guard next < sentence.count else { return false }
      return sentence[next].marks.contains(.colon)
        || !sentence[next].cues.isDisjoint(with: [.including, .auxiliary])
    }
    return false
  }

  /// `The most frequent of these are …`, `The most frequent (which …) are …`: of what the
  /// sentence before tells.
  private static func isPlain(_ sentence: borrowing SentenceTokens, _ start: Int) -> Bool {
    var place = start
    if sentence.cues(at: place).contains(.of), sentence.isWord(place + 1, "these") { place += 2 }
    // `Side effects most commonly reported were …`.
    if sentence.cues(at: place).contains(.effect) { place += 1 }
    while place < sentence.count, sentence[place].depth > 0 { place += 1 }
    guard place < sentence.count else { return false }
    return sentence.isWord(place, "are") || sentence.isWord(place, "were")
      || sentence.isWord(place, "include") || sentence.isWord(place, "included")
  }

  /// Whether it is the title of a table, or tells what a table shows.
  static func isTable(_ sentence: borrowing SentenceTokens) -> Bool {
    sentence.isWord(0, "table") && sentence.count > 1 && sentence[1].isNumber
  }

  /// `Table 3 (most common adverse reactions in adults)`: what the table is called.
  private static func isTableTitle(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    index >= 2 && sentence[index].marks.contains(.opening) && sentence[index - 1].isNumber
      && sentence.isWord(index - 2, "table")
  }

  /// `in postmarketing experience`, `during post-approval use`, `reported voluntarily`; not where
  /// the sentence names trials or studies as well.
  private static func isReported(_ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.cues.contains(.afterApproval) else { return false }
    if namesStudies(sentence) {
      // `In addition to the events of clinical trials, … identified during postmarketing use`.
      let isMore = (0..<sentence.count).contains { sentence.isWord($0, "addition") }
      guard isMore || sentence.cues(at: 1).contains(.afterApproval) && sentence[0].isNumber
      else { return false }
    }
    for index in 0..<sentence.count where sentence[index].cues.contains(.afterApproval) {
      // `including those identified during postapproval use`: some of several.
      let isPart = (1...6).contains { sentence.isWord(index - $0, "those") }
      if isPart, sentence.cues.contains(.including) { continue }
      if sentence.isWord(index, "approval") || sentence.isWord(index, "marketing") {
        if sentence.isWord(index - 1, "post") { return true }
        continue
      }
      if sentence.isWord(index, from: "spontane") {
        // `spontaneous reports`, but `spontaneous erection`, `by spontaneous report and recorded
        // by clinical investigators`.
        let isReport =
          sentence.isWord(index + 1, "reports") || sentence.isWord(index + 1, from: "reporti")
          || sentence.cues(at: index - 1).contains(.effect)
          || sentence.cues(at: index - 1).contains(.instructed)
          || sentence.cues(at: index + 1).contains(.effect)
        if isReport { return true }
        continue
      }
      return true
    }
    return false
  }

  /// Whether trials or studies are named as where effects were seen.
  ///
  /// With `ofItsOwn` those that the sentence tells of itself: neither `study treatment` and `study
  /// drug` nor, in general, `in clinical studies`.
  static func namesStudies(
    _ sentence: borrowing SentenceTokens, ofItsOwn: Bool = false
  ) -> Bool {
    (0..<sentence.count).contains { index in
      guard isStudy(sentence, index) else { return false }
      guard ofItsOwn else { return true }
      let isGeneral =
        index > 2 && sentence[index].isPlural && sentence.isWord(index - 1, "clinical")
        && sentence.cues(at: index - 2).contains(.in)
      let isOfTreatment =
        !sentence.cues(at: index + 1).isDisjoint(with: [.purpose, .medicine])
        && sentence.marks(behind: index).isEmpty
      return !isGeneral && !isOfTreatment
    }
  }

  /// Whether a word is `study` or `trial`.
  static func isStudy(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard index >= 0 else { return false }
    for word in ["studies", "trials", "study", "trial"] as [StaticString]
    where sentence.isWord(index, word) {
      return true
    }
    return false
  }
}
