// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What the lists of a leaflet are limited to stands between their beginning and their verb:
//
//   The most common side effects of Alphador in people treated for gout include …   gout
//   … of Alphador when given together with betadrug include …                       betadrug
//   … of Alphador when used alone include …                                          alone

extension StatementCondition {
  /// The words between the beginning of a list and its verb or colon; empty if it has none.
  static func head(
    of sentence: borrowing SentenceTokens, from start: Int
  ) -> Range<Int> {
    let end = (start..<sentence.count).dropFirst().first { index in
      sentence[index].depth == 0
        && (sentence[index].marks.contains(.colon)
          || !sentence[index].cues.isDisjoint(with: [.auxiliary, .including]))
        // `people who have gout`, `women who are being treated for gout`.
        && !sentence.cues(at: index - 1).contains(.who)
        && !(sentence.cues(at: index - 2).contains(.who)
          && sentence.cues(at: index - 1).contains(.auxiliary))
    }
    return start..<(end ?? (sentence.lastMarks.contains(.colon) ? sentence.count : start))
  }

  /// The drugs that the drug is taken with; `nil` if only some of the patients took one.
  static func partners(
    in head: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> [Range<Int>]? {
    for index in head.dropFirst() where sentence.cues(at: index).contains(.with) {
      let isGiven =
        sentence.isWord(index - 1, from: "combinat")
        || sentence.cues(at: index - 1).contains(.ownName)
        || ["together", "used", "given", "taken"].contains { (word: StaticString) in
          sentence.isWord(index - 1, word)
        }
      guard isGiven else { continue }
      let list = items(from: index + 1, head, sentence)
      // `with betadrug or alone`: of both.
      return list.isAlternative ? nil : list.items
    }
    return nil
  }

  /// The illnesses of the people; none where only marks of one are enumerated (`HER2-positive and
  /// HER2-low breast cancer`, `stage II or stage III cancer`).
  static func illnesses(
    in head: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> [Range<Int>] {
    let found = namedIllnesses(in: head, sentence)
    let areMarks = found.contains { item in
      ["positive", "negative", "low", "mutant", "ii", "iii", "iv"].contains {
        (word: StaticString) in sentence.isWord(item.upperBound - 1, word)
      }
    }
    return areMarks ? [] : found
  }

  private static func namedIllnesses(
    in head: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> [Range<Int>] {
    for index in head.dropFirst() where sentence[index].depth == 0 {
      let cues = sentence[index].cues
      let isOfPersons =
        cues.contains(.with)
        && (sentence.cues(at: index - 1).contains(.person)
          || sentence.isWord(index - 1, "older") || sentence.isWord(index - 1, "age")
          || sentence.isWord(index - 1, "old"))
      let isOfTreatment =
        sentence.isWord(index, "for") && sentence.isWord(index - 1, "treated")
        || cues.contains(.of) && sentence.isWord(index - 1, from: "treatmen")
      let isHad =
        sentence.isWord(index, "have") && sentence.cues(at: index - 1).contains(.who)
      if isOfPersons || isOfTreatment || isHad {
        return items(from: index + 1, head, sentence).items
      }
    }
    return []
  }

  /// The names of an enumeration, without articles and degrees, up to the next preposition.
  private static func items(
    from start: Int, _ head: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> (items: [Range<Int>], isAlternative: Bool) {
    let ends: Cue = [.in, .with, .who, .which, .person, .than, .as, .pediatric, .adult, .ownName]
    var items: [Range<Int>] = []
    var item = start..<start
    var isAlternative = false
    func isDegree(_ index: Int) -> Bool {
      degrees.contains { sentence.isWord(index, from: $0) }
        || sentence.cues(at: index).contains(.modifier)
        || sentence.cues(at: index).contains(.to)
    }
    func close(_ next: Int) {
      if !item.isEmpty { items.append(item) }
      item = next..<next
    }
    for index in start..<max(start, head.upperBound) {
      let token = sentence[index]
      let isType = token.isNumber && sentence.isWord(index - 1, "type")
      let isEnd =
        !token.cues.isDisjoint(with: ends) || token.depth > 0 || token.isNumber && !isType
        || ["for", "when", "taking", "receiving", "treated", "after", "that"].contains {
          (word: StaticString) in sentence.isWord(index, word)
        }
      // `with chemotherapy to treat gout`, but `moderate to severe gout`.
      let isPurpose = token.cues.contains(.to) && !item.isEmpty
      if isEnd || isPurpose || token.marks.contains(.semicolon) { break }
      if token.cues.contains(.and) || token.cues.contains(.or) {
        if token.cues.contains(.or) { isAlternative = true }
        close(index + 1)
        continue
      }
      if token.marks.contains(.comma) { close(index) }
      if item.isEmpty, isDegree(index) {
        item = (index + 1)..<(index + 1)
      } else {
        item = item.lowerBound..<(index + 1)
      }
    }
    close(0)
    return (items, isAlternative)
  }
}
