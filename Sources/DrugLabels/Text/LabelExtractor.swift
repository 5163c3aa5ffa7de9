// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
public import SymptomMapping

/// Reads what a label says of the 39 symptoms.
///
/// The rules are those of the documentation page "Label extraction": where words that name a
/// symptom stand, what the sentence says of them, and which figures are theirs.
public struct LabelExtractor: Sendable {
  /// Finds the words.
  public let matcher: PhraseMatcher
  private let tableReader: TableReader

  /// Makes an extractor.
  public init(phrases: PhraseTable) {
    matcher = PhraseMatcher(phrases)
    tableReader = TableReader(matcher)
  }

  /// Reads a label.
  public func read(_ label: DrugLabel) -> LabelReading {
    var reading = LabelReading()
    reading.matcher = matcher
    let roles = SectionRoles(label.sections)
    let lexicon = CueLexicon.shared.naming(Self.names(label))
    let treated = indications(label, roles, &reading)
    reading.boxedTitle = BoxedTitle.title(of: label.sections, roles.roles)
    var uncovered: [String: Int] = [:]
    var references: Set<Int> = []
    var doses: LabelledDoses?
    let allReports = label.sections.enumerated().map { reports(of: $1, $0, label, &doses) }
    let drug = DrugNames(label)
    let rivals = Self.rivals(allReports.joined(), drug)
    var distinction = TableDistinction(isDrug: drug.contains)
    let heading = ListHeading(
      indications: label.indications, isDrug: drug.contains)
    for (index, section) in label.sections.enumerated() {
      let role = roles.roles[index]
      if role == .none || role == .indication { continue }
      reading.hasEffectSection = true
      var reader = SectionReader(
        matcher, lexicon, role: role, section: index, title: section.title,
        isAfterApproval: roles.isAfterApproval[index],
        isOldPrecautions: ["42232-9", "34072-9"].contains(section.loinc), treated: treated,
        rivals: rivals, heading: heading)
      let reports = allReports[index]
      for (number, report) in reports.enumerated() {
        distinction.add(report, .init(section: index, number: number))
      }
      reader.read(
        section.text, isHighlight: false,
        // A leaflet may stand within a table that only sets it in columns.
        tables: role == .leaflet ? [] : FlatTable.places(of: section.tables, in: section.text))
      if !section.highlight.isEmpty, role == .adverse {
        reader.read(section.highlight, isHighlight: true)
      }
      let tables = reports.flatMap(\.statements)
      // A document may repeat a table in its text: the table's row speaks for it.
      let rows = Set(tables.map(\.symptom))
      let repeated = Set(reader.tabular.filter { rows.contains(reader.statements[$0].symptom) })
      let referring = Set(reader.references)
      for (place, statement) in reader.statements.enumerated() where !repeated.contains(place) {
        if referring.contains(place) { references.insert(reading.statements.count) }
        reading.statements.append(statement)
      }
      reading.statements += tables
      keepUnread(reader.repeated, reports, role, &reading)
      reading.passed += reader.passed
      uncovered.merge(reader.uncovered, uniquingKeysWith: +)
    }
    reading.unmapped = uncovered.sorted { $0.key < $1.key }.map { .init($0.key, count: $0.value) }
    for isLeaflet in [false, true] {
      nameIllnesses(
        reading.statements.indices.filter {
          (roles.roles[reading.statements[$0].section] == .leaflet) == isLeaflet
        }, &reading)
    }
    nameRegimens(&reading)
    nameTrials(&reading)
    spellOut(label, &reading)
    distinction.apply(to: &reading.statements)
    let spelling = ConditionSpelling(reading.statements.compactMap(\.condition))
    for index in reading.statements.indices {
      reading.statements[index].condition = reading.statements[index].condition
        .map(spelling.spelling)
    }
    if IndicatedPersons.areOnlyChildren(label) {
      for index in reading.statements.indices
      where reading.statements[index].population == nil && !reading.statements[index].isOfAdults {
        reading.statements[index].population = "pediatric"
      }
    }
    dropRepeated(references, &reading)
    dropTreated(treated, &reading)
    return reading
  }

