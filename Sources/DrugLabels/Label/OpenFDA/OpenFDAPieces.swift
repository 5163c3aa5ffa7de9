// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A bulk part has half a gigabyte in one JSON object:
//
//   {"meta": {…}, "results": [ {…}, {…}, … ]}
//
// Only brackets and strings are examined here, to find where each element begins
// and ends; an element is checked by the JSON reader when it is read by itself. A
// value whose end has not arrived is examined again when more bytes have.

/// One object of a text, and where it begins.
struct OpenFDAPiece {
  var bytes: [UInt8]
  var line: Int
  /// What follows the file's name to tell it from its neighbours: `:12`, or nothing.
  var suffix: String
}

/// Splits a text that arrives in parts into its objects, holding no more than one of them.
struct OpenFDAPieces {
  /// The largest object; a label's has a megabyte at most.
  static let pieceLimit = 1 << 26

  private enum Place {
    case between, object, elements, results, tail, lines
    /// The rest is not read.
    case finished
  }

  private let file: String
  private var place = Place.between
  private var buffer: [UInt8] = []
  /// The first byte that belongs to no value so far, and its line.
  private var (position, line) = (0, 1)
  private(set) var isEnded = false
  private var isFirst = true
  private var wantsLines: Bool

  init(named file: String) {
    self.file = file
    wantsLines = [".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz"].contains { file.hasSuffix($0) }
  }

  mutating func append(_ bytes: [UInt8]) {
    if position == buffer.count {
      buffer = bytes
    } else {
      buffer.removeFirst(position)
      buffer += bytes
    }
    position = 0
  }

  mutating func end() { isEnded = true }

  /// Returns the next object; `nil` if more bytes are needed, or after the last.
  mutating func next() -> Result<OpenFDAPiece, LabelError>? {
    while true {
      switch place {
      case .finished: return nil
      case .lines:
        let feed = buffer[position...].firstIndex(of: 0x0A)
        if feed == nil, !isEnded { return unfinished() }
        if position == buffer.count { place = .finished }
        let piece = take(feed ?? buffer.count)
        if feed != nil { (position, line) = (position + 1, line + 1) }
        if piece.bytes.contains(where: { $0 > 0x20 }) { return .success(piece) }
      case .between: if !begin() { return nil }
      case .elements, .results:
        guard let byte = skipSpace(andCommas: true) else { return unfinished() }
        guard byte == 0x5D else {
          guard let end = end() else { return unfinished() }
          return .success(take(end.place, lines: end.lines))
        }
        position += 1
        place = place == .results ? .tail : .between
      case .object:
        guard let end = end() else { return unfinished() }
        let isWhole = isFirst && end.lines > 0
        isFirst = false
        place = end.isResults ? .results : .between
        let piece = take(end.place, lines: end.lines, isWhole: isWhole)
        if !end.isResults { return .success(piece) }
      case .tail:
        guard let end = end(depth: 1) else { return unfinished() }
        _ = take(end.place, lines: end.lines)
        place = .between
      }
    }
  }

  private mutating func skipSpace(andCommas: Bool = false) -> UInt8? {
    while position < buffer.count {
      let byte = buffer[position]
      switch byte {
      case 0x0A: line += 1
      case 0x20, 0x09, 0x0D: break
      case 0xEF where isFirst && buffer.count - position < 3 && !isEnded: return nil
      case 0xEF where isFirst && buffer[position...].starts(with: [0xEF, 0xBB, 0xBF]):
        position += 2
      case 0x2C where andCommas: break
      default: return byte
      }
      position += 1
    }
    return nil
  }

  /// Finds the beginning of the next outermost value; `false` if more bytes are needed.
  private mutating func begin() -> Bool {
    guard let byte = skipSpace() else { return false }
    if byte == 0x7B, isFirst, wantsLines {
      // A first line with only a bracket: a document over several lines.
      let rest = buffer[(position + 1)...].first { ![0x20, 0x09, 0x0D].contains($0) }
      if rest == nil, !isEnded { return false }
      wantsLines = rest != nil && rest != 0x0A
    }
    // A second object, or the name of the file, shows that each line is one object.
    switch byte {
    case 0x5B:
      position += 1
      isFirst = false
      place = .elements
    case 0x7B where isFirst && !wantsLines: place = .object
    default: place = .lines
    }
    return true
  }

  /// The end of the value that begins at the position, or of the object that is open there; in the
  /// first object also the beginning of its results; `nil` if that has not come.
  private func end(depth: Int = 0) -> (place: Int, lines: Int, isResults: Bool)? {
    var (depth, place, lines) = (depth, position, 0)
    // The last string of the outermost object, which is a name if a colon follows.
    var string = 0..<0
    var isResults = false
    while place < buffer.count {
      let byte = buffer[place]
      place += 1
      switch byte {
      case 0x22:
        let start = place
        while place < buffer.count, buffer[place] != 0x22 { place += buffer[place] == 0x5C ? 2 : 1 }
        guard place < buffer.count else { return nil }
        if depth == 1 { string = start..<place }
        place += 1
        if depth == 0 { return (place, lines, false) }
      case 0x5B where isResults && depth == 1 && self.place == .object: return (place, lines, true)
      case 0x7B, 0x5B: depth += 1
      // The byte after a number or word belongs to no value.
      case 0x2C where depth == 0, 0x7D where depth == 0 && place - 1 > position,
        0x5D where depth == 0 && place - 1 > position:
        return (place - 1, lines, false)
      case 0x7D, 0x5D:
        depth -= 1
        if depth <= 0 { return (place, lines, false) }
      case 0x3A where depth == 1:
        isResults = string.count == 7 && buffer[string].elementsEqual("results".utf8)
      case 0x2C where depth == 1: isResults = false
      case 0x0A: lines += 1
      default: break
      }
    }
    return nil
  }

  private mutating func take(_ end: Int, lines: Int = 0, isWhole: Bool = false) -> OpenFDAPiece {
    let piece = OpenFDAPiece(
      bytes: Array(buffer[position..<end]), line: line, suffix: isWhole ? "" : ":\(line)")
    position = end
    line += lines
    return piece
  }

  /// What is left of a value at the end of the text.
  ///
  /// An object that is too large ends the reading: where the next begins is not known.
  private mutating func unfinished() -> Result<OpenFDAPiece, LabelError>? {
    let rest = buffer.count - position
    guard isEnded || rest > Self.pieceLimit else { return nil }
    defer { place = .finished }
    if !isEnded {
      return .failure(
        LabelError(
          "labels.too-large", "\(file):\(line)",
          found: "an object of more than \(Self.pieceLimit) bytes",
          expected: "labels, each with fewer; the rest of the file is not read",
          try: "check that the file holds openFDA's drug labels"))
    }
    if rest > 0, place != .tail { return .success(take(buffer.count)) }
    line += buffer[position...].count { $0 == 0x0A }
    return .failure(
      LabelError(
        "json.truncated", "\(file):\(line)", found: "found end of text",
        expected: "the end of the array of labels", try: "get the file again"))
  }
}
