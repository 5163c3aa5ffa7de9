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
    options: [text, expected, only, without, rows] + CommonOptions.answers,
    discussion: [
      "Answers are compared with the expected codes at four levels: the same concept, a retired "
        + "one through its successors; the same clinical drug, brands as their generics; the same "
        + "ingredients and strengths; the same ingredients. Rows whose codes the release does not "
        + "hold are counted and left out."
    ],
    seeAlso: ["rxkit match", "rxkit-labels evaluate"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let (matcher, catalog) = try MatcherOpening.open(invocation, &streams)
    var reader = try EvaluationRows(invocation)
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
        outcomes.append(
          String(row.line), row.text, row.expected.map(\.description).joined(separator: "|"),
          match.verdict.rawValue, match.reason?.rawValue, match.scoreText,
          outcome?.first?.rawValue ?? (outcome == nil ? "unknown" : "none"),
          outcome?.firstFive?.rawValue, best?.concept.code?.description, best?.concept.name)
      }
    }
    if let path = invocation.value(of: rows) {
      try streams.writeFile(
        path, outcomes.rendered(as: .tsv), replacing: invocation.isSet(CommonOptions.force))
      streams.messages.note("wrote \(path)")
    }
    return try streams.withOutput(of: invocation) { streams in
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
  /// The column of the codes; `nil` with `--expected none`: no row names a drug.
  private let expected: Int?
  private let tests: [(place: Int, value: String, isOnly: Bool)]

  init(_ invocation: Invocation) throws {
    var conditions: [(column: String, value: String, option: OptionDefinition)] = []
    for option in [EvaluateCommand.only, EvaluateCommand.without] {
      for condition in invocation.values(of: option) {
        let parts = condition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
          throw EvaluateCommand.definition.error(
            "unknown-value", "'\(DisplayText.printable(condition))' is not column=value")
        }
        conditions.append((String(parts[0]), String(parts[1]), option))
      }
    }
    let rows = try DelimitedRows(invocation.arguments[1])
    let codes = invocation.value(of: EvaluateCommand.expected) ?? "rxcui"
    var tests: [(place: Int, value: String, isOnly: Bool)] = []
    var (text, expected): (Int, Int?) = (0, nil)
    if let columns = rows.columns {
      expected =
        codes == "none"
        ? nil
        : try columns.place(
          of: codes, by: EvaluateCommand.expected, or: "--expected none, where no text is a drug")
      for (column, value, option) in conditions {
        let place = try columns.place(of: column, by: option)
        tests.append((place, value, option.name == EvaluateCommand.only.name))
      }
      text = try columns.place(
        of: invocation.value(of: EvaluateCommand.text) ?? "text", by: EvaluateCommand.text)
    }
    (self.text, self.expected) = (text, expected)
    self.tests = tests
    self.rows = rows
  }

  /// The next rows; `nil` at the end.
  mutating func next() throws -> [Row]? {
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

/// The figures of an evaluation, in order, with their release.
struct EvaluationReport: Shaped {
  /// What was counted, the count and the total.
  typealias Figure = (name: String, count: Int, total: Int)

  private let figures: [Figure]
  private let release: ReleaseIdentity

  private static let figure = Shape<Figure>("figure") {
    Field("figure", "What was counted, such as ingredient top-1.", .name) { $0.name }
    Field("count") { $0.count }
    Field("of", "Of how many.") { $0.total }
    Field("share", "Count by of, with four digits; null where there are none.") {
      share($0.count, of: $0.total).map { ShareText($0) }
    }
  }

  static let shape = Shape<Self>("evaluation") {
    Field.version(1)
    Field("figures", "In the order of the table; empty for a file without rows.", each: figure) {
      $0.figures
    }
    Field("release") { $0.release }
  }

  var table: Table { Table(of: Self.figure.fields, figures) }

  init(_ evaluation: MatchingEvaluation, release: ReleaseIdentity) {
    self.release = release
    var figures: [Figure] = []
    func add(_ name: String, _ count: Int, of total: Int) { figures.append((name, count, total)) }
    let rows = evaluation.rowCount
    if rows > 0 {
      for level in MatchingEvaluation.Level.allCases {
        let share = evaluation.shares[level] ?? MatchingEvaluation.Share()
        add("\(level.rawValue) top-1", share.first, of: rows)
        add("\(level.rawValue) top-5", share.firstFive, of: rows)
      }
      add("answered", evaluation.answeredCount, of: rows)
      add("accepted", evaluation.acceptedCount, of: rows)
      for level in MatchingEvaluation.Level.allCases {
        let share = evaluation.shares[level] ?? MatchingEvaluation.Share()
        add("\(level.rawValue) precision of accepted", share.accepted, of: evaluation.acceptedCount)
      }
      add("abstained", rows - evaluation.answeredCount, of: rows)
      for reason in DrugMatch.Reason.allCases {
        if let count = evaluation.reasons[reason] {
          add("abstained: \(reason.rawValue)", count, of: rows)
        }
      }
    }
    if evaluation.emptyCount > 0 {
      add("no drug, falsely accepted", evaluation.acceptedEmptyCount, of: evaluation.emptyCount)
    }
    if evaluation.unknownCount > 0 {
      add(
        "left out: codes not in the release", evaluation.unknownCount,
        of: evaluation.unknownCount + rows)
    }
    self.figures = figures
  }

  /// A share with four digits, without binary floating point.
  private static func share(_ count: Int, of total: Int) -> String? {
    guard total > 0 else { return nil }
    let scaled = (count * 100_000 / total + 5) / 10
    if scaled >= 10_000 { return "1.0000" }
    return "0." + DecimalDigits.padded(scaled, 4)
  }
}
