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

  init(_ sentence: borrowing SentenceTokens, _ utf8: borrowing Span<UInt8>) {
    isReported = Self.isReported(sentence)
    if sentence.cues.contains(.pediatric), !sentence.cues.contains(.adult) {
      population = "pediatric"
    } else if sentence.cues.contains(.elderly), !sentence.cues.contains(.adult) {
      population = "elderly"
    }
    guard sentence.cues.contains(.common) || sentence.cues.contains(.event) else { return }
    let threshold = FigureReader().threshold(sentence, utf8)
    guard Self.isMostCommon(sentence, hasThreshold: threshold != nil) else { return }
    isMostCommon = true
    self.threshold = threshold
  }

  /// `the most common adverse reactions were …`, `adverse reactions in ≥ 5 % … include …`.
  private static func isMostCommon(
    _ sentence: borrowing SentenceTokens, hasThreshold: Bool
  ) -> Bool {
    for index in 0..<sentence.count {
      let cues = sentence[index].cues
      let isMost = cues.contains(.most) && sentence.cues(at: index + 1).contains(.common)
      let isCommon =
        hasThreshold && (cues.contains(.common) || cues.contains(.adverse) || cues.contains(.event))
      guard isMost || isCommon else { continue }
      if !isMost, !sentence.cues(at: index - 1).isDisjoint(with: [.less, .negation]) { continue }
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

  /// `in postmarketing experience`, `during post-approval use`, `reported voluntarily`; not where
  /// the sentence names trials or studies as well.
  private static func isReported(_ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.cues.contains(.afterApproval), !namesStudies(sentence) else { return false }
    for index in 0..<sentence.count where sentence[index].cues.contains(.afterApproval) {
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
