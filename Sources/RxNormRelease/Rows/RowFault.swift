// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What can be wrong with a row, and how it is reported.

/// The first fault of a row, without its text: cheap to make for every bad row.
struct RowFault {
  let code: ReleaseError.Code
  /// The byte where it shows, from 0.
  let offset: Int
  /// The number of fields (column count), or the column (content).
  var number = 0
  /// The bytes that are meant (content).
  var range: Range<Int>?

  /// Examines a row's ends and fields.
  ///
  /// - Returns: What is wrong, `nil` if nothing is.
  static func structure(of row: Span<UInt8>, bars: Int, columns: Int) -> RowFault? {
    for offset in row.indices where row[offset] == 0 {
      return RowFault(code: .nul, offset: offset)
    }
    let last = row.isEmpty ? nil : row[row.count - 1]
    if last == UInt8(ascii: "\r") { return RowFault(code: .crlf, offset: row.count - 1) }
    let isClosed = last == UInt8(ascii: "|")
    let fields = bars + (isClosed || row.isEmpty ? 0 : 1)
    if fields != columns { return RowFault(code: .columnCount, offset: 0, number: fields) }
    return isClosed ? nil : RowFault(code: .missingFinalBar, offset: row.count)
  }

  /// Returns where a row stops to be UTF-8.
  static func encoding(of row: Span<UInt8>) -> RowFault? {
    do {
      _ = try UTF8Span(validating: row)
      return nil
    } catch {
      return RowFault(code: .invalidUTF8, offset: error.byteOffsets.lowerBound)
    }
  }
}

extension RowFault {
  /// Says that a column holds something that it must not.
  init(_ code: ReleaseError.Code, column: Int, range: Range<Int>) {
    self.init(code: code, offset: range.lowerBound, number: column, range: range)
  }
}

/// The marks that some editors put before a text.
enum ByteOrderMark: String {
  case utf8 = "UTF-8"
  case utf16 = "UTF-16"

  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF), (0xFF, 0xFE): self = .utf16
    case (0xEF, 0xBB) where bytes.count >= 3 && bytes[2] == 0xBF: self = .utf8
    default: return nil
    }
  }

  var length: Int { self == .utf8 ? 3 : 2 }
}

extension ReleaseError {
  private static let leaveOut = "get the release again, or pass --lenient to leave the row out"

  init(
    _ fault: RowFault, in table: RRFTable, line: Int, row: Span<UInt8>, isTerminated: Bool,
    rowsBefore: Int
  ) {
    let isCut = !isTerminated && fault.range == nil
    var remedy = Self.leaveOut
    if isCut {
      remedy =
        "compare its size with the release's readme, or pass --lenient to load the "
        + "\(grouped(rowsBefore)) rows before it"
    } else if fault.code == .crlf {
      remedy = "give the zip itself, unpack it without text conversion, or pass --lenient"
    }
    let (found, expected) = Self.wording(of: fault, in: table, row: row)
    self.init(
      fault.code, file: table.fileName, line: line, column: fault.offset + 1, found: found,
      expected: expected, excerpt: excerptOfRow(row, around: fault.offset),
      note: isCut ? "the file may be cut: its last byte is not a line feed" : nil, remedy: remedy)
  }

  private static func wording(
    of fault: RowFault, in table: RRFTable, row: Span<UInt8>
  ) -> (found: String, expected: String) {
    switch fault.code {
    case .columnCount where row.isEmpty: ("row is empty", "\(table.columnCount) fields")
    case .columnCount:
      ("row has \(fault.number) field\(fault.number == 1 ? "" : "s")", "\(table.columnCount)")
    case .missingFinalBar: ("row has no bar after its last field", "|")
    case .nul: ("row holds a NUL byte", "text")
    case .crlf: ("row ends with a carriage return", "a line feed right after the last bar")
    case .invalidUTF8: ("byte 0x\(hexadecimal(row[fault.offset])) is not UTF-8 here", "UTF-8 text")
    case .emptyText: ("STR is empty", "a name")
    case .unknownLetter:
      ("SUPPRESS is \(quoted(row, fault.range ?? 0..<0))", "N, O, E, Y or nothing")
    default:
      (
        "\(table.columnNames[fault.number]) is \(quoted(row, fault.range ?? 0..<0))",
        "1 to 8 digits without a leading zero"
      )
    }
  }

