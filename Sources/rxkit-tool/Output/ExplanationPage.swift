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

/// What `rxkit explain` answers: medications, and for each symptom what their labels say.
struct ExplanationPage: StreamedAnswer {
  /// A symptom as queried, and what the labels say about its categories.
  struct Question {
    let words: String
    let matches: [SymptomMatch]
    /// One for each match.
    let explanations: [SymptomExplanation]

    init(words: String, matches: [SymptomMatch], _ given: GivenMedications) {
      self.words = words
      self.matches = matches
      let answers = given.medications.map(\.answer.sideEffects)
      explanations = matches.map {
        SymptomExplanation($0.symptom, direction: $0.direction, in: answers)
      }
    }
  }

  let given: GivenMedications
  let questions: [Question]
  let day: LabelDate
  let release: ReleaseIdentity

  var isShown: Bool { true }

  fileprivate var leftOut: [(reason: GivenMedications.Reason, count: Int)] {
    GivenMedications.Reason.allCases.compactMap { reason in
      given.leftOut[reason].map { (reason: reason, count: $0) }
    }
  }

  // MARK: Rows

  /// The columns of one row per row of evidence; a medication without one has a row, too.
  static let rows = Table(
    columns: [
      "query", "symptom", "rank", "given", "rxcui", "records", "meaning", "coverage", "reason",
      "boxed_warning", "standing", "direction", "step", "via", "subject",
    ] + EvidenceWords.columns)

  var rowTable: Table {
    var table = Self.rows
    for question in questions {
      for explanation in question.explanations {
        for (rank, statement) in explanation.medications.enumerated() {
          let medication = given.medications[statement.place]
          let effects = medication.answer.sideEffects
          let start: [String?] = [
            question.words, explanation.symptom.rawValue, String(rank + 1),
            MedicationTables.given(medication.answer),
            medication.answer.concepts.compactMap { $0.code?.description }.joined(separator: ";"),
            String(medication.recordCount), medication.meaning,
            effects.coverage.rawValue, medication.answer.sideEffectReasons.joined(separator: " "),
            effects.boxedWarning.present.rawValue,
          ]
          append(statement, start, &table)
        }
      }
    }
    return table
  }

  private func append(
    _ statement: SymptomExplanation.Medication, _ start: [String?], _ table: inout Table
  ) {
    let findings =
      statement.findings.map { (statement.standing, $0) }
      + statement.otherRoutes.map { (SymptomExplanation.Standing.otherRoute, $0) }
    if findings.isEmpty {
      let rest = [String?](repeating: nil, count: Self.rows.columns.count - start.count - 1)
      return table.append(start + [statement.standing.rawValue] + rest)
    }
    for (standing, finding) in findings {
      for evidence in finding.evidence {
        table.append(
          start + [
            standing.rawValue, finding.direction.rawValue, String(finding.step),
            evidence.via.rawValue, evidence.row.subjectName,
          ] + EvidenceWords.cells(evidence, asOf: day))
      }
    }
  }

  // MARK: Page

  func writePage(_ streams: inout Streams) throws {
    for question in questions where question.matches.isEmpty {
      try streams.output.write(SymptomWords.noneOf39(question.words) + "\n")
    }
    if questions.allSatisfy(\.matches.isEmpty) { return }
    var sources = LabelSources(asOf: day)
    for line in boxedLines() { try streams.output.write(line + "\n") }
    if !given.medications.isEmpty { try streams.output.write("\n") }
    for question in questions {
      try streams.output.write(EvidenceWords.ambiguity(question.words, question.matches) ?? "")
      for explanation in question.explanations {
        try write(explanation, &sources, &streams)
        try streams.output.write("\n")
      }
    }
    var lines = sources.lines
    for medication in given.medications where medication.recordCount > 1 {
      lines.append("\(name(medication)): \(medication.recordCount) records, shown once")
    }
    if !leftOut.isEmpty {
      let counts = leftOut.map { "\(DisplayText.grouped($0.1)) \($0.0.words)" }
      lines.append("left out: " + counts.joined(separator: "; "))
    }
    lines.append("A medication whose labels do not name a symptom is not ruled out.")
    for line in lines + EvidenceWords.ending { try streams.output.write(line + "\n") }
  }

  /// Boxed warnings come before everything else, whatever they are about.
  private func boxedLines() -> [String] {
    func those(_ present: BoxedWarning.Presence) -> [GivenMedications.Medication] {
      given.medications.filter { $0.answer.sideEffects.boxedWarning.present == present }
    }
    func isResolved(_ medication: GivenMedications.Medication) -> Bool {
      medication.answer.sideEffects.coverage != .unknown
    }
    var lines = those(.yes).flatMap { medication in
      SideEffectTables.boxedLines(medication.answer)
        .map { "\(name(medication)): \($0)" }
    }
    for (those, words) in [
      (those(.no), "no boxed warning: "),
      (
        those(.unknown).filter(isResolved), "boxed warning unknown, not every label was read: "
      ),
      (
        those(.unknown).filter { !isResolved($0) },
        "boxed warning unknown, could not be resolved: "
      ),
    ] where !those.isEmpty {
      lines.append(words + those.map(name).joined(separator: "; "))
    }
    return lines
  }

