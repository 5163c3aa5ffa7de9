// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What came of too much of the drug is no effect of it as it is used. Not all words of overdose say so:
//
//   … after an overdose · Accidental ingestion of …            too much, or by accident: passed
//   … due to therapeutic overdosage · [see Overdosage (10)]    the drug as it is taken, a reference
//   … have occurred following ingestion of the contrast medium how it is taken

extension MentionJudge {
  /// An overdose before the words in the same sentence, or behind them (`… after an overdose`).
  func isOverdose(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    for index in 0..<sentence.count where sentence[index].cues.contains(.overdose) {
      // `those of hyperthyroidism due to therapeutic overdosage: …` are effects of the drug.
      if role == .adverse, sentence.isWord(index - 1, from: "therapeu") { continue }
      if isIntake(index, sentence) { continue }
      // `[see Overdosage (10)]` only refers to a section.
      if sentence[index].depth > 0, sentence.isWord(index - 1, "see") { continue }
      if index > words.upperBound {
        guard isTied(words.upperBound, index, sentence) else { continue }
        // `…, pituitary adenoma, water intoxication` is one of a list.
        if role.isList, !isCause(index, sentence) { continue }
      }
      // In a list of dangers an overdose is one of them.
      if sentence.cues(at: index + 1).contains(.and) || sentence.cues(at: index - 1).contains(.and)
        || sentence[index].marks.contains(.comma)
      {
        continue
      }
      return true
    }
    return false
  }

  /// `following ingestion of the contrast medium`: how the drug is taken, unless by accident or too much
  /// of it.
  private func isIntake(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.isWord(index, from: "ingestio"), sentence.cues(at: index - 1).contains(.sudden),
      sentence.cues(at: index + 1).contains(.of)
    else { return false }
    // Tablets may have been taken by children, or in an attempt: only what is given for a picture is
    // plain.
    return sentence.isWord(index + 2, "contrast")
      || sentence.isWord(index + 2, "the") && sentence.isWord(index + 3, "contrast")
  }

  /// Whether a word is told as what something came of: `after an overdose`.
  private func isCause(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    for back in 1...3 {
      let cues = sentence.cues(at: index - back)
      if !cues.isDisjoint(with: [.sudden, .of, .in, .with, .to, .as]) { return true }
      for word in ["during", "by", "from", "an"] as [StaticString]
      where sentence.isWord(index - back, word) {
        return true
      }
    }
    return false
  }
}
