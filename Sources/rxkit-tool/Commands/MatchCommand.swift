// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import FHIRStreams
import JSONText
import MedicationModel
import Threads

/// `rxkit match`: which drug a text means.
struct MatchCommand: Command {
  private static let input = OptionDefinition.file(
    "--input", "file",
    "Match a column of a CSV or TSV file whose first line names the columns; - is standard input.")
  private static let column = OptionDefinition.text(
    "--column", "name", "The column of --input that holds the texts.", default: "text")
  private static let top = OptionDefinition.count(
    "--top", "count", "Maximum candidates per text, up to 10.", default: "5")

  private static let errors = OptionDefinition.file(
    "--errors", "file", "Write a line to this file for each text that could not be read.")

  /// One object per text, as suits streams, unless another format is requested.
  private static let format = OptionDefinition.choice(
    "--format", "format", "Output format; at a terminal one text gives a table.",
    OutputFormat.allCases.map { Choice($0.rawValue, $0.explanation) },
    default: "ndjson"
  ).common()

  static let definition = CommandDefinition(
    name: "match",
    abstract: "Match free text to drug concepts, with a score.",
    examples: [
      .init("rxkit match 'amoxicilline 500mg caps'", "one text"),
      .init("rxkit match 'lipitor 10' 'tab. parcetamol 0.5 g'", "several"),
      .init("rxkit match --input orders.csv --column drug --format csv", "a column of a file"),
      .init("rxkit match - < texts.txt > matches.ndjson", "a stream of any length"),
    ],
    arguments: [
      ArgumentDefinition(
        "text",
        "A text; - reads standard input: one text per line, or NDJSON of strings or objects with "
          + "a member text.",
        count: .any)
    ],
    options: [
      input, column, errors, top, format, CommonOptions.catalog, CommonOptions.output,
      CommonOptions.force,
    ],
    discussion: [
      "Without --format, one JSON object per text, in the order of the input: verdict, reason, "
        + "score, the level of detail asked for and given, candidates with what matched and what did "
        + "not, and substitutions: words that were read as other words.",
      "accepted means that the first candidate is what the text says, at its level of detail. "
        + "ingredient-only means that the drug is certain but the product is not: reason says why, "
        + "and the first candidate must not be taken for the product. review means that no "
        + "candidate is certain; abstained (no match in a table) means that nothing was found.",
      "The score is the share of answers with at least that score whose ingredients are right. "
        + "Ambiguity is returned, never decided: a misspelling that fits two drugs is not "
        + "accepted, nor is a text that names several drugs.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit evaluate", "rxkit resolve"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let limit = try invocation.count(of: top, in: 0...10) ?? 5
    guard !invocation.arguments.isEmpty || invocation.isSet(input) else {
      throw definition.error("missing-argument", "missing text: give one, - or --input")
    }
    guard !invocation.isSet(column) || invocation.isSet(input) else {
      throw definition.error("missing-option", "--column requires --input")
    }
    let (matcher, catalog) = try MatcherOpening.open(invocation, &streams)
    let run = MatchingRun(matcher)
    var log = try ErrorLog(
      invocation.value(of: errors), replacing: invocation.isSet(CommonOptions.force))
    _ = try streams.withOutput(of: invocation) { streams in
      // One text of a person at a terminal; readers of lines get lines.
      let isAsked =
        streams.terminal.isTerminal && !invocation.isSet(input)
        && invocation.arguments.count == 1 && invocation.arguments != ["-"]
      var printer = MatchPrinter(
        invocation.format ?? (isAsked ? .table : .ndjson), release: catalog.release, limit: limit)
      let texts = invocation.arguments.filter { $0 != "-" }
      try printer.print(texts.map { MatchInput(text: $0) }, run, &streams)
      if invocation.arguments.contains("-") {
        try matchLines(run, &printer, &log, &streams)
      }
      if let path = invocation.value(of: input) {
        try matchColumn(path, invocation.value(of: column) ?? "text", run, &printer, &streams)
      }
      try printer.finish(&streams)
      return .done
    }
    try log.finish(streams)
    return log.isEmpty ? .done : .input
  }

  /// Matches the lines of standard input; one that cannot be read is reported, the others go on.
  private static func matchLines(
    _ run: MatchingRun, _ printer: inout MatchPrinter, _ log: inout ErrorLog,
    _ streams: inout Streams
  ) throws {
    var stream = try LineStream("-")
    var number = 0
    while true {
      let lines = try stream.nextReadable()
      if lines.isEmpty { return }
      var inputs: [MatchInput] = []
      for line in lines {
        number += 1
        if let line, line.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
        do {
          inputs.append(try MatchInput(line: line, file: stream.name, number: number))
        } catch { log.add(CommandFailure(error), streams) }
      }
      try printer.print(inputs, run, &streams)
      try streams.output.flush()
    }
  }

  private static func matchColumn(
    _ path: String, _ name: String, _ run: MatchingRun, _ printer: inout MatchPrinter,
    _ streams: inout Streams
  ) throws {
    var rows = try DelimitedRows(path)
    guard let place = try rows.columns?.place(of: name, by: column) else {
      return streams.messages.note("\(rows.name): the file is empty")
    }
    while let batch = try rows.next() {
      let inputs = batch.map { MatchInput(text: $0.fields.field(place), line: $0.line) }
      try printer.print(inputs, run, &streams)
    }
  }
}

/// A text to be matched, and its position.
struct MatchInput: Sendable {
  let text: String
  /// The line of the file or stream; `nil` for a word of the command line.
  var line: Int?
}

extension MatchInput {
  /// Reads a line: NDJSON if it begins with `{` or `"`, a string or an object with the member
  /// `text`; else the text itself.
  init(line text: String?, file: String, number line: Int) throws {
    guard let json = text else {
      throw CommandFailure(
        .input, "input.not-utf8", "\(file):\(line): not UTF-8, expected a text")
    }
    guard let first = json.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "\"")
    else {
      self.init(text: json, line: line)
      return
    }
    guard let root = try? JSONDocument(Array(json.utf8)).root else {
      throw CommandFailure(
        .input, "input.not-json", "\(file):\(line): not JSON, expected a string or an object",
        try: "--input FILE --column NAME, for a file with commas or tabs")
    }
    guard let text = root.string ?? root["text"]?.string else {
      throw CommandFailure(
        .input, "input.no-text",
        "\(file):\(line): no text, expected a JSON string or an object with the string text")
    }
    self.init(text: text, line: line)
  }
}

