// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Further limits of lists: their persons, what these have beside the drug, and the trial.
//
//   With severe chronic neutropenia (≥ 5 %) are …        severe chronic neutropenia
//   Patients with cancer receiving chemotherapy: …       cancer receiving chemotherapy
//   … for Alphador as a single agent are …               single agent
//   … in the CARDINAL study (≥ 25 %) are …               CARDINAL

extension StatementCondition {
  /// `With severe chronic neutropenia (≥ 5 %) are …`, `The most common reactions in patients: With …`:
  /// the persons of one of several lists.
  static func group(
    _ sentence: borrowing SentenceTokens, before limit: Int
  ) -> Range<Int>? {
    for index in 0..<max(0, limit - 1)
    where sentence[index].cues.contains(.with) && sentence[index].isCapital {
      guard index == 0 || sentence[index].marks.contains(.colon) else { continue }
      var end = index + 1
      while end < min(limit, index + 12), !sentence[end].isNumber,
        sentence[end].cues.isDisjoint(with: [.auxiliary, .including, .ownName, .most]),
        sentence[end].marks.isDisjoint(with: [.opening, .comma, .colon, .semicolon])
      {
        end += 1
      }
      let isList = (end..<limit).contains {
        sentence[$0].cues.contains(.auxiliary) || sentence[$0].cues.contains(.including)
      }
      return end > index + 1 && isList ? (index + 1)..<end : nil
    }
    return nil
  }

