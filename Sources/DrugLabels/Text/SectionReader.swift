// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import SymptomMapping

/// Reads the text of one section: its statements and the places that make none.
struct SectionReader {
  let matcher: PhraseMatcher
  let lexicon: CueLexicon
  let role: SectionRole
  let section: Int
  private let title: String

  var statements: [LabelStatement] = []
  private(set) var passed: [PassedMention] = []
  /// Places of statements whose words stand in the text of a table.
  var tabular: [Int] = []
  /// Mentions within the text of tables, which the tables speak for.
  var repeated: [FlatMention] = []
  /// Places of statements that only refer to another section.
  var references: [Int] = []
  /// The terms of lists of effects that no category covers, and how often each stands there.
  private(set) var uncovered: [String: Int] = [:]

  var sentence = SentenceTokens()
  var scopes = ScopeReader()
  var lead = Lead()
  private var leadPart: SentenceCutter.Part?
  /// The sentences before, the last one first.
  private(set) var partsBefore: [SentenceCutter.Part] = []
  /// What the sentences before say that the signs of this one are signs of.
  private(set) var antecedent: String?
  var subsection: String
  let hasTitle: Bool
  /// How the drug is given in the part of a warning that a heading begins: `single agent`, `with
  /// docetaxel`.
  var regimen: String?
  var flow: SectionFlow
  var isHighlight = false
  /// What the drug is for.
  private let treated: Set<SymptomCategory>
  /// The drugs that the label's tables compare with.
  private let rivals: Set<UInt64>
  /// What the heading before the sentence limits its lists to.
  var heading: ListHeading
  /// Whether the sentence before names placebo.
  var isPlaceboNear = false
  /// What the sentence before says of the most common effects without naming one.
  private var listless: SentenceFacts?
  /// Whether the sentence before it states the most common effects of others (`Adults: …`).
  private var isBehindMostCommon = false
  /// Whether the sentence before does, whether or not it refers to the section.
  private var isMostCommonBefore = false
  /// The series of lists that the sentences before it belong to.
  var series: ListSeries?
  /// Whether the section is that of precautions in the old format.
  private let isOldPrecautions: Bool
  /// Whether a part of it is read that tells of no effects of the drug itself.
  private var isAside = false
  /// Whether the sentence is a line of a list of references.
  var isReference = false

  /// What the line before a list says of its items.
  struct Lead {
    var facts = SentenceFacts()
    var scope: Scope = []
    var condition: String?
    /// Whether it names placebo.
    var isOnPlacebo = false
    /// In a leaflet, what it limits the list to.
    var limit = LeafletLimit()
  }