/// Prints matches: JSON immediately, tables at the end.
struct MatchPrinter {
  typealias Row = (input: MatchInput, match: DrugMatch, candidate: DrugMatch.Candidate?)

  private let format: OutputFormat
  private let release: ReleaseIdentity
  private let limit: Int
  private let columns: [Field<Row>]
  /// The rows of a page for people, whose widths depend on all of them.
  private var table: Table
  private var printer: SequencePrinter

  init(_ format: OutputFormat, release: ReleaseIdentity, limit: Int) {
    self.format = format
    self.release = release
    self.limit = limit
    let isPage = format == .table
    var columns: [Field<Row>] = [
      Field("line") { $0.input.line }, Field("text") { $0.input.text },
      Field("verdict") { row in
        let verdict = row.match.verdict
        return isPage && verdict == .abstained ? "no match" : verdict.rawValue
      },
      Field("reason") { $0.match.reasonText },
      Field("score") { ShareText($0.candidate?.scoreText ?? $0.match.scoreText) },
      Field("rxcui") { $0.candidate?.concept.code },
      Field("tty") { $0.candidate?.concept.termType },
      Field("name") { $0.candidate?.concept.name },
    ]
    // A terminal has no room for the columns that programs join and filter by.
    if !isPage {
      columns += [
        Field("level") { $0.candidate?.level }, Field("unmatched") { $0.candidate?.unmatched },
      ]
    }
    self.columns = columns
    table = Table(of: columns)
    printer = SequencePrinter(format, columns: table, isIndented: false)
  }

