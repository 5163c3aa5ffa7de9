// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels
import JSONText
import MedicationModel
import SymptomMapping

/// `rxkit-labels evaluate`: measures the extraction on annotated labels.
struct LabelEvaluationRun {
  /// The labels to read.
  let path: String
  /// A file with the annotated symptoms.
  let expected: String
  /// The extractor to measure.
  let extractor: LabelExtractor

  /// Reads and compares all labels.
  func evaluation() throws(CommandFailure) -> LabelEvaluation {
    let symptoms = try self.symptoms()
    var evaluation = LabelEvaluation()
    var count = 0
    for label in try labels() {
      count += 1
      evaluation.add(label, extractor.read(label.label), expected: symptoms[label.id] ?? [:])
    }
    guard count > 0 else {
      throw CommandFailure(
        .input, "input.empty", "\(path): holds no label, expected one annotated label a line")
    }
    return evaluation
  }

  /// The mentions that the judge decides, in the order of the labels.
  func examples() throws(CommandFailure) -> [(
    label: String, section: String, isEffect: Bool, example: JudgeExample
  )] {
    let symptoms = try self.symptoms()
    return try labels().flatMap { label in
      extractor.examples(label.label).map { example in
        let section = label.names[example.section]
        let isEffect = symptoms[label.id]?[section]?.contains(example.symptom) == true
        return (label.id, section, isEffect, example)
      }
    }
  }

  private func labels() throws(CommandFailure) -> [AnnotatedLabel] {
    let file = try InputFile.read(path)
    let lines: JSONLines
    do throws(JSONError) {
      lines = try JSONLines(file.bytes)
    } catch {
      throw CommandFailure(
        .input, "input.not-json", "\(file.name): not JSON, expected one annotated label a line")
    }
    var labels: [AnnotatedLabel] = []
    for line in lines.lines {
      let place = "\(file.name):\(line.number + 1)"
      switch line.value {
      case .failure:
        throw CommandFailure(
          .input, "input.not-json", "\(place): not JSON, expected an annotated label")
      case .success(let node):
        guard let label = AnnotatedLabel(node, file: place) else {
          throw CommandFailure(
            .input, "labels.not-annotated",
            "\(place): no annotated label, expected an object with id and sections",
            try: "one object a line: {\"id\": …, \"sections\": {\"adverse_reactions\": …}}")
        }
        labels.append(label)
      }
    }
    return labels
  }

