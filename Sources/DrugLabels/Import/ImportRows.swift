// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// How rows are read.
//
//   bytes   a piece of the file, about a megabyte; the rest of the last row is kept in front
//   starts  where each field of the current row begins, without its quotation mark
//   ends    where it ends, without it
//
// A row costs one pass over its bytes and no allocation; text is made when it is asked for.

/// The rows of a file of fields, one after another, in constant memory.
struct ImportRows: ~Copyable {
  /// How fields are parted.
  enum Form {
    /// Commas, fields in quotation marks where they hold one (RFC 4180).
    case commas
    /// Tabs; a quotation mark is a character like others.
    case tabs
  }

  private static let pieceLength = 1 << 20
  private static let longestRow = 1 << 20

  private var file: ImportFile
  private let form: Form
  private let separator: UInt8
  private(set) var bytes: [UInt8] = []
  private var next = 0
  private var isAtEnd = false
  private var isBegun = false
  private var lineFeeds = 0
  private var rowStart = 0
  private var starts: [Int] = []
  private var ends: [Int] = []
  private var hasQuotes = false

  /// The line on which the current row begins.
  private(set) var line = 0
  /// How many rows were read.
  private(set) var count = 0

  init(_ file: consuming ImportFile, _ form: Form) {
    self.file = file
    self.form = form
    separator = form == .commas ? UInt8(ascii: ",") : UInt8(ascii: "\t")
  }

  var name: String { file.name }
  /// How many bytes of the file were read, of how many.
  var progress: (done: Int, total: Int) { (file.bytesRead, file.byteCount) }
  /// The number of fields of the current row.
  var fieldCount: Int { starts.count }

  /// Goes to the next row; empty lines are passed over.
  ///
  /// - Returns: Whether there is one.
  mutating func advance() throws(ImportError) -> Bool {
    while true {
      rowStart = next
      line = lineFeeds + 1
      guard try scanRow() else { return false }
      if starts.count == 1, starts[0] == ends[0], !hasQuotes { continue }
      count += 1
      return true
    }
  }

  /// Finds the fields of the row that begins at `next`, and reads on where it is not whole.
  private mutating func scanRow() throws(ImportError) -> Bool {
    while true {
      if rowStart < bytes.count, try scan() { return true }
      if isAtEnd { return false }
      guard bytes.count - rowStart <= Self.longestRow else {
        throw error(
          .rowTooLong, nil, found: "a row of more than \(Self.longestRow) bytes",
          expected: "a shorter one", try: "look for a quotation mark that is not closed")
      }
      bytes.removeSubrange(..<rowStart)
      rowStart = 0
      next = 0
      isAtEnd = try !file.read(upTo: Self.pieceLength, into: &bytes)
      if !isBegun {
        isBegun = true
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
      }
    }
  }

  /// Finds the fields; `false` if the row may go on behind the bytes at hand.
  private mutating func scan() throws(ImportError) -> Bool {
    starts.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    hasQuotes = false
    // A copy of the reference, so that fields can be noted while the bytes are lent.
    let bytes = self.bytes
    let span = bytes.span
    let limit = span.count
    var feeds = 0
    var index = rowStart
    while true {
      if form == .commas, index < limit, span[index] == 0x22 {
        hasQuotes = true
        let start = index + 1
        index = start
        while true {
          guard index < limit else { return try unfinishedQuote(start) }
          let byte = span[index]
          if byte == 0x22 {
            // At the end of the piece the next byte tells whether the mark is doubled.
            if index + 1 >= limit, !isAtEnd { return false }
            if index + 1 >= limit || span[index + 1] != 0x22 { break }
            index += 1
          } else if byte == 0x0A {
            feeds += 1
          }
          index += 1
        }
        starts.append(start)
        ends.append(index)
        index += 1
        if index < limit, span[index] == 0x0D, index + 1 < limit, span[index + 1] == 0x0A {
          index += 1
        } else if index < limit, span[index] == 0x0D, index + 1 >= limit, !isAtEnd {
          return false
        }
        guard index >= limit || span[index] == separator || span[index] == 0x0A else {
          throw strayQuote(start - 1, "text behind a closing quotation mark")
        }
      } else {
        starts.append(index)
        while index < limit {
          let byte = span[index]
          if byte == separator || byte == 0x0A { break }
          if byte == 0x22, form == .commas {
            throw strayQuote(starts[starts.count - 1], "a quotation mark within a field")
          }
          index += 1
        }
        ends.append(index)
      }
      guard index < limit else {
        guard isAtEnd else { return false }
        trimCarriageReturn(span)
        next = limit
        lineFeeds += feeds + 1
        return true
      }
      let isEndOfRow = span[index] == 0x0A
      index += 1
      if isEndOfRow {
        trimCarriageReturn(span)
        next = index
        lineFeeds += feeds + 1
        return true
      }
    }
  }

