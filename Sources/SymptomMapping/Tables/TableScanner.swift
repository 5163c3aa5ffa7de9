// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Finds the delimiters of a table and checks that every row has its fields.
struct TableScanner {
  private static let tab = UInt8(ascii: "\t")
  private static let lineFeed = UInt8(ascii: "\n")
  /// Offsets are kept in 32 bits, and no table comes near.
  private static let byteLimit = 1 << 30

  let file: String
  var ends: [UInt32] = []

  init(file: String, byteCount: Int) {
    self.file = file
    // A field of a mapping table has eight bytes or more on average.
    ends.reserveCapacity(min(byteCount, Self.byteLimit) / 8 + 32)
  }

  /// Checks that the file is whole UTF-8.
  func checkText(_ bytes: [UInt8]) throws(MappingError) {
    guard bytes.count <= Self.byteLimit else {
      throw error(
        .tooLarge, line: nil, column: nil, found: "\(bytes.count) bytes",
        expected: "at most \(Self.byteLimit)", remedy: "split the table")
    }
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let place = place(of: error.byteOffsets.lowerBound, in: bytes)
      throw self.error(
        .invalidUTF8, line: place.line, column: place.column, found: "bytes that are not UTF-8",
        expected: "UTF-8", remedy: "save the table as UTF-8")
    }
    guard bytes.last == Self.lineFeed else {
      let last = place(of: bytes.count, in: bytes)
      throw error(
        .missingLineFeed, line: last.line, column: last.column, found: "the end of the file",
        expected: "a line feed after every row", remedy: "check that the file is not cut")
    }
  }

  /// The names of the columns that the table has.
  func header(
    _ bytes: [UInt8], columns: [String], optional: [String]
  ) throws(MappingError) -> [String] {
    let line = bytes[..<(bytes.firstIndex(of: Self.lineFeed) ?? 0)]
    let found = line.split(separator: Self.tab, omittingEmptySubsequences: false)
    let wanted = columns + optional.prefix(max(0, found.count - columns.count))
    for (index, name) in wanted.enumerated() {
      let field = index < found.count ? found[index] : []
      if field.elementsEqual(name.utf8) { continue }
      throw error(
        .header, line: 1, column: max(field.startIndex, 0) + 1,
        found: index < found.count ? Self.quoted(field) : "\(found.count) columns",
        expected: "the column \(name)", remedy: "columns: \(wanted.joined(separator: ", "))")
    }
    guard found.count == wanted.count else {
      throw error(
        .header, line: 1, column: found[wanted.count].startIndex + 1,
        found: Self.quoted(found[wanted.count]), expected: "no further column",
        remedy: "columns: \(wanted.joined(separator: ", "))")
    }
    return wanted
  }

  /// Notes the place of every delimiter.
  mutating func scan(_ bytes: [UInt8], columnCount: Int) throws(MappingError) {
    let span = bytes.span
    var fields = 0
    var offset = 0
    while offset + 8 <= span.count {
      var marks = ByteWords.controlCharacters(span, at: offset)
      while marks != 0 {
        try take(bytes, offset + marks.trailingZeroBitCount >> 3, columnCount, &fields)
        marks &= marks - 1
      }
      offset += 8
    }
    while offset < span.count {
      if span[offset] < 0x20 { try take(bytes, offset, columnCount, &fields) }
      offset += 1
    }
  }

  @inline(__always)
  private mutating func take(
    _ bytes: [UInt8], _ offset: Int, _ columnCount: Int, _ fields: inout Int
  ) throws(MappingError) {
    fields += 1
    let byte = bytes[offset]
    if byte == Self.lineFeed {
      guard fields == columnCount else {
        throw wrongCount(bytes, offset, found: fields, columnCount)
      }
      fields = 0
    } else if byte != Self.tab {
      throw controlCharacter(bytes, offset)
    } else if fields >= columnCount {
      let rest = bytes[offset...].prefix { $0 != Self.lineFeed }
      throw wrongCount(
        bytes, offset, found: columnCount + rest.count { $0 == Self.tab }, columnCount)
    }
    ends.append(UInt32(truncatingIfNeeded: offset))
  }

  // MARK: Messages

  private func wrongCount(
    _ bytes: [UInt8], _ offset: Int, found: Int, _ columnCount: Int
  ) -> MappingError {
    error(
      .columnCount, line: place(of: offset, in: bytes).line, column: 1,
      found: "\(found) fields", expected: "\(columnCount)",
      remedy: "write one tab between fields; a value holds no tab and no line break")
  }

  private func controlCharacter(_ bytes: [UInt8], _ offset: Int) -> MappingError {
    let place = place(of: offset, in: bytes)
    let byte = bytes[offset]
    let name = byte == 0x0D ? "a carriage return" : "the control character \(byte)"
    return error(
      .controlCharacter, line: place.line, column: place.column, found: name,
      expected: "tabs and line feeds only", remedy: "save the table with line feeds (LF)")
  }

  private func error(
    _ code: MappingError.Code, line: Int?, column: Int?, found: String, expected: String,
    remedy: String
  ) -> MappingError {
    MappingError(
      code: code, file: file, line: line, column: column, found: found, expected: expected,
      remedy: remedy)
  }

  private func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes[..<offset]
    let start = before.lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? 0
    return (before.count { $0 == Self.lineFeed } + 1, offset - start + 1)
  }

  /// A field as a message quotes it: at most 60 characters.
  static func quoted(_ field: ArraySlice<UInt8>) -> String {
    let text = String(decoding: field, as: UTF8.self)
    if text.isEmpty { return "an empty field" }
    return text.count > 60 ? "\"\(text.prefix(59))…\"" : "\"\(text)\""
  }
}
