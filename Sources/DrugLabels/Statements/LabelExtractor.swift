// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
public import SymptomMapping

/// Reads what a label says of the 39 symptoms.
///
/// The steps are those of the documentation page "Label extraction": phrases find words that name
/// symptoms, the judge decides whether they state an effect, figures are read from text and tables,
/// and what a statement is under is quoted.
public struct LabelExtractor: Sendable {
  /// Finds the words.
  public let matcher: PhraseMatcher
  private let judge: Judge
  private let tableReader: TableReader

  /// Makes an extractor.
  public init(phrases: PhraseTable, judge: Judge = .shared) {
    matcher = PhraseMatcher(phrases)
    self.judge = judge
    tableReader = TableReader(matcher)
  }

  /// Reads a label.
  public func read(_ label: DrugLabel) -> LabelReading {
    var examples: [JudgeExample]?
    return read(label, &examples)
  }

  package func examples(_ label: DrugLabel) -> [JudgeExample] {
    var examples: [JudgeExample]? = []
    _ = read(label, &examples)
    return examples ?? []
  }

  private func read(_ label: DrugLabel, _ examples: inout [JudgeExample]?) -> LabelReading {
    var reading = LabelReading()
    let roles = SectionRoles(label.sections)
    let quoted = QuotedContext(label)
    let treated = indications(label, roles, &reading)
    let source = LabelSource(
      matcher: matcher, lexicon: CueLexicon.shared.naming(Self.names(label)), judge: judge,
      quoted: quoted, treated: Set(treated.map(\.symptom)),
      treatedWords: Set(treated.map(\.text)), isTraining: examples != nil)
    reading.boxedTitle = BoxedTitle.title(of: label.sections, roles.roles)
    var uncovered: [String: Int] = [:]
    for (index, section) in label.sections.enumerated() {
      let role = roles.roles[index]
      if role == .none || role == .indication { continue }
      reading.hasEffectSection = true
      var reports: [TableReport] = []
      let flat = FlatTable.places(in: section)
      if role == .adverse, label.isInAdverseReactions(index) {
        reports = zip(section.tables, flat).enumerated().map { number, table in
          tableReader.report(
            table.0, table.1, number: number, section: index, label: label, quoted: quoted)
        }
      }
      var reader = SectionReader(
        source, role: role, section: index, title: section.title,
        isAfterApproval: roles.isAfterApproval[index])
      reader.read(
        section.field.isEmpty ? section.text : section.text.withoutRepeats, isHighlight: false,
        // A leaflet may be within a table that only sets it in columns.
        tables: role == .leaflet ? [] : flat)
      if !section.highlight.isEmpty, role == .adverse {
        reader.read(section.highlight, isHighlight: true)
      }
      let rows = reports.flatMap(\.statements)
      reading.statements += reader.statements + rows
      reading.passed += reader.passed
      reading.unreadTables += reports.count { $0.isUnread }
      keepUnread(reader.repeated, reports, role, &reading)
      uncovered.merge(reader.uncovered, uniquingKeysWith: +)
      examples?.append(contentsOf: reader.examples)
    }
    reading.unmapped = uncovered.sorted { $0.key < $1.key }.map { .init($0.key, count: $0.value) }
    if Population.isOnlyOfChildren(label) {
      for index in reading.statements.indices where reading.statements[index].population == nil {
        reading.statements[index].population = "pediatric"
      }
    }
    dropTreated(source.treated, label, &reading)
    return reading
  }

  /// Words within the text of a table that its rows do not state: those of rows that could not be
  /// read are listed, others (rows of zeros, groups, footnotes, tables of other things) say nothing.
  private func keepUnread(
    _ mentions: [SectionReader.FlatMention], _ reports: [TableReport], _ role: SectionRole,
    _ reading: inout LabelReading
  ) {
    let stated = Set(reports.flatMap(\.statements).map(\.symptom))
    for mention in mentions where !stated.contains(mention.statement.symptom) {
      let isListed =
        role != .leaflet && reports.indices.contains(mention.table)
        && reports[mention.table].isUnread(mention.row)
      if isListed {
        reading.statements.append(mention.statement)
      } else {
        reading.passed.append(PassedMention(mention.statement, .groupedTerm))
      }
    }
  }

  private func indications(
    _ label: DrugLabel, _ roles: SectionRoles, _ reading: inout LabelReading
  ) -> [Phrase] {
    var treated: [Phrase] = []
    for (index, section) in label.sections.enumerated() where roles.roles[index] == .indication {
      for mention in matcher.mentions(in: section.text.utf8) {
        let phrase = matcher.phrases[mention.phrase]
        treated.append(phrase)
        reading.passed.append(
          PassedMention(
            symptom: phrase.symptom, reason: .indication, section: index,
            place: .text(mention.range)))
      }
      if LabelVocabulary.shared.holds(
        "depressive", in: String(decoding: section.text.utf8, as: UTF8.self).lowercased())
      {
        treated += matcher.phrases(equalTo: Array("depression".utf8))
      }
    }
    return treated
  }

  /// What the drug is for is an effect only if a figure, a stronger class or another section says
  /// so.
  private func dropTreated(
    _ treated: Set<SymptomCategory>, _ label: DrugLabel, _ reading: inout LabelReading
  ) {
    guard !treated.isEmpty else { return }
    let statements = reading.statements
    let weak: Set<EvidenceClass> = [.warning, .stopUse, .listed, .postmarketing]
    reading.statements.removeAll { statement in
      guard treated.contains(statement.symptom), weak.contains(statement.evidenceClass) else {
        return false
      }
      let own = label.evidenceSection(of: statement.section)?.index
      let isSecond = statements.contains { other in
        other.symptom == statement.symptom && other.direction == statement.direction
          && (other.drugPercent != nil || label.evidenceSection(of: other.section)?.index != own)
      }
      if isSecond { return false }
      reading.passed.append(PassedMention(statement, .indication))
      return true
    }
  }

  private static func names(_ label: DrugLabel) -> Set<WordKey> {
    let words = label.names.flatMap { $0.split { !$0.isLetter } }
    return Set(words.filter { $0.utf8.count > 3 }.map { WordKey($0) })
  }
}
