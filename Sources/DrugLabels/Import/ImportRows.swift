// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRStreams

/// The rows of a file of fields, one after another, in constant memory.
///
/// A row costs one pass over its bytes and no allocation; strings are made on demand. Fields are
/// numbered like the wanted columns, whatever their places in the file.
struct ImportRows: ~Copyable {
  /// What separates fields.
  enum Form {
    /// Commas, fields in quotation marks where they hold one (RFC 4180).
    case commas
    /// Tabs; a quotation mark is a character like others.
    case tabs
  }

  private static let pieceLength = 1 << 20
  private static let longestRow = 1 << 20

  /// The name of the file in messages.
  let name: String
  private var stream: ByteStream
  private let form: Form
  private let separator: UInt8
  /// A piece of the file, with the unfinished row of the piece before it in front.
  private(set) var bytes: [UInt8] = []
  private var next = 0
  private var isAtEnd = false
  private var isBegun = false
  private var lineFeeds = 0
  private var rowStart = 0
  /// The ranges of the fields of the current row, without enclosing quotation marks.
  private var starts: [Int] = []
  private var ends: [Int] = []
  private var hasQuotes = false
  /// The places of the wanted columns; `nil` for all columns in the order of the file.
  private var places: [Int]?

  /// The line on which the current row begins.
  private(set) var line = 0
  /// How many rows were read.
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

  /// How many bytes of the file were read, of how many.
  var progress: (done: Int, total: Int) { (stream.bytesRead, stream.byteCount ?? 0) }

  /// Advances to the next row; empty lines are skipped.
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

  /// Reads the header line.
  ///
  /// - Parameter wanted: The columns whose fields are read; each must occur once.
  /// - Returns: The names of all columns.
  /// - Throws: ``ImportError`` if there is no header line, or a wanted column is missing or repeated.
  mutating func readHeader(_ wanted: [String]) throws(ImportError) -> [String] {
    guard try advance() else {
      throw ImportError(
        .header, name, line: 1, found: "an empty file", expected: "a header line",
        try: "take all files of the release")
    }
    var names: [String] = []
    for field in starts.indices { names.append(try text(field)) }
    let places = try wanted.map { (name) throws(ImportError) in
      let found = names.indices.filter { names[$0] == name }
      if let place = found.first, found.count == 1 { return place }
      throw error(
        .header, found.dropFirst().first ?? 0,
        found: found.isEmpty
          ? "the columns " + names.prefix(12).joined(separator: ", ") : "\(name) twice",
        expected: "the column \(name)", try: "take the file as the release has it")
    }
    if !wanted.isEmpty { self.places = places }
    return names
  }

  /// Checks that the row has as many fields as the header line.
  @inline(__always)
  func expect(_ count: Int) throws(ImportError) {
    if starts.count == count { return }
    throw ImportError(
      .columnCount, name, line: line, column: 1, found: "\(starts.count) fields",
      expected: "\(count)",
      try: form == .commas
        ? "put a field that holds a comma in quotation marks" : "write one tab between fields")
  }

