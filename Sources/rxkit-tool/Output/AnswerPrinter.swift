// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationResolver

/// Prints answers in any form, one after the other.
///
/// JSON lines leave at once; an array is closed, and a table laid out, at the end.
struct AnswerPrinter {
  /// What a table shows of an answer; JSON always shows everything.
  enum Detail {
    /// Facts one below the other.
    case medication
    /// The symptoms that labels name.
    case sideEffects(SideEffectTables.View)
  }

  private let format: OutputFormat
  private let detail: Detail
  private var json: JSONWriter
  private var count = 0
  private var table: Table

  init(_ format: OutputFormat, detail: Detail) {
    self.format = format
    self.detail = detail
    json = JSONWriter(layout: format == .json ? .indented : .compact)
    table =
      switch detail {
      case .medication: MedicationTables.summary()
      case .sideEffects: SideEffectTables.rows
      }
  }

  /// Prints one answer.
  mutating func print(
    _ answer: ResolvedMedication, source: String?, _ streams: inout Streams
  ) throws(CommandFailure) {
    count += 1
    switch format {
    case .ndjson:
      json.removeAll()
      answer.write(to: &json, source: source)
      json.endLine()
      try streams.output.write(json.bytes)
    case .json:
      json.removeAll()
      answer.write(to: &json, source: source)
      try streams.output.write(count == 1 ? "[\n" : ",\n")
      try streams.output.write(json.bytes)
    case .table:
      try printTable(answer, &streams)
    case .csv, .tsv, .markdown:
      addRows(answer, source: source)
    }
  }

  /// Ends the output.
  mutating func finish(_ streams: inout Streams) throws(CommandFailure) {
    switch format {
    case .ndjson: break
    case .json: try streams.output.write(count == 0 ? "[]\n" : "\n]\n")
    case .table: break
    case .csv, .tsv, .markdown: try streams.write(table, as: format)
    }
  }

  private mutating func addRows(_ answer: ResolvedMedication, source: String?) {
    switch detail {
    case .medication:
      table.append(MedicationTables.row(answer, source: source))
    case .sideEffects:
      for row in SideEffectTables.evidenceRows(answer) { table.append(row) }
    }
  }

  private mutating func printTable(
    _ answer: ResolvedMedication, _ streams: inout Streams
  ) throws(CommandFailure) {
    switch detail {
    case .medication:
      if count > 1 { try streams.output.write("\n") }
      try streams.write(MedicationTables.card(answer), as: .table)
    case .sideEffects(let view):
      if count > 1 { try streams.output.write("\n") }
      let page = SideEffectTables.page(answer, view)
      for line in page.heading { try streams.output.write(line + "\n") }
      if !page.table.rows.isEmpty { try streams.write(page.table, as: .table) }
      for line in page.footer { try streams.output.write(line + "\n") }
    }
  }
}
