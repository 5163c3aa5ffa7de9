// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels
import MedicationModel
import SymptomMapping

/// One occurrence of words in a label, judged by hand.
struct ContextCase: Sendable, Hashable {
  private static let figureNames = ["percent", "comparator_percent", "comparator", "threshold"]

  let name, setID, field, phrase: String
  /// Where the words begin in the field's text, counted in characters (Unicode scalars).
  let start: Int
  let symptom: SymptomCategory
  /// The words for what is right: classes, or `none` for a place without a statement.
  let accepted: Set<String>
  /// The figures that must agree; empty ones are not compared.
  let figures: [String: String]

  /// Reads a file of cases.
  static func cases(_ path: String) throws -> [ContextCase] {
    let table = try CommaRows(InputFile.read(path))
    let names = ["case", "set_id", "field", "start", "phrase", "symptom", "accept"] + figureNames
    let places = try names.map { name in try table.place(of: name) }
    return try table.rows.map { row in
      let fields = Dictionary(uniqueKeysWithValues: zip(names, places.map { row.fields[$0] }))
      if let one = ContextCase(fields) { return one }
      throw CommandFailure(
        .input, "labels.no-symptom",
        "\(table.name):\(row.line): no symptom or no place, expected the identifier of a "
          + "symptom category and a number", try: "HKCategoryTypeIdentifierHeadache and its like")
    }
  }

  private init?(_ fields: [String: String]) {
    func field(_ name: String) -> String { fields[name] ?? "" }
    guard let symptom = SymptomCategory(rawValue: field("symptom")),
      let start = Int(field("start"))
    else { return nil }
    (name, setID, self.field) = (field("case"), field("set_id").lowercased(), field("field"))
    (phrase, self.start, self.symptom) = (field("phrase"), start, symptom)
    accepted = Set(field("accept").split(separator: "|").map(String.init))
    figures = fields.filter { Self.figureNames.contains($0.key) }
  }

  /// The section and the bytes of the words.
  fileprivate func place(in label: DrugLabel) -> (section: Int, range: Range<Int>)? {
    for (index, section) in label.sections.enumerated() where section.field == field {
      let utf8 = section.text.utf8
      let starts = utf8.indices.lazy.filter { utf8[$0] & 0xC0 != 0x80 }
      guard let place = starts.dropFirst(start).first else { continue }
      return (index, place..<min(utf8.count, place + phrase.utf8.count))
    }
    return nil
  }
}

/// What the extraction made of a case.
struct ContextOutcome: Sendable, Hashable {
  /// What stands there: a statement's class, or why there is none.
  let given: String
  /// The figures that were given: percentages and threshold.
  let figures: String
  /// Whether class and figures are right.
  let isRight: Bool

  /// Compares a reading with a case of its label.
  init(_ one: ContextCase, _ label: DrugLabel, _ reading: LabelReading) {
    let place = one.place(in: label)
    func isThere(_ section: Int, _ other: LabelStatement.Place) -> Bool {
      guard let place, section == place.section, case .text(let range) = other else { return false }
      return range.overlaps(place.range)
    }
    let passed = reading.passed.first { isThere($0.section, $0.place) }
    // Without a statement in the text, the row of a table whose words the text repeats.
    let statement =
      reading.statements.first { isThere($0.section, $0.place) }
      ?? (passed != nil
        ? nil
        : reading.statements.first { statement in
          guard case .table = statement.place, statement.section == place?.section else {
            return false
          }
          return statement.symptom == one.symptom
            && statement.term.lowercased().contains(one.phrase.lowercased())
        })
    guard let statement else {
      given = passed.map { "none (\($0.reason.rawValue))" } ?? "none"
      figures = ""
      isRight = place != nil && one.accepted.contains("none")
      return
    }
    given = statement.evidenceClass.rawValue
    let (drug, other) = (statement.drugPercent ?? "", statement.comparatorPercent ?? "")
    let own = [
      "percent": drug, "threshold": statement.threshold ?? "", "comparator_percent": other,
      "comparator": statement.comparator.rawValue,
    ]
    figures = [drug, other, statement.threshold ?? ""].joined(separator: "|")
    isRight =
      one.accepted.contains(given)
      && one.figures.allSatisfy { $0.value.isEmpty || own[$0.key] == $0.value }
  }

  /// The outcome of each case in documents, in the order of the cases; `nil` without a document.
  static func outcomes(
    of cases: [ContextCase], in path: String, _ extractor: LabelExtractor
  ) throws -> [ContextOutcome?] {
    var outcomes: [String: ContextOutcome] = [:]
    let wanted = Dictionary(grouping: cases, by: \.setID)
    var files = LabelFiles(paths: [path])
    while let item = try files.next() {
      guard case .label(let label) = item, let own = wanted[label.setID] else { continue }
      let reading = extractor.read(label)
      for one in own { outcomes[one.name] = ContextOutcome(one, label, reading) }
    }
    return cases.map { outcomes[$0.name] }
  }

  /// A row for each case.
  static func table(_ cases: [ContextCase], _ outcomes: [ContextOutcome?]) -> Table {
    let classes = Set(EvidenceClass.allCases.map(\.rawValue))
    var table = Table("case", "field", "phrase", "accepted", "given", "figures", "outcome")
    for (one, outcome) in zip(cases, outcomes) {
      let none = one.accepted.contains("none") ? ["none"] : []
      table.append([
        one.name, one.field, one.phrase,
        (one.accepted.intersection(classes).sorted() + none).joined(separator: "|"),
        outcome?.given, outcome?.figures,
        outcome.map { $0.isRight ? "right" : "wrong" } ?? "no document",
      ])
    }
    return table
  }
}
