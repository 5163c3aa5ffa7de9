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
  let treated: Set<SymptomCategory>
  let treatedWords: Set<String>
  let isTraining: Bool
}

/// Reads the text of one section: its statements and the places that make none.
struct SectionReader {
  let source: LabelSource
  let role: SectionRole
  let section: Int
  let title: String

  private(set) var statements: [LabelStatement] = []
  private(set) var passed: [PassedMention] = []
  private(set) var repeated: [FlatMention] = []
  /// The terms of lists of effects that no category covers, and how often each occurs.
  private(set) var uncovered: [String: Int] = [:]
  private(set) var examples: [JudgeExample] = []

  /// A mention within the text of a table.
  struct FlatMention {
    let table: Int
    let row: Int?
    let statement: LabelStatement
  }

  var sentence = SentenceTokens()
  var lead = ListLead()
  var position: SectionPosition
  private var isPlaceboNear = false
  private var isHighlight = false
  private var earlier: Range<Int>?
  private var earlierSense: EvidenceSense?
  /// Quotes already made of headings and lines, most of which recur.
  var quotes: [String: String] = [:]

  init(_ source: LabelSource, role: SectionRole, section: Int, title: String, isAfterApproval: Bool)
  {
    self.source = source
    self.role = role
    self.section = section
    self.title = title
    position = SectionPosition(title, isAfterApproval: isAfterApproval, source.judge)
  }

  /// Reads a text, and where it repeats the tables of the section; of the highlights only the list
  /// of the most common effects counts.
  mutating func read(_ text: LabelText, isHighlight: Bool, tables: [FlatTable?] = []) {
    self.isHighlight = isHighlight
    let utf8 = text.utf8.span
    lead = ListLead()
    (earlier, earlierSense) = (nil, nil)
    for piece in FlatTable.pieces(of: text.blocks, tables) {
      let block = piece.block
      if let table = piece.table {
        position.beginTable(behind: earlier)
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
        read(part, own, utf8)
        earlier = part.range
      }
    }
  }

  private mutating func read(
    _ part: SentenceCutter.Part, _ mentions: [PhraseMention], _ utf8: borrowing Bytes
  ) {
    if let number = part.number { position.begin(number, part, source.judge, utf8) }
    let senseBefore = earlierSense.take()
    // A long part without mentions says nothing of the next ones.
    if mentions.isEmpty, part.range.count > 2_000 || role == .stopUse && !part.isOpen { return }
    sentence.read(utf8, part.range, source.lexicon)
    guard sentence.count > 0 else { return }
    let above = lead
    let places = sentence.words(of: mentions)
    for place in places { sentence.clear(place) }
    let sign = (0..<sentence.count).last { sentence[$0].cues.contains(.sign) }
    earlierSense = sign.flatMap { sentence.sense(before: $0, utf8) }
    var common = MostCommon(sentence, utf8, isHighlight: isHighlight)
    // `Other side effects:` within an item, too.
    let isLead =
      sentence.lastMarks.contains(.colon)
      && (!part.isItem || sentence.cues.contains(.event) || sentence.count > 3)
      || !part.isItem && part.isOpen
    let isRead = !mentions.isEmpty || isLead || sentence.cues.contains(.reported)
    // In lower case with single blanks.
    let text = isRead ? LabelWords.text(part.range, utf8, words: 200) : ""
    position.follow(
      part, behind: earlier, sentence, text, common, hasMentions: !mentions.isEmpty, utf8)
    if !part.isItem || isLead {
      lead = isLead ? ListLead(part, sentence, text, common, utf8) : ListLead()
    } else if common == nil, let led = lead.common {
      common = MostCommon(start: 0, threshold: sentence.threshold(utf8) ?? led.threshold)
    }
    if role == .adverse, !isHighlight {
      for words in sentence.uncovered(mentions: places, isItem: part.isItem)
      where !sentence.negates(words) { uncovered[term(words, utf8), default: 0] += 1 }
    }
    defer { isPlaceboNear = sentence.cues.contains(.placebo) }
    guard !mentions.isEmpty else { return }
    let said = SaidSentence(
      text, sentence, role, senseBefore, source.judge.words(utf8, part.range),
      earlier.map { source.judge.words(utf8, $0).words.suffix(15) } ?? [])
    var led = part.isItem ? lead : ListLead()
    // `Pediatric patients (2 to 16 years):` above a paragraph of its own.
    if isHighlight, !part.isItem { led.text = above.text }
    for (mention, place) in zip(mentions, places) where !place.isEmpty {
      state(mention, place, part, common, said, led, utf8)
    }
  }

