// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import SymptomMapping

/// Reads the text of one section: its statements and the places that make none.
struct SectionReader {
  private let matcher: PhraseMatcher
  private let lexicon: CueLexicon
  private let role: SectionRole
  private let section: Int
  private let title: String

  private(set) var statements: [LabelStatement] = []
  private(set) var passed: [PassedMention] = []
  /// Places of statements whose words stand in the text of a table.
  private(set) var tabular: [Int] = []
  /// Mentions within the text of tables, which the tables speak for.
  private(set) var repeated: [FlatMention] = []
  /// Places of statements that only refer to another section.
  private(set) var references: [Int] = []
  /// The terms of lists of effects that no category covers, and how often each stands there.
  private(set) var uncovered: [String: Int] = [:]

  private var sentence = SentenceTokens()
  private var scopes = ScopeReader()
  private var lead = Lead()
  private var leadPart: SentenceCutter.Part?
  private var subsection: String
  private let hasTitle: Bool
  private var flow: SectionFlow
  private var isHighlight = false
  /// What the drug is for.
  private let treated: Set<SymptomCategory>
  /// Whether the sentence before it states the most common effects of others (`Adults: …`).
  private var isBehindMostCommon = false
  /// Whether the section is that of precautions in the old format.
  private let isOldPrecautions: Bool
  /// Whether a part of it is read that tells of no effects of the drug itself.
  private var isAside = false
  /// Whether the sentence is a line of a list of references.
  private var isReference = false

  /// A mention within the text of a table.
  struct FlatMention {
    /// The index of the table.
    let table: Int
    /// The row that it stands in, or behind.
    let row: Int?
    let statement: LabelStatement
  }

  /// What the line before a list says of its items.
  private struct Lead {
    var facts = SentenceFacts()
    var scope: Scope = []
    var condition: String?
  }

  init(
    _ matcher: PhraseMatcher, _ lexicon: CueLexicon, role: SectionRole, section: Int,
    title: String, isAfterApproval: Bool, isOldPrecautions: Bool = false,
    treated: Set<SymptomCategory> = []
  ) {
    self.matcher = matcher
    self.lexicon = lexicon
    self.role = role
    self.section = section
    self.isOldPrecautions = isOldPrecautions
    self.treated = treated
    self.title = title
    subsection = LabelWords.beginning(of: title)
    hasTitle = !title.isEmpty
    flow = SectionFlow(
      isAfterApproval: isAfterApproval, population: SectionFlow.population(of: title, lexicon))
  }

  /// Reads a text; of the highlights only the list of the most common effects counts.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isHighlight: Whether it is that of the highlights.
  ///   - tables: Where it repeats the tables of the section.
  mutating func read(_ text: LabelText, isHighlight: Bool, tables: [FlatTable?] = []) {
    self.isHighlight = isHighlight
    let utf8 = text.utf8.span
    lead = Lead()
    leadPart = nil
    for block in SectionPieces.pieces(of: text.blocks, tables) {
      if let table = block.table {
        note(block.block.range, table, tables[table], utf8)
        continue
      }
      let block = block.block
      let mentions = matcher.mentions(in: utf8, block.range)
      let isItem = block.kind == .item
      // A block without a mention matters only as the line before a list, or as a heading.
      var next = 0
      var cutter = SentenceCutter(block.range)
      var isFirst = true
      while var part = cutter.next(utf8) {
        if isFirst, isItem { part.isItem = true }
        isFirst = false
        if let number = part.number { begin(number, part, utf8) }
        if isOldPrecautions, let old = OldHeadings.part(utf8, part.range) {
          isAside = old == .other
        }
        if !part.isItem {
          leadPart = part
          lead = Lead()
        }
        var own: [PhraseMention] = []
        while next < mentions.count, mentions[next].range.lowerBound < part.range.upperBound {
          own.append(mentions[next])
          next += 1
        }
        if !own.isEmpty {
          read(own, part, utf8)
        } else if role == .adverse {
          notice(part, utf8)
        }
      }
    }
  }

