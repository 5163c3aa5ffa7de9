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

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let path = invocation.arguments[0]
    let extractor = LabelExtractor(phrases: try MappingFiles(invocation).phrases())
    if let contexts = invocation.value(of: contexts) {
      let cases = try ContextCase.cases(contexts)
      let outcomes = try ContextOutcome.outcomes(of: cases, in: path, extractor)
      let right = outcomes.count { $0?.isRight == true }
      streams.messages.note("\(right) of \(outcomes.count) cases are right")
      return try write(ContextOutcome.table(cases, outcomes), invocation, &streams)
    }
    guard let symptoms = invocation.value(of: expected) else {
      throw CommandFailure.usage(
        "usage.missing-option",
        "\(definition.words): expected \(expected.name) with a file, or \(contexts.name)",
        of: definition)
    }
    let run = try LabelEvaluationRun(path: path, expected: symptoms, extractor)
    if let features = invocation.value(of: features) {
      try streams.writeFile(
        features, bytes: run.features(), replacing: invocation.isSet(CommonOptions.force))
      return .done
    }
    let evaluation = try run.evaluation()
    let format = invocation.format ?? .table
    if invocation.isSet(misses) { return try write(evaluation.misses, invocation, &streams) }
    guard format == .json || format == .ndjson else {
      return try write(evaluation.table, invocation, &streams)
    }
    return try streams.withOutput(of: invocation) { streams in
      // One object: it is one measurement.
      var json = JSONWriter(layout: format == .ndjson ? .compact : .indented)
      evaluation.write(to: &json)
      json.endLine()
      try streams.output.write(json.bytes)
      return .done
    }
  }

  private static func write(
    _ table: Table, _ invocation: Invocation, _ streams: inout Streams
  ) throws -> ExitCode {
    try streams.withOutput(of: invocation) { streams in
      try streams.write(table, as: invocation.format ?? .table)
      return .done
    }
  }
}
