// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import JSONText
import MedicationModel
import SymptomMapping

/// `rxkit evaluate`: how well the matcher does on texts whose codes are known.
struct EvaluateCommand: Command {
  static let text = OptionDefinition.text(
    "--text", "column", "The column that holds the texts.", default: "text")
  static let expected = OptionDefinition.text(
    "--expected", "column",
    "The column with the right codes, several joined by |; an empty field: no drug. none: no "
      + "text is a drug.",
    default: "rxcui")
  static let only = OptionDefinition.text(
    "--only", "column=value", "Leave out rows whose column has another value."
  ).repeatable()
  static let without = OptionDefinition.text(
    "--without", "column=start", "Leave out rows whose column begins so."
  ).repeatable()
  private static let rows = OptionDefinition.file(
    "--rows", "file", "Write what came of each row to a tab-separated file.")

  static let definition = CommandDefinition(
    name: "evaluate",
    abstract: "Measure the matcher on texts whose codes are known.",
    examples: [
      .init("rxkit evaluate matching pairs.tsv", "a file with the columns text and rxcui"),
      .init(
        "rxkit evaluate matching mine.tsv --text drug --expected code --format json",
        "other columns, figures as JSON"),
      .init(
        "rxkit evaluate matching pairs.tsv --without 'doubt=WRONG' --rows rows.tsv",
        "without some rows, and each row's outcome"),
      .init(
        "rxkit evaluate matching non-drugs.tsv --expected none",
        "texts that are no drugs: what is falsely accepted"),
    ],
    arguments: [
      ArgumentDefinition(
        "what", "What is measured.", value: .oneOf([Choice("matching", "rxkit match")])),
      ArgumentDefinition("file", "A file with tabs or commas, first line the names.", value: .file),
    ],
    options: [
      text, expected, only, without, rows, CommonOptions.format, CommonOptions.catalog,
      CommonOptions.output, CommonOptions.force,
    ],
    discussion: [
      "Answers are compared with the expected codes at four levels: the same concept, a retired "
        + "one through its successors; the same clinical drug, brands as their generics; the same "
        + "ingredients and strengths; the same ingredients. Rows whose codes the release does not "
        + "hold are counted and left out."
    ],
    seeAlso: ["rxkit match", "rxkit-labels evaluate"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let (matcher, catalog) = try MatcherOpening.open(invocation, &streams)
    let conditions = try EvaluationRows.conditions(
      only: invocation.values(of: only), without: invocation.values(of: without))
    var reader = try EvaluationRows(
      DelimitedRows(invocation.arguments[1]), text: invocation.value(of: text) ?? "text",
      expected: invocation.value(of: expected) ?? "rxcui", conditions: conditions)
    var evaluation = MatchingEvaluation(catalog)
    var outcomes = Table(
      "line", "text", "expected", "verdict", "reason", "score", "first", "first_five", "rxcui",
      "name")
    let run = MatchingRun(matcher)
    while let batch = try reader.next() {
      let matches = run.map(batch.map(\.text)) { $1 }
      for (row, match) in zip(batch, matches) {
        let outcome = evaluation.add(match, expected: row.expected)
        let best = match.candidates.first
        outcomes.append([
          String(row.line), row.text, row.expected.map(\.description).joined(separator: "|"),
          match.verdict.rawValue, match.reason?.rawValue, match.scoreText,
          outcome?.first?.rawValue ?? (outcome == nil ? "unknown" : "none"),
          outcome?.firstFive?.rawValue, best?.concept.code?.description, best?.concept.name,
        ])
      }
    }
    if let path = invocation.value(of: rows) {
      try streams.writeFile(
        path, outcomes.rendered(as: .tsv), replacing: invocation.isSet(CommonOptions.force))
      streams.messages.note("wrote \(path)")
    }
    return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      let format = invocation.format ?? .table
      let report = EvaluationReport(evaluation, release: catalog.release)
      switch format {
      case .json, .ndjson:
        try JSONSequence.write([report], as: format, &streams)
      default: try streams.write(report.table, as: format)
      }
      return .done
    }
  }
}

/// The rows of a file with texts and the codes that are right for them.
struct EvaluationRows: ~Copyable {
  /// One row.
  struct Row {
    let line: Int
    let text: String
    let expected: [RxCUI]
  }

  private var rows: DelimitedRows
  private let text: Int
  /// The column of the codes; `nil` with `--expected none`: every row is a text that is no drug.
  private let expected: Int?
  private let tests: [(place: Int, value: String, isOnly: Bool)]

  init(
    _ rows: consuming DelimitedRows, text: String, expected: String,
    conditions: [(column: String, value: String, isOnly: Bool)]
  ) throws(CommandFailure) {
    let places = try Self.places(rows.columns, text, expected, conditions)
    (self.text, self.expected, tests) = places
    self.rows = rows
  }

  private static func places(
    _ columns: DelimitedColumns?, _ text: String, _ expected: String,
    _ conditions: [(column: String, value: String, isOnly: Bool)]
  ) throws(CommandFailure) -> (Int, Int?, [(place: Int, value: String, isOnly: Bool)]) {
    guard let columns else { return (0, nil, []) }
    let codes =
      expected == "none"
      ? nil
      : try columns.place(
        of: expected, by: EvaluateCommand.expected,
        or: "--expected none, where no text is a drug")
    var tests: [(place: Int, value: String, isOnly: Bool)] = []
    for condition in conditions {
      let option = condition.isOnly ? EvaluateCommand.only : EvaluateCommand.without
      let place = try columns.place(of: condition.column, by: option)
      tests.append((place, condition.value, condition.isOnly))
    }
    return (try columns.place(of: text, by: EvaluateCommand.text), codes, tests)
  }

  /// The conditions of `--only` and `--without`.
  static func conditions(
    only: [String], without: [String]
  ) throws(CommandFailure) -> [(column: String, value: String, isOnly: Bool)] {
    var conditions: [(column: String, value: String, isOnly: Bool)] = []
    for (list, isOnly) in [(only, true), (without, false)] {
      for condition in list {
        let parts = condition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
          throw .usage(
            "usage.unknown-value",
            "rxkit evaluate: '\(DisplayText.printable(condition))', expected column=value",
            of: EvaluateCommand.definition)
        }
        conditions.append((String(parts[0]), String(parts[1]), isOnly))
      }
    }
    return conditions
  }

  /// The next rows; `nil` at the end.
  mutating func next() throws(CommandFailure) -> [Row]? {
    guard let batch = try rows.next() else { return nil }
    var result: [Row] = []
    for (line, fields) in batch {
      let isWanted = tests.allSatisfy { test in
        let field = fields.field(test.place)
        return test.isOnly ? field == test.value : !field.hasPrefix(test.value)
      }
      guard isWanted else { continue }
      var codes: [RxCUI] = []
      for code in expected.map({ fields.field($0) })?.split(separator: "|") ?? [] {
        guard let rxcui = RxCUI(code) else {
          throw CommandFailure(
            .input, "input.bad-code",
            "\(rows.name):\(line): found no RxNorm code, expected codes joined by |")
        }
        codes.append(rxcui)
      }
      result.append(Row(line: line, text: fields.field(text), expected: codes))
    }
    return result
  }
}
