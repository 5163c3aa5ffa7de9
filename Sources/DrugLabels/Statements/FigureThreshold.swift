// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Percentages, and which of them are the cut of a list: `≥ 5 %`, `at least 5 %`, `5 % or more`.

extension SentenceTokens {
  /// The label's own cut for "most common": `≥ 5 %`, `at least 5 %`, `5 % or more`.
  func threshold(_ utf8: borrowing Bytes) -> String? {
    for index in 0..<count where isPercent(index) {
      if isThreshold(index) { return LabelWords.printed(tokens[index].range, utf8) }
    }
    return nil
  }

  /// The threshold stated before words: several lists in one sentence each have
  /// their own (`Adults (≥ 2 %): …; patients of 12 to 17 years (≥ 5 %): …`).
  func threshold(before words: Range<Int>, _ utf8: borrowing Bytes) -> String? {
    var found: Int?
    for index in stride(from: words.lowerBound - 1, through: 0, by: -1) {
      // `(> 5 % and ≥ 3 % compared to placebo)`: the first is the cut.
      if let found, tokens[index + 1].marks.contains(.opening) || found - index > 12 { break }
      if isPercent(index), isThreshold(index) { found = index }
    }
    return found.map { LabelWords.printed(tokens[$0].range, utf8) }
  }

  /// `12`, or `<1` where the sign or the words say so.
  func printed(_ index: Int, _ utf8: borrowing Bytes) -> String {
    let number = LabelWords.printed(tokens[index].range, utf8)
    let isLess =
      tokens[index].marks.contains(.less)
      || cues(at: index - 1).contains(.than) && cues(at: index - 2).contains(.less)
    return isLess ? "<" + number : number
  }

  func isPercent(_ index: Int) -> Bool {
    guard tokens[index].isNumber else { return false }
    return marks(behind: index).contains(.percent) || cues(at: index + 1).contains(.percent)
  }

  func isThreshold(_ index: Int) -> Bool {
    // `≥ 5 % higher incidence than on placebo` is a difference.
    if cues(at: index + 1).contains(.more) || isWord(index + 1, "over")
      || isWord(index + 1, from: "differen")
    {
      return false
    }
    if isRange(index) { return false }
    // `that occurred more commonly (> 2 %) than`, too.
    if cues(at: index - 1).contains(.common), cues(at: index - 2).contains(.more) { return false }
    if tokens[index].marks.contains(.more) { return true }
    if isWord(index - 1, "least") { return true }
    // `greater than or equal to 3 %`.
    if isWord(index - 1, "to"), isWord(index - 2, "equal"), cues(at: index - 3).contains(.or) {
      return cues(at: index - 5).contains(.more)
    }
    if cues(at: index - 1).contains(.than), cues(at: index - 2).contains(.more) { return true }
    for ahead in 1...2 where !cues(at: index + ahead).isDisjoint(with: [.or, .and]) {
      // `3 % or greater than placebo` is a difference, too.
      return cues(at: index + ahead + 1).contains(.more)
        && !cues(at: index + ahead + 2).contains(.than)
    }
    return false
  }

  /// `≥ 1 % to ≤ 5 %`, `at least 1 % but less than 5 %`: the lower end of a range is no cut.
  private func isRange(_ index: Int) -> Bool {
    var place = index + 1
    if cues(at: place).contains(.percent) { place += 1 }
    let isNext = marks(behind: place - 1).contains(.hyphen)
    var isJoined = isNext
    while place < min(count, index + 7) {
      let token = tokens[place]
      if token.isNumber {
        guard isPercent(place) else { return false }
        return isJoined || token.marks.contains(.less)
          || cues(at: place - 1).contains(.than) && cues(at: place - 2).contains(.less)
      }
      if !token.marks.isDisjoint(with: [.semicolon, .colon, .opening]) { return false }
      guard !token.cues.isDisjoint(with: [.to, .and, .turn, .less, .than, .or]) else {
        return false
      }
      isJoined = token.cues.contains(.to)
      place += 1
    }
    return false
  }
}
