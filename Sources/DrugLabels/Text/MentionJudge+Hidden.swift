// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Words that a sentence has for something else than an effect: what the drug hides, what leads to an
// illness, and what only qualifies another noun.

extension MentionJudge {
  /// `may mask signs such as tachycardia`, `risk factors include fever`: nothing that it causes.
  func isHidden(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    for back in 1...32 {
      let index = words.lowerBound - back
      guard index >= 0 else { return false }
      // `e.g.` ends nothing.
      let isShort = sentence[index + 1].range.count == 1 || sentence[index].range.count == 1
      if !sentence[index + 1].marks.isDisjoint(with: [.semicolon, .period]), !isShort {
        return false
      }
      let isFar = back > 12
      let isExample = sentence[words.lowerBound].depth > sentence[index].depth
      if isFar, !isExample {
        // `Precipitating conditions for ketoacidosis include …, acute febrile illness`.
        if sentence.cues(at: index + 1).contains(.disorder)
          || sentence.isWord(index + 1, "factors"),
          sentence.isWord(index, from: "precipit") || sentence.isWord(index, from: "predispo")
            || sentence.isWord(index, "risk"), index < 4
        {
          return true
        }
        continue
      }
      for word in ["mask", "masks", "masked", "masking", "unmask", "unmasks"] as [StaticString]
      where sentence.isWord(index, word) {
        return true
      }
      // `its activity in reducing inflammation, and possibly fever`: what it does against it.
      if !role.isList, back <= 6, sentence.isWord(index, "reducing"),
        sentence.cues(at: index - 1).contains(.in)
      {
        return true
      }
      // `may prevent early warning signs of hypoglycemia, such as tachycardia`.
      if sentence.isWord(index, "warning"), sentence.isWord(index + 1, from: "sign"),
        (1...4).contains(where: { sentence.isWord(index - $0, from: "prevent") })
      {
        return true
      }
      let isCause =
        (sentence.isWord(index, "factors") || sentence[index].cues.contains(.disorder))
        && !sentence.isWord(index - 1, from: "stimulat")
        && (sentence.isWord(index - 1, "risk") || sentence.isWord(index - 1, from: "precipit")
          || sentence.isWord(index - 1, from: "predispo"))
      if isCause || sentence.isWord(index, from: "predispos") && sentence.isWord(index + 1, "to") {
        return true
      }
    }
    return false
  }

  /// `nausea medicine`, `anti-nausea`, `depression rating scale`, `injection site flushing`.
  func isQualifier(_ words: Range<Int>, _ sentence: borrowing SentenceTokens) -> Bool {
    let next = sentence.cues(at: words.upperBound)
    let marks = sentence.marks(behind: words.upperBound - 1)
    if next.contains(.qualified), marks.isSubset(of: [.hyphen]) { return true }
    // `low-energy fractures`.
    if sentence.isWord(words.lowerBound, "low"), words.count == 2,
      sentence[words.lowerBound + 1].marks.contains(.hyphen),
      (0...4).contains(where: { sentence.isWord(words.upperBound + $0, from: "fracture") })
    {
      return true
    }
    let before = words.lowerBound - 1
    guard before >= 0 else { return false }
    let own = sentence[words.lowerBound].marks
    if own.contains(.hyphen), sentence.isWord(before, "anti") || sentence.isWord(before, "non") {
      return true
    }
    return sentence[before].cues.contains(.site) && own.isEmpty
  }
}
