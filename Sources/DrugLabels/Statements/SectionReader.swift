// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import SymptomMapping

/// What the sections of one label are read with.
struct LabelSource {
  let matcher: PhraseMatcher
  let lexicon: CueLexicon
  let judge: Judge
  let quoted: QuotedContext
  /// What the drug is for.
  var treated: Set<SymptomCategory>
  /// The words by which its indications name that.
  var treatedWords: Set<String>
  /// Whether the features of mentions are kept for training.
  let isTraining: Bool
}

/// Reads the text of one section: its statements and the places that make none.
struct SectionReader {
  let source: LabelSource
  let role: SectionRole
  let section: Int
  let title: String
  private let isAfterApproval: Bool

  private(set) var statements: [LabelStatement] = []
  private(set) var passed: [PassedMention] = []
  /// Mentions within the text of tables, which the tables speak for.
  private(set) var repeated: [FlatMention] = []
  /// The terms of lists of effects that no category covers, and how often each occurs.
  private(set) var uncovered: [String: Int] = [:]
  private(set) var examples: [JudgeExample] = []

  /// A mention within the text of a table.
  struct FlatMention {
    let table: Int
    /// The row that it is in, or behind.
    let row: Int?
    let statement: LabelStatement
  }

  /// What the line before a list says of its items.
  private struct Lead {
    var range = 0..<0
    var common: MostCommon?
    var text = ""
    var sense = EvidenceSense.effect
    var isSign = false
    var isReserved = false
    var isNotAbove = false
    var isOnPlacebo = false
  }

  private var sentence = SentenceTokens()
  private var lead = Lead()
  private var subsection: String
  /// The heading with a number, or the title of the section.
  private var heading: String
  /// A line without a full stop below it.
  private var line = ""
  private var lineStart = 0
  /// Whether the line is about those who left a trial.
  private var isOfLeaving = false
  private var isReported: Bool
  /// Whether a sentence below the heading names studies beside reports.
  private var isOfStudies = false
  /// Whether the sentence before does.
  private var isBehindStudies = false
  private var isPlaceboNear = false
  private var isHighlight = false
  private var earlier: Range<Int>?
  private var headingWords: [Judge.Word] = []
  /// Whether the heading is about what comes of stopping.
  private var isOfStopping = false
  /// What was quoted of headings and lines, and whom texts are about: most come again.
  private var contexts: [[String]: String] = [:]
  private var populations: [String: Population.Found?] = [:]

  init(
    _ source: LabelSource, role: SectionRole, section: Int, title: String, isAfterApproval: Bool
  ) {
    self.source = source
    self.role = role
    self.section = section
    self.title = title
    self.isAfterApproval = isAfterApproval
    isReported = isAfterApproval
    subsection = LabelWords.beginning(of: title)
    heading = title
    headingWords = words(of: title)
    isOfStopping = LabelVocabulary.shared.holds("stopping-heading", in: title.lowercased())
  }

  /// Reads a text, and where it repeats the tables of the section; of the highlights only the list
  /// of the most common effects counts.
  mutating func read(_ text: LabelText, isHighlight: Bool, tables: [FlatTable?] = []) {
    self.isHighlight = isHighlight
    let utf8 = text.utf8.span
    lead = Lead()
    earlier = nil
    for piece in FlatTable.pieces(of: text.blocks, tables) {
      let block = piece.block
      if let table = piece.table {
        note(block.range, table, tables[table], utf8)
        continue
      }
      let mentions = source.matcher.mentions(in: utf8, block.range)
      var next = 0
      var cutter = SentenceCutter(block.range)
      var isFirst = true
      while var part = cutter.next(utf8) {
        if isFirst, block.kind == .item { part.isItem = true }
        isFirst = false
        var own: [PhraseMention] = []
        while next < mentions.count, mentions[next].range.lowerBound < part.range.upperBound {
          own.append(mentions[next])
          next += 1
        }
        read(part, own, isCaption: block.kind == .caption, utf8)
        earlier = part.range
      }
    }
  }

  // MARK: - Sentences