  /// What a sentence with mentions says of all of them.
  private struct SaidSentence {
    private static let others = EntrySearch(
      ["other-person", "disease-itself", "interaction"].flatMap { LabelVocabulary.shared[$0] })

    let text: String
    let words: Judge.Words
    let earlier: ArraySlice<Judge.Word>
    /// Effects on others, what a disease does whether or not it is treated, or another drug.
    let isOfOthers: Bool
    let isReserved, isNotAbove: Bool
    let population: String?
    /// That of the previous sentence, if this one continues its symptoms.
    let sense: EvidenceSense?

    init(
      _ text: String, _ sentence: borrowing SentenceTokens, _ role: SectionRole,
      _ sense: EvidenceSense?, _ words: Judge.Words, _ earlier: ArraySlice<Judge.Word>
    ) {
      self.text = text
      self.words = words
      self.earlier = earlier
      isOfOthers = Self.others.isIn(text)
      isReserved = role != .adverse && LabelVocabulary.shared.holds("reserved", in: text)
      isNotAbove = sentence.isNotAbove(text)
      // `… headache, male sexual dysfunction`: a sex within a sentence is that of one effect.
      population = Population.of(sentence: text).flatMap { Population.isSex($0) ? nil : $0 }
      self.sense = (0..<3).contains { sentence.cues(at: $0).contains(.sign) } ? sense : nil
    }
  }

  private mutating func state(
    _ mention: PhraseMention, _ words: Range<Int>, _ part: SentenceCutter.Part,
    _ common: MostCommon?, _ said: SaidSentence, _ led: ListLead, _ utf8: borrowing Bytes
  ) {
    let phrase = source.matcher.phrases[mention.phrase]
    var statement = statement(mention, role.evidenceClass, utf8)
    let isListed = common?.includes(words, sentence) ?? false
    let isNegated = sentence.negates(words)
    if let reason = rule(
      words, part, common, isListed: isListed, isNegated: isNegated, phrase, said, led)
    {
      passed.append(PassedMention(statement, reason))
      return
    }
    let isOutsideText = role == .leaflet || role == .whenUsing || role == .stopUse || isHighlight
    statement.sense =
      sentence.sense(before: words.lowerBound, isOfList: role == .adverse, utf8) ?? said.sense
      ?? led.sense
    // The title of a boxed warning names all that it is about.
    if statement.sense == .effect, role != .boxed, position.isOfStopping {
      statement.sense = .withdrawal
    }
    if isOutsideText {
      if role == .stopUse, statement.sense == .effect, sentence.isSign(words) ?? led.isSign {
        statement.sense = .sign
      }
    } else {
      let place = Judge.Place(
        sentence: said.words, range: mention.range, earlier: said.earlier,
        heading: position.headingWords[...], role: role, phrase: phrase.text,
        symptom: phrase.symptom, isNegated: isNegated, isInHeading: part.number != nil,
        isOfReaction: sentence.isOfReaction(words))
      if source.isTraining, statement.sense == .effect {
        examples.append(
          JudgeExample(
            section: section, symptom: phrase.symptom, features: source.judge.features(place)))
      }
      if statement.sense == .effect, !source.judge.isEffect(place) {
        guard role != .adverse, sentence.isSign(words) ?? led.isSign, !isNegated else {
          passed.append(PassedMention(statement, .judged))
          return
        }
        statement.sense = .sign
      }
      if statement.sense == .effect, role == .adverse, place.isOfReaction {
        statement.sense = .sign
      }
    }
    statement.context = context(of: words, part, common, utf8)
    // `Lithium Toxicity` above them: what they are the signs of.
    let isOfToxicity = statement.context.lowercased().hasPrefix("[drug] toxicity")
    if statement.sense == .effect, isOfToxicity { statement.sense = .sign }
    classify(&statement, words, part, isListed ? common : nil, led, utf8)
    let isOfSentence = isListed || role != .adverse || sentence.count <= 20
    statement.population = population(
      statement.context, led, isOfSentence ? said.population : nil)
    statements.append(statement)
  }

