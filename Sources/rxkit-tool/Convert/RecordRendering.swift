// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import FHIRStreams
import JSONText
import MedicationModel
import MedicationResolver

/// What became of one part of the input, ready to be written.
struct ConvertedPart: Sendable {
  /// Something to be said about the part.
  enum Message: Sendable {
    case failure(CommandFailure)
    case note(CommandFailure)

    /// What is said about a problem of a document: an error if something was not read.
    init(_ problem: FHIRDocumentProblem, of name: String) {
      let failure = CommandFailure(problem, in: name)
      self = problem.problem.severity == .error ? .failure(failure) : .note(failure)
    }
  }

  let input: Int
  let path: String
  let bytesRead: Int
  /// Where the part ends, if it is lines.
  var end: FHIRLineStream.Place?
  /// Whether the input ends with it.
  var isLast = false
  /// The records in the form of the output; empty for a table for people.
  var bytes: [UInt8] = []
  /// The rows of a table for people.
  var rows: [[String?]] = []
  var recordCount = 0
  /// The problems of the records.
  var problems = ProblemCounts()
  var messages: [Message] = []
  /// How many resources the part holds, where a manifest says how many its file should.
  var resourceCount = 0
  /// How many records have a reference that leads nowhere.
  var unresolvedCount = 0
  /// What stops the whole run.
  var stop: CommandFailure?
}

/// Turns parts of the input into parts of the output, on any thread.
struct RecordRendering: Sendable {
  /// Who answers, one per thread at work.
  let sessions: SessionPool
  /// Where lines are written.
  let buffers = BufferPool()
  let format: OutputFormat
  /// How documents are read.
  var reading: FHIRReadingOptions
  /// What is known besides the documents.
  var knowledge = ConvertKnowledge()
  /// The columns of CSV, TSV and Markdown.
  var fields = MedicationTables.Field.allCases
  /// The files whose resources are counted.
  var countedPaths: Set<String> = []

  /// Reads a part, resolves its records and renders them.
  func convert(_ part: FHIRStream.Part) -> ConvertedPart {
    var result = ConvertedPart(input: part.input, path: part.path, bytesRead: part.bytesRead)
    switch part.content {
    case .end: result.isLast = true
    case .lines(let batch):
      result.end = FHIRLineStream.Place(offset: batch.endOffset, line: batch.endLine)
    case .document, .failure: break
    }
    if countedPaths.contains(part.path) { result.resourceCount = part.resourceCount }
    do throws(FHIRStreamError) {
      guard let document = try part.document(reading: reading) else { return result }
      note(document.problems, of: part.name, in: &result)
      do throws(CommandFailure) {
        try render(document.records, &result)
      } catch {
        result.stop = error
      }
    } catch {
      result.messages.append(.failure(CommandFailure(error)))
    }
    return result
  }

  func note(
    _ problems: [FHIRDocumentProblem], of name: String, in result: inout ConvertedPart
  ) {
    for problem in problems { result.messages.append(ConvertedPart.Message(problem, of: name)) }
  }

  private func render(
    _ records: [MedicationRecord], _ result: inout ConvertedPart
  ) throws(CommandFailure) {
    if format == .ndjson { return try renderLines(records, &result) }
    var json = JSONWriter(layout: .indented)
    var table = MedicationTables.summary(fields)
    var session = sessions.take()
    defer { sessions.give(back: session) }
    for record in records {
      let answer = try session.answer(.record(knowledge.marking(record)))
      result.recordCount += 1
      result.problems.add(answer.problems)
      if record.via == .unresolved { result.unresolvedCount += 1 }
      switch format {
      case .ndjson: break
      case .json:
        json.removeAll()
        answer.write(
          to: &json, source: result.path, includingSideEffects: sessions.includesSideEffects)
        if result.recordCount > 1 { result.bytes += Array(",\n".utf8) }
        result.bytes += json.bytes
      case .table: result.rows.append(MedicationTables.pageRow(answer))
      case .csv, .tsv, .markdown:
        table.append(MedicationTables.row(answer, source: result.path, fields))
      }
    }
    switch format {
    case .csv, .tsv, .markdown:
      // The heading comes once, before all parts.
      let heading = MedicationTables.summary(fields).naming(sessions.release, as: format)
      let text = table.naming(sessions.release, as: format).rendered(as: format)
      result.bytes = Array(text.utf8.dropFirst(heading.rendered(as: format).utf8.count))
    case .json, .table, .ndjson: break
    }
  }

