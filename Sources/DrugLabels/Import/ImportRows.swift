// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRStreams

/// The rows of a file of fields, one after another, in constant memory.
///
/// Fields are numbered like the wanted columns, whatever their places in the file.
struct ImportRows: ~Copyable {
  /// What separates fields.
  enum Form {
    case commas
    /// Tabs; a quotation mark is a character like others.
    case tabs
  }

  private static let pieceLength = 1 << 20
  private static let longestRow = 1 << 20

  let name: String
  private var stream: ByteStream
  private let form: Form
  private let separator: UInt8
  /// A piece of the file, with the unfinished row of the piece before it in front.
  private var bytes: [UInt8] = []
  private var rowStart = 0
  private var next = 0
  private var isAtEnd = false
  private var lineFeeds = 0
  /// The fields of the current row, without enclosing quotation marks.
  private var fields: [Range<Int>] = []
  private var hasQuotes = false
  /// The places of the wanted columns; `nil` for all columns in the order of the file.
  private var places: [Int]?

  private(set) var line = 0
  private(set) var count = 0

  /// Opens a file; gzip is recognized by its first bytes.
  init(_ path: String, _ form: Form) throws(ImportError) {
    name = path
    self.form = form
    separator = form == .commas ? UInt8(ascii: ",") : UInt8(ascii: "\t")
    // Nothing is used before the end, so a gzip need not be checked first.
    do { stream = try ByteStream(path, checksFirst: false) } catch {
      throw ImportError(error, file: path)
    }
  }

  var progress: (done: Int, total: Int) { (stream.bytesRead, stream.byteCount ?? 0) }

  /// Advances to the next row, if there is one; empty lines are skipped.
  mutating func advance() throws(ImportError) -> Bool {
    line = lineFeeds + 1
    while let end = try rowEnd() {
      rowStart = next
      next = min(end + 1, bytes.count)
      try cut(to: end)
      if fields.count > 1 || !fields[0].isEmpty || hasQuotes {
        count += 1
        return true
      }
      line = lineFeeds + 1
    }
    return false
  }

  /// Reads the header line; each wanted column must occur once.
  mutating func readHeader(_ wanted: [String]) throws(ImportError) -> [String] {
    guard try advance() else {
      throw ImportError(
        .header, name, line: 1, found: "an empty file", expected: "a header line",
        try: "take all files of the release")
    }
    let names = try fields.indices.map { (field) throws(ImportError) in try text(field) }
    let places = try wanted.map { (name) throws(ImportError) in
      let found = names.indices.filter { names[$0] == name }
      if let place = found.first, found.count == 1 { return place }
      throw error(
        .header, found.dropFirst().first ?? 0,
        found: found.isEmpty
          ? "the columns " + names.prefix(12).joined(separator: ", ") : "\(name) twice",
        expected: "the column \(name)")
    }
    if !wanted.isEmpty { self.places = places }
    return names
  }

  func expect(_ count: Int) throws(ImportError) {
    if fields.count == count { return }
    throw ImportError(
      .columnCount, name, line: line, column: 1, found: "\(fields.count) fields",
      expected: "\(count)",
      try: form == .commas
        ? "put a field that holds a comma in quotation marks" : "write one tab between fields")
  }

  /// The end of the row that begins at `next`: a line feed outside of quotation marks.
  private mutating func rowEnd() throws(ImportError) -> Int? {
    while true {
      var (isOpen, closed, feeds) = (false, -1, 1)
      for index in next..<bytes.count {
        let byte = bytes[index]
        if byte == 0x0A {
          if !isOpen {
            lineFeeds += feeds
            return index
          }
          feeds += 1
        } else if byte == 0x22, form == .commas {
          if isOpen {
            (isOpen, closed) = (false, index)
          } else {
            isOpen = index == next || bytes[index - 1] == separator || closed == index - 1
          }
        }
      }
      if isAtEnd { return next < bytes.count ? bytes.count : nil }
      guard bytes.count - next <= Self.longestRow else {
        throw error(
          .rowTooLong, nil, found: "a row of more than \(Self.longestRow) bytes",
          expected: "a shorter one", try: "look for a quotation mark that is not closed")
      }
      bytes.removeSubrange(..<next)
      next = 0
      let more: [UInt8]
      do { more = try stream.next(upTo: Self.pieceLength) } catch {
        throw ImportError(error, file: name)
      }
      isAtEnd = more.isEmpty
      bytes += more
      if lineFeeds == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    }
  }