  private mutating func read(
    _ part: SentenceCutter.Part, _ mentions: [PhraseMention], isCaption: Bool,
    _ utf8: borrowing Span<UInt8>
  ) {
    if let number = part.number { begin(number, part, utf8) }
    // A long part without mentions says nothing of the next ones.
    if mentions.isEmpty, part.range.count > 2_000 || role == .stopUse && !part.isOpen { return }
    sentence.read(utf8, part.range, source.lexicon)
    guard sentence.count > 0 else { return }
    let places = locate(mentions)
    for place in places { sentence.clear(place) }
    var common = MostCommon(sentence, utf8, isHighlight: isHighlight)
    follow(part, common, hasMentions: !mentions.isEmpty, utf8)
    if part.isItem {
      if common == nil, let led = lead.common {
        common = MostCommon(
          start: 0, threshold: FigureReader().threshold(sentence, utf8) ?? led.threshold)
      }
    } else {
      setLead(part, common, utf8)
    }
    if role == .adverse, !isHighlight {
      for words in UncoveredTerms.terms(of: sentence, mentions: places, isItem: part.isItem)
      where !negates(words) {
        uncovered[term(words, utf8), default: 0] += 1
      }
    }
    defer { isPlaceboNear = sentence.cues.contains(.placebo) }
    guard !mentions.isEmpty else { return }
    let words = SentenceWords(source.judge, part, earlier, utf8)
    let text = lowerText(part, utf8)
    for (mention, place) in zip(mentions, places) where !place.isEmpty {
      state(mention, place, part, common, words, text, utf8)
    }
  }

  /// The words of a sentence and of the one before it, for the judge.
  private struct SentenceWords {
    let own: Judge.Words
    let earlier: ArraySlice<Judge.Word>

    init(
      _ judge: Judge, _ part: SentenceCutter.Part, _ earlier: Range<Int>?,
      _ utf8: borrowing Span<UInt8>
    ) {
      own = judge.words(utf8, part.range)
      self.earlier = earlier.map { judge.words(utf8, $0).words.suffix(15) } ?? []
    }
  }

  /// A subsection begins within the text.
  private mutating func begin(
    _ number: Range<Int>, _ part: SentenceCutter.Part, _ utf8: borrowing Span<UInt8>
  ) {
    subsection = LabelWords.text(number, utf8, words: 4).filter { $0 != " " }
    if subsection.last == "." { subsection.removeLast() }
    heading = LabelWords.printed(number.upperBound..<part.range.upperBound, utf8)
    if heading.utf8.count > 300 { heading = "" }
    headingWords = words(of: heading)
    isOfStopping = LabelVocabulary.shared.holds("stopping-heading", in: heading.lowercased())
    line = ""
    isOfLeaving = LabelVocabulary.shared.holds("leaving-table", in: heading.lowercased())
    isReported = isAfterApproval
    isOfStudies = false
  }

  private func words(of heading: String) -> [Judge.Word] {
    let utf8 = Array(heading.utf8)
    let words = source.judge.words(utf8.span, 0..<utf8.count).words
    return Array(words.filter { $0.letters != UInt64(UInt8(ascii: "#")) }.prefix(12))
  }

