// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What the figures and lists of a sentence are limited to, besides the persons:
//
//   Crohn's disease (≥ 5 %): headache, …                       crohn's disease
//   Heart Failure: Most common adverse reactions are …         heart failure
//   … who received triple therapy were diarrhea (7 %), …       triple therapy
//   … in combination with fulvestrant included nausea (14 %)   with fulvestrant

/// Reads the condition of a list of effects out of its sentence.
enum StatementCondition {
  /// Words that make a title general: it names no illness and no treatment.
  static let general: Cue = [
    .adult, .pediatric, .elderly, .person, .adverse, .event, .common, .most, .ownName, .grade,
    .auxiliary, .effect, .possibility, .obligation, .including, .negation, .placebo, .leafletEnd,
    .instruction, .afterApproval,
  ]

  /// The words that name it, with `with` before them where they are of a partner; `nil` if the
  /// sentence names none.
  static func words(
    of mention: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> (words: Range<Int>, isPartner: Bool)? {
    if let title = title(sentence), title.upperBound <= mention.lowerBound {
      return coadministered(title, sentence).map { ($0, true) } ?? (title, false)
    }
    if let group = group(sentence, before: mention.lowerBound) { return (group, false) }
    if let therapy = therapy(sentence, before: mention.lowerBound) { return (therapy, false) }
    if let partner = partner(sentence, before: mention.lowerBound) { return (partner, true) }
    return received(sentence, before: mention.lowerBound).map { ($0, false) }
  }

  /// `Crohn's disease (≥ 5 %): …`, `Heart Failure: Most common …`.
  static func title(_ sentence: borrowing SentenceTokens) -> Range<Int>? {
    var end = 0
    while end < min(sentence.count, 9) {
      let token = sentence[end]
      if end > 0, !token.marks.isDisjoint(with: [.colon, .opening]) { break }
      if isDash(end, sentence), token.isCapital { break }
      // `Combination use with fulvestrant: …`: the partner is told elsewhere.
      if sentence.isWord(end, from: "combinat") { return nil }
      guard token.cues.isDisjoint(with: general), !token.isNumber,
        end == 0 || token.marks.isDisjoint(with: [.semicolon, .period])
      else { return nil }
      // `Crohn's Disease, induction (≥ 3 %): …`.
      let isPart = sentence.isWord(end, from: "inductio") || sentence.isWord(end, from: "maintena")
      if end > 0, token.marks.contains(.comma), !isPart { return nil }
      end += 1
    }
    guard (1...8).contains(end), end < sentence.count else { return nil }
    if sentence[end].marks.contains(.colon) || isDash(end, sentence) {
      return (0...2).contains {
        sentence.cues(at: end + $0).contains(.most) || sentence.cues(at: end + $0).contains(.common)
      } ? 0..<end : nil
    }
    guard sentence[end].marks.contains(.opening) else { return nil }
    var place = end
    var isCut = false
    while place < min(sentence.count, end + 12) {
      if place > end, sentence[place].marks.contains(.closing) {
        return isCut && sentence[place].marks.contains(.colon) ? 0..<end : nil
      }
      if sentence[place].isNumber, sentence.marks(behind: place).contains(.percent) {
        isCut = true
      }
      place += 1
    }
    return nil
  }

  /// `Co-administration with betadrug`: the partner.
  private static func coadministered(
    _ title: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> Range<Int>? {
    guard
      let with = title.dropFirst().first(where: {
        sentence.cues(at: $0).contains(.with)
          && (sentence.isWord($0 - 1, from: "administ")
            || sentence.isWord($0 - 1, from: "coadmini"))
      }), with + 1 < title.upperBound
    else { return nil }
    return (with + 1)..<title.upperBound
  }

  /// A dash between blanks, which ends a title: `Chronic Low Back Pain — The most common …`.
  static func isDash(_ index: Int, _ sentence: borrowing SentenceTokens) -> Bool {
    guard index > 0, index < sentence.count, sentence[index].marks.contains(.hyphen) else {
      return false
    }
    return sentence[index].range.lowerBound - sentence[index - 1].range.upperBound >= 3
  }

  /// `triple therapy`, `dual therapy`.
  private static func therapy(
    _ sentence: borrowing SentenceTokens, before limit: Int
  ) -> Range<Int>? {
    for index in 0..<max(0, limit - 1)
    where sentence.isWord(index, "triple") || sentence.isWord(index, "dual") {
      if sentence.isWord(index + 1, "therapy") { return index..<(index + 2) }
    }
    return nil
  }

  /// `in the combination therapy trials`, `in monotherapy trials`: how the drug was given in them.
  static func design(
    _ sentence: borrowing SentenceTokens, before limit: Int
  ) -> Range<Int>? {
    for index in 0..<max(0, limit - 1) {
      var end = index + 1
      if sentence.isWord(index, from: "combinat"), sentence.isWord(end, "therapy") {
        end += 1
      } else if !sentence.isWord(index, from: "monother") {
        continue
      }
      // `as monotherapy or in combination`: of both.
      let isOne =
        sentence.cues(at: index - 1).isDisjoint(with: [.or, .and])
        && sentence[index].marks.isEmpty && sentence.marks(behind: end - 1).isEmpty
      // `of the two monotherapy trials, the add-on to betadrug trial`: of several kinds.
      let hasOthers = (end + 1..<max(end + 1, limit)).contains {
        SentenceFacts.isStudy(sentence, $0) && !sentence[$0].isCapital
      }
      if isOne, !hasOthers, end < limit, SentenceFacts.isStudy(sentence, end) { return index..<end }
    }
    return nil
  }

  /// `Alphador as a Single Agent`, `Alphador in Combination with Docetaxel`, `Alphador with Intravenous
  /// Docetaxel`: the words of a heading that say how the drug was given.
  static func regimen(
    _ heading: borrowing SentenceTokens
  ) -> (words: Range<Int>, isPartner: Bool)? {
    for index in 1..<max(1, heading.count) {
      if heading.isWord(index, "single"), heading.isWord(index + 1, "agent") {
        return (index..<(index + 2), false)
      }
      if heading.isWord(index, from: "monother") { return (index..<(index + 1), false) }
    }
    guard heading.cues.contains(.ownName),
      let with = (1..<max(1, heading.count)).first(where: { heading.cues(at: $0).contains(.with) }),
      heading.cues(at: with - 1).contains(.ownName)
        || heading.isWord(with - 1, from: "combinat")
    else { return nil }
    var start = with + 1
    for route in ["intraven", "oral", "subcutan"] as [StaticString]
    where heading.isWord(start, from: route) {
      start += 1
    }
    var end = start
    while end < min(heading.count, start + 3),
      heading[end].cues.isDisjoint(with: general.union([.or, .in])), !heading[end].isNumber,
      heading[end].marks.isEmpty
    {
      end += 1
    }
    return end > start ? (start..<end, true) : nil
  }

  /// The label of one of several lists behind a statement of the most common effects:
  /// `The most common reactions are: Plaque Psoriasis (≥ 3 %): headache, …`, `Prevention of PONV: …`.
  static func listTitle(
    of mention: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> Range<Int>? {
    guard
      let colon = (1..<max(1, mention.lowerBound + 1)).last(where: {
        (sentence[$0].marks.contains(.colon) || isDash($0, sentence)) && sentence[$0].depth == 0
      })
    else { return nil }
    return listTitle(endingAt: colon, sentence)
      ?? opening(sentence, before: colon).flatMap { listTitle(endingAt: $0, sentence) }
  }

  /// `Ulcerative colitis: Adverse reactions (≥ 5 %) reported during induction are: headache`: the first
  /// colon, where the list behind the title has one of its own.
  private static func opening(
    _ sentence: borrowing SentenceTokens, before limit: Int
  ) -> Int? {
    guard
      let colon = (1..<max(1, min(limit, 8))).first(where: {
        sentence[$0].marks.contains(.colon) && sentence[$0].depth == 0
      }), sentence.cues(at: colon).contains(.adverse), sentence.cues(at: colon + 1).contains(.event)
    else { return nil }
    return colon
  }

  /// The title before a colon or a dash.
  private static func listTitle(
    endingAt colon: Int, _ sentence: borrowing SentenceTokens
  ) -> Range<Int>? {
    // `MS - headache, fatigue`: before a dash an abbreviation.
    if !sentence[colon].marks.contains(.colon), colon > 2 { return nil }
    var end = colon
    while end > 0, sentence[end - 1].depth > 0 { end -= 1 }
    var start = end
    let ends: SentenceToken.Marks = [.colon, .semicolon, .period, .bullet, .line, .closing]
    while start > 0, end - start < 7 {
      start -= 1
      if !sentence[start].marks.isDisjoint(with: ends) { break }
      let isPart =
        sentence.isWord(start, from: "inductio") || sentence.isWord(start, from: "maintena")
      if sentence[start].marks.contains(.comma), !isPart { return nil }
    }
    // `… in adult patients Intrathecal: …`: the title begins with its capital.
    if !sentence[start].isCapital, let capital = capital(sentence, start..<end) { start = capital }
    guard (1...6).contains(end - start), sentence[start].isCapital else { return nil }
    for index in start..<end {
      let token = sentence[index]
      let isPurpose = index == start && token.cues.contains(.purpose)
      if token.isNumber || !token.cues.isDisjoint(with: general) && !isPurpose { return nil }
    }
    return start..<end
  }

  /// The first word in capitals behind which only joints have none.
  private static func capital(
    _ sentence: borrowing SentenceTokens, _ words: Range<Int>
  ) -> Int? {
    var found: Int?
    for index in words.reversed() {
      if sentence[index].isCapital {
        found = index
      } else if sentence[index].cues.isDisjoint(with: [.of, .or, .and]),
        !sentence[index].marks.contains(.hyphen), found != nil || index == words.upperBound - 1
      {
        break
      }
    }
    return found
  }

  /// `in combination with fulvestrant`; not `alone or in combination with …`.
  private static func partner(
    _ sentence: borrowing SentenceTokens, before limit: Int
  ) -> Range<Int>? {
    for index in 1..<max(1, limit - 2) where sentence.isWord(index, from: "combinat") {
      guard sentence.cues(at: index - 1).contains(.in),
        sentence.cues(at: index + 1).contains(.with),
        !sentence.cues(at: index - 2).contains(.or), !sentence.cues(at: index - 2).contains(.and)
      else { continue }
      var start = index + 2
      // `with either letrozole or fulvestrant`: both are named.
      let isEither = sentence.isWord(start, "either")
      if isEither { start += 1 }
      var end = start
      let away = general.union(
        isEither
          ? [.in, .of, .to, .than, .who, .which] : [.in, .of, .to, .than, .who, .which, .or])
      while end < min(limit, start + 3) {
        let token = sentence[end]
        let isName =
          token.cues.isDisjoint(with: away)
          && !token.isNumber && !sentence.isWord(end, "for")
          && (end == start
            || token.marks.isDisjoint(with: [.comma, .semicolon, .colon, .opening, .period]))
        guard isName else { break }
        end += 1
      }
      while end > start,
        sentence[end - 1].cues.contains(.and)
          || sentence.isWord(end - 1, "for") || sentence.isWord(end - 1, "or")
      {
        end -= 1
      }
      return end > start ? start..<end : nil
    }
    return added(sentence, before: limit) ?? joined(sentence, before: limit)
  }

  /// `receiving Alphador (6 mg/kg every 2 weeks) and FOLFOX therapy`: what stands between `and` and the
  /// therapy.
  private static func joined(
    _ sentence: borrowing SentenceTokens, before limit: Int
  ) -> Range<Int>? {
    for index in 1..<max(1, limit - 3)
    where sentence.cues(at: index).contains(.ownName) && sentence.isWord(index - 1, "receiving") {
      var joint = index + 1
      while joint < limit, sentence[joint].depth > 0 { joint += 1 }
      guard joint + 2 < limit, sentence.cues(at: joint).contains(.and),
        sentence[joint + 1].cues.isEmpty, !sentence[joint + 1].isNumber,
        sentence[joint + 1].marks.isEmpty, sentence[joint + 2].marks.isEmpty,
        sentence.isWord(joint + 2, "therapy") || sentence.isWord(joint + 2, from: "chemothe")
      else { continue }
      return (joint + 1)..<(joint + (sentence.isWord(joint + 2, "therapy") ? 2 : 3))
    }
    return nil
  }

  /// `in patients receiving Alphador plus fulvestrant`, `treated with Alphador with docetaxel at a
  /// rate …`: the word behind `plus` or `with`.
  private static func added(
    _ sentence: borrowing SentenceTokens, before limit: Int
  ) -> Range<Int>? {
    for index in 1..<max(1, limit - 1) where sentence.cues(at: index - 1).contains(.ownName) {
      let isWith =
        sentence.cues(at: index).contains(.with) && sentence[index].marks.isEmpty
        && (sentence.cues(at: index + 2).contains(.auxiliary) || sentence.isWord(index + 2, "at"))
      guard isWith || sentence.isWord(index, "plus") else { continue }
      var end = index + 2
      // `plus oral antidepressant`.
      if sentence.isWord(index + 1, "oral"), end < limit { end += 1 }
      let isName = ((index + 1)..<end).allSatisfy {
        sentence[$0].marks.isEmpty && !sentence[$0].isNumber
          && sentence[$0].cues.isSubset(of: [.medicine])
      }
      return isName ? (index + 1)..<end : nil
    }
    return nil
  }

  static let degrees: [StaticString] = [
    "active", "moderate", "severe", "mild", "relapsed", "advanced", "chronic", "acute", "newly",
    "untreate", "refracto", "locally", "metastat", "previous", "diagnose", "to", "unresect",
  ]

  /// `in patients with rheumatoid arthritis (≥ 5 %) are …`: the illness of a list, before its verb.
  static func illness(
    of mention: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> Range<Int>? {
    for index in 1..<max(1, mention.lowerBound) {
      let token = sentence[index]
      guard token.depth == 0 else { continue }
      // `(including laboratory abnormalities)` is not yet the list.
      let isList =
        token.cues.contains(.auxiliary)
        || token.cues.contains(.including) && !sentence.isWord(index + 1, from: "laborato")
      if isList || token.marks.contains(.colon) { return nil }
      // `in clinical trials for the preventive treatment of migraine`.
      let isTreated = token.cues.contains(.of) && sentence.isWord(index - 1, from: "treatmen")
      guard
        isTreated
          || token.cues.contains(.with)
            && (sentence[index - 1].cues.contains(.person) || isAge(sentence, index))
      else { continue }
      var start = index + 1
      while start < mention.lowerBound,
        degrees.contains(where: { sentence.isWord(start, from: $0) })
          && !sentence.isWord(start + 1, from: "obstruct")
          && !sentence.isWord(start + 1, from: "lymphocy")
          && !sentence.isWord(start + 1, from: "kidney")
          // `relapsed or refractory`.
          || start > index + 1 && sentence.cues(at: start).contains(.or)
      {
        start += 1
      }
      var end = start
      let away = general.union([.in, .of, .to, .than, .who, .which, .or, .and, .with, .medicine])
      while end < min(mention.lowerBound, start + 4) {
        let next = sentence[end]
        guard next.cues.isDisjoint(with: away), !next.isNumber, !sentence.isWord(end, "taking"),
          !sentence.isWord(end, "due"),
          !sentence.isWord(end, from: "receiv"), !sentence.isWord(end, "treated"),
          end == start || next.marks.isSubset(of: [.hyphen])
        else { break }
        end += 1
      }
      // `HER2-positive, HER2-low …`: a mark of the illness, and not its name.
      let isMark = sentence.isWord(end - 1, "positive") || sentence.isWord(end - 1, "negative")
      return end > start && !isMark ? start..<end : nil
    }
    return nil
  }

  /// `adults with`, `adult and pediatric patients 2 years of age and older with`.
  private static func isAge(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    sentence.cues(at: index - 1).contains(.adult) || sentence.isWord(index - 1, "older")
      || sentence.isWord(index - 1, "age")
  }
}
