// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import JSONText
import MedicationModel
import MedicationResolver
import SymptomMapping

/// The 39 categories, and the columns of those who name one.
enum SymptomPages {
  /// The columns of one row per row of evidence.
  ///
  /// The block `boxed` contains boxed warnings, whatever the filter; their
  /// subjects are repeated in `ranked`, if they fit it.
  static let rows = Table(
    columns: [
      "query", "symptom", "block", "rank", "subject_kind", "rxcui", "subject", "direction", "step",
    ] + EvidenceWords.columns)

  /// The categories with the values that a sample of each can have.
  static func categories(_ tables: MappingTables) -> Table {
    var table = Table(
      "name", "display_name", "group", "values", "named_by", "lay_synonyms", "clinical_synonyms",
      "identifier")
    for symptom in SymptomCategory.allCases {
      table.append(
        symptom.name, symptom.displayName, symptom.group.rawValue,
        values(of: symptom).map { "\($0.name) \($0.value)" }.joined(separator: ", "),
        String(subjectCount(symptom, tables)),
        tables.symptoms.laySynonyms(of: symptom).joined(separator: ", "),
        tables.symptoms.clinicalSynonyms(of: symptom).joined(separator: ", "), symptom.rawValue)
    }
    return table
  }

  /// How many subjects of labels name a symptom.
  fileprivate static func subjectCount(_ symptom: SymptomCategory, _ tables: MappingTables) -> Int {
    Set(tables.sideEffects.rows(naming: symptom).map(\.subject)).count
  }

  fileprivate static func values(of symptom: SymptomCategory) -> [(name: String, value: Int)] {
    switch symptom.valueKind {
    case .severity: CategoryValueSeverity.allCases.map { ("\($0)", $0.rawValue) }
    case .presence: CategoryValuePresence.allCases.map { ("\($0)", $0.rawValue) }
    case .appetiteChanges: CategoryValueAppetiteChanges.allCases.map { ("\($0)", $0.rawValue) }
    }
  }
}

extension CategoryValueKind: FieldValue {}

/// A category with what its labels say as a whole.
struct PrintedCategory: Shaped {
  let symptom: SymptomCategory
  let tables: MappingTables
  let release: ReleaseIdentity

  private static let versions = Shape<SymptomAvailability> {
    Field("iOS", "", .pattern(version)) { $0.iOS }
    Field("macCatalyst", "", .pattern(version)) { $0.macCatalyst }
    Field("watchOS", "", .pattern(version)) { $0.watchOS }
    Field("macOS", "", .pattern(version)) { $0.macOS }
    Field("visionOS", "", .pattern(version)) { $0.visionOS }
  }
  private static let version = "^[0-9]+\\.[0-9]+$"

  static let shape = Shape<Self>("category") {
    Field.version(1)
    Field("symptom") { $0.symptom }
    Field("name", "For people.", .name) { $0.symptom.displayName }
    Field("swiftCase", "", .name) { $0.symptom.name }
    Field("group", "", .name) { $0.symptom.group.rawValue }
    Field("valueKind") { $0.symptom.valueKind }
    Field(
      "values", "What a sample can have.",
      each: Shape {
        Field("name", "", .name) { $0.name }
        Field("value") { $0.value }
      }
    ) { SymptomPages.values(of: $0.symptom) }
    Field("minimumVersions", "", versions) { $0.symptom.minimumVersions }
    Field("laySynonyms", "", .list(.name)) { $0.tables.symptoms.laySynonyms(of: $0.symptom) }
    Field("clinicalSynonyms", "", .list(.name)) {
      $0.tables.symptoms.clinicalSynonyms(of: $0.symptom)
    }
    Field("subjects", "How many subjects have a label that names it.") {
      SymptomPages.subjectCount($0.symptom, $0.tables)
    }
    Field("release") { $0.release }
  }
}

extension SymptomPage: Shaped {
  static let shape = Shape<Self>("question") {
    Field.version(1)
    Field("query", "As it was given.") { $0.query }
    Field(
      "matches",
      "What the words stand for: several are several, none is chosen; empty if none of the 39."
    ) { $0.matches }
    Field("answers", "One for each match.") { page in
      page.answers.map { PrintedSymptomAnswer($0, limit: page.limit) }
    }
    Field("asOf", "The day that the age of labels is counted to.") { $0.day }
    Field("scope", "Which symptoms are not covered, in words.", .name) { _ in
      SideEffectAnswer.scope
    }
    Field("release") { $0.release }
  }
}

