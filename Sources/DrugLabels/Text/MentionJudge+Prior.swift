// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What the patients have already is no effect of the drug, even where it grows worse.

extension MentionJudge {
  /// `patients with migraine`: nothing but describing words between the person and the words.
  func isOwned(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    for back in 1...4 {
      let index = words.lowerBound - back
      guard index > 0 else { return false }
      guard sentence[index + 1].marks.isSubset(of: [.hyphen]) else { return false }
      if sentence[index].cues.contains(.with) {
        return sentence[index - 1].cues.contains(.person)
      }
      // `patients with a history of migraine`.
      let between: Cue = [.modifier, .past, .of, .or]
      if sentence[index].cues.isDisjoint(with: between), !sentence[index].cues.isEmpty {
        return false
      }
    }
    return false
  }

  /// Whether the patients are said to have it before.
  ///
  /// `Common co-morbid conditions included depression`; but what a sentence tells of reactions is an
  /// effect (`in patients with comorbid epilepsy, the most common adverse reactions were nausea`).
  func isComorbid(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    guard role == .adverse else { return false }
    for index in 0..<words.lowerBound
    where sentence.isWord(index, "comorbid") || sentence.isWord(index, "morbid") {
      // `Comorbid medical conditions`.
      let disorder = (1...3).first { sentence.cues(at: index + $0).contains(.disorder) }
      let isList =
        disorder.map { distance in
          (0..<distance).allSatisfy { sentence.marks(behind: index + $0).isEmpty }
        } ?? false
      let isTold = ((index + 1)..<words.lowerBound).contains {
        sentence[$0].marks.contains(.semicolon)
          || !sentence[$0].cues.isDisjoint(with: [.adverse, .event])
      }
      if isList, !isTold { return true }
    }
    return false
  }

  /// `evidence of latent depression`: it is there already.
  func isLatent(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    var index = words.lowerBound
    // `latent depression or anxiety associated with it`.
    if index > 1, sentence.cues(at: index - 1).contains(.or) { index -= 2 }
    return (1...2).contains { sentence.isWord(index - $0, "latent") }
  }

  /// `in patients with myasthenia gravis, since it may aggravate muscle weakness`,
  /// `may exacerbate muscle weakness in patients with myasthenia gravis`: they have it already.
  func isAggravated(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    let isWorsened = (1...2).contains {
      sentence.isWord(words.lowerBound - $0, from: "aggravat")
        || sentence.isWord(words.lowerBound - $0, from: "exacerba")
          // `exacerbates`, but `exacerbations of angina`.
          && sentence[words.lowerBound - $0].range.count < 12
    }
    guard isWorsened else { return isOneOfThese(words, sentence) }
    return (1..<max(1, sentence.count)).contains {
      sentence[$0].cues.contains(.with) && sentence[$0 - 1].cues.contains(.person)
    }
  }

  /// `may cause an exacerbation of asthma, epilepsy, or migraine and should be used with caution in women
  /// with these conditions`, `conditions that may be influenced by it, such as asthma and migraine`.
  private func isOneOfThese(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    for index in stride(from: words.lowerBound - 1, through: max(0, words.lowerBound - 24), by: -1)
    {
      if !sentence[index + 1].marks.isDisjoint(with: [.semicolon, .colon, .period]) {
        return false
      }
      if sentence.isWord(index, from: "exacerba"), sentence.cues(at: index + 1).contains(.of) {
        return (words.upperBound..<sentence.count).contains {
          sentence[$0].cues.contains(.with) && sentence[$0 - 1].cues.contains(.person)
            && sentence.isWord($0 + 1, "these")
        }
      }
      let isWorsened = ["influenc", "aggravat", "exacerba", "worsened"].contains {
        (word: StaticString) in sentence.isWord(index, from: word)
      }
      if isWorsened, sentence.isWord(index - 1, "be") {
        return (2...4).contains { sentence.cues(at: index - $0).contains(.which) }
          && (index..<words.lowerBound).contains { sentence[$0].cues.contains(.including) }
      }
    }
    return false
  }

  /// `The failure of insomnia to remit`, `a greater likelihood of having arrhythmias`: it was there before.
  func isLeft(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    for back in 1...16 where sentence.isWord(words.lowerBound - back, "having") {
      return sentence.cues(at: words.lowerBound - back - 1).contains(.of)
        && (2...6).contains {
          sentence.isWord(words.lowerBound - back - $0, from: "likeliho")
        }
    }
    return sentence.cues(at: words.lowerBound - 1).contains(.of)
      && sentence.isWord(words.lowerBound - 2, "failure")
      && sentence.cues(at: words.upperBound).contains(.to)
  }
}