  private func write(
    _ explanation: SymptomExplanation, _ sources: inout LabelSources, _ streams: inout Streams
  ) throws {
    let title = EvidenceWords.symptom(explanation.symptom, explanation.direction)
    let named = explanation.medications.filter { $0.standing == .named }
    try streams.output.write(
      "\(streams.terminal.style.bold(title)): \(count(ofNamed: named.count))\n")
    var boxed = EvidenceWords.Warnings()
    for statement in explanation.medications {
      boxed.boxes = given.medications[statement.place].answer.sideEffects.boxedWarning.labels
      for evidence in statement.findings.flatMap(\.evidence) where evidence.row.isInBoxedWarning {
        boxed.add(evidence, name(statement), &sources)
      }
    }
    for line in boxed.boxed { try streams.output.write(line + "\n") }
    var table = Table(columns: ["medication", "step"] + EvidenceWords.lineColumns)
    for statement in named {
      for finding in statement.findings {
        let way = EvidenceWords.suffix(finding, asked: explanation.direction)
        table.append(
          [name(statement) + way, String(finding.step)] + EvidenceWords.line(finding, &sources))
      }
    }
    if !table.rows.isEmpty { try streams.write(table, as: .table) }
    for statement in explanation.medications {
      guard let words = Self.words(statement, &sources) else { continue }
      try streams.output.write("\(name(statement)): \(words)\n")
    }
  }

  /// Of how many medications labels name a symptom; what could not be resolved counts nowhere.
  private func count(ofNamed named: Int) -> String {
    let resolved = given.resolvedCount
    let rest = given.medications.count - resolved
    if given.medications.isEmpty { return "no medication to check" }
    if resolved == 0 { return "no medication could be resolved, so none was checked" }
    let count = DisplayText.counted(resolved, "medication", "medications")
    return "named in labels of \(named) of \(count)"
      + (rest == 0 ? "" : "; not counted: \(rest) that could not be resolved")
  }

  /// The words for a medication whose labels do not name the symptom; `nil` for
  /// the others, except for those of which only a part was read.
  private static func words(
    _ statement: SymptomExplanation.Medication, _ sources: inout LabelSources
  ) -> String? {
    switch statement.standing {
    case .named: nil
    case .otherDirection:
      "named the other way only: "
        + statement.findings.map { EvidenceWords.symptom($0) }.distinct().joined(separator: ", ")
    case .otherRoute:
      "named by labels of other or unstated routes only: "
        + statement.otherRoutes.flatMap(\.evidence).map { evidence in
          "\(EvidenceWords.routes(evidence.row)) \(sources.mark(evidence))"
        }.distinct().joined(separator: ", ")
    case .notNamed: "labels were read and do not name it"
    case .partlyRead:
      "not every ingredient's label was read, or only that of another salt; those read do not name it"
    case .noLabel: "no U.S. label in this table; this does not mean that it has none"
    case .unknown: "could not be resolved to one drug; not checked"
    }
  }

  private func name(_ statement: SymptomExplanation.Medication) -> String {
    name(given.medications[statement.place])
  }

  /// The drug with its code, and what its records say of its use if that is not plainly in use;
  /// the words that were given where it is not clear which drug it is.
  private func name(_ medication: GivenMedications.Medication) -> String {
    let answer = medication.answer
    let meaning = medication.meaning == "active" ? nil : medication.meaning
    let use = meaning.map { ", recorded as \($0)" } ?? ""
    guard answer.concepts.count == 1, let concept = answer.concepts.first else {
      return DisplayText.printable(
        MedicationTables.given(answer) ?? medication.sources.first ?? "a medication without words")
        + use
    }
    return DisplayText.printable(concept.name ?? "no name")
      + (concept.code.map { " (\($0))" } ?? "") + use
  }
}

extension GivenMedications.Reason: FieldValue {}

extension ExplanationPage: Shaped {
  private static let medication = Shape<(place: Int, medication: GivenMedications.Medication)>(
    "medication"
  ) {
    Field("medication", "Its number in this answer.") { $0.place }
    Field("given") { MedicationTables.given($0.medication.answer) }
    Field("sources", "The words or files that name it.", .list(.text, atLeast: 1)) {
      $0.medication.sources
    }
    Field("records", "How many records or words name it.", .integer(from: 1)) {
      $0.medication.recordCount
    }
    Field("meaning", "What its records say of its use; null for words.") { $0.medication.meaning }
    ResolvedMedication.coverage.fields { $0.medication.answer }
  }

  static let shape = Shape<Self>("explanation") {
    Field.version(1)
    Field(
      "medications",
      "In the order in which they were given; records of one drug that say the same of its use "
        + "once.", each: medication
    ) { $0.given.medications.enumerated().map { (place: $0, medication: $1) } }
    Field(
      "leftOut", "Records that say nothing of something taken, by reason.",
      each: Shape {
        Field("reason") { $0.reason }
        Field("count", "", .integer(from: 1)) { $0.count }
      }
    ) { $0.leftOut }
    Field(
      "symptoms", "One for each symptom that was given, or that its words stand for.",
      each: Shape("symptom") {
        Field("query") { $0.words }
        Field("by") { $0.match.kind }
        Field("fit") { $0.match.fit }
        SymptomExplanation.shape.fields { $0.explanation }
      }
    ) { page in
      page.questions.flatMap { question in
        zip(question.matches, question.explanations).map {
          (words: question.words, match: $0, explanation: $1)
        }
      }
    }
    Field("unread", "Words that name none of the 39 categories.") {
      $0.questions.filter(\.matches.isEmpty).map(\.words)
    }
    Field("asOf", "The day that the age of labels is counted to.") { $0.day }
    Field("scope", "Which symptoms are not covered, in words.", .name) { _ in
      SideEffectAnswer.scope
    }
    Field("release") { $0.release }
  }
}
