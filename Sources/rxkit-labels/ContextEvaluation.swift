// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping

/// One occurrence of words in a label, judged by hand.
struct ContextCase: Sendable, Hashable {
  /// Its name.
  var name: String
  /// The set identifier of the label.
  var setID: String
  /// The field of the document.
  var field: String
  /// Where the words begin in the field's text, counted in characters (Unicode scalars).
  var start: Int
  /// The words.
  var phrase: String
  /// The symptom they name.
  var symptom: SymptomCategory
  /// The classes that are right; empty means that a place without a statement is right.
  var classes: Set<EvidenceClass>
  /// Whether no statement is right as well.
  var acceptsNone: Bool
  /// The figures that must agree; empty ones are not compared.
  var figures: [String: String]
}

/// What the extraction made of a case.
struct ContextOutcome: Sendable, Hashable {
  /// The case.
  let `case`: ContextCase
  /// What stands there: a statement's class, or why there is none.
  let given: String
  /// The figures that were given: percentages and threshold.
  let figures: String
  /// Whether class and figures are right.
  let isRight: Bool

  /// Compares a reading with a case of its label.
  init(_ case: ContextCase, _ label: DrugLabel, _ reading: LabelReading) {
    self.case = `case`
    let place = Self.place(`case`, label)
    func isThere(_ section: Int, _ other: LabelStatement.Place) -> Bool {
      guard let place, section == place.section, case .text(let range) = other else { return false }
      return range.overlaps(place.range)
    }
    let passed = reading.passed.first { isThere($0.section, $0.place) }
    let statement =
      reading.statements.first { isThere($0.section, $0.place) }
      ?? (passed == nil ? Self.row(`case`, place?.section, reading) : nil)
    guard let statement else {
      given = passed.map { "none (\($0.reason.rawValue))" } ?? "none"
      figures = ""
      isRight = place != nil && `case`.acceptsNone
      return
    }
    given = statement.evidenceClass.rawValue
    let own = [
      "percent": statement.drugPercent ?? "", "threshold": statement.threshold ?? "",
      "comparator_percent": statement.comparatorPercent ?? "",
      "comparator": statement.comparator.rawValue,
    ]
    figures = [own["percent"], own["comparator_percent"], own["threshold"]]
      .map { $0 ?? "" }.joined(separator: "|")
    isRight =
      `case`.classes.contains(statement.evidenceClass)
      && `case`.figures.allSatisfy { $0.value.isEmpty || own[$0.key] == $0.value }
  }

  /// The row of a table whose words the text repeats.
  private static func row(
    _ case: ContextCase, _ section: Int?, _ reading: LabelReading
  ) -> LabelStatement? {
    reading.statements.first { statement in
      guard case .table = statement.place, statement.section == section else { return false }
      return statement.symptom == `case`.symptom
        && statement.term.lowercased().contains(`case`.phrase.lowercased())
    }
  }

  /// The section and the bytes of the words.
  private static func place(
    _ case: ContextCase, _ label: DrugLabel
  ) -> (section: Int, range: Range<Int>)? {
    for (index, section) in label.sections.enumerated() where section.field == `case`.field {
      var count = 0
      for (place, byte) in section.text.utf8.enumerated() where byte & 0xC0 != 0x80 {
        if count == `case`.start {
          return (index, place..<min(section.text.utf8.count, place + `case`.phrase.utf8.count))
        }
        count += 1
      }
    }
    return nil
  }
}