  /// The words within the text of a table: the table itself tells what they say.
  private mutating func note(
    _ range: Range<Int>, _ table: Int, _ flat: FlatTable?, _ utf8: borrowing Span<UInt8>
  ) {
    for mention in matcher.mentions(in: utf8, range) {
      let phrase = matcher.phrases[mention.phrase]
      var statement = LabelStatement(
        symptom: phrase.symptom, fit: phrase.fit, direction: phrase.direction,
        evidenceClass: flow.isReported ? .postmarketing : role.evidenceClass,
        term: LabelWords.text(mention.range, utf8, words: 4), section: section,
        place: .text(mention.range))
      statement.subsection = subsection
      repeated.append(
        FlatMention(
          table: table, row: flat?.row(at: mention.range.lowerBound), statement: statement))
    }
  }

  /// A subsection begins within the text.
  private mutating func begin(
    _ number: Range<Int>, _ part: SentenceCutter.Part, _ utf8: borrowing Span<UInt8>
  ) {
    let isFirst = subsection.first?.isNumber != true
    subsection = LabelWords.text(number, utf8, words: 4)
    // What stands before the first subsection are the highlights, which repeat it.
    if role == .warning, isFirst, !isHighlight { references.append(contentsOf: statements.indices) }
    flow.begin()
  }

  /// A sentence without mentions: it may say something of those behind it.
  private mutating func notice(_ part: SentenceCutter.Part, _ utf8: borrowing Span<UInt8>) {
    guard part.range.count < 2_000 else { return }
    sentence.read(utf8, part.range, lexicon)
    if part.isItem {
      scopes.read(sentence, inherited: lead.scope, isList: true)
      count([], part, utf8)
    }
    flow.take(sentence, part, SentenceFacts(sentence, utf8), hasMentions: false)
  }

  private mutating func read(
    _ mentions: [PhraseMention], _ part: SentenceCutter.Part, _ utf8: borrowing Span<UInt8>
  ) {
    if part.isItem, let line = leadPart {
      introduce(line, utf8)
      leadPart = nil
    }
    sentence.read(utf8, part.range, lexicon)
    let places = locate(mentions)
    for place in places { sentence.clear(place) }
    scopes.read(
      sentence, inherited: part.isItem ? lead.scope : [], isList: role == .adverse)
    var facts = SentenceFacts(sentence, utf8, isHighlight: isHighlight)
    if role == .adverse {
      flow.take(sentence, part, facts, hasMentions: true)
      isReference = flow.isReferring && sentence.isReference
    } else if role == .warning {
      // The highlights before the first subsection repeat it: `Hepatotoxicity: … (5.3)`.
      isReference = subsection.first?.isNumber != true && refersBehind()
    }
    defer { isReference = false }
    if isBehindMostCommon, !facts.isMostCommon, refersBehind(), label(before: 1 << 20) != nil {
      facts.isMostCommon = true
    }
    isBehindMostCommon = facts.isMostCommon && refersBehind()
    let isHeading = role == .adverse && SectionFlow.isHeading(sentence, part)
    let ownsList = facts.isMostCommon
    if part.isItem, lead.facts.isMostCommon, !facts.isMostCommon {
      facts.isMostCommon = true
      facts.threshold = FigureReader().threshold(sentence, utf8) ?? lead.facts.threshold
    }
    let around = part.isItem ? lead.facts.population ?? flow.population : flow.population
    count(places, part, utf8)
    let judge = MentionJudge(role: role)
    for (mention, words) in zip(mentions, places) where !words.isEmpty {
      let place: LabelStatement.Place =
        isHighlight ? .highlight(mention.range) : .text(mention.range)
      let symptom = matcher.phrases[mention.phrase].symptom
      let isListed = facts.isMostCommon && facts.includes(words, sentence)
      if (role == .leaflet || isHighlight) && !isListed || isAside {
        pass(symptom, .section, place)
        continue
      }
      if role == .adverse, treated.contains(symptom),
        isHeading || isTitle(words) || facts.isBeforeVerb(words, sentence)
      {
        pass(symptom, .indication, place)
        continue
      }
      switch judge.verdict(words, sentence, scopes) {
      case .passed(let reason): pass(symptom, reason, place)
      case .stated(let condition, let isSign, let isStopping):
        var own = facts
        own.population = facts.population(of: words) ?? around
        if facts.isMostCommon, !part.isItem {
          own.threshold =
            FigureReader().threshold(before: words, sentence, utf8) ?? facts.threshold
        }
        own.isMostCommon = isListed && (ownsList || !flow.isReported)
        state(mention, words, own, condition, isSign, isStopping, part, utf8)
      }
    }
  }

