// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import FHIRStreams
import MedicationModel

/// The lines of a file or of standard input, a block at a time.
///
/// Memory is bounded by the block and the longest line, whatever the size; gzip is
/// recognised by its first bytes and inflated whole: its checksum follows what it checks.
struct LineStream: ~Copyable {
  /// A line longer than this is an error.
  static let longestLine = 1 << 20
  private static let blockSize = 1 << 20

  private var stream: ByteStream
  private var rest: [UInt8] = []
  private var isAtEnd = false
  /// What messages call it.
  var name: String { stream.name }
  /// Whether it is gzip, once its first bytes were read.
  var isGzip: Bool { stream.isGzip == true }

  init(_ path: String) throws {
    stream = try ByteStream(path, checksFirst: false)
  }

  /// The first line that is not empty, without leading white space.
  ///
  /// It identifies the kind of input; nothing is consumed.
  mutating func firstLine() throws -> [UInt8] {
    while true {
      let line = ByteOrderMark.dropped(from: rest).drop { $0 <= 0x20 }.prefix { $0 != 0x0A }
      if isAtEnd || line.endIndex < rest.endIndex || rest.count >= Self.longestLine {
        return Array(line)
      }
      try read(upTo: 1 << 16)
    }
  }

  /// The whole input, after its first line was inspected.
  mutating func whole() throws -> InputFile {
    try InputFile(restOf: &stream, after: rest)
  }

  /// The next lines without their ends; none at the end.
  mutating func next() throws -> [String] {
    var lines: [String] = []
    for line in try nextReadable() {
      guard let line else {
        throw CommandFailure(.input, "input.not-utf8", "\(name): not UTF-8, expected text")
      }
      lines.append(line)
    }
    return lines
  }

  /// The next lines, `nil` for each that is not UTF-8; none at the end.
  mutating func nextReadable() throws -> [String?] {
    var lines: [String?] = []
    while lines.isEmpty, !isAtEnd || !rest.isEmpty {
      if !isAtEnd { try read(upTo: Self.blockSize) }
      lines = try takeLines()
    }
    return lines
  }

  private mutating func read(upTo count: Int) throws {
    let known = rest.count
    rest = try stream.read(after: rest, upTo: count, stopsAtLineEnd: true)
    if isGzip { rest = try InputFile(restOf: &stream, after: rest).bytes }
    isAtEnd = isGzip || rest.count == known
  }

  private mutating func takeLines() throws -> [String?] {
    var lines: [String?] = []
    var start = 0
    while let end = rest[start...].firstIndex(of: 0x0A) {
      lines.append(line(start..<end))
      start = end + 1
    }
    if isAtEnd, start < rest.count {
      lines.append(line(start..<rest.count))
      start = rest.count
    }
    rest.removeFirst(start)
    guard rest.count <= Self.longestLine else {
      throw CommandFailure(
        .input, "input.line-too-long",
        "\(name): a line of more than \(Self.longestLine) bytes, expected shorter ones")
    }
    return lines
  }

  private func line(_ range: Range<Int>) -> String? {
    var end = range.upperBound
    if end > range.lowerBound, rest[end - 1] == 0x0D { end -= 1 }
    var start = range.lowerBound
    if end - start >= 3, rest[start] == 0xEF, rest[start + 1] == 0xBB, rest[start + 2] == 0xBF {
      start += 3
    }
    return String(validating: rest[start..<end], as: UTF8.self)
  }
}

/// The rows of a CSV or TSV file whose first line names the columns, a block at a time.
struct DelimitedRows: ~Copyable {
  typealias Row = (line: Int, fields: [String])

  private var stream: LineStream
  private var lines: ArraySlice<String>
  private var lineCount = 0
  /// The beginning of a row with a line break within quotation marks.
  private var begun: (text: String, line: Int)?
  /// The names of the columns; `nil` if the file is empty.
  let columns: DelimitedColumns?
  /// The name of the file in messages.
  var name: String { stream.name }

  /// Opens a file, or standard input for `-`, and reads the first line.
  init(_ path: String) throws {
    var stream = try LineStream(path)
    let block = try stream.next()
    let columns = block.first.map { [name = stream.name] in DelimitedColumns($0, file: name) }
    if let columns, columns.isOpen(block[0], continuing: false) {
      throw Self.openQuote(stream.name, 1)
    }
    self.columns = columns
    lines = block.dropFirst()
    lineCount = 1
    self.stream = stream
  }

