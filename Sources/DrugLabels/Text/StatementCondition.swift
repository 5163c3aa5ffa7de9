// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What the figures and lists of a sentence are limited to, besides the persons:
//
//   Crohn's disease (≥ 5 %): headache, …                       crohn's disease
//   Heart Failure: Most common adverse reactions are …         heart failure
//   … who received triple therapy were diarrhea (7 %), …       triple therapy
//   … in combination with fulvestrant included nausea (14 %)   with fulvestrant

/// Reads the condition of a list of effects out of its sentence.
enum StatementCondition {
  /// Words that make a title general: it names no illness and no treatment.
  private static let general: Cue = [
    .adult, .pediatric, .elderly, .person, .adverse, .event, .common, .most, .ownName, .grade,
    .auxiliary, .effect, .possibility, .obligation, .including, .negation, .placebo, .leafletEnd,
    .instruction, .afterApproval,
  ]

  /// The words that name it, with `with` before them where they are of a partner; `nil` if the
  /// sentence names none.
  static func words(
    of mention: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> (words: Range<Int>, isPartner: Bool)? {
    if let title = title(sentence), title.upperBound <= mention.lowerBound {
      return (title, false)
    }
    if let therapy = therapy(sentence, before: mention.lowerBound) { return (therapy, false) }
    return partner(sentence, before: mention.lowerBound).map { ($0, true) }
  }

  /// `Crohn's disease (≥ 5 %): …`, `Heart Failure: Most common …`.
  private static func title(_ sentence: borrowing SentenceTokens) -> Range<Int>? {
    var end = 0
    while end < min(sentence.count, 6) {
      let token = sentence[end]
      if end > 0, !token.marks.isDisjoint(with: [.colon, .opening]) { break }
      guard token.cues.isDisjoint(with: general), !token.isNumber,
        end == 0 || token.marks.isDisjoint(with: [.comma, .semicolon, .period])
      else { return nil }
      end += 1
    }
    guard (1...5).contains(end), end < sentence.count else { return nil }
    if sentence[end].marks.contains(.colon) {
      return (0...2).contains {
        sentence.cues(at: end + $0).contains(.most) || sentence.cues(at: end + $0).contains(.common)
      } ? 0..<end : nil
    }
    guard sentence[end].marks.contains(.opening) else { return nil }
    var place = end
    var isCut = false
    while place < min(sentence.count, end + 12) {
      if place > end, sentence[place].marks.contains(.closing) {
        return isCut && sentence[place].marks.contains(.colon) ? 0..<end : nil
      }
      if sentence[place].isNumber, sentence.marks(behind: place).contains(.percent) {
        isCut = true
      }
      place += 1
    }
    return nil
  }

  /// `triple therapy`, `dual therapy`.
  private static func therapy(
    _ sentence: borrowing SentenceTokens, before limit: Int
  ) -> Range<Int>? {
    for index in 0..<max(0, limit - 1)
    where sentence.isWord(index, "triple") || sentence.isWord(index, "dual") {
      if sentence.isWord(index + 1, "therapy") { return index..<(index + 2) }
    }
    return nil
  }

  /// `in combination with fulvestrant`; not `alone or in combination with …`.
  private static func partner(
    _ sentence: borrowing SentenceTokens, before limit: Int
  ) -> Range<Int>? {
    for index in 1..<max(1, limit - 2) where sentence.isWord(index, from: "combinat") {
      guard sentence.cues(at: index - 1).contains(.in),
        sentence.cues(at: index + 1).contains(.with),
        !sentence.cues(at: index - 2).contains(.or), !sentence.cues(at: index - 2).contains(.and)
      else { continue }
      var end = index + 2
      while end < min(limit, index + 5) {
        let token = sentence[end]
        let isName =
          token.cues.isDisjoint(with: general.union([.in, .of, .to, .than, .who, .which, .or]))
          && !token.isNumber && !sentence.isWord(end, "for") && !sentence.isWord(end, "either")
          && (end == index + 2
            || token.marks.isDisjoint(with: [.comma, .semicolon, .colon, .opening, .period]))
        guard isName else { break }
        end += 1
      }
      while end > index + 2,
        sentence[end - 1].cues.contains(.and)
          || sentence.isWord(end - 1, "for") || sentence.isWord(end - 1, "or")
      {
        end -= 1
      }
      return end > index + 2 ? (index + 2)..<end : nil
    }
    return nil
  }
}