  init(
    _ matcher: PhraseMatcher, _ lexicon: CueLexicon, role: SectionRole, section: Int,
    title: String, isAfterApproval: Bool, isOldPrecautions: Bool, treated: Set<SymptomCategory>,
    rivals: Set<UInt64>, heading: ListHeading
  ) {
    self.matcher = matcher
    self.lexicon = lexicon
    self.role = role
    self.section = section
    self.isOldPrecautions = isOldPrecautions
    self.treated = treated
    self.rivals = rivals
    self.heading = heading
    if role == .adverse, !title.isEmpty { self.heading.take(title) }
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
    regimen = nil
    partsBefore.removeAll(keepingCapacity: true)
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
        if isOldPrecautions {
          if let old = OldHeadings.part(utf8, part.range) {
            isAside = old == .other
          } else if isAside, OldHeadings.isOther(utf8, part.range) {
            isAside = false
          }
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
        } else if role == .warning, part.isOpen, part.range.count < 100 {
          noteRegimen(part, utf8)
        }
        partsBefore.insert(part, at: 0)
        if partsBefore.count > Antecedent.reach { partsBefore.removeLast() }
      }
    }
  }

  /// A subsection begins within the text.
  private mutating func begin(
    _ number: Range<Int>, _ part: SentenceCutter.Part, _ utf8: borrowing Span<UInt8>
  ) {
    let isFirst = subsection.first?.isNumber != true
    // `5. 7` and `6.2.` are printed so, too.
    subsection = LabelWords.text(number, utf8, words: 4).filter { $0 != " " }
    if subsection.last == "." { subsection.removeLast() }
    // What stands before the first subsection are the highlights, which repeat it.
    if role == .warning, isFirst, !isHighlight { references.append(contentsOf: statements.indices) }
    flow.begin()
    heading.begin()
    regimen = nil
    series = nil
    partsBefore.removeAll(keepingCapacity: true)
  }

  /// A sentence without mentions: it may say something of those behind it.
  private mutating func notice(_ part: SentenceCutter.Part, _ utf8: borrowing Span<UInt8>) {
    guard part.range.count < 2_000 else {
      (isBehindMostCommon, isMostCommonBefore) = (false, false)
      return
    }
    sentence.read(utf8, part.range, lexicon)
    // `… and dyspnea. (6.1) With AML …`: the reference behind the list.
    if sentence.tokens.allSatisfy({ $0.isNumber && $0.depth > 0 }) {
      isBehindMostCommon = isMostCommonBefore
      return
    }
    (isBehindMostCommon, isMostCommonBefore) = (false, false)
    if part.isItem {
      scopes.read(sentence, inherited: lead.scope, isList: true)
      count([], part, utf8)
    }
    var facts = SentenceFacts(sentence, utf8)
    listless = facts.isMostCommon ? facts : nil
    followSeries(&facts, isItem: part.isItem, utf8)
    isPlaceboNear = sentence.cues.contains(.placebo)
    flow.take(sentence, part, facts, hasMentions: false)
    noteHeading(part, utf8)
  }

  /// A heading may say what the lists below it are limited to; a line of references is none.
  private mutating func noteHeading(_ part: SentenceCutter.Part, _ utf8: borrowing Span<UInt8>) {
    guard part.number == nil, !flow.isReferring, !SentenceFacts.isTable(sentence) else { return }
    // `Hypertension and Angina: Most reactions have been mild`: what the drug is for, before a colon.
    if let end = label(before: 1 << 20), (1...5).contains(end), sentence[end].isCapital {
      let bytes = sentence[0].range.lowerBound..<sentence[end - 1].range.upperBound
      if heading.namesIllness(LabelWords.text(bytes, utf8, words: 6)) {
        heading.take(LabelWords.printed(bytes, utf8))
        return
      }
    }
    if sentence.tellsOfSafety {
      heading.take(study: LabelWords.printed(part.range, utf8))
      return
    }
    guard !sentence.hasReference,
      SectionFlow.isHeading(sentence, part, longest: ListHeading.longest)
    else {
      if StatementCondition.beginsRegimen(sentence) { headRegimen(utf8) }
      return
    }
    heading.take(LabelWords.printed(part.range, utf8))
    headRegimen(utf8)
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
      noteHeading(part, utf8)
      isReference = flow.isReferring && sentence.isReference
    } else if role == .warning {
      // The highlights before the first subsection repeat it: `Hepatotoxicity: … (5.3)`.
      isReference = subsection.first?.isNumber != true && refersBehind()
    }
    defer {
      isReference = false
      isPlaceboNear = sentence.cues.contains(.placebo)
    }
    // `With AML (≥ 2 % difference in incidence) are …`, `Crohn's Disease (≥ 3 %): …` behind another
    // list.
    let isOfOthers = sentence[0].isCapital && sentence.cues(at: 0).contains(.with)
    if isBehindMostCommon, !facts.isMostCommon,
      isOfOthers || refersBehind() && label(before: 1 << 20) != nil
        || StatementCondition.title(sentence) != nil
    {
      facts.isMostCommon = true
    }
    if role == .adverse { followSeries(&facts, isItem: part.isItem, utf8) }
    isBehindMostCommon = facts.isMostCommon && refersBehind()
    isMostCommonBefore = facts.isMostCommon
    // `The most frequent effects are gastrointestinal. They include nausea …`.
    if let before = listless, !facts.isMostCommon, sentence.cues(at: 1).contains(.including),
      sentence.isWord(0, "they") || sentence.isWord(0, "these")
    {
      facts.isMostCommon = true
      facts.threshold = before.threshold
    }
    listless = nil
    let isHeading = role == .adverse && SectionFlow.isHeading(sentence, part)
    let ownsList = facts.isMostCommon
    if part.isItem, lead.facts.isMostCommon, !facts.isMostCommon {
      facts.isMostCommon = true
      facts.threshold = FigureReader().threshold(sentence, utf8) ?? lead.facts.threshold
    }
    let around = part.isItem ? lead.facts.population ?? flow.population : flow.population
    count(places, part, utf8)
    let judge = MentionJudge(role: role, rivals: rivals)
    antecedent = nil
    let isOfStopping = listsOnStopping(utf8)
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
          || judge.isStudied(words, sentence)
      {
        pass(symptom, .indication, place)
        continue
      }
      if treated.contains(symptom), role != .stopUse, isIndicated(words, utf8) {
        pass(symptom, .indication, place)
        continue
      }
      if role == .adverse, isPart(words, of: places) {
        pass(symptom, .groupedTerm, place)
        continue
      }
      if symptom == .sleepChanges, judge.isProcedure(words, sentence) {
        pass(symptom, .lookAlike, place)
        continue
      }
      switch judge.verdict(words, sentence, scopes) {
      case .passed(let reason): pass(symptom, reason, place)
      case .stated(let condition, let isSign, let isStopping):
        if isSign, condition == nil, antecedent == nil { antecedent = named(utf8) }
        if role == .warning, isSign || sentence.isWord(0, from: "presenta"), isOfClassBefore(utf8) {
          pass(symptom, .drugClass, place)
          continue
        }
        var own = facts
        // The persons that the list, the sentence or what stands before names.
        switch SentenceFacts.persons(listing: words, sentence, utf8) {
        case .adults: (own.population, own.isOfAdults) = (nil, true)
        case .others(let persons): (own.population, own.isOfAdults) = (persons, false)
        case nil: own.population = facts.isOfAdults ? nil : facts.population(of: words) ?? around
        }
        if facts.isMostCommon, !part.isItem {
          let reader = FigureReader()
          own.threshold =
            reader.threshold(
              behind: words, first: places.first?.lowerBound ?? 0, sentence, utf8)
            ?? reader.threshold(before: words, sentence, utf8) ?? facts.threshold
        }
        own.isMostCommon = isListed && (ownsList || !flow.isReported)
        state(mention, words, own, condition, isSign, isStopping || isOfStopping, part, utf8)
      }
    }
  }

  /// Whether words stand with the three behind them among the indications: `Agitation Associated with
  /// Dementia Due to Alzheimer's Disease`, the heading of what is told of that use.
  private func isIndicated(_ words: Range<Int>, _ utf8: borrowing Span<UInt8>) -> Bool {
    let last = words.upperBound + 2
    guard last < sentence.count else { return false }
    let range = sentence[words.lowerBound].range.lowerBound..<sentence[last].range.upperBound
    return heading.isIndicated(LabelWords.text(range, utf8, words: 10))
  }

  /// What the line before a list says of it.
  private mutating func introduce(_ part: SentenceCutter.Part, _ utf8: borrowing Span<UInt8>) {
    lead = Lead()
    sentence.read(utf8, part.range, lexicon)
    guard sentence.count > 0, part.isOpen || sentence.lastMarks.contains(.colon) else { return }
    for place in locate(matcher.mentions(in: utf8, part.range)) { sentence.clear(place) }
    scopes.read(sentence)
    lead.facts = SentenceFacts(sentence, utf8, isHighlight: isHighlight)
    if role == .leaflet { lead.limit = leafletLimit(lead.facts.mostCommonFrom, utf8) }
    guard let last = scopes.scopes.last else { return }
    lead.isOnPlacebo = sentence.cues.contains(.placebo)
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
      uncovered[term(words, utf8), default: 0] += 1
    }
  }

  mutating func pass(
    _ symptom: SymptomCategory, _ reason: PassingReason, _ place: LabelStatement.Place
  ) {
    passed.append(PassedMention(symptom: symptom, reason: reason, section: section, place: place))
  }
}