  /// What a sentence or a heading says of those behind it.
  private mutating func follow(
    _ part: SentenceCutter.Part, _ common: MostCommon?, hasMentions: Bool,
    _ utf8: borrowing Span<UInt8>
  ) {
    let isLine =
      part.isOpen && !part.isItem && sentence.count <= 12 && common == nil
      && !sentence.lastMarks.contains(.colon) && sentence[0].isCapital
      && !sentence.tokens.indices.contains { sentence.isWord($0, "see") }
      && !sentence.cues.contains(.auxiliary)
      && !sentence.tokens.dropFirst().contains { $0.marks.contains(.colon) }
    if isLine, !hasMentions || sentence.count <= 6 {
      line = part.number == nil ? LabelWords.printed(part.range, utf8) : ""
      lineStart = part.range.lowerBound
      isOfLeaving = LabelVocabulary.shared.holds("leaving-table", in: line.lowercased())
      isReported = isAfterApproval
      isOfStudies = false
    }
    if sentence.cues.contains(.reported) {
      let text = lowerText(part, utf8)
      let isAfter = LabelVocabulary.shared.holds("reported-after", in: text)
      // `… in trials or postmarketing. Because these are reported voluntarily …`: of both, as
      // behind a sentence on `observational studies`.
      if sentence.cues.contains(.study), !sentence.isWord(1, "addition") {
        isOfStudies = true
      } else if isAfter, isLine || !(isOfStudies || isBehindStudies) || !text.holds("voluntar") {
        isReported = true
      }
    } else if sentence.cues.contains(.study), sentence.cues.contains(.event), !part.isItem {
      isReported = isAfterApproval
    }
    isBehindStudies =
      sentence.cues.contains(.study) && sentence.cues.contains(.event) && !part.isItem
  }

  private mutating func setLead(
    _ part: SentenceCutter.Part, _ common: MostCommon?, _ utf8: borrowing Span<UInt8>
  ) {
    lead = Lead()
    guard part.isOpen || sentence.lastMarks.contains(.colon) else { return }
    lead.range = part.range
    lead.common = common
    lead.text = LabelWords.printed(part.range, utf8)
    let text = lowerText(part, utf8)
    lead.sense = sense(before: sentence.count, utf8) ?? .effect
    lead.isSign = sentence.cues.contains(.sign)
    lead.isReserved = LabelVocabulary.shared.holds("reserved", in: text)
    lead.isOnPlacebo = sentence.cues.contains(.placebo)
    lead.isNotAbove = isNotAbove(text)
  }

  /// `Headache was more common on placebo`.
  private func isNotAbove(_ text: String) -> Bool {
    sentence.cues.contains(.placebo) && LabelVocabulary.shared.holds("not-above", in: text)
  }

  /// A sentence in lower case with single blanks.
  private func lowerText(_ part: SentenceCutter.Part, _ utf8: borrowing Span<UInt8>) -> String {
    LabelWords.text(part.range, utf8, words: 200)
  }

  /// The words of each mention among those of the sentence.
  private func locate(_ mentions: [PhraseMention]) -> [Range<Int>] {
    var index = 0
    return mentions.map { mention in
      while index < sentence.count, sentence[index].range.upperBound <= mention.range.lowerBound {
        index += 1
      }
      let first = index
      while index < sentence.count, sentence[index].range.lowerBound < mention.range.upperBound {
        index += 1
      }
      return first..<index
    }
  }

  // MARK: - Statements

  /// Makes the statement of a mention, or says why it makes none.
  private mutating func state(
    _ mention: PhraseMention, _ words: Range<Int>, _ part: SentenceCutter.Part,
    _ common: MostCommon?, _ judged: SentenceWords, _ text: String, _ utf8: borrowing Span<UInt8>
  ) {
    let phrase = source.matcher.phrases[mention.phrase]
    var statement = LabelStatement(
      phrase, evidenceClass: role.evidenceClass,
      term: LabelWords.text(mention.range, utf8, words: 4), section: section,
      place: isHighlight ? .highlight(mention.range) : .text(mention.range))
    statement.subsection = subsection
    let isListed = common?.includes(words, sentence) ?? false
    let isNegated = negates(words)
    if let reason = rule(
      words, part, common, isListed: isListed, isNegated: isNegated, phrase, text)
    {
      pass(phrase.symptom, reason, statement.place)
      return
    }
    let isOutsideText = role == .leaflet || role == .whenUsing || role == .stopUse || isHighlight
    statement.sense = sense(before: words.lowerBound, utf8) ?? lead(of: part).sense
    if statement.sense == .effect, role == .warning || role == .boxed, isOfStopping {
      statement.sense = .withdrawal
    }
    if isOutsideText {
      if role == .stopUse, statement.sense == .effect, isSign(words, part) {
        statement.sense = .sign
      }
    } else {
      let place = Judge.Place(
        sentence: judged.own, range: mention.range, earlier: judged.earlier,
        heading: headingWords[...], role: role, phrase: phrase.text, symptom: phrase.symptom,
        isNegated: isNegated, isInHeading: part.number != nil, isOfReaction: isOfReaction(words))
      if source.isTraining, statement.sense == .effect {
        examples.append(
          JudgeExample(
            section: section, symptom: phrase.symptom, features: source.judge.features(place)))
      }
      if statement.sense == .effect, !source.judge.isEffect(place) {
        guard role != .adverse, isSign(words, part), !isNegated else {
          pass(phrase.symptom, .judged, statement.place)
          return
        }
        statement.sense = .sign
      }
      if statement.sense == .effect, role == .adverse, place.isOfReaction {
        statement.sense = .sign
      }
    }
    classify(&statement, words, part, isListed ? common : nil, utf8)
    statement.context = context(of: words, part, common, utf8)
    // The innermost words first.
    statement.population = population(
      statement.context.split(separator: " > ").reversed().map(String.init) + [
        part.isItem ? lead.text : "",
        isListed || role != .adverse || sentence.count <= 20 ? text : "",
        line, heading, title,
      ], of: text)
    statements.append(statement)
  }

