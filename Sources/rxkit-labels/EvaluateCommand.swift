// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels
import JSONText
import MedicationModel

/// `rxkit-labels evaluate`: measures the extraction on annotated labels.
struct EvaluateCommand: Command {
  private static let expected = OptionDefinition.file(
    "--expected", "file", "The file with the annotated symptoms.")
  private static let misses = OptionDefinition.flag(
    "--misses", "Print what was wrong or missed instead of the figures.")
  private static let contexts = OptionDefinition.file(
    "--contexts", "file",
    "Judge single occurrences instead, those of this file; the labels are documents.")

  private static let features = OptionDefinition.file(
    "--features", "file",
    "Write the mentions that the judge decides to this file, with their features.")

  static let definition = CommandDefinition(
    program: "rxkit-labels", name: "evaluate",
    abstract: "Compare the extraction with labels annotated by people.",
    examples: [
      .init(
        "rxkit-labels evaluate labels.jsonl.gz --expected symptoms.csv",
        "annotated labels: precision, recall and F1"),
      .init(
        "rxkit-labels evaluate labels.jsonl.gz --expected symptoms.csv --misses",
        "what was wrong or missed"),
    ],
    arguments: [ArgumentDefinition("labels", "Annotated labels, one per line.", value: .file)],
    options: [
      expected, misses, contexts, features, CommonOptions.format, CommonOptions.mappings,
      CommonOptions.output, CommonOptions.force,
    ],
    discussion: [
      "Labels are lines like {\"id\": …, \"sections\": {\"adverse_reactions\": …, "
        + "\"warnings_and_precautions\": …, \"boxed_warning\": …}} with plain text, also "
        + "compressed with gzip; the symptoms are a CSV file with the columns label_id, "
        + "section and symptom. The sets of symptoms of each label and section are compared."
    ],
    seeAlso: ["rxkit-labels read", "rxkit evaluate"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let path = invocation.arguments[0]
    let extractor = LabelExtractor(phrases: try MappingFiles(invocation).phrases())
    if let contexts = invocation.value(of: contexts) {
      let outcomes = try ContextEvaluationRun(
        path: path, contexts: contexts, extractor: extractor
      ).outcomes()
      let right = outcomes.count { $0.outcome?.isRight == true }
      streams.messages.note("\(right) of \(outcomes.count) cases are right")
      return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
        try streams.write(
          ContextEvaluationRun.table(outcomes), as: invocation.format ?? .table)
        return .done
      }
    }
    guard let symptoms = invocation.value(of: expected) else {
      throw .usage(
        "usage.missing-option",
        "\(definition.words): expected \(expected.name) with a file, or \(contexts.name)",
        of: definition)
    }
    let run = LabelEvaluationRun(path: path, expected: symptoms, extractor: extractor)
    if let features = invocation.value(of: features) {
      return try write(run, features, invocation, &streams)
    }
    let evaluation = try run.evaluation()
    return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      let format = invocation.format ?? .table
      if invocation.isSet(misses) {
        try streams.write(LabelEvaluationTable.misses(evaluation), as: format)
        return .done
      }
      switch format {
      case .json, .ndjson:
        // One object: it is one measurement.
        var json = JSONWriter(layout: format == .ndjson ? .compact : .indented)
        LabelEvaluationTable.write(evaluation, to: &json)
        json.endLine()
        try streams.output.write(json.bytes)
      default: try streams.write(LabelEvaluationTable.table(evaluation), as: format)
      }
      return .done
    }
  }

  /// Writes one object per line: label, section, symptom, whether it is annotated, features.
  private static func write(
    _ run: LabelEvaluationRun, _ path: String, _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    var json = JSONWriter(layout: .compact)
    for one in try run.examples() {
      json.object { json in
        json.member("label", one.label)
        json.member("section", one.section)
        json.member("symptom", one.example.symptom.rawValue)
        json.member("isEffect", one.isEffect)
        json.member("features", one.example.features)
      }
      json.endLine()
    }
    try streams.writeFile(
      path, bytes: json.bytes, replacing: invocation.isSet(CommonOptions.force))
    return .done
  }
}
