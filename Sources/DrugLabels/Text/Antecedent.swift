// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Signs whose sentence does not say what they are signs of:
//
//   Anaphylactoid reactions may occur. Severe reactions may be manifested by dyspnea
//   └───────── named here ─────┘       └────────┬─────┘
//   The Examplin reaction is systemic. It begins within hours. It is characterized by chills
//   └──────── named here                                       └┤
//   Signs of hyponatremia include headache. Signs and symptoms of graver cases include syncope
//
// A sentence refers back if its subject is a pronoun, or made of general words alone. The first
// sentence before it that does not refer back itself names the reaction, or nothing does.

/// Finds what the sentences before name, for a sentence that refers back to it.
enum Antecedent {
  /// How many sentences before are looked at.
  static let reach = 3

  private static let pronouns: [StaticString] = ["it", "they", "these", "this", "such", "those"]

  /// Whether the subject of a sentence is a pronoun or general: `Severe reactions may …`,
  /// `Manifestations include …`, `The syndrome is …`, `These crises are …`.
  static func refersBack(_ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.count > 1 else { return false }
    if repeated(sentence) != nil { return true }
    // `These patients presented with abdominal pain`.
    if sentence.isWord(0, "these"), sentence.cues(at: 1).contains(.person),
      sentence.cues(at: 2).contains(.presenting)
    {
      return true
    }
    let isPronoun = pronouns.contains { sentence.isWord(0, $0) }
    var end = isPronoun ? 1 : 0
    var hasNoun = false
    let nouns: Cue = [.event, .sign, .disorder]
    while end < min(sentence.count, 6), isGeneral(sentence, end) {
      if !sentence[end].cues.isDisjoint(with: nouns) || isChange(sentence, end) { hasNoun = true }
      end += 1
    }
    guard end < sentence.count, sentence[end].marks.isEmpty else { return false }
    guard hasNoun else { return isPronoun && end == 1 && isVerb(sentence, end) }
    // `Symptoms of infection`, `These patients`, `Severe reactions to penicillin`: more is said.
    let away: Cue = [.of, .person, .to, .in, .with, .allergic, .stopping, .overdose]
    return sentence[end].cues.isDisjoint(with: away)
  }

  /// The noun that a sentence takes up again: `These crises are …`, `Dystonic symptoms include …`.
  static func repeated(_ sentence: borrowing SentenceTokens) -> Stem? {
    guard sentence.count > 2, sentence[1].marks.isEmpty, sentence[2].marks.isEmpty,
      isVerb(sentence, 2)
    else { return nil }
    let isPointed =
      sentence.isWord(0, "these") || sentence.isWord(0, "this") || sentence.isWord(0, "such")
    let noun = isPointed ? 1 : sentence[1].cues.contains(.sign) ? 0 : nil
    guard let noun, sentence[noun].cues.isEmpty, !isGeneral(sentence, noun),
      !sentence[noun].isNumber,
      sentence[noun].range.count >= 5
    else { return nil }
    return Stem(sentence[noun])
  }

  /// The first five letters of a word: `dystonic` takes up `dystonia`.
  struct Stem: Equatable {
    private let letters: UInt64

    init(_ token: SentenceToken) { letters = token.letters & 0xFF_FFFF_FFFF }
  }

  private static func isVerb(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    let verbs: Cue = [.auxiliary, .possibility, .effect, .including, .presenting]
    return !sentence.cues(at: index).isDisjoint(with: verbs)
  }

  /// `Changes consist of …`.
  private static func isChange(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    sentence.isWord(index, "changes") || sentence.isWord(index, "change")
  }

  /// A word of a subject that names nothing.
  private static func isGeneral(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    let token = sentence[index]
    guard index == 0 || token.marks.isEmpty else { return false }
    let general: Cue = [.event, .sign, .disorder, .modifier, .and, .grade, .common, .most, .or]
    // `Adverse reactions` are all of them.
    if token.cues.contains(.adverse) { return false }
    if !token.cues.isDisjoint(with: general) {
      // `infection`, `injury` say what it is.
      return token.cues.isDisjoint(with: [.disorder]) || sentence.isWord(index, "syndrome")
        || sentence.isWord(index, from: "conditio") || sentence.isWord(index, from: "disorder")
        || sentence.isWord(index, "disease")
    }
    return isChange(sentence, index)
      || ["clinical", "initial", "typical", "early"].contains { (word: StaticString) in
        sentence.isWord(index, word)
      }
  }

  /// The reaction or illness that a sentence or heading is about.
  ///
  /// - Parameters:
  ///   - sentence: Its words.
  ///   - repeated: The noun that the sentence behind takes up again, which must be one of its name.
  /// - Returns: The words of its name; `nil` if it names none.
  static func named(_ sentence: borrowing SentenceTokens, repeated: Stem?) -> Range<Int>? {
    guard let repeated else { return named(sentence) }
    if let words = named(sentence), words.contains(where: { Stem(sentence[$0]) == repeated }) {
      return words
    }
    // `Symptoms of dystonia, prolonged contractions of muscles, may occur`.
    return (2..<max(2, min(sentence.count, 8))).first { index in
      Stem(sentence[index]) == repeated && sentence.cues(at: index - 1).contains(.of)
        && sentence.cues(at: index - 2).contains(.sign)
    }.map { $0..<($0 + 1) }
  }