  private mutating func cut(to end: Int) throws(ImportError) {
    fields.removeAll(keepingCapacity: true)
    hasQuotes = false
    var index = rowStart
    while true {
      let start = index
      if form == .commas, index < end, bytes[index] == 0x22 {
        hasQuotes = true
        index += 1
        while index < end, bytes[index] != 0x22 || index + 1 < end && bytes[index + 1] == 0x22 {
          index += bytes[index] == 0x22 ? 2 : 1
        }
        guard index < end else { throw strayQuote("a quotation mark that is not closed", start) }
        fields.append(start + 1..<index)
        index += 1
        if index + 1 == end, bytes[index] == 0x0D { index = end }
        guard index == end || bytes[index] == separator else {
          throw strayQuote("text behind a closing quotation mark", start)
        }
      } else {
        while index < end, bytes[index] != separator {
          if bytes[index] == 0x22, form == .commas {
            throw strayQuote("a quotation mark within a field", start)
          }
          index += 1
        }
        let isReturn = index == end && index > start && bytes[index - 1] == 0x0D
        fields.append(start..<(isReturn ? index - 1 : index))
      }
      if index >= end { return }
      index += 1
    }
  }

  private func strayQuote(_ found: String, _ start: Int) -> ImportError {
    ImportError(
      .quote, name, line: line, column: start - rowStart + 1, found: found,
      expected: "a field in quotation marks, those within it doubled",
      try: "write the field as RFC 4180 does: \"it is \"\"quoted\"\"\"")
  }

  private func range(_ field: Int) -> Range<Int> { fields[places.map { $0[field] } ?? field] }

  func isEmpty(_ field: Int) -> Bool { range(field).isEmpty }

  func text(_ field: Int) throws(ImportError) -> String {
    guard let text = String(validating: bytes[range(field)], as: UTF8.self) else {
      throw error(
        .invalidUTF8, field, found: "bytes that are not UTF-8", expected: "UTF-8",
        try: "save the file as UTF-8")
    }
    return hasQuotes && text.utf8.contains(0x22) ? text.replacing("\"\"", with: "\"") : text
  }

  func number(_ field: Int) throws(ImportError) -> Int {
    let text = try text(field)
    if text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int(text) { return number }
    throw error(isEmpty(field) ? .emptyField : .badNumber, field, expected: "a whole number")
  }

  /// A required decimal number such as `3.41`, `-2` or `1e-05`.
  func decimal(_ field: Int) throws(ImportError) -> Double {
    if let value = Double(try text(field)), value.isFinite { return value }
    throw error(isEmpty(field) ? .emptyField : .badNumber, field, expected: "a number such as 3.41")
  }

  func error(
    _ code: ImportError.Code, _ field: Int?, found: String? = nil, expected: String,
    try remedy: String = "take the file as the release has it"
  ) -> ImportError {
    let place = field.map { places?[$0] ?? $0 }
    let range = place.flatMap { fields.indices.contains($0) ? fields[$0] : nil }
    let quoted = range.map { ImportError.quoted(String(decoding: bytes[$0], as: UTF8.self)) }
    return ImportError(
      code, name, line: line,
      column: place == nil ? nil : range.map { $0.lowerBound - rowStart + 1 } ?? 1,
      found: found ?? quoted ?? (place == nil ? "the row" : "no field"), expected: expected,
      try: remedy)
  }
}