  /// Lists of the most common effects of several illnesses are told apart by them; those of a leaflet,
  /// which names illnesses in words of its own, among themselves.
  private func nameIllnesses(_ places: [Int], _ reading: inout LabelReading) {
    // `ADHD trial` and `adhd` are one.
    let illnesses = places.compactMap { place in
      reading.statements[place].illness.map {
        $0.lowercased().replacing("-", with: " ").split(separator: " ").filter { $0 != "trial" }
      }
    }
    guard Set(illnesses).count > 1 else { return }
    for index in places where reading.statements[index].condition == nil {
      reading.statements[index].condition = reading.statements[index].illness
    }
  }

  /// Lists below a heading that says how the drug was given are told apart by that.
  private func nameRegimens(_ reading: inout LabelReading) {
    let told = reading.statements.filter { $0.evidenceClass == .mostCommon }.compactMap {
      $0.regimen ?? $0.condition.flatMap { $0.hasPrefix("with ") ? $0 : nil }
    }
    // Beside lists without one, a single heading of partners tells them apart, too.
    let hasPartner = told.contains { $0.hasPrefix("with ") }
    let hasOthers = reading.statements.contains { statement in
      guard case .text = statement.place else { return false }
      return statement.regimen == nil && statement.condition == nil
        && [.mostCommon, .trialText].contains(statement.evidenceClass)
    }
    guard Set(told).count > (hasPartner && hasOthers ? 0 : 1) else { return }
    for index in reading.statements.indices where reading.statements[index].condition == nil {
      reading.statements[index].condition = reading.statements[index].regimen
    }
  }

  /// What signs are signs of is named in full where the label does so: `infusion-associated
  /// reactions` for `IARs`.
  private func spellOut(_ label: DrugLabel, _ reading: inout LabelReading) {
    var known: [String: String] = [:]
    for index in reading.statements.indices
    where reading.statements[index].evidenceClass == .warning {
      guard let short = reading.statements[index].condition, short.utf8.count < 7,
        !short.contains(" ")
      else { continue }
      let section = reading.statements[index].section
      if known[short] == nil {
        known[short] = SpelledOut.words(short, in: label.sections[section].text.utf8) ?? short
      }
      reading.statements[index].condition = known[short]
    }
  }

  /// Lists of the most common effects in one of several trials are told apart by them; the illness
  /// that a trial was about is told where other lists are not of it.
  private func nameTrials(_ reading: inout LabelReading) {
    let trials = Set(reading.statements.compactMap(\.trial))
    guard !trials.isEmpty else { return }
    func isNumber(_ trial: String) -> Bool { trial.contains(where: \.isNumber) }
    let isOneOfSeveral = trials.count > 1
    let hasOthers = reading.statements.contains {
      $0.evidenceClass == .mostCommon && $0.trial == nil && $0.population == nil
    }
    for index in reading.statements.indices where reading.statements[index].condition == nil {
      guard let trial = reading.statements[index].trial else { continue }
      let isNamed = isNumber(trial) || trial.allSatisfy { $0.isUppercase || $0 == "-" }
      if isOneOfSeveral || !isNamed && hasOthers { reading.statements[index].condition = trial }
    }
  }

  /// The list that refers to other sections (`Syncope [see Warnings (5.2)]`) says nothing of a
  /// symptom of which another place of the label tells.
  private func dropRepeated(_ references: Set<Int>, _ reading: inout LabelReading) {
    guard !references.isEmpty else { return }
    struct Effect: Hashable {
      let symptom: SymptomCategory
      let direction: EffectDirection
      /// Warnings repeat warnings, lists of effects anything.
      let isWarning: Bool
    }
    func effect(_ statement: LabelStatement) -> Effect {
      Effect(
        symptom: statement.symptom, direction: statement.direction,
        isWarning: statement.evidenceClass == .warning)
    }
    var told: Set<Effect> = []
    for (place, statement) in reading.statements.enumerated() where !references.contains(place) {
      var own = effect(statement)
      told.insert(own)
      if own.isWarning {
        own = Effect(symptom: own.symptom, direction: own.direction, isWarning: false)
        told.insert(own)
      }
    }
    var kept: [LabelStatement] = []
    for (place, statement) in reading.statements.enumerated() {
      if references.contains(place), told.contains(effect(statement)) {
        reading.passed.append(
          PassedMention(
            symptom: statement.symptom, reason: .section, section: statement.section,
            place: statement.place))
      } else {
        kept.append(statement)
      }
    }
    reading.statements = kept
  }