  /// What a record takes as a line, roughly.
  private static let lineLength = 1536

  /// Renders records as lines, straight from memory where their drugs were met before.
  private func renderLines(
    _ records: [MedicationRecord], _ result: inout ConvertedPart
  ) throws(CommandFailure) {
    guard !records.isEmpty else { return }
    var json = JSONWriter(
      reusing: buffers.take(), capacity: records.count * Self.lineLength)
    var session = sessions.take()
    defer { sessions.give(back: session) }
    // As a span: records are large, and are not copied so.
    let records = records.span
    for index in records.indices {
      let problems =
        knowledge.isEmpty
        ? try session.writeAnswer(records[index], to: &json, source: result.path)
        : try session.writeAnswer(
          knowledge.marking(records[index]), to: &json, source: result.path)
      json.endLine()
      result.problems.add(problems)
      if records[index].via == .unresolved { result.unresolvedCount += 1 }
    }
    result.recordCount += records.count
    result.bytes = json.bytes
  }
}

extension FHIRStream.Part {
  /// What messages call the document.
  var name: String { path == "-" ? "standard input" : path }
}

extension CommandFailure {
  /// An input that cannot be read.
  init(_ error: FHIRStreamError) {
    self.init(.input, error.code, error.message, try: error.remedy)
    voidsOutput = error.voidsWhatWasRead
  }
}

/// Writes converted parts one after the other, with what is before, between and after them.
struct RecordPrinter {
  /// Rows of a table for people are laid out at once, this many at most.
  private static let pageLimit = 20_000

  private let format: OutputFormat
  private let fields: [MedicationTables.Field]
  private var hasHeading = false
  /// The rows of the current document, where a table is for people.
  private var page = MedicationTables.page
  private var document: String?
  private var pageCount = 0

  init(_ format: OutputFormat, _ fields: [MedicationTables.Field]) {
    self.format = format
    self.fields = fields
  }

  /// Writes the records of a part.
  mutating func print(_ part: ConvertedPart, _ streams: inout Streams) throws(CommandFailure) {
    switch format {
    case .ndjson: try streams.output.write(part.bytes)
    case .json:
      guard !part.bytes.isEmpty else { return }
      try streams.output.write(hasHeading ? ",\n" : "[\n")
      hasHeading = true
      try streams.output.write(part.bytes)
    case .csv, .tsv, .markdown:
      try writeHeading(&streams)
      try streams.output.write(part.bytes)
    case .table:
      if part.path != document { try printPage(&streams) }
      document = part.path
      for row in part.rows { page.append(row) }
      if page.rows.count >= Self.pageLimit { try printPage(&streams) }
    }
  }

  /// Ends the output.
  mutating func finish(_ streams: inout Streams) throws(CommandFailure) {
    switch format {
    case .ndjson: break
    case .json: try streams.output.write(hasHeading ? "\n]\n" : "[]\n")
    case .csv, .tsv, .markdown: try writeHeading(&streams)
    case .table: try printPage(&streams)
    }
  }

  private mutating func writeHeading(_ streams: inout Streams) throws(CommandFailure) {
    if hasHeading { return }
    hasHeading = true
    try streams.output.write(
      MedicationTables.summary(fields).naming(streams.release, as: format).rendered(as: format))
  }

  /// The records of one document under its name, which is printed once: paths are long.
  private mutating func printPage(_ streams: inout Streams) throws(CommandFailure) {
    guard let document, !page.rows.isEmpty else { return }
    if pageCount > 0 { try streams.output.write("\n") }
    pageCount += 1
    let heading = DisplayText.printable(document)
    try streams.output.write(streams.terminal.style.bold(heading) + "\n")
    try streams.write(page, as: .table)
    page = MedicationTables.page
  }
}