  @usableFromInline
  static func malformedCode(in row: borrowing RRFRow, column: Int) -> ReleaseError {
    ReleaseError(
      RowFault(.codeNotNumeric, column: column, range: row.range(of: column)), in: row.table,
      line: row.line,
      row: row.bytes, isTerminated: true, rowsBefore: 0)
  }

  static func emptyFile(_ table: RRFTable) -> ReleaseError {
    ReleaseError(
      .emptyFile, file: table.fileName, line: 1, column: 1, found: "file is empty",
      expected: "rows of \(table.columnCount) fields",
      remedy: table == .concepts
        ? "get the release again: its copy or download failed"
        : "get the release again; if it has no such rows, remove the file")
  }

  /// The file of a table, with the release where several are read.
  private static func name(of table: RRFTable, _ release: String?) -> String {
    release.map { "\(table.fileName) of \($0)" } ?? table.fileName
  }

  /// Columns that are in another order than the format's, by what most rows say.
  package static func columns(
    _ table: RRFTable, _ found: String, expected: String, of release: String?
  ) -> ReleaseError {
    ReleaseError(
      .wrongColumns, file: name(of: table, release), found: found, expected: expected,
      remedy: "use the table as released, with its columns in the order of RxNorm's documentation")
  }

  /// A table without many of the codes that another one is about.
  package static func cut(
    _ table: RRFTable, lacking count: Int, of all: Int, in other: RRFTable, of release: String?
  ) -> ReleaseError {
    ReleaseError(
      .cutTable, file: name(of: table, release),
      found: "it lacks the codes of \(count) of \(all) rows of RXNORM in \(other.fileName)",
      expected: "those of nearly all",
      remedy:
        "get the release again, for the table was cut or is another release's; of a selection "
        + "of concepts leave out the other rows of every table")
  }

  static func byteOrderMark(_ mark: ByteOrderMark, _ table: RRFTable) -> ReleaseError {
    ReleaseError(
      .byteOrderMark, file: table.fileName, line: 1, column: 1,
      found: "file begins with the byte order mark of \(mark.rawValue)",
      expected: "UTF-8 without a mark",
      remedy: mark == .utf8
        ? "use the file as released, not as an editor saved it, or pass --lenient to skip the mark"
        : "use the file as released, not as an editor saved it")
  }
}

// How bytes of a release are shown in messages.

/// The longest quotation in a message, in characters.
private let quotationLimit = 60

/// Returns the part of a row around an offset, on one line, cut with `…`.
func excerptOfRow(_ row: Span<UInt8>, around offset: Int) -> String {
  // Start early enough to show what comes before the place, but at a character's first byte.
  var start = offset < quotationLimit / 2 ? 0 : offset - quotationLimit / 2
  while start > 0, start < row.count, row[start] & 0xC0 == 0x80 { start -= 1 }
  return (start > 0 ? "…" : "") + printable(row, start..<row.count)
}

/// Returns bytes between quotation marks, cut with `…`.
func quoted(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
  range.isEmpty ? "empty" : "\"\(printable(bytes, range))\""
}

private func printable(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
  // A character has at most 4 bytes per scalar; a few more for marks that combine.
  let kept = range.prefix(quotationLimit * 8)
  let text = String(decoding: kept.map { bytes[$0] }, as: UTF8.self)
  var shown = ""
  var count = 0
  for character in text {
    guard count < quotationLimit else { return shown + "…" }
    count += 1
    for scalar in character.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      shown += isControl ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }
  return kept.count < range.count ? shown + "…" : shown
}

/// Returns a byte as two hexadecimal digits.
func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.utf8.count == 1 ? "0" + digits : digits
}

func grouped(_ number: Int) -> String {
  var text = ""
  for (index, digit) in String(number).reversed().enumerated() {
    if index > 0, index % 3 == 0 { text = "," + text }
    text = String(digit) + text
  }
  return text
}
