// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels
import JSONText
import MedicationModel
import SymptomMapping

/// The annotated labels of a file, with the symptoms that another file names.
struct LabelEvaluationRun {
  private let path: String
  private let labels: [AnnotatedLabel]
  /// The annotated symptoms by label and section.
  private let symptoms: [String: [String: Set<SymptomCategory>]]
  private let extractor: LabelExtractor

  init(path: String, expected: String, _ extractor: LabelExtractor) throws {
    self.path = path
    symptoms = try Self.symptoms(expected)
    labels = try Self.labels(path)
    self.extractor = extractor
  }

  /// Compares the readings of all labels.
  func evaluation() throws -> LabelEvaluation {
    if labels.isEmpty {
      throw CommandFailure(
        .input, "input.empty", "\(path): holds no label, expected one annotated label a line")
    }
    var evaluation = LabelEvaluation()
    for label in labels {
      evaluation.add(label, extractor.read(label.label), expected: symptoms[label.id] ?? [:])
    }
    return evaluation
  }

  /// The mentions that the judge decides, in the order of the labels, as one object a line: label,
  /// section, symptom, whether it is annotated, features.
  func features() -> [UInt8] {
    var json = JSONWriter(layout: .compact)
    for label in labels {
      for example in extractor.examples(label.label) {
        let section = label.names[example.section]
        json.object { json in
          json.member("label", label.id)
          json.member("section", section)
          json.member("symptom", example.symptom.rawValue)
          json.member(
            "isEffect", symptoms[label.id]?[section]?.contains(example.symptom) == true)
          json.member("features", example.features)
        }
        json.endLine()
      }
    }
    return json.bytes
  }

  private static func labels(_ path: String) throws -> [AnnotatedLabel] {
    let file = try InputFile.read(path)
    guard let lines = try? JSONLines(file.bytes).lines else {
      throw CommandFailure(
        .input, "input.not-json", "\(file.name): not JSON, expected one annotated label a line")
    }
    return try lines.map { line in
      let place = "\(file.name):\(line.number + 1)"
      guard let node = try? line.value.get() else {
        throw CommandFailure(
          .input, "input.not-json", "\(place): not JSON, expected an annotated label")
      }
      guard let label = AnnotatedLabel(node, file: place) else {
        throw CommandFailure(
          .input, "labels.not-annotated",
          "\(place): no annotated label, expected an object with id and sections",
          try: "one object a line: {\"id\": …, \"sections\": {\"adverse_reactions\": …}}")
      }
      return label
    }
  }

  private static func symptoms(_ path: String) throws -> [String: [String: Set<SymptomCategory>]] {
    let table = try CommaRows(InputFile.read(path))
    let (label, section, symptom) = (
      try table.place(of: "label_id"), try table.place(of: "section"),
      try table.place(of: "symptom")
    )
    var symptoms: [String: [String: Set<SymptomCategory>]] = [:]
    for row in table.rows {
      guard let category = SymptomCategory(rawValue: row.fields[symptom]) else {
        throw CommandFailure(
          .input, "labels.no-symptom",
          "\(table.name):\(row.line): no symptom category, expected the identifier of one",
          try: "HKCategoryTypeIdentifierHeadache and its like")
      }
      symptoms[row.fields[label], default: [:]][row.fields[section], default: []].insert(category)
    }
    return symptoms
  }
}
