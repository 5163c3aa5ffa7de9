// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRStreams

/// The rows of a file of fields, one after another, in constant memory.
///
/// Fields are numbered like the wanted columns, whatever their places in the file.
struct ImportRows: ~Copyable {
  /// What separates fields, and which of them every row has.
  enum Form {
    /// Commas, below a header line with these columns; empty for all that the file has.
    case commas([String])
    /// Tabs, without a header line; a quotation mark is a character like others.
    case tabs(Int)
  }

  private static let pieceLength = 1 << 20
  private static let longestRow = 1 << 20

  let name: String
  /// The names in the header line, in the order of the file.
  private(set) var header: [String] = []
  private var stream: ByteStream
  private let hasCommas: Bool
  private let separator: UInt8
  /// A piece of the file, with the unfinished row of the piece before it in front.
  private var bytes: [UInt8] = []
  private var rowStart = 0
  private var next = 0
  private var isAtEnd = false
  private var lineFeeds = 0
  /// The fields of the current row, without enclosing quotation marks.
  private var fields: [Range<Int>] = []
  private var fieldCount: Int?
  private var hasQuotes = false
  /// The places of the wanted columns; `nil` for all columns in the order of the file.
  private var places: [Int]?

  private(set) var line = 0
  /// How many rows were read, that of the header not counted.
  private(set) var count = 0

  /// Opens a file, and reads its header line if it has one; gzip is recognized by its first bytes.
  static func open(_ path: String, _ form: Form) throws(LabelError) -> ImportRows {
    var rows = try ImportRows(path, form)
    if case .commas(let columns) = form { try rows.readHeader(columns) }
    return rows
  }

  private init(_ path: String, _ form: Form) throws(LabelError) {
    name = path
    switch form {
    case .commas: (hasCommas, separator) = (true, UInt8(ascii: ","))
    case .tabs(let count): (hasCommas, separator, fieldCount) = (false, UInt8(ascii: "\t"), count)
    }
    // Nothing is used before the end, so a gzip need not be checked first.
    do { stream = try ByteStream(path, checksFirst: false) } catch {
      throw LabelError.ofImport(error, file: path)
    }
  }

  var progress: (done: Int, total: Int) { (stream.bytesRead, stream.byteCount ?? 0) }

  /// Advances to the next row, if there is one; empty lines are skipped.
  mutating func advance() throws(LabelError) -> Bool {
    line = lineFeeds + 1
    while !isAtEnd || next < bytes.count {
      if try !cut() {
        try fill()
      } else if fields.count > 1 || !fields[0].isEmpty || hasQuotes {
        guard fields.count == fieldCount ?? fields.count else { throw wrongCount }
        count += 1
        return true
      }
      line = lineFeeds + 1
    }
    return false
  }

  private var wrongCount: LabelError {
    LabelError(
      "import.column-count", place(1), found: "\(fields.count) fields",
      expected: fieldCount.map { "\($0)" } ?? "",
      try: hasCommas
        ? "put a field that holds a comma in quotation marks" : "write one tab between fields")
  }

  /// A place in the row: the byte where a field begins, counted from one, or the whole row.
  private func place(_ column: Int?) -> String {
    "\(name):\(line)" + (column.map { ":\($0)" } ?? "")
  }

  /// Each wanted column must occur once.
  private mutating func readHeader(_ wanted: [String]) throws(LabelError) {
    guard try advance() else {
      throw LabelError(
        "import.header", "\(name):1", found: "an empty file", expected: "a header line",
        try: "take all files of the release")
    }
    let names = try fields.indices.map { (field) throws(LabelError) in try text(field) }
    let places = try wanted.map { (name) throws(LabelError) in
      let found = names.indices.filter { names[$0] == name }
      if let place = found.first, found.count == 1 { return place }
      throw error(
        "import.header", found.dropFirst().first ?? 0,
        found: found.isEmpty
          ? "the columns " + names.prefix(12).joined(separator: ", ") : "\(name) twice",
        expected: "the column \(name)")
    }
    if !wanted.isEmpty { self.places = places }
    (header, fieldCount, count) = (names, names.count, 0)
  }

  /// Reads on; the unfinished row moves to the front.
  private mutating func fill() throws(LabelError) {
    guard bytes.count - next <= Self.longestRow else {
      throw error(
        "import.row-too-long", nil, found: "a row of more than \(Self.longestRow) bytes",
        expected: "a shorter one", try: "look for a quotation mark that is not closed")
    }
    bytes.removeSubrange(..<next)
    next = 0
    let more: [UInt8]
    do { more = try stream.next(upTo: Self.pieceLength) } catch {
      throw LabelError.ofImport(error, file: name)
    }
    isAtEnd = more.isEmpty
    bytes += more
    if lineFeeds == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
  }

