// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping

/// What a sentence says as a whole of the effects that it lists.
struct SentenceFacts: Equatable {
  var isMostCommon = false
  var threshold: String?
  var isReported = false
  var population: String?

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
    if sentence.cues.contains(.pediatric), !sentence.cues.contains(.adult) {
      population = "pediatric"
    } else if sentence.cues.contains(.elderly), !sentence.cues.contains(.adult) {
      population = "elderly"
    }
    guard sentence.cues.contains(.common) || sentence.cues.contains(.event) else { return }
    let threshold = FigureReader().threshold(sentence, utf8)
    let cut = threshold.flatMap { $0.split(separator: ".").first }.flatMap { Int($0) }
    guard
      Self.isMostCommon(
        sentence, hasThreshold: threshold != nil || isHighlight,
        isHighCut: cut.map { $0 >= Self.leastCut } ?? false)
    else { return }
    isMostCommon = true
    self.threshold = threshold
  }

  /// `the most common adverse reactions were …`, `adverse reactions in ≥ 5 % … include …`.
  private static func isMostCommon(
    _ sentence: borrowing SentenceTokens, hasThreshold: Bool, isHighCut: Bool
  ) -> Bool {
    for index in 0..<sentence.count {
      let cues = sentence[index].cues
      let isMost = cues.contains(.most) && sentence.cues(at: index + 1).contains(.common)
      let isCommon =
        hasThreshold && cues.contains(.common)
        || isHighCut && !cues.isDisjoint(with: [.adverse, .event])
      guard isMost || isCommon else { continue }
      if !isMost, !sentence.cues(at: index - 1).isDisjoint(with: [.less, .negation, .more]) {
        continue
      }
      if isTableTitle(sentence, index) { continue }
      for ahead in (isMost ? 2 : 0)...8 {
        let place = index + ahead
        let found = sentence.cues(at: place)
        // Only serious ones, those of a grade, or those that made people stop.
        if found.contains(.grade) || found.contains(.leaving) { return false }
        if found.contains(.event) {
          for more in 1...4
          where !sentence.cues(at: place + more).isDisjoint(with: [.leaving, .grade]) {
            return false
          }
          return true
        }
      }
    }
    return false
  }

  /// `Table 3 (most common adverse reactions in adults)`: what the table is called.
  private static func isTableTitle(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    index >= 2 && sentence[index].marks.contains(.opening) && sentence[index - 1].isNumber
      && sentence.isWord(index - 2, "table")
  }

  /// `in postmarketing experience`, `during post-approval use`, `reported voluntarily`; not where
  /// the sentence names trials or studies as well.
  private static func isReported(_ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.cues.contains(.afterApproval), !namesStudies(sentence) else { return false }
    for index in 0..<sentence.count where sentence[index].cues.contains(.afterApproval) {
      // `including those identified during postapproval use`: some of several.
      let isPart = (1...6).contains { sentence.isWord(index - $0, "those") }
      if isPart, sentence.cues.contains(.including) { continue }
      if sentence.isWord(index, "approval") || sentence.isWord(index, "marketing") {
        if sentence.isWord(index - 1, "post") { return true }
        continue
      }
      return true
    }
    return false
  }

  /// Whether trials or studies are named as where effects were seen.
  static func namesStudies(_ sentence: borrowing SentenceTokens) -> Bool {
    for index in 0..<sentence.count {
      for word in ["studies", "trials", "study", "trial"] as [StaticString]
      where sentence.isWord(index, word) {
        return true
      }
    }
    return false
  }
}
