// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import FHIRStreams
import JSONText
import MedicationModel
import MedicationResolver

/// `rxkit convert --to records`: one record per medication resource.
struct RecordConversion {
  private(set) var run: ConversionRun
  private let rendering: RecordRendering

  /// Reads the options of an invocation.
  init(_ invocation: Invocation, _ resolver: MedicationResolver, _ streams: inout Streams) throws {
    run = try ConversionRun(invocation)
    let format = invocation.format ?? .table
    rendering = RecordRendering(
      sessions: SessionPool(
        resolver, keepsText: format == .ndjson,
        includesSideEffects: invocation.isSet(ConvertOptions.sideEffects), threads: run.threads),
      format: format, knowledge: run.knowledge, fields: try invocation.fields())
    streams.keepToTheEnd(rendering)
  }

  /// Continues after an earlier run.
  mutating func resume(
    _ counts: ConversionRun.Counts, at input: Int, _ place: FHIRLineStream.Place?
  ) {
    run.resume(counts, at: input, place)
  }

  mutating func convert(
    _ streams: inout Streams, checkpoint: ConversionRun.Checkpoint = { _, _, _, _ in }
  ) throws -> ExitCode {
    var printer = RecordPrinter(rendering.format, rendering.fields)
    let rendering = rendering
    try run.run(&streams) { document, part in
      try rendering.render(document.records, &part)
    } deliver: { records, part, streams in
      try printer.print(records, of: part.path, &streams)
      rendering.buffers.give(back: records.bytes)
    } checkpoint: {
      try checkpoint($0, $1, $2, &$3)
    }
    try printer.finish(&streams)
    return run.exitCode(&streams)
  }
}

/// The records of one part, ready to be written.
private struct RenderedRecords: Sendable {
  /// The records in the output format; empty for a table for people.
  var bytes: [UInt8] = []
  /// The rows of a table for people.
  var rows: [[String?]] = []
}

/// Turns records into parts of the output, on any thread.
private struct RecordRendering: Sendable {
  /// The sessions that answer, one per thread.
  let sessions: SessionPool
  /// The format of the lines.
  let buffers = BufferPool()
  let format: OutputFormat
  /// Facts from outside the documents.
  let knowledge: ConvertKnowledge
  /// The columns of CSV, TSV and Markdown.
  let fields: [Field<MedicationTables.Row>]
  /// The approximate size of a record as a line.
  private static let lineLength = 1536

  /// Resolves records and renders them.
  func render(
    _ records: [MedicationRecord], _ result: inout ConvertedPart<RenderedRecords>
  ) throws {
    if format == .ndjson { return try renderLines(records, &result) }
    var rendered = RenderedRecords()
    var json = JSONWriter(layout: .indented)
    var table = Table(of: fields)
    var session = sessions.take()
    defer { sessions.give(back: session) }
    for record in records {
      let answer = try session.resolve(.record(knowledge.marking(record)))
      result.problems.add(answer.problems)
      if record.via == .unresolved { result.unresolvedCount += 1 }
      switch format {
      case .ndjson: break
      case .json:
        json.removeAll()
        answer.write(
          to: &json, source: result.path, includingSideEffects: sessions.includesSideEffects)
        if !rendered.bytes.isEmpty { rendered.bytes += Array(",\n".utf8) }
        rendered.bytes += json.bytes
      case .table: rendered.rows.append(MedicationTables.pageRow(answer))
      case .csv, .tsv, .markdown: table.append((answer, result.path), fields)
      }
    }
    if [.csv, .tsv, .markdown].contains(format) {
      // The heading is written once, before all parts.
      let table = table.naming(sessions.release, as: format)
      rendered.bytes = Array(table.rendered(as: format, hasHeading: false).utf8)
    }
    result.output = rendered
  }

  /// Renders records as lines, reusing the rendered answers of drugs that occurred before.
  private func renderLines(
    _ records: [MedicationRecord], _ result: inout ConvertedPart<RenderedRecords>
  ) throws {
    guard !records.isEmpty else { return }
    var json = JSONWriter(
      reusing: buffers.take(), capacity: records.count * Self.lineLength)
    var session = sessions.take()
    defer { sessions.give(back: session) }
    // As a span, because records are large and should not be copied.
    let records = records.span
    for index in records.indices {
      let problems =
        knowledge.isEmpty
        ? try session.write(records[index], to: &json, source: result.path)
        : try session.write(
          knowledge.marking(records[index]), to: &json, source: result.path)
      json.endLine()
      result.problems.add(problems)
      if records[index].via == .unresolved { result.unresolvedCount += 1 }
    }
    result.output = RenderedRecords(bytes: json.bytes)
  }
}

/// Writes rendered records with the text before, between and after them.
private struct RecordPrinter {
  /// The maximum number of rows of a table for people that are laid out together.
  private static let pageLimit = 20_000

  private let isPage: Bool
  private var printer: SequencePrinter
  /// The rows of the current document, where a table is for people.
  private var page = MedicationTables.page
  private var document: String?
  private var pageCount = 0

  init(_ format: OutputFormat, _ fields: [Field<MedicationTables.Row>]) {
    isPage = format == .table
    printer = SequencePrinter(format, columns: Table(of: fields), isIndented: false)
  }

  /// Writes the records of a part of a document.
  mutating func print(
    _ records: RenderedRecords, of path: String, _ streams: inout Streams
  ) throws {
    guard isPage else { return try printer.print(rendered: records.bytes, &streams) }
    if path != document { try printPage(&streams) }
    document = path
    for row in records.rows { page.append(row) }
    if page.rows.count >= Self.pageLimit { try printPage(&streams) }
  }

  mutating func finish(_ streams: inout Streams) throws {
    if isPage { try printPage(&streams) } else { try printer.finish(&streams) }
  }

  /// The records of one document under its name, which is printed once: paths are long.
  private mutating func printPage(_ streams: inout Streams) throws {
    guard let document, !page.rows.isEmpty else { return }
    if pageCount > 0 { try streams.output.write("\n") }
    pageCount += 1
    try streams.output.write(streams.terminal.style.bold(DisplayText.printable(document)) + "\n")
    try streams.write(page, as: .table)
    page = MedicationTables.page
  }
}