  /// Cuts the row that begins at `next`, up to a line feed outside of quotation marks; `false` if
  /// its end was not read yet.
  private mutating func cut() throws(LabelError) -> Bool {
    fields.removeAll(keepingCapacity: true)
    (rowStart, hasQuotes) = (next, false)
    var (index, feeds) = (next, 1)
    func isEnd(_ index: Int) -> Bool { index == bytes.count || bytes[index] == 0x0A }
    while true {
      let start = index
      if hasCommas, index < bytes.count, bytes[index] == 0x22 {
        hasQuotes = true
        index += 1
        while index < bytes.count,
          bytes[index] != 0x22 || !isEnd(index + 1) && bytes[index + 1] == 0x22
        {
          if bytes[index] == 0x0A { feeds += 1 }
          index += bytes[index] == 0x22 ? 2 : 1
        }
        // What follows tells whether a quotation mark closes the field.
        if !isAtEnd, index + 2 >= bytes.count { return false }
        guard index < bytes.count else {
          throw strayQuote("a quotation mark that is not closed", start)
        }
        fields.append(start + 1..<index)
        index += 1
        if index < bytes.count, bytes[index] == 0x0D, isEnd(index + 1) { index += 1 }
        guard isEnd(index) || bytes[index] == separator else {
          throw strayQuote("text behind a closing quotation mark", start)
        }
      } else {
        while !isEnd(index), bytes[index] != separator {
          if bytes[index] == 0x22, hasCommas {
            throw strayQuote("a quotation mark within a field", start)
          }
          index += 1
        }
        let isReturn = isEnd(index) && index > start && bytes[index - 1] == 0x0D
        fields.append(start..<(isReturn ? index - 1 : index))
      }
      if isEnd(index) {
        if index == bytes.count, !isAtEnd { return false }
        next = min(index + 1, bytes.count)
        lineFeeds += feeds
        return true
      }
      index += 1
    }
  }

  private func strayQuote(_ found: String, _ start: Int) -> LabelError {
    LabelError(
      "import.quote", place(start - rowStart + 1), found: found,
      expected: "a field in quotation marks, those within it doubled",
      try: "write the field as RFC 4180 does: \"it is \"\"quoted\"\"\"")
  }

  private func range(_ field: Int) -> Range<Int> { fields[places.map { $0[field] } ?? field] }

  func isEmpty(_ field: Int) -> Bool { range(field).isEmpty }

  func text(_ field: Int) throws(LabelError) -> String {
    guard let text = String(validating: bytes[range(field)], as: UTF8.self) else {
      throw error(
        "import.invalid-utf8", field, found: "bytes that are not UTF-8", expected: "UTF-8",
        try: "save the file as UTF-8")
    }
    return hasQuotes && text.utf8.contains(0x22) ? text.replacing("\"\"", with: "\"") : text
  }

  func number(_ field: Int) throws(LabelError) -> Int {
    let text = try text(field)
    if text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int(text) { return number }
    throw error(
      isEmpty(field) ? "import.empty-field" : "import.bad-number", field, expected: "a whole number"
    )
  }

  /// A required decimal number such as `3.41`, `-2` or `1e-05`.
  func decimal(_ field: Int) throws(LabelError) -> Double {
    if let value = Double(try text(field)), value.isFinite { return value }
    throw error(
      isEmpty(field) ? "import.empty-field" : "import.bad-number", field,
      expected: "a number such as 3.41")
  }

  /// An error of a field, or of the whole row.
  ///
  /// The files contain public facts and no personal data, so messages quote them, cut to 60
  /// characters.
  func error(
    _ code: String, _ field: Int?, found: String? = nil, expected: String,
    try remedy: String = "take the file as the release has it"
  ) -> LabelError {
    let column = field.map { places?[$0] ?? $0 }
    let range = column.flatMap { fields.indices.contains($0) ? fields[$0] : nil }
    let quoted = range.map { Self.quoted(String(decoding: bytes[$0], as: UTF8.self)) }
    return LabelError(
      code, place(column == nil ? nil : range.map { $0.lowerBound - rowStart + 1 } ?? 1),
      found: found ?? quoted ?? (column == nil ? "the row" : "no field"), expected: expected,
      try: remedy)
  }

  private static func quoted(_ text: String) -> String {
    if text.isEmpty { return "an empty field" }
    let shown = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    return shown.count > 60 ? "\"\(String(shown.prefix(59)))…\"" : "\"\(String(shown))\""
  }
}