  /// What the line before a list says of it.
  private mutating func introduce(_ part: SentenceCutter.Part, _ utf8: borrowing Span<UInt8>) {
    lead = Lead()
    sentence.read(utf8, part.range, lexicon)
    guard sentence.count > 0, part.isOpen || sentence.lastMarks.contains(.colon) else { return }
    for place in locate(matcher.mentions(in: utf8, part.range)) { sentence.clear(place) }
    scopes.read(sentence)
    lead.facts = SentenceFacts(sentence, utf8, isHighlight: isHighlight)
    guard let last = scopes.scopes.last else { return }
    lead.scope = last.intersection([.instructed, .conditional, .sign, .definition, .stopping])
    if lead.scope.contains(.sign) { lead.condition = scopes.signedOf.map { words($0, utf8) } }
  }

  /// The words of each mention among those of the sentence.
  private func locate(_ mentions: [PhraseMention]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var index = 0
    for mention in mentions {
      while index < sentence.count, sentence[index].range.upperBound <= mention.range.lowerBound {
        index += 1
      }
      let first = index
      while index < sentence.count, sentence[index].range.lowerBound < mention.range.upperBound {
        index += 1
      }
      places.append(first..<index)
    }
    return places
  }

  /// Counts the terms that no category covers; the highlights repeat those of the section.
  private mutating func count(
    _ mentions: [Range<Int>], _ part: SentenceCutter.Part, _ utf8: borrowing Span<UInt8>
  ) {
    guard role == .adverse, !isHighlight else { return }
    let away: Scope = [.negated, .instructed, .conditional, .background, .purpose, .grouped]
    for words in UncoveredTerms.terms(of: sentence, mentions: mentions, isItem: part.isItem)
    where scopes.scopes[words.lowerBound].isDisjoint(with: away) {
      uncovered[self.words(words, utf8), default: 0] += 1
    }
  }

  private mutating func pass(
    _ symptom: SymptomCategory, _ reason: PassingReason, _ place: LabelStatement.Place
  ) {
    passed.append(PassedMention(symptom: symptom, reason: reason, section: section, place: place))
  }

  private mutating func state(
    _ mention: PhraseMention, _ words: Range<Int>, _ facts: SentenceFacts,
    _ condition: Range<Int>?, _ isSign: Bool, _ isStopping: Bool, _ part: SentenceCutter.Part,
    _ utf8: borrowing Span<UInt8>
  ) {
    let phrase = matcher.phrases[mention.phrase]
    var statement = LabelStatement(
      symptom: phrase.symptom, fit: phrase.fit, direction: phrase.direction,
      evidenceClass: role.evidenceClass,
      term: LabelWords.text(mention.range, utf8, words: 4), section: section,
      place: isHighlight ? .highlight(mention.range) : .text(mention.range))
    statement.subsection = subsection
    statement.population = facts.population
    let isTable = isInTable(words)
    if role == .adverse || role == .boxed || role == .warning {
      if isStopping {
        statement.condition = "withdrawal"
        statement.evidenceClass = .warning
      } else if isSign {
        statement.condition = condition.map { self.words($0, utf8) } ?? lead.condition
        if role == .adverse {
          // The list of effects stays one: the condition says what it is a sign of.
          if facts.isReported || flow.isReported { statement.evidenceClass = .postmarketing }
        } else if statement.condition != nil || role == .boxed {
          statement.evidenceClass = .warning
        }
      }
    } else if isSign {
      statement.condition = condition.map { self.words($0, utf8) } ?? lead.condition
    }
    if role == .warning {
      // Under a heading the signs are those of what it names.
      if isSign, scopes.isSuggested, subsection.first?.isNumber == true {
        statement.condition = nil
      } else if statement.condition == nil, let head = head(before: words) {
        statement.condition = self.words(head, utf8)
      }
    }
    if role == .warning, isSign, statement.condition == nil, subsection.first?.isNumber != true,
      !hasTitle
    {
      pass(phrase.symptom, .signOfAnother, statement.place)
      return
    }
    if statement.condition == nil, role == .adverse || role == .leaflet {
      let isReported = facts.isReported || flow.isReported
      // Reports too have most common ones, save under a heading of their own.
      if facts.isMostCommon, !facts.isReported, !flow.isReportedByHeading,
        !flow.isAboutLeaving
      {
        statement.evidenceClass = .mostCommon
        statement.threshold = facts.threshold
      } else if isReported {
        statement.evidenceClass = .postmarketing
      }
    }
    let takesFigures = role == .adverse || role == .warning || role == .boxed
    if takesFigures, statement.evidenceClass != .postmarketing, statement.condition == nil,
      !isTable, !facts.isReported, !flow.isReported, !flow.isAboutLeaving,
      let figures = FigureReader().figures(words, sentence, utf8)
    {
      statement.drugPercent = figures.drug
      statement.comparatorPercent = figures.comparator
      statement.comparator = figures.kind
      if statement.evidenceClass == .listed { statement.evidenceClass = .trialText }
    }
    if isTable { tabular.append(statements.count) }
    if isReference { references.append(statements.count) }
    statements.append(statement)
  }