  private static func named(_ sentence: borrowing SentenceTokens) -> Range<Int>? {
    guard !sentence.cues.contains(.animal), !sentence.cues.contains(.overdose) else { return nil }
    let verbs: Cue = [.auxiliary, .possibility, .effect, .including]
    let verb = (0..<sentence.count).first { !sentence[$0].cues.isDisjoint(with: verbs) }
    // `Cases of hyponatremia have been reported`, `Signs of methemoglobinemia include …`.
    for index in 0..<min(sentence.count, 16) where sentence.cues(at: index + 1).contains(.of) {
      let isReport =
        index < 8 && sentence[index].cues.contains(.sign)
        || ["case", "cases", "report", "reports", "episodes"].contains { (word: StaticString) in
          index < 8 && sentence.isWord(index, word)
        } || sentence.isWord(index, from: "occurren") && sentence.isWord(index - 1, "the")
      if isReport {
        return SignSubject.named(sentence, from: index + 2).flatMap { own($0, sentence) }
      }
    }
    // `A syndrome manifested by hallucinations (Hoigne's syndrome) has been reported`.
    if sentence.cues.contains(.disorder),
      let end = (1..<max(1, sentence.count)).first(where: {
        sentence.isWord($0, "syndrome") && sentence[$0].depth > 0 && !sentence[$0].isCapital
      }),
      let start = (max(0, end - 3)..<end).first(where: { sentence[$0].marks.contains(.opening) }),
      sentence[start].isCapital
    {
      return start..<(end + 1)
    }
    guard let end = verb ?? (sentence.count <= 8 ? sentence.count : nil), end > 0, end <= 12 else {
      return nil
    }
    // `Patients with kidney disease`, `Treatment of hypertension` name what is there already.
    let away: Cue = [
      .person, .with, .in, .of, .to, .purpose, .past, .condition, .medicine, .adverse,
    ]
    let nouns: Cue = [.event, .disorder, .allergic]
    guard
      let noun = (0..<end).last(where: { !sentence[$0].cues.isDisjoint(with: nouns) }),
      (0..<noun).allSatisfy({
        sentence[$0].cues.isDisjoint(with: away) && !sentence.isWord($0, "for")
      })
    else { return nil }
    return SignSubject.subject(sentence, before: noun + 1, within: 1).flatMap { own($0, sentence) }
  }

  /// The words before the verb of a sentence, of no class: they can be an illness (`Intestinal angioedema
  /// has been reported`), which their letters tell.
  static func bareSubject(_ sentence: borrowing SentenceTokens) -> Range<Int>? {
    // `Angioedema: Intestinal angioedema has been reported`.
    var start =
      (1..<max(1, min(sentence.count, 5))).first { sentence[$0].marks.contains(.colon) } ?? 0
    while start < min(sentence.count, 7), sentence[start].cues.isSubset(of: [.modifier]),
      !sentence[start].cues.isEmpty
    {
      start += 1
    }
    // `Intestinal Angioedema Intestinal angioedema has been reported`: the heading before it.
    let heading = (1...3).first { count in
      start + 2 * count < sentence.count
        && (start..<start + count).allSatisfy {
          sentence[$0].letters == sentence[$0 + count].letters
        }
    }
    start += heading ?? 0
    var end = start
    while end < min(sentence.count, start + 4), sentence[end].cues.isEmpty, !sentence[end].isNumber,
      end == start || sentence[end].marks.isSubset(of: [.hyphen])
    {
      end += 1
    }
    guard (1...3).contains(end - start), isVerb(sentence, end) else { return nil }
    return start..<end
  }

  /// The words of a name, if they say which reaction it is and not only when it comes.
  private static func own(
    _ words: Range<Int>, _ sentence: borrowing SentenceTokens
  ) -> Range<Int>? {
    let times: [StaticString] = [
      "delayed", "immediat", "late", "early", "local", "systemic", "fatal",
      "importan", "general", "possible",
    ]
    let isTelling = words.contains { index in
      sentence[index].cues.isDisjoint(with: [
        .event, .modifier, .adverse, .grade, .and, .or, .other,
      ])
        && !times.contains { sentence.isWord(index, from: $0) }
    }
    return isTelling ? words : nil
  }

  /// Whether a sentence tells what stopping the drug does: `… occur following withdrawal of the drug`.
  static func tellsOfStopping(_ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.cues.contains(.effect) else { return false }
    return (1..<max(1, sentence.count)).contains { index in
      sentence[index].cues.contains(.stopping)
        && sentence.cues(at: index - 1).contains(.sudden)
        && sentence.cues(at: index + 1).contains(.of)
    }
  }

  /// Whether a sentence lists what the one before tells of: `Changes consist of insomnia`.
  static func listsOn(_ sentence: borrowing SentenceTokens) -> Bool {
    guard refersBack(sentence) else { return false }
    return (1...4).contains {
      sentence.cues(at: $0).contains(.including) || sentence.isWord($0, from: "consist")
    }
  }
}
