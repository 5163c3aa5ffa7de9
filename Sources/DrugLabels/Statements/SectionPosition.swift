// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping

// Where in a section a sentence is, and what is above it:
//
//   6.2 Postmarketing Experience          the heading, with its number
//   Skin Disorders                        a line without a full stop
//   Frequent: …                           the lead of a list

/// The heading and the line that a sentence is under.
struct SectionPosition {
  private(set) var subsection: String
  private(set) var heading = ""
  private(set) var headingWords: [Judge.Word] = []
  /// A line without a full stop below it.
  private(set) var line = ""
  private(set) var lineStart = 0
  private var isLineUsed = false
  private(set) var isOfStopping = false
  /// Whether the heading or the line is about an unborn or nursed child.
  private(set) var isOfOthers = false
  /// Whether they are about those who left a trial.
  private(set) var isOfLeaving = false
  private(set) var isReported: Bool
  private let isAfterApproval: Bool
  /// Whether the section or the heading is of reports after approval.
  private var isOfReports = false
  private var isOfStudies = false
  private var isBehindStudies = false

  init(_ title: String, isAfterApproval: Bool, _ judge: Judge) {
    self.isAfterApproval = isAfterApproval
    isReported = isAfterApproval
    subsection = LabelWords.beginning(of: title)
    setHeading(title, judge)
  }

  mutating func begin(
    _ number: Range<Int>, _ part: SentenceCutter.Part, _ judge: Judge, _ utf8: borrowing Bytes
  ) {
    subsection = LabelWords.text(number, utf8, words: 4).filter { $0 != " " }
    if subsection.last == "." { subsection.removeLast() }
    let title = LabelWords.printed(number.upperBound..<part.range.upperBound, utf8)
    setHeading(title.utf8.count > 300 ? "" : title, judge)
  }

  private mutating func setHeading(_ title: String, _ judge: Judge) {
    heading = title
    headingWords = Self.words(of: title, judge)
    let words = title.lowercased()
    isOfReports =
      isAfterApproval || SectionRoles.isOfReports(words) && !words.holds("trial")
    setLine("")
  }

  /// Begins what is under a line; what the heading above is about stays, and below the name of a
  /// body system all that was before it.
  private mutating func setLine(_ line: String, isSystem: Bool = false) {
    self.line = line
    isLineUsed = false
    let words = (heading + "\n" + line).lowercased().blankParted.joined(separator: " ")
    isOfLeaving = LabelVocabulary.shared.holds("leaving-table", in: words)
    isOfStopping =
      LabelVocabulary.shared.holds("stopping-heading", in: words)
      || [heading, line].contains { $0.drop { !$0.isLetter }.lowercased() == "withdrawal" }
    isOfOthers = LabelVocabulary.shared.holds("others-heading", in: words)
    if isSystem { return }
    isReported = isOfReports
    isOfStudies = false
  }

  /// Ends a line that is right before a table: its caption.
  mutating func beginTable(behind part: Range<Int>?) {
    if part?.lowerBound == lineStart { line = "" }
  }

  private static func words(of heading: String, _ judge: Judge) -> [Judge.Word] {
    let utf8 = Array(heading.utf8)
    let words = judge.words(utf8.span, 0..<utf8.count).words
    return Array(words.filter { $0.letters != UInt64(UInt8(ascii: "#")) }.prefix(12))
  }

