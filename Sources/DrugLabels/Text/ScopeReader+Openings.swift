// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Words that open a scope only where others stand beside them.
extension ScopeReader {
  func isStopping(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard sentence[index].cues.contains(.stopping) else { return false }
    let before = sentence.cues(at: index - 1)
    let next = sentence.cues(at: index + 1)
    if before.contains(.sudden) || sentence.cues(at: index - 2).contains(.sudden) { return true }
    if next.contains(.sign) || next.contains(.event) || next.contains(.disorder) {
      return !isList || isTold(sentence, behind: index + 1)
    }
    return before.contains(.of) && sentence.cues(at: index - 2).contains(.sign)
  }

  /// Whether more is said of a term of a list than its name: `withdrawal symptoms such as …`,
  /// but `edema, drug withdrawal syndrome, peripheral coldness`.
  func isTold(_ sentence: borrowing SentenceTokens, behind index: Int) -> Bool {
    var place = index + 1
    while place < sentence.count {
      let token = sentence[place]
      if !token.marks.isDisjoint(with: [.opening, .colon]) { return true }
      if !token.marks.isDisjoint(with: [.comma, .semicolon, .period]) { return false }
      if !token.cues.isDisjoint(with: [.including, .auxiliary, .effect, .possibility]) {
        return true
      }
      place += 1
    }
    return false
  }

  /// `Rash includes …`, `* Fatigue includes …`, `Combines preferred terms …`: no statement but
  /// what a term of a table stands for.
  func isGrouping(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    let cues = sentence[index].cues
    if cues.contains(.grouping) {
      let next = sentence.cues(at: index + 1)
      return sentence[index].isCapital || sentence.isWord(index + 1, "terms")
        || sentence.isWord(index + 1, "preferred") || next.contains(.of) && index < 6
    }
    guard sentence.isWord(index, "includes") || sentence.isWord(index, "include") else {
      return false
    }
    if sentence[index].isCapital, index > 0 { return true }
    // `They include nausea`: the effects of the sentence before.
    if sentence.isWord(index - 1, "they") { return false }
    guard index > 0, index <= 6 else { return false }
    for place in 0..<index {
      let word = sentence[place].cues
      let general: Cue = [
        .sign, .event, .adverse, .common, .possibility, .auxiliary, .person, .medicine, .ownName,
        .most, .effect, .of, .leafletEnd, .other, .overdose, .stopping,
      ]
      if !word.isDisjoint(with: general) { return false }
    }
    return true
  }
}
