// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The tables of a catalog as delimited files.
///
/// CSV is that of RFC 4180: CRLF ends a line, a value with a comma, quotation
/// mark or line end is put in quotation marks. In TSV, tab, line feed, carriage
/// return and backslash within a value are `\t`, `\n`, `\r` and `\\`. An absent
/// value is empty in both; the first line has the names of the columns.
public struct DelimitedExport: Sendable {
  /// What parts values.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// Comma-separated values.
    case csv
    /// Tab-separated values.
    case tsv
  }

  private let content: ExportContent
  private let form: Form

  /// Makes an export.
  public init(_ content: ExportContent, form: Form) {
    self.content = content
    self.form = form
  }

  /// The files of a folder with every table, in the order of writing.
  ///
  /// `NOTICE.txt` states release and terms, and `csv-metadata.json` describes
  /// the tables as "Metadata Vocabulary for Tabular Data" (W3C) has it.
  public var fileNames: [String] {
    ["NOTICE.txt", Self.metadataName] + ExportTable.allCases.map { fileName(of: $0) }
  }

  private static let metadataName = "csv-metadata.json"

  /// Writes one of the ``fileNames``.
  ///
  /// - Returns: How many rows the file has below its header; 0 if it is not a table.
  /// - Throws: ``ExportError``: the output takes no more bytes.
  public func write(file name: String, to output: ExportOutput) throws(ExportError) -> Int {
    if let table = ExportTable.allCases.first(where: { fileName(of: $0) == name }) {
      return try write(table, to: output)
    }
    if name == Self.metadataName {
      try output.write(TableMetadata.json(of: content, form: form) { fileName(of: $0) })
    } else {
      try output.write(content.noticeText)
    }
    try output.flush()
    return 0
  }

  /// Writes one table; returns how many rows it has.
  ///
  /// - Complexity: O(*n*) in the rows; memory does not grow with them.
  @discardableResult
  public func write(_ table: ExportTable, to output: ExportOutput) throws(ExportError) -> Int {
    let description = table.description
    var line = Array(
      description.columns.map(\.name).joined(separator: form == .csv ? "," : "\t").utf8)
    endLine(&line)
    try output.write(line)
    var rows = 0
    let walk = TableWalk(content, output.progress)
    var pending: [UInt8] = []
    pending.reserveCapacity(1 << 17)
    try description.forEachRow(walk) { (row) throws(ExportError) in
      rows += 1
      append(row, to: &pending)
      if pending.count >= 1 << 16 {
        try output.write(pending)
        pending.removeAll(keepingCapacity: true)
      }
    }
    try output.write(pending)
    try output.flush()
    return rows
  }

  private func fileName(of table: ExportTable) -> String { "\(table.rawValue).\(form.rawValue)" }

  // MARK: Lines

  private var separator: UInt8 { form == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t") }

  private func endLine(_ line: inout [UInt8]) {
    if form == .csv { line.append(0x0D) }
    line.append(0x0A)
  }

  private func append(_ row: borrowing TableRow, to line: inout [UInt8]) {
    for index in row.cells.indices {
      if index > 0 { line.append(separator) }
      switch row.cells[index] {
      case .null: break
      case .integer(let number): line.append(contentsOf: String(number).utf8)
      case .text(let start, let count):
        if form == .csv {
          appendQuoted(row.bytes, start..<start + count, to: &line)
        } else {
          appendEscaped(row.bytes, start..<start + count, to: &line)
        }
      }
    }
    endLine(&line)
  }

  private func appendQuoted(_ bytes: [UInt8], _ range: Range<Int>, to line: inout [UInt8]) {
    var isSpecial = false
    for index in range {
      let byte = bytes[index]
      if byte == 0x22 || byte == 0x2C || byte == 0x0A || byte == 0x0D { isSpecial = true }
    }
    guard isSpecial else { return line.append(contentsOf: bytes[range]) }
    line.append(0x22)
    for index in range {
      if bytes[index] == 0x22 { line.append(0x22) }
      line.append(bytes[index])
    }
    line.append(0x22)
  }

  private func appendEscaped(_ bytes: [UInt8], _ range: Range<Int>, to line: inout [UInt8]) {
    for index in range {
      switch bytes[index] {
      case 0x09: line.append(contentsOf: [0x5C, UInt8(ascii: "t")])
      case 0x0A: line.append(contentsOf: [0x5C, UInt8(ascii: "n")])
      case 0x0D: line.append(contentsOf: [0x5C, UInt8(ascii: "r")])
      case 0x5C: line.append(contentsOf: [0x5C, 0x5C])
      case let byte: line.append(byte)
      }
    }
  }
}