  mutating func follow(
    _ part: SentenceCutter.Part, behind earlier: Range<Int>?,
    _ sentence: borrowing SentenceTokens, _ text: String, _ common: MostCommon?,
    hasMentions: Bool, _ utf8: borrowing Bytes
  ) {
    let isLine = common == nil && Self.isLine(part, sentence)
    if isLine, !hasMentions || sentence.count <= 6 {
      // `ALPHADOR tablets n` is the header of a table, under which the text does not go on.
      let isTitle = part.number == nil && !sentence.isWord(sentence.count - 1, "n")
      let printed = isTitle ? LabelWords.printed(part.range, utf8) : ""
      // `Nervous System - Dizziness, paresthesia` is a list of its own.
      let dash = [" -", " –"].compactMap { printed.firstRange(of: $0)?.lowerBound }.min()
      let isList = dash.map { TableLines.isSystem(String(printed[..<$0])) } ?? false
      let line = isList ? "" : printed
      lineStart = part.range.lowerBound
      let isSystem =
        (isReported || isOfStudies) && QuotedContext.isPlain(line)
        && sentence.cues.isDisjoint(with: [.study, .event, .adverse])
      setLine(line, isSystem: isSystem)
    } else if let earlier, earlier.lowerBound != lineStart, !part.isItem,
      utf8[part.range.lowerBound - 1] == 0x0A, sentence.cues.contains(.event)
    {
      // `Other adverse experiences were …` ends a line that nothing was listed under, and `The following
      // reactions have been reported …` one with a list.
      let isEnd =
        isLineUsed
        ? sentence.isWord(1, "following") && !sentence.cues.contains(.study)
        : sentence[0].cues.contains(.other)
      if isEnd { setLine("", isSystem: true) }
    }
    isLineUsed = isLineUsed || hasMentions
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
      isReported = isOfReports
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

extension SentenceTokens {
  /// The parts of what leads to a list up to its colon: `The following were reported: Cardiac: syncope
  /// Eye Disorders: …` without the lists before it.
  fileprivate func leads(_ words: Range<Int>) -> [Range<Int>] {
    func isColon(_ index: Int) -> Bool {
      tokens[index].marks.contains(.colon) && tokens[index].depth == 0
    }
    let inner = words.dropFirst().filter(isColon)
    guard let first = inner.first, let last = inner.last else { return [words] }
    let told = words.lowerBound..<first
    let isTold = told.contains {
      !tokens[$0].cues.isDisjoint(with: [.event, .including, .auxiliary, .reported])
    }
    var name = words.upperBound
    while name > last, tokens[name - 1].isCapital || cues(at: name - 1).contains(.and),
      name == words.upperBound || !tokens[name].marks.contains(.comma)
    { name -= 1 }
    while name < words.upperBound, !tokens[name].isCapital { name += 1 }
    guard name < words.upperBound else { return [words] }
    return [told, name..<words.upperBound].filter { $0 != told || isTold }
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
}

extension ListLead {
  /// That of a part which ends without a full stop or with a colon.
  init(
    _ part: SentenceCutter.Part, _ sentence: borrowing SentenceTokens, _ lower: String,
    _ common: MostCommon?, _ utf8: borrowing Bytes
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

// What a statement is under, as it is quoted, and whom it is about.

extension SectionReader {
  mutating func context(
    of words: Range<Int>, _ part: SentenceCutter.Part, _ common: MostCommon?,
    _ utf8: borrowing Bytes
  ) -> String {
    if role == .stopUse || role == .whenUsing { return "" }
    let isBelowLine =
      role == .adverse && !position.line.isEmpty && position.lineStart != part.range.lowerBound
    let head = isBelowLine ? position.line : position.heading
    // The sentence up to the last colon before the words, or to the verb of its list.
    var end = (0..<words.lowerBound + 1).last {
      sentence[$0].marks.contains(.colon) && sentence[$0].depth == 0
    }
    if end == nil, let common, let start = common.listStart(sentence), start <= words.lowerBound {
      end = start
    }
    var leads: [String] = []
    if let end, end > 0 {
      // `Frequent: pruritus; Infrequent: acne`: from the last semicolon on.
      let start = (0..<end).last { sentence[$0].marks.contains(.semicolon) } ?? 0
      for lead in sentence.leads(start..<end) {
        let bytes = sentence[lead.lowerBound].range.lowerBound
        leads.append(
          LabelWords.printed(bytes..<closing(behind: lead.upperBound - 1, part, utf8), utf8))
      }
      // Of several the last is the name of a list, which says nothing if it is a body system's.
      if leads.count > 1, TableLines.isSystem(leads[1]) { leads.removeLast() }
    } else if part.isItem {
      leads = [lead.text]
    }
    let heads = part.number == nil ? [said(head)] : []
    return QuotedContext.joined(heads + leads.map { said($0) })
  }

  private mutating func said(_ text: String) -> String {
    if text.isEmpty { return "" }
    if let known = quotes[text] { return known }
    let quote = source.quoted.said(text)
    quotes[text] = quote
    return quote
  }

  /// The end of a word, with the percent sign and the brackets that close behind it.
  private func closing(
    behind word: Int, _ part: SentenceCutter.Part, _ utf8: borrowing Bytes
  ) -> Int {
    var end = sentence[word].range.upperBound
    var index = end
    while index < part.range.upperBound {
      let byte = utf8[index]
      index += 1
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
        end = index
      } else if byte != 0x20 {
        break
      }
    }
    return end
  }

  /// Whom a statement is about, by the innermost words that say it; `nil` for adults.
  func population(_ context: String, _ led: ListLead, _ said: String?) -> String? {
    var own: String?
    if Population.isSaid(in: context) {
      for part in context.split(separator: QuotedContext.joint) {
        own = Population.of(String(part)).within(own)
      }
    }
    return Population.reported(
      own.within(
        Population.of(led.text).within(
          said.within(
            Population.of(position.line).within(
              Population.of(position.heading).within(Population.of(title)))))))
  }
}
