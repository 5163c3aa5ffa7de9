// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels
import JSONText
import MedicationModel
import SymptomMapping

/// An annotated label: the plain text of its sections by their names.
///
/// Format: one object a line with `id`, `drug` and `sections`
/// (`adverse_reactions`, `warnings_and_precautions`, `boxed_warning`).
struct AnnotatedLabel: Sendable {
  /// The names of the sections with their codes, in the order of a label.
  static let sections = [
    ("boxed_warning", "34066-1"), ("warnings_and_precautions", "43685-7"),
    ("adverse_reactions", "34084-4"),
  ]

  let id: String
  private(set) var label: DrugLabel
  /// The names of the label's sections.
  private(set) var names: [String] = []

  /// Reads one line; `nil` if it is not an annotated label.
  init?(_ node: JSONNode, file: String) {
    guard let id = node["id"]?.string, let sections = node["sections"], sections.isObject else {
      return nil
    }
    self.id = id
    label = DrugLabel(source: .annotated, file: file, kind: .prescription)
    label.title = node["drug"]?.string ?? id
    label.setID = id
    for (name, loinc) in Self.sections {
      guard let text = sections[name]?.string else { continue }
      var section = LabelSection(loinc: loinc)
      section.text = LabelText(text)
      label.sections.append(section)
      names.append(name)
    }
  }
}

/// How well the extraction does on annotated labels: sets of symptoms per label and section.
struct LabelEvaluation: Sendable {
  /// Symptoms that were found and are annotated, only found, or only annotated.
  struct Counts: Sendable, Hashable {
    var found = 0
    var wrong = 0
    var missed = 0

    var precision: Share { Share(found, of: found + wrong) }
    var recall: Share { Share(found, of: expected) }
    /// The harmonic mean of both.
    var f1: Share { Share(2 * found, of: 2 * found + wrong + missed) }
    var expected: Int { found + missed }
  }

  /// A share as printed: four decimals, rounded half up, in whole numbers.
  struct Share: Sendable, Hashable, CustomStringConvertible {
    /// Ten thousandths; `nil` of nothing.
    let tenThousandths: Int?

    init(_ count: Int, of total: Int) {
      tenThousandths = total > 0 ? (count * 20_000 + total) / (2 * total) : nil
    }

    /// `0.9840`; empty for a share of nothing.
    var description: String {
      guard let tenThousandths else { return "" }
      let digits = String(tenThousandths % 10_000)
      let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
      return "\(tenThousandths / 10_000).\(zeros)\(digits)"
    }
  }

  private(set) var sections: [String: Counts] = [:]
  private(set) var categories: [SymptomCategory: Counts] = [:]
  private(set) var all = Counts()
  private(set) var labelCount = 0
  /// A row for each symptom that was wrong or missed: with the label's words of the first statement
  /// or, of one that was missed, the first reason.
  private(set) var misses = Table("label", "section", "symptom", "outcome", "words")

  /// Compares a reading with the annotated symptoms, by the names of the sections.
  mutating func add(
    _ annotated: AnnotatedLabel, _ reading: LabelReading,
    expected: [String: Set<SymptomCategory>]
  ) {
    labelCount += 1
    for (index, name) in annotated.names.enumerated() {
      let statements = reading.statements.filter { $0.section == index && $0.sense == .effect }
      let found = Set(statements.map(\.symptom))
      let right = expected[name] ?? []
      for symptom in SymptomCategory.allCases {
        switch (found.contains(symptom), right.contains(symptom)) {
        case (false, false): continue
        case (true, true): count(\.found, name, symptom)
        case (true, false):
          count(\.wrong, name, symptom)
          let words = statements.first { $0.symptom == symptom }?.term
          misses.append([annotated.id, name, symptom.rawValue, "wrong", words ?? ""])
        case (false, true):
          count(\.missed, name, symptom)
          let passed = reading.passed.first { $0.section == index && $0.symptom == symptom }
          misses.append(
            [annotated.id, name, symptom.rawValue, "missed", passed?.reason.rawValue ?? ""])
        }
      }
    }
  }

  private mutating func count(
    _ path: WritableKeyPath<Counts, Int>, _ section: String, _ symptom: SymptomCategory
  ) {
    all[keyPath: path] += 1
    sections[section, default: Counts()][keyPath: path] += 1
    categories[symptom, default: Counts()][keyPath: path] += 1
  }
}

extension LabelEvaluation {
  /// A row for each section, for all, and for each symptom.
  var table: Table {
    var table = Table([
      .init("scope"), .init("found", .number), .init("wrong", .number), .init("missed", .number),
      .init("precision", .number), .init("recall", .number), .init("f1", .number),
    ])
    func add(_ name: String, _ counts: Counts?) {
      guard let counts else { return }
      table.append(
        [name, String(counts.found), String(counts.wrong), String(counts.missed)]
          + [counts.precision, counts.recall, counts.f1].map(\.description))
    }
    for (name, _) in AnnotatedLabel.sections.reversed() { add(name, sections[name]) }
    add("all sections", all)
    for symptom in SymptomCategory.allCases { add(symptom.rawValue, categories[symptom]) }
    return table
  }

  /// Writes the figures as one object.
  func write(to json: inout JSONWriter) {
    let keys: [(StaticString, String)] = [
      ("adverseReactions", "adverse_reactions"), ("warnings", "warnings_and_precautions"),
      ("boxedWarning", "boxed_warning"),
    ]
    json.object { json in
      json.member("schema", 1)
      json.member("labels", labelCount)
      for (key, name) in keys { json.object(key) { (sections[name] ?? Counts()).write(to: &$0) } }
      json.object("allSections") { all.write(to: &$0) }
      json.object("categories") { json in
        for symptom in SymptomCategory.allCases {
          guard let counts = categories[symptom] else { continue }
          json.key(symptom.rawValue)
          json.object { counts.write(to: &$0) }
        }
      }
    }
  }
}

extension LabelEvaluation.Counts {
  fileprivate func write(to json: inout JSONWriter) {
    for (name, share) in [("precision", precision), ("recall", recall), ("f1", f1)] {
      json.key(name)
      if share.tenThousandths == nil { json.null() } else { json.number(raw: share.description) }
    }
    json.member("found", found)
    json.member("wrong", wrong)
    json.member("missed", missed)
  }
}