  private func lead(of part: SentenceCutter.Part) -> Lead { part.isItem ? lead : Lead() }

  /// Why a mention states no effect, where a reader can say it in one line.
  private func rule(
    _ words: Range<Int>, _ part: SentenceCutter.Part, _ common: MostCommon?, isListed: Bool,
    isNegated: Bool,
    _ phrase: Phrase, _ text: String
  ) -> PassingReason? {
    if role == .leaflet || isHighlight, !isListed { return .section }
    if sentence.cues.contains(.animal), !sentence.cues.contains(.person) { return .animal }
    // Effects on others, and what a disease does whether or not it is treated.
    if ["other-person", "disease-itself"].contains(where: {
      LabelVocabulary.shared.holds($0, in: text)
    }) {
      return .background
    }
    if sentence.cues.contains(.masking),
      sentence.tokens[..<words.lowerBound].contains(where: { $0.cues.contains(.masking) })
    {
      return .background
    }
    if lead(of: part).isNotAbove || isNotAbove(text) { return .notAboveComparator }
    let isTreated = source.treated.contains(phrase.symptom)
    if lead(of: part).isReserved
      || role != .adverse
        && LabelVocabulary.shared.holds("reserved", in: text)
    {
      return .indication
    }
    // `Patients with migraine`, in the words of the indications.
    if source.treatedWords.contains(phrase.text), isIndicated(words) { return .indication }
    // `Reactions in trials of migraine were`: what the drug is for, before the list.
    if isTreated, role == .adverse,
      part.isOpen && !part.isItem && common == nil && sentence.count <= 12
        || !isListed && (common?.start ?? .max) < words.lowerBound
    {
      return .indication
    }
    if role == .adverse, isPartOfGroup(words) || isDefinition(words) { return .groupedTerm }
    if isNegated { return .negated }
    if role == .stopUse, isTreated || lasts(words) { return .background }
    return nil
  }

  /// Whether words that the indications have name what is treated: in warnings without a figure
  /// behind them, in lists of effects behind `with`, `of` and `for`.
  private func isIndicated(_ words: Range<Int>) -> Bool {
    switch role {
    case .boxed, .warning:
      // `Worsening angina`, `an increase in the frequency of angina`: it became worse.
      let isWorse = (max(0, words.lowerBound - 2)..<words.lowerBound).contains { place in
        Self.worse.contains { sentence.isWord(place, from: $0) }
      }
      return !isWorse && !sentence.cues(at: words.upperBound).contains(.effect)
    case .adverse:
      let first = words.lowerBound
      let isBehind =
        !sentence.cues(at: first - 1).isDisjoint(with: [.with, .of])
        || sentence.isWord(first - 1, "for")
      return isBehind && sentence.cues(at: first - 2).isDisjoint(with: [.share, .event])
    default: return false
    }
  }

