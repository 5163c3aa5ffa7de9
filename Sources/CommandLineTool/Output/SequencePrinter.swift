// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import JSONText

/// An answer that is printed when it is known, and not with all others at the end.
package protocol StreamedAnswer {
  /// Whether a page for people shows it; what is missing is reported on standard error.
  var isShown: Bool { get }
  /// Whether it says what was requested, even if that is nothing.
  var isComplete: Bool { get }
  func write(to json: inout JSONWriter)
  /// The answer for people, blank lines around it apart.
  func writePage(_ streams: inout Streams) throws
  var rowTable: Table { get }
}

extension StreamedAnswer {
  package var isComplete: Bool { isShown }
}

/// Prints answers of one kind in any form, one after the other.
package struct SequencePrinter {
  private let format: OutputFormat
  private let empty: Table
  private var json: JSONSequence
  private var hasHeading = false
  private var pageCount = 0

  /// Begins the output; the values of an array are indented, unless they are large.
  package init(_ format: OutputFormat, columns empty: Table, isIndented: Bool = true) {
    self.format = format
    self.empty = empty
    json = JSONSequence(format, isIndented: isIndented)
  }

  /// Prints answers and sends them off.
  package mutating func print(_ answers: [some StreamedAnswer], _ streams: inout Streams) throws {
    for answer in answers { try print(answer, &streams) }
    try streams.output.flush()
  }

  /// Prints an answer, buffered with those that follow.
  package mutating func print(_ answer: some StreamedAnswer, _ streams: inout Streams) throws {
    switch format {
    case .json, .ndjson: try json.write(&streams) { answer.write(to: &$0) }
    case .csv, .tsv, .markdown: try print(rows: answer.rowTable, &streams)
    case .table:
      guard answer.isShown else { return }
      if pageCount > 0 { try streams.output.write("\n") }
      pageCount += 1
      try answer.writePage(&streams)
    }
  }

  package mutating func finish(_ streams: inout Streams) throws {
    switch format {
    case .json, .ndjson: try json.finish(&streams)
    case .csv, .tsv, .markdown: if !hasHeading { try print(rows: empty, &streams) }
    case .table: break
    }
  }

  /// Prints rows of CSV, TSV or Markdown; the header is printed once.
  package mutating func print(rows table: Table, _ streams: inout Streams) throws {
    let table = table.naming(streams.release, as: format)
    try streams.output.write(table.rendered(as: format, hasHeading: !hasHeading))
    hasHeading = true
  }

  /// Prints what was rendered: JSON values, or rows of CSV, TSV or Markdown without the header.
  package mutating func print(rendered: [UInt8], _ streams: inout Streams) throws {
    if format == .json || format == .ndjson { return try json.write(rendered, &streams) }
    if !hasHeading { try print(rows: empty, &streams) }
    try streams.output.write(rendered)
  }
}

/// Writes values as one JSON array, or one JSON object a line, as they come.
package struct JSONSequence {
  /// What is around the values: before the first, after the last, and in place of both if there
  /// are none.
  package typealias Brackets = (start: String, end: String, empty: String)

  private let brackets: Brackets
  private let isLines: Bool
  private let isIndented: Bool
  private var json: JSONWriter
  private var isEmpty = true

  /// Begins a sequence; the values of an array are indented, unless they are large.
  package init(
    _ format: OutputFormat, isIndented: Bool = true,
    in brackets: Brackets = ("[\n", "\n]\n", "[]\n")
  ) {
    self.brackets = brackets
    isLines = format == .ndjson
    self.isIndented = isIndented
    json = JSONWriter(layout: isLines ? .compact : .indented)
  }

  package mutating func write(_ streams: inout Streams, _ body: (inout JSONWriter) -> Void) throws {
    json.removeAll()
    body(&json)
    if isLines { json.endLine() }
    try write(json.bytes, &streams)
  }

  /// Writes JSON values: one, or several if the output is lines or not indented.
  package mutating func write(_ json: [UInt8], _ streams: inout Streams) throws {
    if json.isEmpty { return }
    if !isLines { try streams.output.write(isEmpty ? brackets.start : ",\n") }
    isEmpty = false
    guard !isLines, isIndented else { return try streams.output.write(json) }
    // Line feeds occur only between members: those in strings are escaped.
    var bytes: [UInt8] = [0x20, 0x20]
    bytes.reserveCapacity(json.count * 5 / 4)
    for byte in json {
      bytes.append(byte)
      if byte == 0x0A { bytes += [0x20, 0x20] }
    }
    try streams.output.write(bytes)
  }

  package func finish(_ streams: inout Streams) throws {
    if !isLines { try streams.output.write(isEmpty ? brackets.empty : brackets.end) }
  }

  package static func write(
    _ values: [any FieldValue], as format: OutputFormat, _ streams: inout Streams
  ) throws {
    var sequence = JSONSequence(format)
    for value in values { try sequence.write(&streams) { value.write(to: &$0) } }
    try sequence.finish(&streams)
  }
}