  /// The next rows that are not empty, each with the line that it begins on; `nil` at the end.
  mutating func next() throws -> [Row]? {
    guard let columns else { return nil }
    if lines.isEmpty { lines = try stream.next()[...] }
    if lines.isEmpty {
      if let begun { throw Self.openQuote(name, begun.line) }
      return nil
    }
    var rows: [Row] = []
    for line in lines {
      lineCount += 1
      if line.isEmpty, begun == nil { continue }
      let isOpen = columns.isOpen(line, continuing: begun != nil)
      // Appended in place, so that a row of many lines is not copied for each of them.
      if begun == nil { begun = (line, lineCount) } else { begun?.text += "\n" + line }
      guard let row = begun else { continue }
      if isOpen {
        guard row.text.utf8.count <= LineStream.longestLine else {
          throw Self.openQuote(name, row.line)
        }
      } else {
        rows.append((row.line, try fields(of: row.text, line: row.line, in: columns)))
        begun = nil
      }
    }
    lines = []
    return rows
  }

  /// The fields of a row; too many are an error, because an unquoted comma would cut a text.
  private func fields(of row: String, line: Int, in columns: DelimitedColumns) throws -> [String] {
    let fields = columns.fields(of: row)
    let count = columns.names.count
    guard !columns.isCSV || fields.dropFirst(count).allSatisfy(\.isEmpty) else {
      throw CommandFailure(
        .input, "input.column-count",
        "\(name):\(line): \(fields.count) fields, expected at most \(count)",
        try: "put fields that contain commas in quotation marks")
    }
    return fields
  }

  /// An error, because the rows after an open quotation mark would become one text.
  private static func openQuote(_ name: String, _ line: Int) -> CommandFailure {
    CommandFailure(
      .input, "input.open-quote", "\(name):\(line): a quotation mark is not closed",
      try: "double quotation marks within a quoted field")
  }
}

extension [String] {
  /// The field at a place, empty if the row is too short.
  func field(_ place: Int) -> String { place < count ? self[place] : "" }
}

// A list of codes as people keep them: one code a line, or the first column of
// a table with the display in the second.
//
//   rxcui,name                       a heading, skipped
//   861007                           a code alone
//   861007<TAB>Metformin 500 mg      a code and its display
//   861007,"Metformin, 500 mg"       the same as CSV
//   # comment

/// Codes read from lines of text.
struct CodeList {
  /// One code.
  struct Entry {
    let line: Int
    let coding: FHIRCoding
  }

  /// The codes in the order of the lines.
  private(set) var entries: [Entry] = []

  init(_ input: InputFile, system: String?) throws {
    let body = ByteOrderMark.dropped(from: input.bytes)
    guard let text = String(validating: body, as: UTF8.self) else {
      throw CommandFailure(.input, "input.not-utf8", "\(input.name): not UTF-8, expected text")
    }
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let fields = DelimitedColumns.fields(
        String(String.UnicodeScalarView(line)), isCSV: !line.contains("\t")
      ).prefix(2).map { ArgumentLines.trimmed($0) ?? "" }
      guard let code = fields.first, !code.isEmpty, !code.hasPrefix("#") else { continue }
      if entries.isEmpty, Self.isHeading(code) { continue }
      entries.append(
        Entry(
          line: index + 1,
          coding: FHIRCoding(
            system: system ?? Self.system(of: code), code: code,
            display: fields.count > 1 && !fields[1].isEmpty ? fields[1] : nil)))
    }
  }

  /// Whether a first line is a heading: a heading has a letter, a code has none.
  private static func isHeading(_ code: String) -> Bool {
    ["code", "rxcui", "rxnorm", "ndc", "ndc11", "medication_code"].contains(code.lowercased())
  }

  /// 1 to 8 digits are an RxNorm code; digits with dashes, or more of them, are an NDC.
  static func system(of code: String) -> String {
    let bytes = code.utf8
    let isPlain = bytes.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    return isMadeOfDigits(code) && !(isPlain && bytes.count <= 8)
      ? CodeSystem.ndc : CodeSystem.rxNorm
  }

  /// Whether a word could be an RxNorm code or an NDC: digits, with dashes or asterisks.
  static func isMadeOfDigits(_ word: String) -> Bool {
    word.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D || $0 == 0x2A }
  }
}