  private static let worse: [StaticString] = ["worse", "exacerba", "aggravat", "increase"]

  /// Whether a negation governs words: before them in the same clause, at most six words away, or
  /// behind them at the verb (`Headache and nausea were not reported`).
  private func negates(_ words: Range<Int>) -> Bool {
    var index = words.lowerBound - 1
    while index >= max(0, words.lowerBound - 6) {
      if isNegation(index) { return true }
      let token = sentence[index]
      if token.cues.contains(.turn) || isClause(index) || token.cues.contains(.negation) {
        return false
      }
      index -= 1
    }
    for index in words.upperBound..<max(words.upperBound, min(sentence.count, words.upperBound + 8))
    {
      let token = sentence[index]
      if !token.marks.isDisjoint(with: [.semicolon, .colon, .period, .comma, .opening]) { break }
      if sentence.cues(at: index - 1).contains(.auxiliary), isNegation(index),
        sentence.cues(at: index + 1).contains(.effect)
      {
        return true
      }
    }
    return false
  }

  /// Whether another clause begins with a word: behind a colon, or a full stop that is not that of
  /// `e.g.`, `vs.` and `C. difficile`, nor within brackets.
  private func isClause(_ index: Int) -> Bool {
    let marks = sentence[index].marks
    if !marks.isDisjoint(with: [.semicolon, .colon]) { return true }
    guard marks.contains(.period), index > 0, sentence[index].depth == 0 else { return false }
    return sentence[index - 1].isNumber || sentence[index - 1].range.count > 2
  }

  /// `no` and `without`, but not `with or without`, `not limited to`, `not only`.
  private func isNegation(_ index: Int) -> Bool {
    sentence[index].cues.contains(.negation) && !sentence.cues(at: index - 1).contains(.or)
      && !sentence.cues(at: index + 1).contains(.notReally)
  }

  /// `fever gets worse or lasts more than 3 days`: said of what is there already.
  private func lasts(_ words: Range<Int>) -> Bool {
    (words.upperBound..<min(sentence.count, words.upperBound + 6)).prefix { !isClause($0) }
      .contains { sentence[$0].cues.contains(.lasting) }
      || sentence.tokens[..<words.lowerBound].suffix(4).contains { $0.cues.contains(.lasting) }
  }

  /// Whether sense words are before a mention in its sentence, or in the line before its list; those
  /// of `patients with symptoms such as` say what is there already.
  private func isSign(_ words: Range<Int>, _ part: SentenceCutter.Part) -> Bool {
    guard let sign = (0..<words.lowerBound).last(where: { sentence[$0].cues.contains(.sign) })
    else { return lead(of: part).isSign }
    return !(max(1, sign - 4)..<max(1, sign)).contains {
      !sentence[$0].cues.isDisjoint(with: [.with, .who]) && sentence[$0 - 1].cues.contains(.person)
    }
  }

  /// Whether words say by what another reaction is known, in a section that lists effects:
  /// `characterized by fever`, `signs such as fever`, `watched for sore throat`.
  private func isOfReaction(_ words: Range<Int>) -> Bool {
    var isListed = false
    for index in stride(from: words.lowerBound - 1, through: 0, by: -1) {
      let marks = sentence[index + 1].marks
      if !marks.isDisjoint(with: [.semicolon, .colon, .period]) { return false }
      if marks.contains(.comma) { isListed = true }
      let cues = sentence[index].cues
      if sentence.isWord(index, "by"), sentence.cues(at: index - 1).contains(.known) { return true }
      if cues.contains(.sign),
        sentence.isWord(index, from: "sign") || sentence.isWord(index, from: "symptom")
      {
        let between = sentence.tokens[index + 1..<words.lowerBound]
        let isNamed = between.contains { $0.cues.contains(.including) }
        let isOf = sentence.cues(at: index + 1).contains(.of)
        if isOf ? isNamed || !isListed : isNamed && sentence.isWord(index, from: "sign") {
          return true
        }
      }
      if sentence.isWord(index, "for"), !isListed {
        let before = sentence.tokens[max(0, index - 12)..<index]
        if before.contains(where: { $0.cues.contains(.watching) }) { return true }
      }
    }
    return false
  }

