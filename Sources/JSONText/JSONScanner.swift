// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The grammar of RFC 8259 as one loop without recursion: a value, then what
// may follow it, until the outermost container is closed. Everything is
// checked; nothing is decoded.

/// Checks values of a text and writes them to a tape.
struct JSONScanner {
  let options: JSONOptions
  var tape: [TapeWord] = []
  /// The tape indices of the open containers, outermost first.
  var open: [Int] = []
  /// The first half of a surrogate pair without its other half.
  var loneSurrogate: Int?
  /// The last container that is nested too deep to be kept.
  var omission: Int?
  /// The object of the line that was checked last: one with a list need not be checked again.
  var known: JSONPassage?
  /// The types of the lines that were left out: where each run of one type begins, and its length.
  var quietTypes: [(offset: Int, count: Int)] = []
  /// How long the name of members is that hold objects to be asked; -1 if all are wanted.
  let holderLength: Int

  init(options: JSONOptions, byteCount: Int) {
    self.options = options
    holderLength = options.selection?.holder.count ?? -1
    // Pretty-printed FHIR has a value or name every 17 to 20 bytes.
    // Where most is skipped, the tape is short.
    tape.reserveCapacity(byteCount / (options.selection == nil ? 16 : 128) + 16)
    open.reserveCapacity(32)
  }

  /// Returns the first offset that holds no white space.
  @inline(__always)
  static func skipWhiteSpace(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var position = start
    let count = bytes.count
    while position < count {
      let byte = bytes[position]
      if byte > 0x20 { return position }
      if byte == 0x20 {
        position += 1
        continue
      }
      guard byte == 0x0A || byte == 0x0D || byte == 0x09 else { return position }
      position += 1
      // Indentation after a line end: eight blanks at a time.
      while position + 8 <= count {
        let other = JSONWords.load(bytes, at: position) ^ JSONWords.spaces
        if other == 0 {
          position += 8
          continue
        }
        position += other.trailingZeroBitCount >> 3
        break
      }
    }
    return position
  }

  @inline(__always)
  static func byte(_ bytes: Span<UInt8>, _ position: Int) -> UInt8 {
    // NUL is legal nowhere, so the end of the text needs no case of its own.
    position < bytes.count ? bytes[position] : 0
  }

  /// Scans one value, which begins exactly at `start`.
  ///
  /// - Returns: The offset after the value.
  mutating func scanValue(_ bytes: Span<UInt8>, at start: Int) throws(ScanFailure) -> Int {
    open.removeAll(keepingCapacity: true)
    var position = start
    var isInObject = false

    value: while true {
      switch Self.byte(bytes, position) {
      case 0x22:  // "
        position = try scanString(bytes, position)
      case 0x7B:  // {
        if let selection = selectionForObject(bytes, isInObject: isInObject),
          let end = skip(bytes, position, selection)
        {
          position = end
          break
        }
        try push(.object, bytes, position)
        position = Self.skipWhiteSpace(bytes, position + 1)
        guard Self.byte(bytes, position) == 0x7D else {
          isInObject = true
          position = try scanName(bytes, position, afterComma: false)
          continue value
        }
        position += 1
        isInObject = close(end: isInObject)
      case 0x5B:  // [
        try push(.array, bytes, position)
        position = Self.skipWhiteSpace(bytes, position + 1)
        guard Self.byte(bytes, position) == 0x5D else {
          isInObject = false
          continue value
        }
        position += 1
        isInObject = close(end: isInObject)
      case 0x2D, 0x30...0x39:  // - 0 … 9
        position = try scanNumber(bytes, position)
      case 0x74, 0x66, 0x6E:  // t f n
        position = try scanLiteral(bytes, position)
      default:
        throw unexpected(bytes, position, expected: "a value")
      }

      // A value is complete: what closes or continues its container?
      while true {
        if open.isEmpty { return position }
        position = Self.skipWhiteSpace(bytes, position)
        let next = Self.byte(bytes, position)
        if next == 0x2C {
          position = Self.skipWhiteSpace(bytes, position + 1)
          if isInObject {
            position = try scanName(bytes, position, afterComma: true)
          } else if Self.byte(bytes, position) == 0x5D {
            throw ScanFailure(.trailingComma, at: position, expected: "a value")
          }
          continue value
        }
        guard next == (isInObject ? 0x7D : 0x5D) else {
          throw unexpected(
            bytes, position, expected: isInObject ? "',' or '}'" : "',' or ']'")
        }
        position += 1
        isInObject = close(end: isInObject)
      }
    }
  }

