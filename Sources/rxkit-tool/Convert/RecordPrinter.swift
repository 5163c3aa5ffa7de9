// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// Writes converted parts one after the other, with what stands before, between and after them.
struct RecordPrinter {
  /// Rows of a table for people are laid out at once, at most so many.
  private static let pageLimit = 20_000

  private let format: OutputFormat
  private let fields: [MedicationTables.Field]
  private var hasHeading = false
  /// The rows of the document at hand, where a table is for people.
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

  /// The records of one document under its name, which stands once: paths are long.
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