  /// `withdrawal symptoms such as …`, `an overdose may cause …`.
  private func sense(before end: Int, _ utf8: borrowing Span<UInt8>) -> EvidenceSense? {
    let before = max(0, end - 60)..<end
    if before.contains(where: { sentence[$0].cues.contains(.overdose) }) { return .overdosage }
    let stops = before.contains {
      !sentence[$0].cues.isDisjoint(with: [.stopping, .leaving])
    }
    guard stops, let first = before.first, let last = before.last else { return nil }
    let bytes = sentence[first].range.lowerBound..<sentence[last].range.upperBound
    let text = LabelWords.text(bytes, utf8, words: 80)
    return LabelVocabulary.shared.holds("withdrawal", in: text) ? .withdrawal : nil
  }

  /// Whether words are in a bracket that enumerates what the figure behind it is of: `abdominal pain
  /// (discomfort, distension, pain upper) [60%]`.
  private func isPartOfGroup(_ words: Range<Int>) -> Bool {
    guard sentence[words.lowerBound].depth > 0 else { return false }
    var start = words.lowerBound
    while start > 0, !sentence[start].marks.contains(.opening) { start -= 1 }
    guard
      let end = (start + 1..<max(start + 1, sentence.count)).first(where: {
        sentence[$0].depth == 0 || sentence[$0].marks.contains(.closing)
      })
    else { return false }
    let group = start..<end
    return sentence[end].isNumber && sentence[end].marks.contains(.opening)
      && sentence.marks(behind: end).contains(.percent)
      && group.dropFirst().count { sentence[$0].marks.contains(.comma) } > 1
      && group.allSatisfy { !sentence[$0].isNumber }
  }

  /// `* Fatigue includes asthenia`: what a grouped term stands for.
  private func isDefinition(_ words: Range<Int>) -> Bool {
    let head = 0..<min(6, words.lowerBound)
    guard let verb = head.first(where: { sentence.isWord($0, "includes") }), verb > 0 else {
      return false
    }
    return (0..<verb).allSatisfy {
      sentence[$0].cues.isDisjoint(with: [.event, .adverse, .common, .effect])
    }
  }

  /// The class of a statement, with its figures.
  private func classify(
    _ statement: inout LabelStatement, _ words: Range<Int>, _ part: SentenceCutter.Part,
    _ common: MostCommon?, _ utf8: borrowing Span<UInt8>
  ) {
    if statement.sense != .effect {
      if role == .adverse { statement.evidenceClass = .warning }
      return
    }
    if role == .adverse || role == .leaflet {
      if let common, !isReported || isHighlight {
        statement.evidenceClass = .mostCommon
        let reader = FigureReader()
        statement.threshold =
          part.isItem
          ? common.threshold
          : reader.threshold(before: words, sentence, utf8) ?? common.threshold
      } else if isReported {
        statement.evidenceClass = .postmarketing
        return
      }
    }
    guard role == .adverse || role == .warning || role == .boxed,
      !sentence.cues.contains(.leaving), !isOfLeaving, !isInTable(words),
      let figures = FigureReader(isPlaceboNear: isPlaceboNear || lead(of: part).isOnPlacebo)
        .figures(words, sentence, utf8)
    else { return }
    statement.drugPercent = figures.drug
    statement.comparatorPercent = figures.comparator
    statement.comparator = figures.kind
    if statement.evidenceClass == .listed { statement.evidenceClass = .trialText }
  }

  /// Whether a figure without a percent sign follows the words, as in the text of a table.
  private func isInTable(_ words: Range<Int>) -> Bool {
    let next = words.upperBound
    guard next + 1 < sentence.count, sentence[next].isNumber, sentence[next + 1].isNumber,
      sentence[next].marks.isDisjoint(with: [.comma, .semicolon, .colon])
    else { return false }
    return !sentence[next].marks.contains(.opening)
      || !sentence[next + 1].marks.contains(.percent)
  }

