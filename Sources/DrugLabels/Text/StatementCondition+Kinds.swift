// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Lists of a label may be of patients who had other treatment before, or of an illness that is named
// before the patients:
//
//   Treatment-naïve adults (≥ 5 %): headache, …                treatment-naïve
//   Patients who switched from betadrug (≥ 10 %): headache, …  switched from betadrug
//   … in pediatric kidney transplant patients were headache …  kidney transplant

extension StatementCondition {
  /// What the patients of a list had before, as the words before its colon or verb say; `nil` if they
  /// name several kinds.
  static func treatedBefore(
    of mention: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> Range<Int>? {
    var found: Range<Int>?
    for index in label(of: mention, sentence) {
      let isState =
        sentence.isWord(index, "naive") || sentence.isWord(index, "naïve")
        || sentence.isWord(index, from: "experien") && !sentence[index].isPlural
          && sentence.isWord(index - 1, from: "treatmen")
      let isSwitched =
        sentence.isWord(index, "switched") && sentence.isWord(index + 1, "from")
        && index + 2 < mention.lowerBound && sentence[index + 2].cues.isEmpty
      let isHyphened = index > 0 && sentence[index].marks == .hyphen
      guard isSwitched || isState && isHyphened else { continue }
      if found != nil { return nil }
      found = isSwitched ? index..<(index + 3) : (index - 1)..<(index + 1)
    }
    return found
  }

  /// `in pediatric kidney transplant patients`, `of adult root disease recipients`: the words between
  /// the preposition and the persons of a list, their ages and degrees left aside.
  static func illness(
    ofPersons mention: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> Range<Int>? {
    let label = label(of: mention, sentence)
    for index in label {
      let isPerson =
        sentence.isWord(index, "patients") || sentence.isWord(index, from: "recipien")
        || sentence.isWord(index, "subjects")
      guard isPerson, sentence[index].depth == 0, sentence[index].marks.isEmpty else { continue }
      var start = index
      while start > label.lowerBound, index - start < 5, isOfName(start - 1, sentence) {
        start -= 1
        guard sentence[start].marks.isEmpty || sentence[start].marks == .hyphen else { break }
      }
      guard start < index, start > label.lowerBound,
        !sentence.cues(at: start - 1).isDisjoint(with: [.in, .of, .pediatric, .adult])
      else { continue }
      return start..<index
    }
    return nil
  }

  /// Whether a word can be one of an illness: no age, degree, verb or name of the drug.
  private static func isOfName(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    let token = sentence[index]
    let away = general.union([
      .in, .of, .to, .than, .who, .which, .or, .and, .with, .medicine, .comparator, .past,
      .modifier, .purpose,
    ])
    guard !token.isNumber, token.cues.isDisjoint(with: away), token.depth == 0 else { return false }
    return !["treated", "receivin", "evaluabl", "clinical", "these", "all", "both", "naive", "for"]
      .contains { (word: StaticString) in sentence.isWord(index, from: word) }
  }

  /// The words before the colon of the list that a mention stands in, or before the verb of the
  /// sentence.
  private static func label(
    of mention: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> Range<Int> {
    let limit = min(mention.lowerBound + 1, sentence.count)
    let end = (0..<limit).last { sentence[$0].marks.contains(.colon) && sentence[$0].depth == 0 }
    if let end {
      let ends: SentenceToken.Marks = [.semicolon, .colon, .period, .bullet, .line]
      let start = (0..<end).last {
        $0 > 0 && !sentence[$0].marks.isDisjoint(with: ends) && sentence[$0].depth == 0
      }
      return (start ?? 0)..<end
    }
    let verb = (0..<limit).first {
      sentence[$0].depth == 0 && !sentence[$0].cues.isDisjoint(with: [.auxiliary, .including])
    }
    return 0..<(verb ?? 0)
  }
}
