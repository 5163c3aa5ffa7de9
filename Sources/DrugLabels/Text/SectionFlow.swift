// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What the sentences and headings before a sentence say of it.
///
/// Only headings with numbers are sections of their own in texts without lines; others
/// (`Pediatric Patients`, `Less Frequently Observed Reactions`) stand between the sentences.
struct SectionFlow {
  private let isAfterApproval: Bool
  /// Whether the reports after approval are told of.
  private(set) var isReported: Bool
  /// Whether a heading says so, and not only a sentence.
  private(set) var isReportedByHeading: Bool
  /// The persons that a heading or the sentence before names.
  private(set) var population: String?
  /// Whether a heading says that it is about those who left a trial.
  private(set) var isAboutLeaving = false
  /// Whether what is told comes of therapeutic overdosage.
  private(set) var isOfOverdosage = false
  /// Whether the parts of the label are listed that tell of effects.
  private(set) var isReferring = false
  /// Whether the sentence before names studies.
  private var isBehindStudies = false
  private var isPopulationOfTrial = false
  /// Whether the reports are those of a list that its own sentence introduces.
  private var isReportedByList = false

  /// Begins a section.
  init(isAfterApproval: Bool, population: String?) {
    self.isAfterApproval = isAfterApproval
    isReported = isAfterApproval
    isReportedByHeading = isAfterApproval
    self.population = population
  }

  /// The persons that a title names.
  static func population(of title: String, _ lexicon: borrowing CueLexicon) -> String? {
    let utf8 = Array(title.utf8)
    var words = SentenceTokens()
    words.read(utf8.span, 0..<utf8.count, lexicon)
    return SentenceFacts(words, utf8.span).population
  }

  /// A subsection begins.
  mutating func begin() {
    isReported = isAfterApproval
    isReportedByHeading = isAfterApproval
    population = nil
    isAboutLeaving = false
    isReferring = false
    isOfOverdosage = false
    isBehindStudies = false
  }

  /// Takes note of a sentence, before its own mentions are judged.
  ///
  /// - Parameters:
  ///   - sentence: Its words, those of mentions without their classes.
  ///   - part: Where it stands.
  ///   - facts: What it says as a whole.
  ///   - hasMentions: Whether it names symptoms.
  mutating func take(
    _ sentence: borrowing SentenceTokens, _ part: SentenceCutter.Part, _ facts: SentenceFacts,
    hasMentions: Bool
  ) {
    let isOfStudies = SentenceFacts.namesStudies(sentence)
    defer { isBehindStudies = isOfStudies }
    let isHeading = Self.isHeading(sentence, part) && !sentence.hasReference
    if isHeading {
      take(heading: sentence, facts)
    } else if isOfStudies {
      if let population = facts.population, facts.populationReach == nil || !hasMentions {
        self.population = population
        isPopulationOfTrial = true
      } else if isPopulationOfTrial, sentence.cues.contains(.person),
        SentenceFacts.namesStudies(sentence, ofItsOwn: true), !sentence.cues.contains(.pediatric),
        !(facts.isMostCommon && Self.isOfSameStudy(sentence))
      {
        population = nil
        isPopulationOfTrial = false
      }
    }
    if Self.isOfAll(sentence) {
      population = nil
      isPopulationOfTrial = false
    }
    // `… was similar to that in adults` is still about children.
    if sentence.cues.contains(.adult), isHeading || isOfStudies && isPopulationOfTrial,
      sentence.cues.isDisjoint(with: [.similar, .than, .pediatric, .elderly])
    {
      population = nil
      isPopulationOfTrial = false
    }
    if facts.isOfOverdosage {
      isOfOverdosage = true
    } else if isHeading {
      isOfOverdosage = false
    }
    if Self.refersElsewhere(sentence) {
      isReferring = true
    } else if !sentence.hasReference {
      isReferring = false
    }
    if facts.isReported {
      let isAtStart = (0..<3).contains { sentence.cues(at: $0).contains(.afterApproval) }
      if isHeading || part.number != nil && isAtStart { isReportedByHeading = true }
      // `… were identified in clinical studies or reports. Because they are reported voluntarily`.
      let isLasting = isHeading || isAtStart || !hasMentions || facts.isVoluntary
      if isLasting, !isBehindStudies {
        isReported = true
        isReportedByList = Self.introducesList(sentence)
      }
    } else if isReported, endsReports(sentence, isHeading) {
      isReported = isAfterApproval
      isReportedByHeading = isAfterApproval
    }
  }

  /// A heading that runs on into its text: `Other Adverse Reactions Observed During Clinical Trials
  /// Alphador has been given to …`.
  private static func isOfAll(_ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.count > 2, sentence.isWord(0, "other") || sentence.isWord(0, from: "addition"),
      !sentence.cues.contains(.pediatric), !sentence.cues.contains(.elderly)
    else { return false }
    return sentence[1].isCapital && sentence[2].isCapital
      && !sentence[1].cues.isDisjoint(with: [.adverse, .event])
  }