  // MARK: - Words

  /// Heading and lead-in of a mention, as they are quoted.
  private mutating func context(
    of words: Range<Int>, _ part: SentenceCutter.Part, _ common: MostCommon?,
    _ utf8: borrowing Span<UInt8>
  ) -> String {
    if role == .stopUse || role == .whenUsing { return "" }
    let isBelowLine = role == .adverse && !line.isEmpty && lineStart != part.range.lowerBound
    let head = isBelowLine ? line : heading
    // The sentence up to the last colon before the words, or to the verb of its list.
    var end = (0..<words.lowerBound + 1).last {
      sentence[$0].marks.contains(.colon) && sentence[$0].depth == 0
    }
    if end == nil, let common, let start = common.listStart(sentence), start <= words.lowerBound {
      end = start
    }
    var leadIn = ""
    if let end, end > 0 {
      // `Frequent: pruritus; Infrequent: acne`: from the last semicolon on.
      let start = (0..<end).last { sentence[$0].marks.contains(.semicolon) } ?? 0
      leadIn = LabelWords.printed(
        sentence[start].range.lowerBound..<closing(behind: end - 1, part, utf8), utf8)
    } else if part.isItem {
      leadIn = lead.text
    }
    let parts = part.number != nil ? [leadIn] : [head, leadIn]
    if let known = contexts[parts] { return known }
    let context = source.quoted.context(parts)
    contexts[parts] = context
    return context
  }

  /// The end of a word, with the percent sign and the brackets that close behind it.
  private func closing(
    behind word: Int, _ part: SentenceCutter.Part, _ utf8: borrowing Span<UInt8>
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

  /// The first of several texts that says whom it is about; a text about a sex gives way to the
  /// age that one behind it names (`Elderly > Female reproductive disorders`).
  private mutating func population(_ texts: [String], of sentenceText: String) -> String? {
    var sex: String?
    for text in texts where !text.isEmpty {
      let found: Population.Found?
      if let known = populations[text] {
        found = known
      } else {
        found = text == sentenceText ? Population.of(sentence: text) : Population.of(text)
        populations[text] = .some(found)
      }
      switch found {
      case .named(let name) where Population.isAge(name): return name
      // `… headache, male sexual dysfunction`: a sex within a sentence is that of one effect.
      case .named(let name) where text != sentenceText: sex = sex ?? name
      case .adults: return sex
      case .named, .several, nil: continue
      }
    }
    return sex
  }

  private func term(_ range: Range<Int>, _ utf8: borrowing Span<UInt8>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    return LabelWords.text(
      sentence[first].range.lowerBound..<sentence[last].range.upperBound, utf8, words: 4)
  }

  private mutating func pass(
    _ symptom: SymptomCategory, _ reason: PassingReason, _ place: LabelStatement.Place
  ) {
    passed.append(PassedMention(symptom: symptom, reason: reason, section: section, place: place))
  }

  /// The words within the text of a table: the table itself says what they are.
  private mutating func note(
    _ range: Range<Int>, _ table: Int, _ flat: FlatTable?, _ utf8: borrowing Span<UInt8>
  ) {
    for mention in source.matcher.mentions(in: utf8, range) {
      let phrase = source.matcher.phrases[mention.phrase]
      // `Rash includes dermatitis acneiform`: a part of a grouped term.
      let start = flat?.start(before: mention.range.lowerBound) ?? range.lowerBound
      if LabelWords.printed(start..<mention.range.lowerBound, utf8).holds("ncludes ") {
        pass(phrase.symptom, .groupedTerm, .text(mention.range))
        continue
      }
      var statement = LabelStatement(
        phrase, evidenceClass: isReported ? .postmarketing : role.evidenceClass,
        term: LabelWords.text(mention.range, utf8, words: 4), section: section,
        place: .text(mention.range))
      statement.subsection = subsection
      repeated.append(
        FlatMention(
          table: table, row: flat?.row(at: mention.range.lowerBound), statement: statement))
    }
  }
}
