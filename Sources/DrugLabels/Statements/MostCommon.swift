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
struct MostCommon {
  var start: Int
  var threshold: String?
}

extension MostCommon {
  /// The least cut that makes a list one of the most common effects where the sentence does not
  /// call them common: that of the first step of salience.
  private static let leastCut = 5

  /// Finds the statement; `nil` if the sentence has none.
  init?(_ sentence: borrowing SentenceTokens, _ utf8: borrowing Bytes, isHighlight: Bool) {
    guard sentence.cues.contains(.common) || sentence.cues.contains(.event),
      !(sentence.isWord(0, "table") && sentence.count > 1 && sentence[1].isNumber),
      !sentence.isBesideCommon()
    else { return nil }
    let threshold = sentence.threshold(utf8)
    let cut = threshold.flatMap { $0.split(separator: ".").first }.flatMap { Int($0) } ?? 0
    var isOfGrave = false
    for index in 0..<sentence.count {
      let cues = sentence[index].cues
      let isMost = cues.contains(.most) && sentence.cues(at: index + 1).contains(.common)
      let isCut = cut >= Self.leastCut && !cues.isDisjoint(with: [.adverse, .event])
      let isCommon =
        cues.contains(.common) && (threshold != nil || isHighlight || sentence.listsCommon(index))
      guard isMost || isCommon || isCut else { continue }
      let before = sentence.cues(at: index - 1)
      if !isMost, !before.isDisjoint(with: [.less, .negation, .more]) { continue }
      // `Other reactions in at least 10 % were`: in addition to the most common ones.
      if isCut, !isCommon,
        (0..<min(index, 2)).contains(where: { sentence[$0].cues.contains(.other) })
      {
        return nil
      }
      if !isMost, isOfGrave || sentence.isGrave(index) {
        isOfGrave = true
        continue
      }
      if isMost, sentence.isPlainList(index + 2) {
        if (0..<index).contains(where: { sentence[$0].cues.contains(.leaving) }) { return nil }
        self.init(start: index, threshold: threshold)
        return
      }
      for ahead in (isMost ? 2 : 0)...8 {
        let found = sentence.cues(at: index + ahead)
        if found.contains(.grade) || found.contains(.leaving) { return nil }
        guard found.contains(.event) else { continue }
        if sentence.isLimitedEvent(behind: index + ahead) { return nil }
        self.init(start: index, threshold: threshold)
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
}

extension SentenceTokens {
  /// `In addition to the relatively common reactions above, the following were reported`.
  fileprivate func isBesideCommon() -> Bool {
    guard isWord(0, "in"), isWord(1, "addition"), isWord(2, "to") else { return false }
    for place in 3..<max(3, min(count, 8)) {
      if tokens[place].cues.contains(.common) { return true }
      if tokens[place].marks.contains(.comma) { return false }
    }
    return false
  }

  /// `Serious adverse reactions`, `Grade 3 or 4 adverse reactions`.
  fileprivate func isGrave(_ index: Int) -> Bool {
    for place in stride(from: index - 1, through: max(0, index - 5), by: -1) {
      guard tokens[place + 1].marks.isSubset(of: [.more, .hyphen, .slash]) else { return false }
      if tokens[place].cues.contains(.grade) { return true }
      let between: Cue = [.adverse, .or, .and, .modifier, .event]
      guard tokens[place].isNumber || !tokens[place].cues.isDisjoint(with: between) else {
        return false
      }
    }
    return false
  }

  /// `… (≥ 1 %) associated with discontinuation were`: not of all effects.
  fileprivate func isLimitedEvent(behind event: Int) -> Bool {
    for place in (event + 1)..<max(event + 1, min(count, event + 40)) {
      let cues = tokens[place].cues
      if place <= event + 4, cues.contains(.grade) { return true }
      if cues.contains(.leaving) || isWord(place, from: "disconti") { return true }
      let isVerb = cues.contains(.auxiliary) || cues.contains(.including)
      if isVerb || tokens[place].marks.contains(.colon), tokens[place].depth == 0 { return false }
    }
    return false
  }

  /// `Common adverse reactions include …`, `Common side effects: …` at the beginning.
  fileprivate func listsCommon(_ index: Int) -> Bool {
    guard index == 0 || index == 1 && cues(at: 0).contains(.modifier) else { return false }
    for ahead in 1...3 {
      // `Frequent: tinnitus; infrequent: abnormal vision`.
      if !marks(behind: index + ahead - 1).isDisjoint(with: [.colon, .semicolon]) { return false }
      guard cues(at: index + ahead).contains(.event) else { continue }
      let next = index + ahead + 1
      guard next < count else { return lastMarks.contains(.colon) }
      return tokens[next].marks.contains(.colon)
        || !tokens[next].cues.isDisjoint(with: [.including, .auxiliary, .of])
    }
    return false
  }

  /// `The most frequent of these are …`: of what the sentence before says.
  fileprivate func isPlainList(_ start: Int) -> Bool {
    var place = start
    if cues(at: place).contains(.of), isWord(place + 1, "these") { place += 2 }
    if cues(at: place).contains(.effect) { place += 1 }
    while place < count, tokens[place].depth > 0 { place += 1 }
    return ["are", "were", "include", "included"].contains { isWord(place, $0) }
  }
}