/// What one question of `rxkit symptoms` found.
struct SymptomPage: StreamedAnswer {
  let query: String
  let matches: [SymptomMatch]
  /// One for each match.
  let answers: [SymptomAnswer]
  let limit: Int?
  let day: LabelDate
  let release: ReleaseIdentity

  var isShown: Bool { !matches.isEmpty }

  var rowTable: Table {
    var table = SymptomPages.rows
    for answer in answers {
      for subject in answer.boxed { append(subject, rank: nil, &table) }
      for (place, subject) in answer.subjects.prefix(limit ?? .max).enumerated() {
        append(subject, rank: place + 1, &table)
      }
    }
    return table
  }

  private func append(_ subject: SymptomSubject, rank: Int?, _ table: inout Table) {
    let finding = subject.finding
    for evidence in finding.evidence {
      table.append(
        [
          query, finding.symptom.rawValue, rank == nil ? "boxed" : "ranked", rank.map(String.init),
          subject.subject.kind.rawValue, subject.subject.rxcui.description, subject.name,
          finding.direction.rawValue, String(finding.step),
        ] + EvidenceWords.cells(evidence, asOf: day))
    }
  }

  func writePage(_ streams: inout Streams) throws {
    var sources = LabelSources(asOf: day)
    try streams.output.write(EvidenceWords.ambiguity(query, matches) ?? "")
    for (match, answer) in zip(matches, answers) {
      try write(match, answer, &sources, &streams)
      try streams.output.write("\n")
    }
    for line in sources.lines + EvidenceWords.ending { try streams.output.write(line + "\n") }
  }

  private func write(
    _ match: SymptomMatch, _ answer: SymptomAnswer, _ sources: inout LabelSources,
    _ streams: inout Streams
  ) throws {
    let name = EvidenceWords.symptom(match.symptom, match.direction)
    try streams.output.write(streams.terminal.style.bold(name) + Self.reading(match) + "\n")
    var boxed = EvidenceWords.Warnings()
    for subject in answer.boxed {
      for evidence in subject.finding.evidence { boxed.add(evidence, Self.name(subject), &sources) }
    }
    for line in boxed.boxed { try streams.output.write(line + "\n") }
    let shown = answer.subjects.prefix(limit ?? .max)
    var table = Table(columns: ["drug", "step"] + EvidenceWords.lineColumns)
    for subject in shown {
      let finding = subject.finding
      let way = EvidenceWords.suffix(finding, asked: match.direction)
      table.append(
        [Self.name(subject) + way, String(finding.step)] + EvidenceWords.line(finding, &sources))
    }
    if !table.rows.isEmpty { try streams.write(table, as: .table) }
    for line in closing(answer, shown.count) { try streams.output.write(line + "\n") }
  }

  private func closing(_ answer: SymptomAnswer, _ shown: Int) -> [String] {
    var lines: [String] = []
    let rest = answer.subjects.count - shown
    if rest > 0 {
      lines.append(
        "\(DisplayText.counted(rest, "more is", "more are")) not shown; "
          + "try: --top \(answer.subjects.count), or --format json")
    }
    let filtered = answer.unfilteredCount - answer.subjects.count
    if filtered > 0 {
      lines.append("\(DisplayText.counted(filtered, "other does", "others do")) not fit the filter")
    }
    lines.append(
      "Labels of \(DisplayText.counted(answer.readSubjectCount, "drug was", "drugs were")) read; "
        + "absence from it does not rule a medication out.")
    return lines
  }

  /// Why the words mean the category, if that is not obvious.
  private static func reading(_ match: SymptomMatch) -> String {
    switch match.kind {
    case .name: ""
    case .synonym: " (“\(match.words)” is a synonym)"
    case .phrase: " (“\(match.words)”, \(match.fit.rawValue))"
    case .within: " (from “\(match.words)”, \(match.fit.rawValue))"
    }
  }

  private static func name(_ subject: SymptomSubject) -> String {
    "\(subject.name) (\(subject.subject.rxcui))"
  }
}
