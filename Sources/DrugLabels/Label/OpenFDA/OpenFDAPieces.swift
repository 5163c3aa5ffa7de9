// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A bulk part has half a gigabyte in one JSON object:
//
//   {"meta": {…}, "results": [ {…}, {…}, … ]}
//
// Only brackets and strings are looked at here, to tell where each element begins
// and ends; an element is checked by the JSON reader when it is read on its own.

/// One object of a text, and where it begins.
struct OpenFDAPiece {
  var bytes: [UInt8]
  var line: Int
  /// What follows the file's name to tell it from its neighbours: `:12`, or nothing.
  var suffix: String
}

/// Cuts a text that comes in parts into its objects, holding no more than one of them.
struct OpenFDAPieces {
  /// The largest object; a label's has a megabyte at most.
  static let pieceLimit = 1 << 26

  private enum Place {
    case between, object, elements, tail, lines
    /// The rest is not read.
    case finished
  }

  private let file: String
  private var place = Place.between
  private var buffer: [UInt8] = []
  /// The first byte that was not looked at.
  private var position = 0
  private var line = 1
  private var isAtEnd = false
  private var isEnvelope = false
  private var valueCount = 0
  private var wantsLines: Bool

  // The value that is open.
  private var start: Int?
  private var startLine = 1
  private var depth = 0
  private var isInString = false
  /// Where the last string of the outermost object stands: its name if a colon follows.
  private var string = 0..<0
  private var isResults = false

  init(named file: String) {
    self.file = file
    wantsLines = [".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz"].contains { file.hasSuffix($0) }
  }

  mutating func append(_ bytes: [UInt8]) {
    let kept = min(start ?? position, position)
    if kept == buffer.count {
      buffer = bytes
    } else {
      buffer.removeFirst(kept)
      buffer += bytes
    }
    position -= kept
    start? -= kept
    string = max(string.lowerBound - kept, 0)..<max(string.upperBound - kept, 0)
  }

  mutating func end() { isAtEnd = true }

  var isEnded: Bool { isAtEnd }

  /// Returns the next object; `nil` if more bytes are needed, or after the last.
  mutating func next() -> Result<OpenFDAPiece, LabelError>? {
    while true {
      switch place {
      case .finished: return nil
      case .lines:
        guard let piece = nextLine() else { return isAtEnd ? nil : overlong() }
        return .success(piece)
      case .between: if !begin() { return nil }
      case .elements: if !beginElement() { return isAtEnd ? unfinished() : nil }
      case .object, .tail:
        if !advance() { return isAtEnd ? unfinished() : overlong() }
        if place == .elements { continue }
        let isTail = place == .tail
        place = .between
        if !isTail { return .success(take()) }
      }
      if place == .elements, start != nil {
        if !advance() { return isAtEnd ? unfinished() : overlong() }
        return .success(take())
      }
    }
  }