  // MARK: Scanning

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
      let more: [UInt8]
      do { more = try stream.next(upTo: Self.pieceLength) } catch {
        throw ImportError(error, file: name)
      }
      isAtEnd = more.isEmpty
      bytes += more
      if !isBegun {
        isBegun = true
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
      }
    }
  }

  /// Finds the fields; `false` if the row may continue after the bytes read so far.
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
      starts.append(index)
      if form == .commas, index < limit, span[index] == 0x22 {
        hasQuotes = true
        index += 1
        starts[starts.count - 1] = index
        while index < limit {
          if span[index] == 0x22 {
            // At the end of the piece the next byte tells whether the mark is doubled.
            if index + 1 >= limit, !isAtEnd { return false }
            if index + 1 >= limit || span[index + 1] != 0x22 { break }
            index += 1
          } else if span[index] == 0x0A {
            feeds += 1
          }
          index += 1
        }
        guard index < limit else {
          guard isAtEnd else { return false }
          throw strayQuote("a quotation mark that is not closed")
        }
        ends.append(index)
        index += 1
        if index < limit, span[index] == 0x0D {
          if index + 1 >= limit, !isAtEnd { return false }
          if index + 1 < limit, span[index + 1] == 0x0A { index += 1 }
        }
        guard index >= limit || span[index] == separator || span[index] == 0x0A else {
          throw strayQuote("text behind a closing quotation mark")
        }
      } else {
        while index < limit, span[index] != separator, span[index] != 0x0A {
          if span[index] == 0x22, form == .commas {
            throw strayQuote("a quotation mark within a field", before: 0)
          }
          index += 1
        }
        ends.append(index)
      }
      guard index < limit || isAtEnd else { return false }
      if index < limit, span[index] != 0x0A {
        index += 1
        continue
      }
      let last = ends.count - 1
      if ends[last] > starts[last], span[ends[last] - 1] == 0x0D { ends[last] -= 1 }
      next = min(index + 1, limit)
      lineFeeds += feeds + 1
      return true
    }
  }

  /// An error about the last field, which begins the given number of bytes earlier.
  private func strayQuote(_ found: String, before: Int = 1) -> ImportError {
    ImportError(
      .quote, name, line: line, column: (starts.last ?? 0) - before - rowStart + 1, found: found,
      expected: "a field in quotation marks, those within it doubled",
      try: "write the field as RFC 4180 does: \"it is \"\"quoted\"\"\"")
  }

  // MARK: Fields

  /// The bytes of a field; a field in quotation marks may hold doubled ones.
  @inline(__always)
  func range(_ field: Int) -> Range<Int> {
    let place = places.map { $0[field] } ?? field
    return starts[place]..<ends[place]
  }

  @inline(__always)
  func isEmpty(_ field: Int) -> Bool { range(field).isEmpty }

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
      isSecond = scalar == "\"" && !isSecond
      if !isSecond { plain.unicodeScalars.append(scalar) }
    }
    return plain
  }

  /// A required whole number of at most 18 digits.
  @inline(__always)
  func number(_ field: Int) throws(ImportError) -> Int {
    let range = range(field)
    var value = 0
    var isNumber = !range.isEmpty && range.count <= 18
    for index in range where isNumber {
      let digit = bytes[index] &- 0x30
      isNumber = digit <= 9
      value = value &* 10 &+ Int(digit)
    }
    if isNumber { return value }
    throw badNumber(field, expected: "a whole number")
  }

  /// A required decimal number such as `3.41`, `-2` or `1e-05`.
  func decimal(_ field: Int) throws(ImportError) -> Double {
    let range = range(field)
    let isNegative = bytes[range].first == UInt8(ascii: "-")
    var (digits, mantissa, divisor, isPlain, isFraction) = (0, 0, 1.0, true, false)
    for byte in bytes[range].dropFirst(isNegative ? 1 : 0) {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else if byte &- 0x30 <= 9, digits < 18 {
        digits += 1
        mantissa = mantissa &* 10 &+ Int(byte &- 0x30)
        if isFraction { divisor *= 10 }
      } else {
        isPlain = false
      }
    }
    if isPlain, digits > 0 { return (isNegative ? -1 : 1) * Double(mantissa) / divisor }
    if let value = Double(try text(field)), value.isFinite { return value }
    throw badNumber(field, expected: "a number such as 3.41")
  }

  // MARK: Errors

  private func badNumber(_ field: Int, expected: String) -> ImportError {
    error(isEmpty(field) ? .emptyField : .badNumber, field, expected: expected)
  }

  /// An error about a field of the current row, or about the whole row.
  func error(
    _ code: ImportError.Code, _ field: Int?, found: String? = nil, expected: String,
    try remedy: String = "take the file as the release has it"
  ) -> ImportError {
    let place = field.map { places?[$0] ?? $0 }
    let isThere = place.map(starts.indices.contains) ?? false
    let quoted = place.map {
      isThere
        ? ImportError.quoted(String(decoding: bytes[starts[$0]..<ends[$0]], as: UTF8.self))
        : "no field"
    }
    return ImportError(
      code, name, line: line, column: place.map { isThere ? starts[$0] - rowStart + 1 : 1 },
      found: found ?? quoted ?? "the row", expected: expected, try: remedy)
  }
}

extension ImportError {
  /// A file that cannot be opened, read or inflated.
  init(_ error: FHIRStreamError, file: String) {
    let found = LabelError(error, file: file).found
    if error.code.hasPrefix("gzip.") {
      self.init(
        .gzip, file, found: found, expected: "whole gzip", try: error.remedy ?? "get the file again"
      )
    } else {
      self.init(
        error.remedy == nil ? .unreadable : .missingFile, file,
        found: found.prefix(1).lowercased() + found.dropFirst(),
        expected: "a file that can be read",
        try: "check the spelling of the path and who may read it")
    }
  }
}