  /// `Hypertension and Angina: Most reactions …`: whether the words are a title.
  private func isTitle(_ words: Range<Int>) -> Bool {
    guard let end = label(before: words.upperBound + 1) else { return false }
    return end >= words.upperBound
  }

  /// The end of a title with which a sentence begins, before its colon: capitals and small
  /// words; `nil` if it has none that ends before a word.
  private func label(before limit: Int) -> Int? {
    for index in 0..<min(sentence.count, 14) {
      if index > 0, sentence[index].marks.contains(.colon), sentence[index].depth == 0 {
        return index < limit ? index : nil
      }
      let verbs: Cue = [.auxiliary, .effect, .possibility, .obligation]
      if !sentence[index].cues.isDisjoint(with: verbs) { return nil }
    }
    return nil
  }

  /// Whether the sentence ends with the number of a section in brackets.
  private func refersBehind() -> Bool {
    guard let last = sentence.tokens.last else { return false }
    return last.isNumber && last.depth > 0
  }

  /// `Hepatotoxicity: … (5.3)`: the heading of a line of the highlights, which refers to the
  /// section that tells of it.
  private func head(before words: Range<Int>) -> Range<Int>? {
    guard refersBehind(),
      let end = (1..<min(sentence.count, 10)).first(where: {
        sentence[$0].marks.contains(.colon) && sentence[$0].depth == 0
      }), end <= words.lowerBound
    else { return nil }
    let verbs: Cue = [.auxiliary, .possibility, .effect, .instruction, .obligation]
    for index in 0..<end where !sentence[index].cues.isDisjoint(with: verbs) { return nil }
    return 0..<end
  }

  /// Whether a figure without a percent sign follows the words, as in the text of a table.
  private func isInTable(_ words: Range<Int>) -> Bool {
    var next = words.upperBound
    // Up to two marks of footnotes.
    while next < sentence.count, next < words.upperBound + 2, sentence[next].range.count == 1,
      !sentence[next].isNumber
    {
      next += 1
    }
    guard next + 1 < sentence.count, sentence[next].isNumber, sentence[next + 1].isNumber else {
      return false
    }
    return sentence[next].marks.isDisjoint(with: [.comma, .semicolon, .colon])
  }

  private func words(_ range: Range<Int>, _ utf8: borrowing Span<UInt8>) -> String {
    guard let first = range.first, let last = range.last, last < sentence.count else { return "" }
    return LabelWords.text(
      sentence[first].range.lowerBound..<sentence[last].range.upperBound, utf8, words: 4)
  }
}

/// The label's words as they are quoted: lower case, single spaces, at most so many.
enum LabelWords {
  static func text(_ range: Range<Int>, _ utf8: borrowing Span<UInt8>, words: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var count = 0
    var isBlank = true
    for index in range {
      var byte = utf8[index]
      if byte == 0xC2, index + 1 < range.upperBound, utf8[index + 1] == 0xA0 { continue }
      if byte == 0xA0, index > range.lowerBound, utf8[index - 1] == 0xC2 { byte = 0x20 }
      if byte <= 0x20 {
        if !isBlank { bytes.append(0x20) }
        isBlank = true
        continue
      }
      if isBlank {
        count += 1
        if count > words { break }
      }
      isBlank = false
      bytes.append(byte)
    }
    while bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  /// The number that a title begins with, or its first four words.
  static func beginning(of title: String) -> String {
    let words = title.split(whereSeparator: \.isWhitespace)
    guard let first = words.first else { return "" }
    if first.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }) {
      return String(first)
    }
    return words.prefix(4).joined(separator: " ")
  }
}