  /// The annotated symptoms by label and section.
  private func symptoms() throws(CommandFailure) -> [String: [String: Set<SymptomCategory>]] {
    let table = try CommaRows(InputFile.read(expected))
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

/// `rxkit-labels evaluate --contexts`: single occurrences in documents, judged by hand.
struct ContextEvaluationRun {
  /// The documents that are read.
  let path: String
  /// The file with the cases.
  let contexts: String
  /// The extractor to measure.
  let extractor: LabelExtractor

  /// What came of each case, in the order of the file; `nil` without a document.
  func outcomes() throws(CommandFailure) -> [(case: ContextCase, outcome: ContextOutcome?)] {
    let cases = try self.cases()
    var outcomes: [String: ContextOutcome] = [:]
    let wanted = Dictionary(grouping: cases, by: \.setID)
    var files = LabelFiles(paths: [path])
    do throws(LabelError) {
      while let item = try files.next() {
        guard case .label(let label) = item, let own = wanted[label.setID] else { continue }
        let reading = extractor.read(label)
        for one in own { outcomes[one.name] = ContextOutcome(one, label, reading) }
      }
    } catch {
      throw CommandFailure(error)
    }
    return cases.map { ($0, outcomes[$0.name]) }
  }

  private func cases() throws(CommandFailure) -> [ContextCase] {
    let table = try CommaRows(InputFile.read(contexts))
    let figures = ["percent", "comparator_percent", "comparator", "threshold"]
    let names = ["case", "set_id", "field", "start", "phrase", "symptom", "accept"] + figures
    let places = try names.map { (name) throws(CommandFailure) in try table.place(of: name) }
    return try table.rows.map { (row) throws(CommandFailure) in
      let fields = Dictionary(uniqueKeysWithValues: zip(names, places.map { row.fields[$0] }))
      func field(_ name: String) -> String { fields[name] ?? "" }
      guard let symptom = SymptomCategory(rawValue: field("symptom")),
        let start = Int(field("start"))
      else {
        throw CommandFailure(
          .input, "labels.no-symptom",
          "\(table.name):\(row.line): no symptom or no place, expected the identifier of a "
            + "symptom category and a number", try: "HKCategoryTypeIdentifierHeadache and its like"
        )
      }
      let accepted = field("accept").split(separator: "|")
      return ContextCase(
        name: field("case"), setID: field("set_id").lowercased(), field: field("field"),
        start: start, phrase: field("phrase"), symptom: symptom,
        classes: Set(accepted.compactMap { EvidenceClass(rawValue: String($0)) }),
        acceptsNone: accepted.contains("none"), figures: fields.filter { figures.contains($0.key) })
    }
  }

  /// A row for each case.
  static func table(_ outcomes: [(case: ContextCase, outcome: ContextOutcome?)]) -> Table {
    var table = Table("case", "field", "phrase", "accepted", "given", "figures", "outcome")
    for (one, outcome) in outcomes {
      var accepted = one.classes.map(\.rawValue).sorted()
      if one.acceptsNone { accepted.append("none") }
      table.append([
        one.name, one.field, one.phrase, accepted.joined(separator: "|"), outcome?.given,
        outcome?.figures, outcome.map { $0.isRight ? "right" : "wrong" } ?? "no document",
      ])
    }
    return table
  }
}

/// The figures of an evaluation of labels as rows and as JSON.
enum LabelEvaluationTable {
  /// A row for each section, for all, and for each symptom.
  static func table(_ evaluation: LabelEvaluation) -> Table {
    var table = Table([
      .init("scope"), .init("found", .number), .init("wrong", .number), .init("missed", .number),
      .init("precision", .number), .init("recall", .number), .init("f1", .number),
    ])
    func add(_ name: String, _ counts: LabelEvaluation.Counts) {
      table.append([
        name, String(counts.found), String(counts.wrong), String(counts.missed),
        counts.precision.description, counts.recall.description, counts.f1.description,
      ])
    }
    for (name, _) in AnnotatedLabel.sections.reversed() {
      if let counts = evaluation.sections[name] { add(name, counts) }
    }
    add("all sections", evaluation.all)
    for symptom in SymptomCategory.allCases {
      if let counts = evaluation.categories[symptom] { add(symptom.rawValue, counts) }
    }
    return table
  }

  /// A row for each symptom that was wrong or missed.
  static func misses(_ evaluation: LabelEvaluation) -> Table {
    var table = Table("label", "section", "symptom", "outcome", "words")
    for miss in evaluation.misses {
      table.append([
        miss.label, miss.section, miss.symptom.rawValue, miss.isMissed ? "missed" : "wrong",
        miss.words,
      ])
    }
    return table
  }

  /// The figures as one object.
  static func write(_ evaluation: LabelEvaluation, to json: inout JSONWriter) {
    func write(_ counts: LabelEvaluation.Counts, _ json: inout JSONWriter) {
      for (name, share) in [
        ("precision", counts.precision), ("recall", counts.recall), ("f1", counts.f1),
      ] {
        json.key(name)
        if share.tenThousandths != nil {
          json.number(raw: share.description)
        } else {
          json.null()
        }
      }
      json.member("found", counts.found)
      json.member("wrong", counts.wrong)
      json.member("missed", counts.missed)
    }
    let keys: [(StaticString, String)] = [
      ("adverseReactions", "adverse_reactions"), ("warnings", "warnings_and_precautions"),
      ("boxedWarning", "boxed_warning"),
    ]
    json.object { json in
      json.member("schema", 1)
      json.member("labels", evaluation.labelCount)
      for (key, name) in keys {
        json.object(key) { write(evaluation.sections[name] ?? LabelEvaluation.Counts(), &$0) }
      }
      json.object("allSections") { write(evaluation.all, &$0) }
      json.object("categories") { json in
        for symptom in SymptomCategory.allCases {
          guard let counts = evaluation.categories[symptom] else { continue }
          json.key(symptom.rawValue)
          json.object { write(counts, &$0) }
        }
      }
    }
  }
}
