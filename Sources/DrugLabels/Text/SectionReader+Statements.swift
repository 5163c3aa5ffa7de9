// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import SymptomMapping

extension SectionReader {
  // MARK: - Statements

  /// Makes the statement of a mention.
  mutating func state(
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
    statement.isOfAdults = facts.isOfAdults
    let isTable = isInTable(words)
    if role == .adverse || role == .boxed || role == .warning {
      if isStopping {
        statement.condition = "withdrawal"
        statement.evidenceClass = .warning
      } else if isSign {
        statement.condition =
          condition.map { self.words($0, utf8) } ?? lead.condition ?? antecedent
        if role == .adverse, let words = statement.condition, !isReaction(words, phrase.symptom) {
          statement.condition = nil
        }
        if statement.condition != nil || role == .boxed {
          statement.evidenceClass = .warning
        } else if role == .adverse, facts.isReported || flow.isReported {
          statement.evidenceClass = .postmarketing
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
      // The highlights stand behind the reports in texts of openFDA and name a section.
      let isOutside = !flow.isReportedByHeading || refersBehind()
      if facts.isMostCommon, !facts.isReported, isOutside,
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
      let figures = FigureReader(isPlaceboNear: isPlaceboNear || lead.isOnPlacebo)
        .figures(words, sentence, utf8)
    {
      statement.drugPercent = figures.drug
      statement.comparatorPercent = figures.comparator
      statement.comparator = figures.kind
      if statement.evidenceClass == .listed { statement.evidenceClass = .trialText }
      if role == .warning { statement.condition = regimen }
    }
    if role == .adverse, statement.condition == nil, facts.isOfOverdosage || flow.isOfOverdosage {
      statement.condition = "therapeutic overdosage"
    }
    if role == .adverse, statement.condition == nil,
      [.mostCommon, .trialText].contains(statement.evidenceClass),
      let condition = StatementCondition.words(of: words, sentence)
    {
      let text =
        condition.isPartner ? self.words(condition.words, utf8) : short(condition.words, utf8)
      statement.condition = condition.isPartner ? "with " + text : text
    }
    if role == .leaflet, statement.evidenceClass == .mostCommon {
      limit(&statement, words, facts, isItem: part.isItem, utf8)
    }
    if role == .adverse, statement.condition == nil,
      [.mostCommon, .trialText].contains(statement.evidenceClass),
      let title = StatementCondition.listTitle(of: words, sentence)
    {
      statement.condition = heading.treated(title.map { self.words($0..<($0 + 1), utf8) })
      // `IBS-C` is one word.
      let hasHyphen = title.dropFirst().contains { sentence[$0].marks.contains(.hyphen) }
      if statement.condition != nil, hasHyphen, title.count < 5 {
        statement.condition = self.words(title, utf8)
      }
      // The illness of such a list tells those of others apart, too.
      if statement.evidenceClass == .trialText, !isHighlight {
        statement.illness = heading.condition()
      }
    }
    if role == .adverse, statement.condition == nil,
      [.mostCommon, .trialText].contains(statement.evidenceClass),
      let regimen = StatementCondition.regimenTitle(of: words, sentence)
    {
      statement.condition = self.words(regimen, utf8)
    }
    if role == .adverse, statement.condition == nil,
      [.mostCommon, .trialText].contains(statement.evidenceClass)
    {
      statement.illness =
        StatementCondition.illness(of: words, sentence).map { illness($0, utf8) }
        ?? ofPersons(words, statement.evidenceClass, utf8)
        ?? (isHighlight ? nil : heading.condition())
      if statement.illness == nil,
        let design = StatementCondition.design(sentence, before: words.lowerBound)
      {
        statement.condition = self.words(design, utf8)
      }
      if statement.condition == nil {
        statement.trial = trial(before: words.lowerBound, utf8)
        if !isHighlight { statement.regimen = heading.regimen }
      }
    }
    if isTable { tabular.append(statements.count) }
    if isReference { references.append(statements.count) }
    statements.append(statement)
  }

  /// The name of an illness, with its degree where the label treats it in several.
  private func illness(_ range: Range<Int>, _ utf8: borrowing Span<UInt8>) -> String {
    let name = words(range, utf8)
    guard range.lowerBound > 0, range.count < 4 else { return name }
    let before = range.lowerBound - 1
    let degree = heading.degrees.told(words(before..<range.lowerBound, utf8), of: name)
    return degree.map { $0 + " " + name } ?? name
  }

  /// The illness before the patients of a list of the most common effects, if the drug is for it.
  private func ofPersons(
    _ words: Range<Int>, _ evidenceClass: EvidenceClass, _ utf8: borrowing Span<UInt8>
  ) -> String? {
    guard evidenceClass == .mostCommon,
      let place = StatementCondition.illness(ofPersons: words, sentence)
    else { return nil }
    let names = place.map { self.words($0..<($0 + 1), utf8) }
    if let illness = heading.treated(names) { return illness }
    // `solid organ transplant` where the indications name those of a kidney and a heart.
    guard names.count > 1, let last = names.last, heading.isIndicated(last) else { return nil }
    return names.joined(separator: " ")
  }

  /// The trial that the sentence names before its list, or that the drug was given alone.
  private func trial(before limit: Int, _ utf8: borrowing Span<UInt8>) -> String? {
    if let alone = StatementCondition.alone(sentence, before: limit) {
      return words(alone, utf8)
    }
    if let kind = StatementCondition.treatedBefore(of: limit..<limit, sentence) {
      return words(kind, utf8)
    }
    return StatementCondition.trial(sentence, before: limit).flatMap { place in
      let end = sentence[place.upperBound - 1].range.upperBound
      return heading.trial(
        LabelWords.printed(sentence[place.lowerBound].range.lowerBound..<end, utf8))
    }
  }

  /// Whether words name another reaction than a symptom itself, and not only a part of the body:
  /// among the adverse reactions nothing else makes a sign of the symptom.
  private func isReaction(_ words: String, _ symptom: SymptomCategory) -> Bool {
    let words = words.lowercased()
    return !IllnessWords.arePlaces(words.split(separator: " ").map(String.init))
      && !matcher.mentions(in: Array(words.utf8)).contains {
        matcher.phrases[$0.phrase].symptom == symptom
      }
  }

  /// `Hypertension and Angina: Most reactions …`: whether the words are a title.
  func isTitle(_ words: Range<Int>) -> Bool {
    guard let end = label(before: words.upperBound + 1) else { return false }
    return end >= words.upperBound
  }

  /// The end of a title with which a sentence begins, before its colon: capitals and small
  /// words; `nil` if it has none that ends before a word.
  func label(before limit: Int) -> Int? {
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
  func refersBehind() -> Bool {
    guard let last = sentence.tokens.last else { return false }
    return last.isNumber && last.depth > 0 && !sentence.lastMarks.contains(.percent)
      && !last.marks.contains(.equals)
  }

  /// `Hepatotoxicity: … (5.3)`: the heading of a line of the highlights, which refers to the
  /// section that tells of it.
  func head(before words: Range<Int>) -> Range<Int>? {
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
  func isInTable(_ words: Range<Int>) -> Bool {
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
    // `nausea (1.4%, 0.6%)` is told.
    if sentence[next].marks.contains(.opening), sentence[next + 1].marks.contains(.percent) {
      return false
    }
    return sentence[next].marks.isDisjoint(with: [.comma, .semicolon, .colon])
  }

  /// The name of what something is limited to, or is a sign of.
  func words(_ range: Range<Int>, _ utf8: borrowing Span<UInt8>) -> String {
    bytes(of: range).map { LabelWords.name($0, utf8) } ?? ""
  }

  /// The name of an illness, at most four words; one that is too long without the words that join
  /// others: of `Candidemia and other forms of Candida infections` three.
  func short(_ range: Range<Int>, _ utf8: borrowing Span<UInt8>) -> String {
    guard let bytes = bytes(of: range) else { return "" }
    let all = LabelWords.text(bytes, utf8, words: 12).split(separator: " ")
    guard all.count > 4 else { return words(range, utf8) }
    let telling = all.filter { !Self.joints.contains($0) }
    return telling.count < all.count
      ? telling.prefix(4).joined(separator: " ") : words(range, utf8)
  }

  private static let joints: Set<Substring> = [
    "and", "or", "other", "forms", "of", "the", "a", "receiving", "undergoing", "followed", "by",
    "due", "to",
  ]

  /// The words of a term, at most four.
  func term(_ range: Range<Int>, _ utf8: borrowing Span<UInt8>) -> String {
    bytes(of: range).map { LabelWords.text($0, utf8, words: 4) } ?? ""
  }

  private func bytes(of range: Range<Int>) -> Range<Int>? {
    guard let first = range.first, let last = range.last, last < sentence.count else { return nil }
    return sentence[first].range.lowerBound..<sentence[last].range.upperBound
  }
}