  private mutating func skipSpace(andCommas: Bool = false) -> UInt8? {
    while position < buffer.count {
      let byte = buffer[position]
      switch byte {
      case 0x0A: line += 1
      case 0x20, 0x09, 0x0D: break
      case 0xEF where valueCount == 0 && buffer.count - position < 3 && !isAtEnd: return nil
      case 0xEF where valueCount == 0 && buffer[position...].starts(with: [0xEF, 0xBB, 0xBF]):
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
    if byte == 0x7B, valueCount == 0, wantsLines {
      // A first line with only a bracket: a document over several lines.
      let rest = buffer[(position + 1)...].first { ![0x20, 0x09, 0x0D].contains($0) }
      if rest == nil, !isAtEnd { return false }
      wantsLines = rest != nil && rest != 0x0A
    }
    // A second object, or the name of the file, shows that each line is one object.
    switch byte {
    case 0x5B:
      position += 1
      valueCount += 1
      isEnvelope = false
      place = .elements
    case 0x7B where valueCount == 0 && !wantsLines:
      open()
      isResults = false
      place = .object
    default: place = .lines
    }
    return true
  }

  private mutating func beginElement() -> Bool {
    guard start == nil else { return true }
    guard let byte = skipSpace(andCommas: true) else { return false }
    if byte == 0x5D {
      position += 1
      place = isEnvelope ? .tail : .between
      depth = 1
    } else {
      open()
    }
    return true
  }

  private mutating func open() {
    start = position
    startLine = line
    depth = 0
    isInString = false
  }

  /// Reads to the end of the open value; `false` if more bytes are needed.
  private mutating func advance() -> Bool {
    while position < buffer.count {
      if isInString {
        guard passString() else { return false }
        if depth == 0 { return true }
        continue
      }
      let byte = buffer[position]
      position += 1
      switch byte {
      case 0x22:
        isInString = true
        if place == .object, depth == 1 { string = position..<position }
      case 0x5B where place == .object && depth == 1 && isResults:
        start = nil
        isEnvelope = true
        valueCount += 1
        place = .elements
        return true
      case 0x7B, 0x5B: depth += 1
      case 0x2C where depth == 0, 0x7D where depth == 0 && position - 1 > start ?? position,
        0x5D where depth == 0 && position - 1 > start ?? position:
        // The byte after a number or word belongs to no value.
        position -= 1
        return true
      case 0x7D, 0x5D:
        depth -= 1
        if depth <= 0 { return true }
      case 0x3A where depth == 1 && place == .object:
        isResults = string.count == 7 && buffer[string].elementsEqual("results".utf8)
      case 0x2C where depth == 1: isResults = false
      case 0x0A: line += 1
      default: break
      }
    }
    return false
  }

  /// Reads to the end of the open string; the character after a backslash may not have been read
  /// yet.
  private mutating func passString() -> Bool {
    var index = position
    while index < buffer.count, buffer[index] != 0x22 {
      if buffer[index] == 0x5C {
        if index + 1 == buffer.count { break }
        index += 1
      }
      index += 1
    }
    isInString = index >= buffer.count || buffer[index] != 0x22
    position = isInString ? index : index + 1
    if !isInString, place == .object, depth == 1 { string = string.lowerBound..<index }
    return !isInString
  }

  private mutating func take() -> OpenFDAPiece {
    let isOnOneLine = startLine == line
    let suffix = place == .between && valueCount == 0 && !isOnOneLine ? "" : ":\(startLine)"
    let piece = OpenFDAPiece(
      bytes: Array(buffer[(start ?? position)..<position]), line: startLine, suffix: suffix)
    start = nil
    if place == .between { valueCount += 1 }
    return piece
  }

  private mutating func nextLine() -> OpenFDAPiece? {
    while true {
      let from = start ?? position
      start = from
      while position < buffer.count, buffer[position] != 0x0A { position += 1 }
      guard position < buffer.count || isAtEnd else { return nil }
      let bytes = Array(buffer[from..<position])
      let piece = OpenFDAPiece(bytes: bytes, line: line, suffix: ":\(line)")
      start = nil
      if position < buffer.count {
        position += 1
        line += 1
      } else if bytes.isEmpty {
        place = .finished
        return nil
      }
      if bytes.contains(where: { $0 > 0x20 }) { return piece }
    }
  }

  private mutating func unfinished() -> Result<OpenFDAPiece, LabelError>? {
    defer { place = .finished }
    if start != nil {
      position = buffer.count
      return .success(take())
    }
    return .failure(
      LabelError(
        "json.truncated", "\(file):\(line)", found: "found end of text",
        expected: "the end of the array of labels", try: "get the file again"))
  }

  /// An object that is too large ends the reading: where the next begins is not known.
  private mutating func overlong() -> Result<OpenFDAPiece, LabelError>? {
    guard let start, buffer.count - start > Self.pieceLimit else { return nil }
    let startLine = place == .lines ? line : startLine
    place = .finished
    return .failure(
      LabelError(
        "labels.too-large", "\(file):\(startLine)",
        found: "an object of more than \(Self.pieceLimit) bytes",
        expected: "labels, each with fewer; the rest of the file is not read",
        try: "check that the file holds openFDA's drug labels"))
  }
}