  /// Scans a member's name and its colon and returns where the value begins.
  @inline(__always)
  private mutating func scanName(
    _ bytes: Span<UInt8>, _ start: Int, afterComma: Bool
  ) throws(ScanFailure) -> Int {
    guard Self.byte(bytes, start) == 0x22 else {
      if afterComma, Self.byte(bytes, start) == 0x7D {
        throw ScanFailure(.trailingComma, at: start, expected: "a member's name in quotation marks")
      }
      throw unexpected(
        bytes, start,
        expected: afterComma
          ? "a member's name in quotation marks" : "a member's name in quotation marks or '}'")
    }
    var position = try scanString(bytes, start)
    position = Self.skipWhiteSpace(bytes, position)
    guard Self.byte(bytes, position) == 0x3A else {
      throw unexpected(bytes, position, expected: "':'")
    }
    return Self.skipWhiteSpace(bytes, position + 1)
  }

  @inline(__always)
  private mutating func push(
    _ kind: TapeKind, _ bytes: Span<UInt8>, _ position: Int
  ) throws(ScanFailure) {
    if open.count >= options.depthLimit, options.mode == .strict {
      throw ScanFailure(.depth, at: position, expected: "nesting within the limit")
    }
    open.append(tape.count)
    tape.append(TapeWord(kind, offset: position, extent: 0))
  }

  /// Closes the innermost container; returns whether the one around it is an object.
  @inline(__always)
  private mutating func close(end wasObject: Bool) -> Bool {
    guard let index = open.popLast() else { return wasObject }
    let word = tape[index]
    if open.count >= options.depthLimit {
      omit(word, at: index)
    } else {
      tape[index].bits = word.bits | UInt64(truncatingIfNeeded: tape.count)
    }
    guard let outer = open.last else { return false }
    return tape[outer].isObject
  }

  /// Forgets the inside of a container that is nested too deep.
  private mutating func omit(_ word: TapeWord, at index: Int) {
    tape.removeSubrange((index + 1)...)
    tape[index] = TapeWord(.omitted, offset: word.offset, extent: 0)
    omission = word.offset
  }

  /// Scans `true`, `false` or `null`.
  mutating func scanLiteral(
    _ bytes: Span<UInt8>, _ start: Int
  ) throws(ScanFailure) -> Int {
    let kind: TapeKind
    let word: StaticString
    switch bytes[start] {
    case 0x74: (kind, word) = (.true, "true")
    case 0x66: (kind, word) = (.false, "false")
    default: (kind, word) = (.null, "null")
    }
    let length = word.utf8CodeUnitCount
    var isEqual = start + length <= bytes.count
    word.withUTF8Buffer { letters in
      for index in 0..<length where isEqual {
        isEqual = unsafe bytes[start + index] == letters[index]
      }
    }
    guard isEqual else {
      throw ScanFailure(.literal, at: start, expected: "true, false or null")
    }
    tape.append(TapeWord(kind, offset: start, extent: length))
    return start + length
  }

  /// Scans a number; it stays text.
  mutating func scanNumber(
    _ bytes: Span<UInt8>, _ start: Int
  ) throws(ScanFailure) -> Int {
    var position = start
    if bytes[position] == 0x2D { position += 1 }
    let integer = position
    position = Self.skipDigits(bytes, position)
    if position == integer {
      throw number(bytes, position, expected: "a digit")
    }
    if bytes[integer] == 0x30, position > integer + 1 {
      throw number(bytes, integer, expected: "a number without leading zeros")
    }
    if Self.byte(bytes, position) == 0x2E {
      let fraction = position + 1
      position = Self.skipDigits(bytes, fraction)
      if position == fraction { throw number(bytes, position, expected: "a digit after the point") }
    }
    if Self.byte(bytes, position) | 0x20 == 0x65 {
      position += 1
      let sign = Self.byte(bytes, position)
      if sign == 0x2B || sign == 0x2D { position += 1 }
      let exponent = position
      position = Self.skipDigits(bytes, exponent)
      if position == exponent { throw number(bytes, position, expected: "a digit of the exponent") }
    }
    tape.append(TapeWord(.number, offset: start, extent: position - start))
    return position
  }

  @inline(__always)
  static func skipDigits(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] &- 0x30 < 10 { position += 1 }
    return position
  }

  private func number(
    _ bytes: Span<UInt8>, _ offset: Int, expected: StaticString
  ) -> ScanFailure {
    ScanFailure(offset < bytes.count ? .number : .truncated, at: offset, expected: expected)
  }

  private func unexpected(
    _ bytes: Span<UInt8>, _ offset: Int, expected: StaticString
  ) -> ScanFailure {
    ScanFailure(
      offset < bytes.count ? .unexpectedCharacter : .truncated, at: offset, expected: expected)
  }
}
