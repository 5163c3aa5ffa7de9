// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Whole lines out of a text of one JSON value per line (NDJSON).
///
/// Unlike ``JSONLines``, which has the whole text, a batch may be any run of
/// its lines: each line stands for itself, so that however a text is cut
/// between lines, the batches together say the same. Line ends are LF or
/// CRLF, blank lines are allowed, the last line may lack its end, a byte order
/// mark at the beginning of any line is skipped (files are often joined), and
/// several values may stand on one line. All values share one tape. Lines with an
/// object that the options' selection passes over are left out, but for those with a
/// list in it or a type that may be a wanted one misspelt.
public struct JSONLineBatch: Sendable {
  /// One value, or the error that stands in its place.
  public struct Line: Sendable {
    /// The line, from 0, counted from the number that the batch was given.
    public let number: Int
    /// The value, or why there is none.
    public let value: Result<JSONNode, JSONError>
    /// The offset of what follows the value on its line and is no further value.
    public let trailingOffset: Int?
    /// The offset of half a surrogate pair; always `nil` in strict mode.
    public let loneSurrogateOffset: Int?
    /// The offset of a value that was nested too deep; always `nil` in strict mode.
    public let omissionOffset: Int?
  }

  /// The values and errors in text order.
  public let lines: [Line]
  private let bytes: [UInt8]

  /// Reads whole lines.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text that begins where a line does and ends where one does.
  ///   - firstLine: The number of the first line, from 0.
  ///   - options: Strictness and depth; how long a line may be is for the caller to decide.
  public init(_ bytes: [UInt8], firstLine: Int = 0, options: JSONOptions = JSONOptions()) {
    let span = bytes.span
    var scanner = JSONScanner(options: options, byteCount: bytes.count)
    var entries: [Entry] = []
    var number = firstLine
    var start = 0
    while start < span.count {
      if let next = Self.passOver(span, start, &scanner) {
        number += 1
        start = next
        continue
      }
      let end = scanner.lineEnd(span, from: start)
      Self.read(span, start..<end, number, &scanner, &entries)
      number += 1
      start = end + 1
    }
    self.bytes = bytes
    let storage = JSONStorage(bytes: bytes, tape: scanner.tape, isUntyped: options.isUntyped)
    lines = entries.map { entry in
      Line(
        number: entry.line,
        value: entry.value.map { JSONNode(storage: storage, index: $0) },
        trailingOffset: entry.trailingOffset, loneSurrogateOffset: entry.loneSurrogate,
        omissionOffset: entry.omission)
    }
  }

  /// Whether an object may begin between an offset and the end of its line.
  public func mayHoldObject(from offset: Int) -> Bool {
    JSONWords.mayHoldObject(bytes.span, from: offset)
  }

  /// Passes over a line with one object that is not wanted and says nothing besides.
  ///
  /// - Returns: The beginning of the next line; `nil` if the line must be read.
  private static func passOver(
    _ bytes: Span<UInt8>, _ start: Int, _ scanner: inout JSONScanner
  ) -> Int? {
    guard let end = scanner.passOverQuietLine(bytes, start) else { return nil }
    switch JSONScanner.byte(bytes, end) {
    case 0x0A: return end + 1
    case 0x0D where JSONScanner.byte(bytes, end + 1) == 0x0A: return end + 2
    default: return end == bytes.count ? end : nil
    }
  }

  /// Returns the place of an offset on a line, without a look at the lines before it.
  ///
  /// - Parameters:
  ///   - offset: An offset in the bytes of the batch.
  ///   - number: The number of its line, from 0.
  /// - Returns: The line and column, from 1.
  public func position(of offset: Int, onLine number: Int) -> JSONPosition {
    JSONPosition(of: offset, in: bytes.span, line: number + 1)
  }

  private struct Entry {
    let line: Int
    let value: Result<Int, JSONError>
    let trailingOffset: Int?
    let loneSurrogate: Int?
    let omission: Int?
  }

  /// Reads the values of one line; what is wrong with it goes no further than its end.
  private static func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ number: Int, _ scanner: inout JSONScanner,
    _ entries: inout [Entry]
  ) {
    let line = bytes.extracting(..<range.upperBound)
    var position = range.lowerBound
    if line.count - position >= 3, line[position] == 0xEF, line[position + 1] == 0xBB,
      line[position + 2] == 0xBF
    {
      position += 3
    }
    position = JSONScanner.skipWhiteSpace(line, position)
    while position < line.count {
      let index = scanner.tape.count
      scanner.loneSurrogate = nil
      scanner.omission = nil
      do {
        let end = try scanner.scanValue(line, at: position)
        position = JSONScanner.skipWhiteSpace(line, end)
        let isTrailing = position < line.count && line[position] != 0x7B && line[position] != 0x5B
        entries.append(
          Entry(
            line: number, value: .success(index), trailingOffset: isTrailing ? position : nil,
            loneSurrogate: scanner.loneSurrogate, omission: scanner.omission))
        if isTrailing { return }
      } catch {
        let path = scanner.openPath(bytes)
        scanner.tape.removeSubrange(index...)
        entries.append(
          Entry(
            line: number,
            value: .failure(JSONError(error, in: bytes, path: path, line: number + 1)),
            trailingOffset: nil, loneSurrogate: nil, omission: nil))
        return
      }
    }
  }
}
