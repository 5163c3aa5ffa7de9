// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping

// Where in a section a sentence stands, and what stands above it:
//
//   6.2 Postmarketing Experience          the heading, with its number
//   Skin Disorders                        a line without a full stop
//   Frequent: …                           the lead of a list

/// The heading and the line that a sentence stands under.
struct SectionPosition {
  /// The number of the heading, or its first words.
  private(set) var subsection: String
  /// The heading with a number, or the title of the section.
  private(set) var heading: String
  private(set) var headingWords: [Judge.Word]
  /// A line without a full stop below it.
  private(set) var line = ""
  private(set) var lineStart = 0
  /// Whether the heading is about what comes of stopping.
  private(set) var isOfStopping: Bool
  /// Whether the heading or the line is about an unborn or nursed child.
  private(set) var isOfOthers: Bool
  /// Whether the line is about those who left a trial.
  private(set) var isOfLeaving = false
  /// Whether sentences are about reports after approval.
  private(set) var isReported: Bool
  private let isAfterApproval: Bool
  /// Whether a sentence below the heading names studies beside reports.
  private var isOfStudies = false
  /// Whether the sentence before does.
  private var isBehindStudies = false

  /// At the beginning of a section.
  init(_ title: String, isAfterApproval: Bool, _ judge: Judge) {
    self.isAfterApproval = isAfterApproval
    isReported = isAfterApproval
    subsection = LabelWords.beginning(of: title)
    heading = title
    headingWords = Self.words(of: title, judge)
    isOfStopping = LabelVocabulary.shared.holds("stopping-heading", in: title.lowercased())
    isOfOthers = LabelVocabulary.shared.holds("others-heading", in: title.lowercased())
  }

  /// A subsection begins within the text.
  mutating func begin(
    _ number: Range<Int>, _ part: SentenceCutter.Part, _ judge: Judge,
    _ utf8: borrowing Span<UInt8>
  ) {
    subsection = LabelWords.text(number, utf8, words: 4).filter { $0 != " " }
    if subsection.last == "." { subsection.removeLast() }
    heading = LabelWords.printed(number.upperBound..<part.range.upperBound, utf8)
    if heading.utf8.count > 300 { heading = "" }
    headingWords = Self.words(of: heading, judge)
    isOfStopping = LabelVocabulary.shared.holds("stopping-heading", in: heading.lowercased())
    setLine("", titled: heading)
  }

  /// Below a line, which or whose heading may be about those who left a trial.
  private mutating func setLine(_ line: String, titled title: String) {
    self.line = line
    isOfLeaving = LabelVocabulary.shared.holds("leaving-table", in: title.lowercased())
    isOfOthers = LabelVocabulary.shared.holds("others-heading", in: title.lowercased())
    isReported = isAfterApproval
    isOfStudies = false
  }

  private static func words(of heading: String, _ judge: Judge) -> [Judge.Word] {
    let utf8 = Array(heading.utf8)
    let words = judge.words(utf8.span, 0..<utf8.count).words
    return Array(words.filter { $0.letters != UInt64(UInt8(ascii: "#")) }.prefix(12))
  }

  /// What a sentence or a line says of those behind it.
  mutating func follow(
    _ part: SentenceCutter.Part, _ sentence: borrowing SentenceTokens, _ text: String,
    _ common: MostCommon?, hasMentions: Bool, _ utf8: borrowing Span<UInt8>
  ) {
    let isLine = common == nil && Self.isLine(part, sentence)
    if isLine, !hasMentions || sentence.count <= 6 {
      let line = part.number == nil ? LabelWords.printed(part.range, utf8) : ""
      lineStart = part.range.lowerBound
      setLine(line, titled: line)
    }
    let isOfEvents =
      sentence.cues.contains(.study) && sentence.cues.contains(.event) && !part.isItem
    if sentence.cues.contains(.reported) {
      // `… in trials or postmarketing. Because these are reported voluntarily …`: of both, as
      // behind a sentence on `observational studies`.
      if sentence.cues.contains(.study), !sentence.isWord(1, "addition") {
        isOfStudies = true
      } else if isLine || !(isOfStudies || isBehindStudies) || !text.holds("voluntar"),
        LabelVocabulary.shared.holds("reported-after", in: text)
      {
        isReported = true
      }
    } else if isOfEvents {
      isReported = isAfterApproval
    }
    isBehindStudies = isOfEvents
  }

  /// Whether a part is a line of its own: few words in capitals without a full stop.
  private static func isLine(
    _ part: SentenceCutter.Part, _ sentence: borrowing SentenceTokens
  ) -> Bool {
    guard part.isOpen, !part.isItem, sentence.count <= 12, sentence[0].isCapital,
      !sentence.lastMarks.contains(.colon), !sentence.cues.contains(.auxiliary)
    else { return false }
    for index in 0..<sentence.count
    where sentence.isWord(index, "see") || index > 0 && sentence[index].marks.contains(.colon) {
      return false
    }
    return true
  }
}

/// What the line before a list says of its items.
struct ListLead {
  var common: MostCommon?
  var text = ""
  var sense = EvidenceSense.effect
  var isSign = false
  var isReserved = false
  var isNotAbove = false
  var isOnPlacebo = false

  /// That of what is in no list.
  init() {}

  /// That of a part which ends without a full stop or with a colon.
  init(
    _ part: SentenceCutter.Part, _ sentence: borrowing SentenceTokens, _ lower: String,
    _ common: MostCommon?, _ utf8: borrowing Span<UInt8>
  ) {
    self.common = common
    text = LabelWords.printed(part.range, utf8)
    sense = sentence.sense(before: sentence.count, utf8) ?? .effect
    isSign = sentence.cues.contains(.sign)
    isReserved = LabelVocabulary.shared.holds("reserved", in: lower)
    isOnPlacebo = sentence.cues.contains(.placebo)
    isNotAbove = sentence.isNotAbove(lower)
  }
}