  private func rule(
    _ words: Range<Int>, _ part: SentenceCutter.Part, _ common: MostCommon?, isListed: Bool,
    isNegated: Bool, _ phrase: Phrase, _ said: SaidSentence, _ led: ListLead
  ) -> PassingReason? {
    if role == .leaflet || isHighlight, !isListed { return .section }
    if sentence.cues.contains(.animal), !sentence.cues.contains(.person) { return .animal }
    if said.isOfOthers || role == .warning && position.isOfOthers { return .background }
    if sentence.cues.contains(.masking),
      sentence.tokens[..<words.lowerBound].contains(where: { $0.cues.contains(.masking) })
    {
      return .background
    }
    if led.isNotAbove || said.isNotAbove { return .notAboveComparator }
    let isTreated = source.treated.contains(phrase.symptom)
    if led.isReserved || said.isReserved { return .indication }
    // `Patients with migraine`, in the words of the indications.
    if isTreated, isIndicated(words, phrase) { return .indication }
    // `Reactions in trials of migraine were`: what the drug is for, before the list.
    if isTreated, role == .adverse,
      part.isOpen && !part.isItem
        && (common.map { $0.listStart(sentence) == nil } ?? (sentence.count <= 12))
        || !isListed && (common?.start ?? .max) < words.lowerBound
    {
      return .indication
    }
    if role == .adverse, sentence.isPartOfGroup(words) || sentence.isDefinition(words) {
      return .groupedTerm
    }
    if isNegated { return .negated }
    if role == .stopUse, isTreated || sentence.lasts(words) { return .background }
    return nil
  }

  /// Whether words name what is treated.
  ///
  /// Those that the indications have do in warnings, without a figure behind them, and in lists of
  /// effects behind `with`, `of` and `for`; others of the same category in warnings, where they say
  /// what those who took the drug had.
  private func isIndicated(_ words: Range<Int>, _ phrase: Phrase) -> Bool {
    let isNamed = source.treatedWords.contains(phrase.text)
    switch role {
    case .boxed, .warning:
      return !sentence.becomesWorse(words)
        && (isNamed && !sentence.cues(at: words.upperBound).contains(.effect)
          || sentence.isOfStudied(words))
    case .adverse: return isNamed && sentence.isOfPatients(words)
    default: return false
    }
  }

  private func classify(
    _ statement: inout LabelStatement, _ words: Range<Int>, _ part: SentenceCutter.Part,
    _ common: MostCommon?, _ led: ListLead, _ utf8: borrowing Bytes
  ) {
    if statement.sense != .effect {
      if role == .adverse { statement.evidenceClass = .warning }
      return
    }
    if role == .adverse || role == .leaflet {
      if let common, !position.isReported || isHighlight {
        statement.evidenceClass = .mostCommon
        statement.threshold =
          part.isItem
          ? common.threshold : sentence.threshold(before: words, utf8) ?? common.threshold
      } else if position.isReported {
        statement.evidenceClass = .postmarketing
        return
      }
    }
    guard role == .adverse || role == .warning || role == .boxed, !sentence.cues.contains(.leaving),
      !position.isOfLeaving, !sentence.isInTable(words),
      let figures = sentence.figures(words, isPlaceboNear: isPlaceboNear || led.isOnPlacebo, utf8)
    else { return }
    statement.drugPercent = figures.drug
    statement.comparatorPercent = figures.comparator
    statement.comparator = figures.kind
    if statement.evidenceClass == .listed { statement.evidenceClass = .trialText }
  }

  private func term(_ range: Range<Int>, _ utf8: borrowing Bytes) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    return LabelWords.text(
      sentence[first].range.lowerBound..<sentence[last].range.upperBound, utf8, words: 4)
  }

  private func statement(
    _ mention: PhraseMention, _ evidenceClass: EvidenceClass, _ utf8: borrowing Bytes
  ) -> LabelStatement {
    var statement = LabelStatement(
      source.matcher.phrases[mention.phrase], evidenceClass: evidenceClass,
      term: LabelWords.text(mention.range, utf8, words: 4), section: section,
      place: isHighlight ? .highlight(mention.range) : .text(mention.range))
    statement.subsection = position.subsection
    return statement
  }

  private mutating func note(
    _ range: Range<Int>, _ table: Int, _ flat: FlatTable?, _ utf8: borrowing Bytes
  ) {
    for mention in source.matcher.mentions(in: utf8, range) {
      let row = flat?.row(at: mention.range.lowerBound)
      let start = row?.range.lowerBound ?? range.lowerBound
      let statement = statement(
        mention, position.isReported ? .postmarketing : role.evidenceClass, utf8)
      // `Rash includes dermatitis acneiform`: a part of a grouped term.
      if LabelWords.printed(start..<mention.range.lowerBound, utf8).holds("ncludes ") {
        passed.append(PassedMention(statement, .groupedTerm))
      } else {
        repeated.append(FlatMention(table: table, row: row?.row, statement: statement))
      }
    }
  }
}