  /// Matches texts and prints them in their order.
  mutating func print(_ inputs: [MatchInput], _ run: MatchingRun, _ streams: inout Streams) throws {
    let (format, release, limit) = (format, release, limit)
    guard format == .ndjson || format == .json else {
      let matches = run.map(inputs.map(\.text)) { $1 }
      var table = format == .table ? table : Table(of: columns)
      for (input, match) in zip(inputs, matches) {
        let candidates = match.candidates.prefix(limit)
        if candidates.isEmpty { table.append((input, match, nil), columns) }
        for candidate in candidates { table.append((input, match, candidate), columns) }
      }
      if format == .table { self.table = table } else { try printer.print(rows: table, &streams) }
      return
    }
    let values = run.map(inputs.map(\.text)) { place, match in
      var json = JSONWriter(layout: format == .json ? .indented : .compact)
      match.write(to: &json, line: inputs[place].line, release: release, limit: limit)
      if format == .ndjson { json.endLine() }
      return json.bytes
    }
    for value in values { try printer.print(rendered: value, &streams) }
  }

  mutating func finish(_ streams: inout Streams) throws {
    if format == .table {
      try streams.write(table, as: format)
    } else {
      try printer.finish(&streams)
    }
  }
}

/// Errors in lines of the input.
///
/// All are written to a file, a pipe or the file of `--errors`; on a terminal, equal ones are
/// collapsed.
struct ErrorLog {
  private let path: String?
  private let isReplacing: Bool
  private var lines = ""
  private var counts: [(code: String, count: Int)] = []

  init(_ path: String?, replacing isReplacing: Bool) throws {
    self.path = path
    self.isReplacing = isReplacing
    if let path { try AtomicFile.check(path, replacing: isReplacing) }
  }

  /// Whether there was no error.
  var isEmpty: Bool { counts.isEmpty }

  /// Adds an error, and prints it unless a terminal has already shown one with its code.
  mutating func add(_ failure: CommandFailure, _ streams: borrowing Streams) {
    let place = counts.firstIndex { $0.code == failure.code }
    if let place { counts[place].count += 1 } else { counts.append((failure.code, 1)) }
    if path != nil { lines += "\(failure.message)  [\(failure.code)]\n" }
    if place == nil || !streams.messages.terminal.isTerminal { streams.messages.write(failure) }
  }

  /// Reports how many were collapsed, and writes the file.
  ///
  /// Called after the output is finished, because only one file is written at a time.
  func finish(_ streams: borrowing Streams) throws {
    if streams.messages.terminal.isTerminal {
      for (code, count) in counts where count > 1 {
        streams.messages.note("\(DisplayText.grouped(count - 1)) more like this  [\(code)]")
      }
    }
    guard let path else { return }
    try streams.writeFile(path, lines, replacing: isReplacing)
    if !isEmpty { streams.messages.note("wrote \(path)") }
  }
}

/// Matches batches of texts on all processors and keeps their order.
final class MatchingRun: Sendable {
  /// One thread's session; only one thread uses it at a time.
  private final class Worker: @unchecked Sendable {
    var session: MatchingSession

    init(_ matcher: DrugMatcher) { session = MatchingSession(matcher) }
  }

  private let workers: [Worker]
  /// Below this many texts a second thread costs more than it gains.
  private static let smallestBatch = 64

  init(_ matcher: DrugMatcher) {
    workers = (0..<min(8, Workers.processorCount)).map { _ in Worker(matcher) }
  }

  /// Transforms the match of each text, on any thread, and returns the results in order.
  func map<Result: Sendable>(
    _ texts: [String], _ transform: @escaping @Sendable (Int, DrugMatch) -> Result
  ) -> [Result] {
    let parts = texts.count < Self.smallestBatch ? 1 : workers.count
    return Workers.split(0..<parts, threads: parts, always: true) { [workers] part in
      let part = part.lowerBound
      let places = texts.count * part / parts..<texts.count * (part + 1) / parts
      return places.map { transform($0, workers[part].session.match(texts[$0])) }
    }.flatMap(\.self)
  }
}