  private mutating func trimCarriageReturn(_ span: borrowing Span<UInt8>) {
    let last = ends.count - 1
    if ends[last] > starts[last], span[ends[last] - 1] == 0x0D { ends[last] -= 1 }
  }

  private func unfinishedQuote(_ start: Int) throws(ImportError) -> Bool {
    guard isAtEnd else { return false }
    throw strayQuote(start - 1, "a quotation mark that is not closed")
  }

  private func strayQuote(_ place: Int, _ found: String) -> ImportError {
    ImportError(
      .quote, name, line: line, column: place - rowStart + 1, found: found,
      expected: "a field in quotation marks, those within it doubled",
      try: "write the field as RFC 4180 does: \"it is \"\"quoted\"\"\"")
  }

  // MARK: Fields

  /// The bytes of a field; a field in quotation marks may hold doubled ones.
  @inline(__always)
  func range(_ field: Int) -> Range<Int> { starts[field]..<ends[field] }

  @inline(__always)
  func isEmpty(_ field: Int) -> Bool { starts[field] == ends[field] }

  /// The text of a field.
  func text(_ field: Int) throws(ImportError) -> String {
    guard let text = String(validating: bytes[range(field)], as: UTF8.self) else {
      throw error(
        .invalidUTF8, field, found: "bytes that are not UTF-8", expected: "UTF-8",
        try: "save the file as UTF-8")
    }
    guard hasQuotes, text.utf8.contains(0x22) else { return text }
    var plain = ""
    var isSecond = false
    for scalar in text.unicodeScalars {
      if scalar == "\"", !isSecond {
        isSecond = true
        continue
      }
      isSecond = false
      plain.unicodeScalars.append(scalar)
    }
    return plain
  }

  /// A whole number of at most 18 digits; `nil` for anything else.
  @inline(__always)
  func number(_ field: Int) -> Int? {
    let range = range(field)
    guard !range.isEmpty, range.count <= 18 else { return nil }
    var value = 0
    for index in range {
      let digit = bytes[index] &- 0x30
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }

  /// An error about a field of the current row, or about the whole row.
  func error(
    _ code: ImportError.Code, _ field: Int?, found: String? = nil, expected: String,
    try remedy: String
  ) -> ImportError {
    let place = field.map { $0 < starts.count ? starts[$0] - rowStart + 1 : 1 }
    let quoted = field.map {
      $0 < starts.count
        ? ImportError.quoted(String(decoding: bytes[range($0)], as: UTF8.self)) : "no field"
    }
    return ImportError(
      code, name, line: line, column: place, found: found ?? quoted ?? "the row",
      expected: expected, try: remedy)
  }

  /// Checks that the row has as many fields as its format.
  @inline(__always)
  func expect(_ count: Int) throws(ImportError) {
    if starts.count != count { throw wrongCount(count) }
  }

  private func wrongCount(_ count: Int) -> ImportError {
    ImportError(
      .columnCount, name, line: line, column: 1, found: "\(starts.count) fields",
      expected: "\(count)",
      try: form == .commas
        ? "put a field that holds a comma in quotation marks"
        : "write one tab between fields")
  }
}