  private mutating func take(heading: borrowing SentenceTokens, _ facts: SentenceFacts) {
    let isOfTrials =
      SentenceFacts.namesStudies(heading)
      || !heading.cues.isDisjoint(with: [.adverse, .event, .afterApproval, .common])
    if facts.population != nil || isOfTrials && !Self.isOfCommonOnes(heading) {
      population = facts.population
      isPopulationOfTrial = false
    }
    // `Adverse Reactions Associated with Discontinuation of Treatment`.
    let isOfLeaving = (0..<heading.count).contains { heading.isWord($0, from: "disconti") }
    isAboutLeaving = isOfTrials ? isOfLeaving : isAboutLeaving
  }

  /// `Most Common Adverse Reactions`: a heading below what tells of the persons, which names no others.
  private static func isOfCommonOnes(_ heading: borrowing SentenceTokens) -> Bool {
    let own: Cue = [.adverse, .event, .most, .common]
    return heading.cues.contains(.most) && heading.cues.contains(.common)
      && (0..<heading.count).allSatisfy { !heading[$0].cues.isDisjoint(with: own) }
  }

  /// `In the placebo-controlled phase of the study, …`: the study that was told of before.
  private static func isOfSameStudy(_ sentence: borrowing SentenceTokens) -> Bool {
    (1..<max(1, min(sentence.count, 10))).contains {
      sentence.isWord($0, "study") && sentence.isWord($0 - 1, "the")
    }
  }

  /// A few words without a full stop, most of them in capitals, none a verb.
  static func isHeading(
    _ sentence: borrowing SentenceTokens, _ part: SentenceCutter.Part, longest: Int = 16
  ) -> Bool {
    guard part.isOpen, (1...longest).contains(sentence.count), !part.isItem,
      sentence.cues.isDisjoint(with: [.auxiliary, .possibility, .obligation]),
      sentence[0].isCapital || sentence[0].isNumber
    else { return false }
    var capitals = 0
    var words = 0
    for index in 0..<sentence.count
    where !sentence[index].isNumber && sentence[index].range.count > 3
      && !sentence[index].cues.contains(.with)
    {
      words += 1
      if sentence[index].isCapital { capitals += 1 }
    }
    return capitals * 3 >= words * 2
  }

  /// `… are described elsewhere in the labeling`, `… in greater detail in other sections`.
  private static func refersElsewhere(_ sentence: borrowing SentenceTokens) -> Bool {
    for index in 0..<sentence.count {
      if sentence.isWord(index, from: "elsewher") { return true }
      if sentence[index].cues.contains(.other),
        sentence.isWord(index + 1, "sections") || sentence.isWord(index + 1, "section")
      {
        return true
      }
    }
    return false
  }

  /// `The following have been reported with …`: what follows is what this sentence says of it, and no
  /// longer what the one before did; not `The following additional effects …`.
  private static func introducesList(_ sentence: borrowing SentenceTokens) -> Bool {
    guard sentence.isWord(0, "the"), sentence.isWord(1, from: "followin"),
      sentence.cues.contains(.effect)
    else { return false }
    return !(2...5).contains {
      sentence.cues(at: $0).contains(.other) || sentence.isWord($0, from: "addition")
        || sentence.isWord($0, "also")
    }
  }

  /// `Clinical Trials Experience` at the beginning, or `In clinical trials, …`.
  private func endsReports(_ sentence: borrowing SentenceTokens, _ isHeading: Bool) -> Bool {
    let start = sentence.count > 0 && sentence[0].isNumber ? 1 : 0
    if sentence.isWord(start, "clinical"), sentence.count > start + 1,
      sentence[start + 1].isCapital
    {
      return true
    }
    guard !isReportedByHeading else { return false }
    if isReportedByList, Self.introducesList(sentence) { return true }
    if isHeading {
      return SentenceFacts.namesStudies(sentence) || sentence.cues.contains(.common)
    }
    let isPlace =
      sentence.cues(at: 0).contains(.in) || sentence.isWord(0, "during")
      || sentence.isWord(0, "across")
    guard isPlace else { return false }
    for index in 0..<min(sentence.count, 8) where SentenceFacts.isStudy(sentence, index) {
      return true
    }
    return false
  }
}

extension SentenceTokens {
  /// Whether it refers to a section in brackets: `[see Warnings and Precautions (5.1)]`.
  var hasReference: Bool {
    for index in 0..<count
    where tokens[index].marks.contains(.opening) && isWord(index, "see") {
      return true
    }
    return false
  }

  /// `The safety of Alphador was evaluated in …`, `The safety data reflect exposure …`.
  var tellsOfSafety: Bool {
    guard let start = (0..<min(count, 12)).first(where: { isWord($0, "safety") }) else {
      return false
    }
    return (start..<min(count, start + 12)).contains { index in
      ["evaluate", "assessed", "studied", "investig", "reflect", "reflects", "based", "describe"]
        .contains { (word: StaticString) in isWord(index, from: word) }
    }
  }

  /// Whether it is a line of a list of references: a name, and the section that tells of it.
  var isReference: Bool {
    guard
      let opening = (0..<count).first(where: {
        tokens[$0].marks.contains(.opening) && isWord($0, "see")
      })
    else { return false }
    var start = 0
    for index in 0..<opening where tokens[index].marks.contains(.colon) { start = index }
    guard opening - start <= 14 else { return false }
    for index in start..<opening
    where tokens[index].cues.contains(.effect) || tokens[index].isNumber {
      return false
    }
    return true
  }
}
