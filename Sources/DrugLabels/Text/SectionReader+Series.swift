// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping

// A statement of the most common effects may go on over sentences, one for each illness:
//
//   The most common reactions (≥ 5 %) were: MDD: Nausea, cough. OCD: Nausea. PD: Insomnia.

/// What the first sentence of such a series says of all its lists.
struct ListSeries {
  let threshold: String?
}

extension SectionReader {
  /// Begins, goes on with, or ends a series of lists of the most common effects.
  mutating func followSeries(
    _ facts: inout SentenceFacts, isItem: Bool, _ utf8: borrowing Span<UInt8>
  ) {
    if let series, !isItem, let colon = colon(from: 1), isListTitle(0..<colon, utf8) {
      facts.isMostCommon = true
      facts.threshold = facts.threshold ?? series.threshold
      return
    }
    series = nil
    guard facts.isMostCommon, !isItem, let head = colon(from: facts.mostCommonFrom + 1),
      let colon = colon(from: head + 1), isListTitle(head..<colon, utf8)
    else { return }
    series = ListSeries(threshold: facts.threshold)
  }

  /// The first word from a place on that stands behind a colon.
  private func colon(from start: Int) -> Int? {
    (start..<max(start, sentence.count)).first {
      sentence[$0].marks.contains(.colon) && sentence[$0].depth == 0
    }
  }

  /// Whether words are what the drug is for, say how it was given, or whom a list is of
  /// (`Pediatric:`).
  private func isListTitle(_ words: Range<Int>, _ utf8: borrowing Span<UInt8>) -> Bool {
    guard (1...6).contains(words.count), sentence[words.lowerBound].isCapital,
      words.dropFirst().allSatisfy({ sentence[$0].marks.isSubset(of: [.hyphen]) })
    else { return false }
    let said: Cue = [.adverse, .event, .common, .effect, .auxiliary]
    let isGiven =
      words.contains { sentence[$0].cues.contains(.ownName) }
      && words.allSatisfy { sentence[$0].cues.isDisjoint(with: said) }
    let isOfAge =
      !sentence[words.lowerBound].cues.isDisjoint(with: [.adult, .pediatric, .elderly])
      && words.dropFirst().allSatisfy { sentence[$0].cues.contains(.person) }
    if isGiven || isOfAge { return true }
    return heading.treated(words.map { self.words($0..<($0 + 1), utf8) }) != nil
  }
}
