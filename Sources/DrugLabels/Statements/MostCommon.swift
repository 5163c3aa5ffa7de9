// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Which sentences list the most common effects:
//
//   The most common adverse reactions (≥5%) were nausea and headache.
//   Adverse reactions in ≥5% of patients include …        with a cut of at least 5 %
//   Common side effects: …
//   but: The most common serious reactions …, … leading to discontinuation …, Table 2: …

/// The statement of the most common effects in a sentence.
struct MostCommon: Equatable {
  var start: Int
  var threshold: String?

  /// The least cut that makes a list one of the most common effects where the sentence does not
  /// call them common: that of the first step of salience.
  private static let leastCut = 5

  init(start: Int, threshold: String?) {
    self.start = start
    self.threshold = threshold
  }

  /// Finds the statement; `nil` if the sentence has none.
  init?(
    _ sentence: borrowing SentenceTokens, _ utf8: borrowing Span<UInt8>, isHighlight: Bool
  ) {
    guard sentence.cues.contains(.common) || sentence.cues.contains(.event),
      !Self.isTable(sentence), !Self.isBesideCommon(sentence)
    else { return nil }
    threshold = FigureReader().threshold(sentence, utf8)
    let cut = threshold.flatMap { $0.split(separator: ".").first }.flatMap { Int($0) } ?? 0
    start = 0
    var isOfGrave = false
    for index in 0..<sentence.count {
      let cues = sentence[index].cues
      let isMost = cues.contains(.most) && sentence.cues(at: index + 1).contains(.common)
      let isCut = cut >= Self.leastCut && !cues.isDisjoint(with: [.adverse, .event])
      let isCommon =
        cues.contains(.common)
        && (threshold != nil || isHighlight || Self.isListed(sentence, index))
      guard isMost || isCommon || isCut else { continue }
      let before = sentence.cues(at: index - 1)
      if !isMost, !before.isDisjoint(with: [.less, .negation, .more]) { continue }
      // `Other reactions in at least 10 % were`: beside the most common ones.
      if isCut, !isCommon,
        (0..<min(index, 2)).contains(where: { sentence[$0].cues.contains(.other) })
      {
        return nil
      }
      if !isMost, isOfGrave || Self.isGrave(sentence, index) {
        isOfGrave = true
        continue
      }
      if isMost, Self.isPlain(sentence, index + 2) {
        if (0..<index).contains(where: { sentence[$0].cues.contains(.leaving) }) { return nil }
        start = index
        return
      }
      for ahead in (isMost ? 2 : 0)...8 {
        let found = sentence.cues(at: index + ahead)
        if found.contains(.grade) || found.contains(.leaving) { return nil }
        guard found.contains(.event) else { continue }
        if Self.isLimited(sentence, behind: index + ahead) { return nil }
        start = index
        return
      }
    }
    return nil
  }

  /// Whether words are in the list: behind its verb, or before it with a verb between.
  func includes(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    if words.lowerBound >= start {
      return listStart(sentence).map { words.lowerBound >= $0 } ?? true
    }
    return (max(words.upperBound, start - 5)..<max(words.upperBound, start)).contains {
      sentence[$0].cues.contains(.auxiliary)
    }
  }

  func listStart(_ sentence: borrowing SentenceTokens) -> Int? {
    for index in start..<sentence.count where sentence[index].depth == 0 {
      if sentence[index].marks.contains(.colon) { return index }
      if !sentence[index].cues.isDisjoint(with: [.auxiliary, .including]) { return index + 1 }
    }
    return nil
  }

  static func isTable(_ sentence: borrowing SentenceTokens) -> Bool {
    sentence.isWord(0, "table") && sentence.count > 1 && sentence[1].isNumber
  }

  /// `In addition to the relatively common reactions above, the following were reported`.
  private static func isBesideCommon(_ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.isWord(0, "in"), sentence.isWord(1, "addition"), sentence.isWord(2, "to") else {
      return false
    }
    for place in 3..<max(3, min(sentence.count, 8)) {
      if sentence[place].cues.contains(.common) { return true }
      if sentence[place].marks.contains(.comma) { return false }
    }
    return false
  }

  /// `Serious adverse reactions`, `Grade 3 or 4 adverse reactions`.
  private static func isGrave(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    for place in stride(from: index - 1, through: max(0, index - 5), by: -1) {
      guard sentence[place + 1].marks.isSubset(of: [.more, .hyphen, .slash]) else { return false }
      if sentence[place].cues.contains(.grade) { return true }
      let between: Cue = [.adverse, .or, .and, .modifier, .event]
      guard sentence[place].isNumber || !sentence[place].cues.isDisjoint(with: between) else {
        return false
      }
    }
    return false
  }

  /// `… (≥ 1 %) associated with discontinuation were`: not of all effects.
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

  /// `Common adverse reactions include …`, `Common side effects: …` at the beginning.
  private static func isListed(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard index == 0 || index == 1 && sentence.cues(at: 0).contains(.modifier) else { return false }
    for ahead in 1...3 where sentence.cues(at: index + ahead).contains(.event) {
      let next = index + ahead + 1
      guard next < sentence.count else { return sentence.lastMarks.contains(.colon) }
      return sentence[next].marks.contains(.colon)
        || !sentence[next].cues.isDisjoint(with: [.including, .auxiliary, .of])
    }
    return false
  }

  /// `The most frequent of these are …`: of what the sentence before says.
  private static func isPlain(_ sentence: borrowing SentenceTokens, _ start: Int) -> Bool {
    var place = start
    if sentence.cues(at: place).contains(.of), sentence.isWord(place + 1, "these") { place += 2 }
    if sentence.cues(at: place).contains(.effect) { place += 1 }
    while place < sentence.count, sentence[place].depth > 0 { place += 1 }
    return ["are", "were", "include", "included"].contains { sentence.isWord(place, $0) }
  }
}
