// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension JSONScanner {
  /// Scans a string whose opening quotation mark is at `start`.
  ///
  /// - Returns: The offset after the closing quotation mark.
  @inline(__always)
  mutating func scanString(_ bytes: Span<UInt8>, _ start: Int) throws(ScanFailure) -> Int {
    let content = start + 1
    var position = content
    while position + 8 <= bytes.count {
      let stops = JSONWords.stringStops(JSONWords.load(bytes, at: position))
      if stops == 0 {
        position += 8
        continue
      }
      position += stops.trailingZeroBitCount >> 3
      if bytes[position] == 0x22 {
        tape.append(TapeWord(.string, offset: content, extent: position - content))
        return position + 1
      }
      break
    }
    return try scanUncommonString(bytes, content: content, from: position)
  }

  /// Goes on with a string that has escapes or non-ASCII characters, or ends near the text's end.
  private mutating func scanUncommonString(
    _ bytes: Span<UInt8>, content: Int, from start: Int
  ) throws(ScanFailure) -> Int {
    var position = start
    var isEscaped = false
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case 0x22:
        tape.append(
          TapeWord(
            isEscaped ? .escapedString : .string, offset: content, extent: position - content))
        return position + 1
      case 0x5C:
        isEscaped = true
        position = try scanEscape(bytes, position)
      case 0..<0x20:
        throw ScanFailure(
          .controlCharacter, at: position, expected: "an escape such as \\n in a string")
      case 0x80...:
        position = try Self.scanCharacter(bytes, position)
      default:
        position += 1
        while position + 8 <= bytes.count {
          let stops = JSONWords.stringStops(JSONWords.load(bytes, at: position))
          position += stops.trailingZeroBitCount >> 3
          if stops != 0 { break }
        }
      }
    }
    throw ScanFailure(.truncated, at: bytes.count, expected: "a closing quotation mark")
  }

  /// Checks one non-ASCII character by table 3-7 of the Unicode standard.
  ///
  /// - Returns: The offset after it.
  static func scanCharacter(
    _ bytes: Span<UInt8>, _ position: Int
  ) throws(ScanFailure) -> Int {
    let lead = bytes[position]
    let second = byte(bytes, position + 1)
    let length: Int
    var allowed: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, allowed) = (3, 0xA0...0xBF)
    case 0xED: (length, allowed) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, allowed) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, allowed) = (4, 0x80...0x8F)
    default: throw ScanFailure(.utf8, at: position, expected: "UTF-8")
    }
    guard allowed.contains(second) else {
      throw ScanFailure(.utf8, at: position, expected: "UTF-8")
    }
    for index in 2..<max(length, 2) where byte(bytes, position + index) & 0xC0 != 0x80 {
      throw ScanFailure(.utf8, at: position, expected: "UTF-8")
    }
    return position + length
  }

  /// Checks the escape at `position` and returns the offset after it.
  private mutating func scanEscape(
    _ bytes: Span<UInt8>, _ position: Int
  ) throws(ScanFailure) -> Int {
    switch Self.byte(bytes, position + 1) {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return position + 2
    case 0x75: break
    default:
      let code: JSONError.Code = position + 1 < bytes.count ? .escape : .truncated
      throw ScanFailure(
        code, at: min(position + 1, bytes.count), expected: "one of \" \\ / b f n r t u")
    }
    guard let unit = JSONEscapes.unit(bytes, at: position + 2) else {
      let code: JSONError.Code = position + 6 <= bytes.count ? .escape : .truncated
      throw ScanFailure(
        code, at: min(position + 2, bytes.count), expected: "four hexadecimal digits")
    }
    if unit & 0xF800 != 0xD800 { return position + 6 }
    if unit < 0xDC00, Self.byte(bytes, position + 6) == 0x5C,
      Self.byte(bytes, position + 7) == 0x75,
      let low = JSONEscapes.unit(bytes, at: position + 8), low & 0xFC00 == 0xDC00
    {
      return position + 12
    }
    if options.mode == .strict {
      throw ScanFailure(.loneSurrogate, at: position, expected: "both halves of the pair")
    }
    if loneSurrogate == nil { loneSurrogate = position }
    return position + 6
  }
}

/// Decoding of escapes that the scanner has checked.
enum JSONEscapes {
  /// Reads four hexadecimal digits.
  static func unit(_ bytes: Span<UInt8>, at position: Int) -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for index in position..<position + 4 {
      let byte = bytes[index]
      switch byte {
      case 0x30...0x39: unit = unit << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: unit = unit << 4 | UInt32(byte - 0x41 + 10)
      case 0x61...0x66: unit = unit << 4 | UInt32(byte - 0x61 + 10)
      default: return nil
      }
    }
    return unit
  }

  /// Returns the content of an escaped string as UTF-8; half of a surrogate pair gives U+FFFD.
  static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      guard byte == 0x5C, position + 1 < range.upperBound else {
        output.append(byte)
        position += 1
        continue
      }
      let letter = bytes[position + 1]
      position += 2
      switch letter {
      case 0x62: output.append(0x08)
      case 0x66: output.append(0x0C)
      case 0x6E: output.append(0x0A)
      case 0x72: output.append(0x0D)
      case 0x74: output.append(0x09)
      case 0x75:
        var value = unit(bytes, at: position) ?? 0xFFFD
        position += 4
        if value & 0xFC00 == 0xD800, position + 6 <= range.upperBound, bytes[position] == 0x5C,
          bytes[position + 1] == 0x75, let low = unit(bytes, at: position + 2),
          low & 0xFC00 == 0xDC00
        {
          value = 0x10000 + ((value & 0x3FF) << 10) + (low & 0x3FF)
          position += 6
        }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      default: output.append(letter)
      }
    }
    return output
  }
}
