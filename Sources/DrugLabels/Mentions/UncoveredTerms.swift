// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Finds the terms of a list of effects that no category covers.
///
/// A list is an item, or a sentence with at least two commas or semicolons. A term is what stands
/// between them: one to four words without a mention, a figure or a word that makes a sentence.
/// What stands in brackets, and what a colon follows (`Gastrointestinal:`), is no term.
struct UncoveredTerms {
  private static let mostWords = 4
  private static let ends: SentenceToken.Marks = [
    .comma, .semicolon, .colon, .period, .bullet, .line,
  ]
  private static let openings: Cue = [.including, .auxiliary, .effect, .and, .or]
  private static let others: Cue = [
    .person, .possibility, .obligation, .negation, .event, .adverse, .share, .medicine, .ownName,
    .which, .who, .condition, .turn, .placebo, .than, .common, .reported, .other,
  ]

  static func terms(
    of sentence: borrowing SentenceTokens, mentions: [Range<Int>], isItem: Bool
  ) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = 0
    var separators = 0
    for index in 0..<sentence.count {
      let marks = sentence[index].marks
      guard index > 0, sentence[index].depth == 0, !marks.isDisjoint(with: ends) else { continue }
      if !marks.isDisjoint(with: [.comma, .semicolon]) { separators += 1 }
      if !marks.contains(.colon) { pieces.append(start..<index) }
      start = index
    }
    if start < sentence.count { pieces.append(start..<sentence.count) }
    guard isItem || separators >= 2 else { return [] }
    return pieces.compactMap { term(in: $0, sentence, mentions) }
  }

  private static func term(
    in piece: Range<Int>, _ sentence: borrowing SentenceTokens, _ mentions: [Range<Int>]
  ) -> Range<Int>? {
    guard !mentions.contains(where: { $0.overlaps(piece) }) else { return nil }
    var start = piece.lowerBound
    var end = piece.lowerBound
    for index in piece {
      // Brackets behind the words say more of them.
      if sentence[index].depth > 0 { break }
      end = index + 1
      if !sentence[index].cues.isDisjoint(with: openings) { start = end }
    }
    guard end > start, end - start <= mostWords else { return nil }
    for index in start..<end
    where sentence[index].isNumber || !sentence[index].cues.isDisjoint(with: others) {
      return nil
    }
    return start..<end
  }
}