  /// What the tables of a section say; none of a section that is not of reactions, whose tables
  /// make no statements.
  private func reports(
    of section: LabelSection, _ index: Int, _ label: DrugLabel, _ doses: inout LabelledDoses?
  ) -> [TableReport] {
    guard label.isInAdverseReactions(index) else { return [] }
    return section.tables.enumerated().map { number, table in
      tableReader.report(table, number: number, section: index, label: label, doses: &doses)
    }
  }

  /// The first letters of the drugs that tables compare with, and that no arm of the drug has.
  private static func rivals(
    _ reports: some Sequence<TableReport>, _ drug: DrugNames
  ) -> Set<UInt64> {
    var rivals: Set<UInt64> = []
    var own: Set<UInt64> = []
    for arm in reports.lazy.flatMap(\.arms) where !arm.isAssumed {
      let names = CellTokens(arm.name).words.filter {
        $0.utf8.count > 2 && !TableVocabulary.fillers.contains($0) && !drug.contains($0)
          && ($0.utf8.count > 3 || arm.name.contains($0.uppercased()))
      }
      let letters = names.map(SentenceTokens.letters)
      if arm.role == .comparator(.active) {
        rivals.formUnion(letters)
      } else {
        own.formUnion(letters)
      }
    }
    return rivals.subtracting(own)
  }

  /// Words within the text of a table that its rows do not tell: those of rows that could not be
  /// read are listed there, others (rows of zeros, groups, footnotes, tables of other things)
  /// say nothing.
  private func keepUnread(
    _ mentions: [SectionReader.FlatMention], _ reports: [TableReport], _ role: SectionRole,
    _ reading: inout LabelReading
  ) {
    guard !mentions.isEmpty else { return }
    let told = Set(reports.flatMap(\.statements).map(\.symptom))
    for mention in mentions where !told.contains(mention.statement.symptom) {
      let isListed =
        role != .leaflet && reports.indices.contains(mention.table)
        && reports[mention.table].isUnread(mention.row)
      if isListed {
        reading.statements.append(mention.statement)
      } else {
        reading.passed.append(
          PassedMention(
            symptom: mention.statement.symptom, reason: .groupedTerm,
            section: mention.statement.section, place: mention.statement.place))
      }
    }
  }

  /// The symptoms that the drug is for, from its indications and purpose.
  private func indications(
    _ label: DrugLabel, _ roles: SectionRoles, _ reading: inout LabelReading
  ) -> Set<SymptomCategory> {
    var treated: Set<SymptomCategory> = []
    for (index, section) in label.sections.enumerated() where roles.roles[index] == .indication {
      for mention in matcher.mentions(in: section.text.utf8) {
        let symptom = matcher.phrases[mention.phrase].symptom
        treated.insert(symptom)
        reading.passed.append(
          PassedMention(
            symptom: symptom, reason: .indication, section: index, place: .text(mention.range)))
      }
    }
    return treated
  }

  /// What the drug is for is an effect only if a second place says so.
  private func dropTreated(_ treated: Set<SymptomCategory>, _ reading: inout LabelReading) {
    guard !treated.isEmpty else { return }
    var counts: [SymptomCategory: Int] = [:]
    for statement in reading.statements where treated.contains(statement.symptom) {
      counts[statement.symptom, default: 0] += 1
    }
    reading.statements.removeAll { statement in
      guard counts[statement.symptom] == 1 else { return false }
      switch statement.evidenceClass {
      case .boxed, .warning, .listed, .stopUse: break
      default: return false
      }
      reading.passed.append(
        PassedMention(
          symptom: statement.symptom, reason: .indication, section: statement.section,
          place: statement.place))
      return true
    }
  }

  /// The words of the names of the label's drug.
  private static func names(_ label: DrugLabel) -> Set<WordKey> {
    var names: Set<WordKey> = []
    func add(_ name: String) {
      guard name.utf8.contains(where: { $0 >= 0x80 }) else {
        let utf8 = Array(name.utf8)
        for word in utf8.indices.split(whereSeparator: { (utf8[$0] | 0x20) &- 0x61 >= 26 })
        where word.count > 3 { names.insert(WordKey(utf8.span, word)) }
        return
      }
      for word in name.split(whereSeparator: { !$0.isLetter }) where word.utf8.count > 3 {
        names.insert(WordKey(word))
      }
    }
    func add(_ product: LabelProduct) {
      add(product.name)
      add(product.genericName)
      for ingredient in product.active { add(ingredient.substance.name) }
      for part in product.parts { add(part) }
    }
    for product in label.products { add(product) }
    if label.products.isEmpty { add(label.title) }
    return names
  }
}
