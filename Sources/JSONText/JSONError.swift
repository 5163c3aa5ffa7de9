// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Why a text is not JSON, and where.
///
/// The description names the place, what is there (one character or the
/// kind of a thing, never a value) and what was expected.
public struct JSONError: Error, Sendable, Hashable {
  /// The stable name of a kind of error.
  public enum Code: String, Sendable, CaseIterable {
    /// There is nothing but white space.
    case empty = "json.empty"
    /// UTF-16 or UTF-32 text.
    case encoding = "json.encoding"
    /// The text ends inside a value.
    case truncated = "json.truncated"
    /// A character that is not allowed here.
    case unexpectedCharacter = "json.unexpected-character"
    /// A comma before a closing bracket.
    case trailingComma = "json.trailing-comma"
    /// A number that JSON does not allow, as `01`, `1.` or `+1`.
    case number = "json.number"
    /// A word other than `true`, `false` and `null`.
    case literal = "json.literal"
    /// A control character inside a string.
    case controlCharacter = "json.control-character"
    /// A backslash followed by something that is not an escape.
    case escape = "json.escape"
    /// Half of a surrogate pair.
    case loneSurrogate = "json.lone-surrogate"
    /// Bytes that are not UTF-8.
    case utf8 = "json.utf8"
    /// Nesting is deeper than the limit.
    case depth = "json.depth"
    /// The text is longer than the limit.
    case size = "json.size"
  }

  /// What kind of error it is.
  public let code: Code
  /// How many bytes precede the place.
  public let offset: Int
  /// The line of the place, from 1; lines end with a line feed.
  public let line: Int
  /// The column of the place, from 1, counted in Unicode scalars.
  public let column: Int
  /// What is there.
  public let found: String
  /// What was expected.
  public let expected: String
  /// The JSON path of the value that could not be read, as `entry[3].resource`.
  public let path: String
}

extension JSONError: CustomStringConvertible {
  /// The place, what was found, what was expected and the code.
  public var description: String {
    let place = path.isEmpty ? "" : "\(path): "
    return "\(line):\(column): \(place)found \(found), expected \(expected)  [\(code.rawValue)]"
  }
}

/// A line and a column of a text.
public struct JSONPosition: Sendable, Hashable {
  /// The line, from 1; lines end with a line feed.
  public let line: Int
  /// The column, from 1, counted in Unicode scalars.
  public let column: Int

  /// Counts the lines and columns before an offset.
  ///
  /// - Complexity: O(*n*) in the bytes before the offset.
  init(of offset: Int, in bytes: Span<UInt8>) {
    let end = min(offset, bytes.count)
    self.init(of: offset, in: bytes, line: JSONWords.countLineFeeds(bytes, 0..<end) + 1)
  }

  /// Counts the columns before an offset on a line whose number is known.
  init(of offset: Int, in bytes: Span<UInt8>, line: Int) {
    let end = min(offset, bytes.count)
    var lineStart = end
    while lineStart > 0, bytes[lineStart - 1] != 0x0A { lineStart -= 1 }
    if lineStart == 0, bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      lineStart = 3  // A byte order mark takes no column.
    }
    var column = 1
    var index = lineStart
    while index < end {
      if bytes[index] & 0xC0 != 0x80 { column += 1 }
      index += 1
    }
    self.line = line
    self.column = column
  }
}

/// What the scanner throws: an error without line and column, which are counted once, at the end.
struct ScanFailure: Error {
  let code: JSONError.Code
  let offset: Int
  let expected: StaticString

  init(_ code: JSONError.Code, at offset: Int, expected: StaticString) {
    self.code = code
    self.offset = offset
    self.expected = expected
  }
}

extension JSONError {
  init(_ failure: ScanFailure, in bytes: Span<UInt8>, path: String, line: Int? = nil) {
    let position =
      line.map { JSONPosition(of: failure.offset, in: bytes, line: $0) }
      ?? JSONPosition(of: failure.offset, in: bytes)
    self.init(
      code: failure.code, offset: failure.offset, line: position.line, column: position.column,
      found: Self.describe(failure, in: bytes), expected: failure.expected.description, path: path)
  }

  private static func describe(_ failure: ScanFailure, in bytes: Span<UInt8>) -> String {
    switch failure.code {
    case .empty: return "nothing but white space"
    case .encoding: return "UTF-16 or UTF-32 text"
    case .depth: return "deeper nesting"
    case .size: return "\(bytes.count) bytes"
    case .loneSurrogate: return "half of a surrogate pair"
    default: break
    }
    guard failure.offset < bytes.count else { return "end of text" }
    if failure.code == .truncated { return "end of line" }
    let byte = bytes[failure.offset]
    if failure.code == .trailingComma {
      return "a comma before '\(Character(Unicode.Scalar(byte)))'"
    }
    if byte > 0x20 && byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
    let digits = String(byte, radix: 16, uppercase: true)
    return "byte 0x" + (digits.count < 2 ? "0" : "") + digits
  }
}
