// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText
import MedicationModel
import MedicationResolver
import SymptomMapping

/// The 39 categories, and the columns of those who name one.
enum SymptomPages {
  /// The columns of one row per row of evidence.
  ///
  /// The block `boxed` contains boxed warnings, whatever the filter; their
  /// subjects stand in `ranked` again, if they fit it.
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
      table.append([
        symptom.name, symptom.displayName, symptom.group.rawValue,
        values(of: symptom).map { "\($0.name) \($0.value)" }.joined(separator: ", "),
        String(subjectCount(symptom, tables)),
        tables.symptoms.laySynonyms(of: symptom).joined(separator: ", "),
        tables.symptoms.clinicalSynonyms(of: symptom).joined(separator: ", "), symptom.rawValue,
      ])
    }
    return table
  }

  /// Writes a category.
  static func write(
    _ symptom: SymptomCategory, _ tables: MappingTables, _ release: ReleaseIdentity,
    to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("schema", 1)
      json.member("symptom", symptom.rawValue)
      json.member("name", symptom.displayName)
      json.member("swiftCase", symptom.name)
      json.member("group", symptom.group.rawValue)
      json.member("valueKind", symptom.valueKind.rawValue)
      json.array("values") { json in
        for value in values(of: symptom) {
          json.object { json in
            json.member("name", value.name)
            json.member("value", value.value)
          }
        }
      }
      let versions = symptom.minimumVersions
      json.object("minimumVersions") { json in
        json.member("iOS", versions.iOS)
        json.member("macCatalyst", versions.macCatalyst)
        json.member("watchOS", versions.watchOS)
        json.member("macOS", versions.macOS)
        json.member("visionOS", versions.visionOS)
      }
      json.member("laySynonyms", tables.symptoms.laySynonyms(of: symptom))
      json.member("clinicalSynonyms", tables.symptoms.clinicalSynonyms(of: symptom))
      json.member("subjects", subjectCount(symptom, tables))
      json.key("release")
      release.write(to: &json)
    }
  }

  /// How many subjects of labels name a symptom.
  private static func subjectCount(_ symptom: SymptomCategory, _ tables: MappingTables) -> Int {
    Set(tables.sideEffects.rows(naming: symptom).map(\.subject)).count
  }

  private static func values(of symptom: SymptomCategory) -> [(name: String, value: Int)] {
    switch symptom.valueKind {
    case .severity: CategoryValueSeverity.allCases.map { ("\($0)", $0.rawValue) }
    case .presence: CategoryValuePresence.allCases.map { ("\($0)", $0.rawValue) }
    case .appetiteChanges: CategoryValueAppetiteChanges.allCases.map { ("\($0)", $0.rawValue) }
    }
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

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("schema", 1)
      json.member("query", query)
      json.array("matches") { json in
        for match in matches { match.write(to: &json) }
      }
      json.array("answers") { json in
        for answer in answers { answer.write(to: &json, limit: limit) }
      }
      json.member("asOf", day.description)
      json.member("scope", SideEffectAnswer.scope)
      json.key("release")
      release.write(to: &json)
    }
  }

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

  func writePage(_ streams: inout Streams) throws(CommandFailure) {
    var sources = LabelSources(asOf: day)
    if matches.count > 1 {
      let names = matches.map { EvidenceWords.symptom($0.symptom, $0.direction) }
      try streams.output.write(
        "“\(DisplayText.printable(query))” may stand for \(names.joined(separator: ", ")); "
          + "all are shown, none is chosen\n\n")
    }
    for (match, answer) in zip(matches, answers) {
      try write(match, answer, &sources, &streams)
      try streams.output.write("\n")
    }
    for line in sources.lines + EvidenceWords.ending { try streams.output.write(line + "\n") }
  }

  private func write(
    _ match: SymptomMatch, _ answer: SymptomAnswer, _ sources: inout LabelSources,
    _ streams: inout Streams
  ) throws(CommandFailure) {
    let name = EvidenceWords.symptom(match.symptom, match.direction)
    try streams.output.write(streams.terminal.style.bold(name) + Self.reading(match) + "\n")
    let boxed = answer.boxed.flatMap { subject in
      subject.finding.evidence.map { ($0, Self.name(subject), nil as String?) }
    }
    for line in EvidenceWords.warningLines(boxed, &sources) {
      try streams.output.write(line + "\n")
    }
    let shown = answer.subjects.prefix(limit ?? .max)
    var table = Table(columns: ["drug", "step"] + EvidenceWords.lineColumns)
    for subject in shown {
      let finding = subject.finding
      let direction =
        finding.direction == .present || match.direction == finding.direction
        ? "" : ", \(finding.direction.rawValue)"
      table.append(
        [Self.name(subject) + direction, String(finding.step)]
          + EvidenceWords.line(finding, &sources))
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

  /// Why the words stand for the category, where that is not plain.
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