  /// `Patients with severe chronic neutropenia: pain, hair loss`: the persons of an item in a leaflet.
  static func persons(
    of mention: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> Range<Int>? {
    guard sentence.count > 3, sentence[0].cues.contains(.person), sentence[1].cues.contains(.with),
      let colon = (3..<min(sentence.count, 14)).first(where: {
        sentence[$0].marks.contains(.colon)
      }), colon <= mention.lowerBound
    else { return nil }
    return 2..<colon
  }

  /// `as a single agent`, `as monotherapy`, `Alphador alone`; not `as monotherapy or in combination`.
  static func alone(
    _ sentence: borrowing SentenceTokens, before limit: Int
  ) -> Range<Int>? {
    for index in 1..<max(1, limit) where sentence.cues(at: index - 1).isDisjoint(with: [.or, .and])
    {
      if isGivenAlone(index, sentence), index < limit { return index..<(index + 1) }
      var end = index + 1
      if sentence.isWord(index, "single"), sentence.isWord(end, "agent") {
        end += 1
      } else if !sentence.isWord(index, from: "monother") {
        continue
      }
      let isSaid =
        (1...2).contains { sentence.cues(at: index - $0).contains(.as) }
        || isReceivedAlone(index, sentence)
      let isBoth = !sentence.cues(at: end).isDisjoint(with: [.or, .and])
      if isSaid, !isBoth, end <= limit { return index..<end }
    }
    return nil
  }

  /// `in patients who received Alphador monotherapy`.
  private static func isReceivedAlone(
    _ index: Int, _ sentence: borrowing SentenceTokens
  ) -> Bool {
    sentence.isWord(index, "monotherapy") && sentence[index].marks.isEmpty
      && sentence.cues(at: index - 1).contains(.ownName)
      && (sentence.isWord(index - 2, "received") || sentence.isWord(index - 2, "receiving"))
  }

  /// `In Combination with Betadrug and Gammadrug`, `Alphador Monotherapy` as a heading of its own, or at
  /// the end of one: how the drug was given in what stands below.
  static func headedRegimen(
    _ heading: borrowing SentenceTokens
  ) -> (words: Range<Int>, isPartner: Bool)? {
    if let partners = combined(heading) { return (partners, true) }
    guard var last = (0..<heading.count).last else { return nil }
    if heading.isWord(last, "monotherapy"), last == 0 || heading[last - 1].cues.contains(.ownName) {
      return (last..<(last + 1), false)
    }
    // `… with Betadrug, followed by Alphador as a Single Agent` is first of all with the partner.
    if let end = (1..<max(1, heading.count)).first(where: {
      heading.isWord($0, "followed") || $0 > 3 && heading[$0].cues.contains(.ownName)
    }) {
      last = end - 1
    } else if last > 0, heading.isWord(last, "agent"), heading.isWord(last - 1, "single") {
      return ((last - 1)..<(last + 1), false)
    }
    guard
      let start = (1..<max(1, last)).first(where: {
        heading.isWord($0, from: "combinat") && heading.cues(at: $0 - 1).contains(.in)
          && heading.cues(at: $0 + 1).contains(.with)
      }).map({ $0 + 2 }), (1...5).contains(last + 1 - start)
    else { return nil }
    let isOfNames = (start...last).allSatisfy {
      heading[$0].cues.isDisjoint(with: general.union([.or, .in, .of]).subtracting([.ownName]))
        && !heading[$0].isNumber && heading[$0].depth == 0
    }
    return isOfNames ? (start..<(last + 1), true) : nil
  }

  /// `Combination Treatment with Betadrug and Gammadrug`, alone or before the text: the partners.
  private static func combined(_ sentence: borrowing SentenceTokens) -> Range<Int>? {
    guard sentence.count > 3, sentence.isWord(0, from: "combinat"), sentence[0].isCapital,
      sentence.isWord(1, "treatment") || sentence.isWord(1, "therapy"), sentence[1].isCapital,
      sentence.cues(at: 2).contains(.with)
    else { return nil }
    var end = 3
    while end < min(sentence.count, 8), sentence[end].depth == 0,
      end == 3 || sentence[end].marks.isSubset(of: [.hyphen, .comma]),
      sentence[end].isCapital || sentence.cues(at: end).contains(.and),
      sentence[end].cues.isDisjoint(with: general.union([.in, .modifier]))
    {
      end += 1
    }
    if sentence.cues(at: end - 1).contains(.and) { end -= 1 }
    return end > 3 ? 3..<end : nil
  }

  /// `Alphador in Combination with Betadrug followed by …`: a heading of which too few words have
  /// capitals.
  static func beginsRegimen(_ sentence: borrowing SentenceTokens) -> Bool {
    if combined(sentence) != nil { return true }
    // `In Combination with Betadrug Alphador was administered …`: it runs on into its text.
    if sentence.count > 4, sentence.cues(at: 0).contains(.in), sentence.isWord(1, "combination"),
      sentence[1].isCapital, sentence.cues(at: 2).contains(.with),
      (4...8).contains(where: { sentence.cues(at: $0).contains(.ownName) })
    {
      return true
    }
    return (3..<24).contains(sentence.count) && sentence[0].cues.contains(.ownName)
      && sentence.cues(at: 1).contains(.in) && sentence.isWord(2, "combination")
      && sentence[2].isCapital && sentence.cues.isDisjoint(with: [.auxiliary, .possibility])
  }

  /// `Alphador alone`, `when used alone`; not `than with Alphador alone`, nor `alone or with betadrug`.
  private static func isGivenAlone(
    _ index: Int, _ sentence: borrowing SentenceTokens
  ) -> Bool {
    guard sentence.isWord(index, "alone"), sentence[index].marks.isEmpty,
      sentence.cues(at: index + 1).isDisjoint(with: [.or, .and]),
      !sentence.marks(behind: index).contains(.comma)
    else { return false }
    let isOfDrug =
      sentence.cues(at: index - 1).contains(.ownName)
      || (1...3).contains { sentence.cues(at: index - $0).contains(.ownName) }
        && ["tablets", "capsules", "used", "given", "taken"].contains {
          (word: StaticString) in sentence.isWord(index - 1, word)
        }
    // `that differed from those previously described for Alphador alone`.
    let compares: Cue = [.than, .versus, .to, .past]
    return isOfDrug
      && (1...6).allSatisfy {
        sentence.cues(at: index - $0).isDisjoint(with: compares)
          && !sentence.isWord(index - $0, from: "describe")
          && !sentence.isWord(index - $0, from: "differ")
      }
  }

  /// `in patients receiving high-dose methotrexate therapy`: what they have beside the drug.
  static func received(
    _ sentence: borrowing SentenceTokens, before limit: Int
  ) -> Range<Int>? {
    for index in 1..<max(1, limit - 1)
    where sentence.isWord(index, from: "receivin") && sentence.cues(at: index - 1).contains(.person)
    {
      var isTelling = false
      for end in (index + 1)..<min(limit, index + 7) {
        let token = sentence[end]
        if sentence.isWord(end, "therapy") || sentence.isWord(end, from: "chemothe") {
          return isTelling ? (index + 1)..<(end + 1) : nil
        }
        guard token.marks.isSubset(of: [.hyphen]), !token.isNumber,
          token.cues.isDisjoint(with: general.union([.in, .of, .to, .with, .or, .and, .together]))
        else { break }
        // `long-term therapy`, `standard therapy` tell no more than that they are treated.
        if token.cues.isEmpty, token.range.count > 6, !sentence.isWord(end, from: "standard"),
          !sentence.isWord(end, from: "backgrou"), !sentence.isWord(end, from: "previous"),
          !sentence.isWord(end, from: "combinat")
        {
          isTelling = true
        }
      }
    }
    return nil
  }

  /// Where a sentence names the trial of its list: `in Trial 1`, `in the CADENZA study`, `during the
  /// adjunctive therapy trial in …`; the words from behind the preposition to those behind the trial.
  static func trial(
    _ sentence: borrowing SentenceTokens, before limit: Int
  ) -> Range<Int>? {
    // The nearest: `In Trial 1, headache (12 %), and in Trial 2, nausea`.
    for index in (1..<max(1, limit)).suffix(400).reversed()
    where SentenceFacts.isStudy(sentence, index) {
      // `discontinued study drug`, `study treatment`.
      if sentence.marks(behind: index).isEmpty,
        !sentence.cues(at: index + 1).isDisjoint(with: [.purpose, .medicine, .qualified])
      {
        continue
      }
      var start = index
      while start > 0, index - start < 9 {
        let before = sentence[start - 1]
        let isPlace =
          before.cues.contains(.in) || before.cues.contains(.of)
          || ["during", "from", "across"].contains { (word: StaticString) in
            sentence.isWord(start - 1, word)
          }
        if isPlace { return start..<min(limit, index + 13) }
        let away: Cue = [.auxiliary, .effect, .possibility, .ownName, .with, .to]
        guard before.cues.isDisjoint(with: away),
          sentence[start].marks.isSubset(of: [.hyphen, .comma, .opening])
        else { break }
        start -= 1
      }
    }
    return nil
  }

  /// `Alphador monotherapy: …`, `Alphador used as adjunct to betadrug: …`: how the drug was given to
  /// those of a list, by the title before its colon.
  static func regimenTitle(
    of mention: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> Range<Int>? {
    let title = listLabel(of: mention, sentence)
    // A sentence about the reactions is no title.
    let said: Cue = [.adverse, .event, .common, .effect, .auxiliary, .or, .and, .person]
    guard (1...8).contains(title.count),
      title.allSatisfy({ sentence[$0].cues.isDisjoint(with: said) && sentence[$0].depth == 0 })
    else { return nil }
    for index in title {
      if sentence.isWord(index, from: "monother") { return index..<(index + 1) }
      guard sentence.isWord(index, from: "adjunct") else { continue }
      let end = min(title.upperBound, index + 4)
      let isOfPartner = ((index + 1)..<end).dropLast().contains { place in
        !sentence.cues(at: place).isDisjoint(with: [.to, .with])
          || sentence.isWord(place, "without")
      }
      return isOfPartner ? index..<end : nil
    }
    return nil
  }

  /// The words before the colon of the list that a mention stands in; empty if it has none.
  private static func listLabel(
    of mention: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> Range<Int> {
    let limit = min(mention.lowerBound + 1, sentence.count)
    let end = (1..<max(1, limit)).last {
      sentence[$0].marks.contains(.colon) && sentence[$0].depth == 0
    }
    guard let end else { return 0..<0 }
    let ends: SentenceToken.Marks = [.semicolon, .colon, .period, .bullet, .line, .closing]
    let start = (1..<end).last { !sentence[$0].marks.isDisjoint(with: ends) }
    return (start ?? 0)..<end
  }
}
