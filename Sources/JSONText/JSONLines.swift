// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// One value of a text of lines, or the error in its place.
public struct JSONLine: Sendable {
  /// The line on which the value begins, from 0; blank lines count.
  public let number: Int
  /// The value, or why there is none.
  public let value: Result<JSONNode, JSONError>
  /// The offset of text after the value on its line that is not another value.
  public let trailingOffset: Int?
  /// The offset of half a surrogate pair, where lines are read by themselves in tolerant mode.
  public let loneSurrogateOffset: Int?
  /// The offset of a value that was nested too deep, where lines are read by themselves.
  public let omissionOffset: Int?
}

/// A text of several JSON values, normally one per line (NDJSON).
///
/// Line ends are LF or CRLF, blank lines are allowed, the last line may be without
/// its end, and several values may be on one line. A line that cannot be read is an
/// error of its own and the next line is tried. All values share one tape, so nodes
/// of different lines can be compared and kept together.
public struct JSONLines: Sendable {
  /// The values and errors in text order.
  public let lines: [JSONLine]
  /// The offset of the first half surrogate pair; always `nil` in strict mode.
  public let loneSurrogateOffset: Int?
  /// The offset of the last value that was nested too deep; always `nil` in strict mode.
  public let omissionOffset: Int?
  private let bytes: [UInt8]
  private let quietTypes: [(offset: Int, count: Int)]

  /// Reads a whole text, in which a value may also run over several lines.
  ///
  /// - Throws: ``JSONError`` only for a text that is empty, too long or no UTF-8 text at all.
  public init(_ bytes: [UInt8], options: JSONOptions = JSONOptions()) throws(JSONError) {
    let span = bytes.span
    var scanner = JSONScanner(options: options, byteCount: bytes.count)
    var entries: [Entry] = []
    do {
      var reader = LineCursor(position: try JSONDocument.start(span, options: options))
      reader.count(span, from: 0)
      while reader.position < span.count {
        entries.append(reader.read(span, with: &scanner))
      }
    } catch {
      throw JSONError(error, in: span, path: "")
    }
    self.init(bytes, scanner, entries)
  }

  /// Reads whole lines out of a text, each by itself: however a text is cut between lines, the
  /// parts together say the same.
  ///
  /// A byte order mark at the beginning of any line is skipped (files are often joined). Lines with
  /// an object that the options' selection skips are left out, but for those with a list in it or a
  /// type that may be a wanted one misspelt.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text that begins where a line does and ends where one does.
  ///   - firstLine: The number of the first line, from 0.
  ///   - options: Strictness and depth; how long a line may be is for the caller to decide.
  public init(eachOf bytes: [UInt8], firstLine: Int = 0, options: JSONOptions = JSONOptions()) {
    let span = bytes.span
    var scanner = JSONScanner(options: options, byteCount: bytes.count)
    var entries: [Entry] = []
    var number = firstLine
    var start = 0
    while start < span.count {
      if let next = Self.skip(span, start, &scanner) {
        start = next
      } else {
        let end = scanner.lineEnd(span, from: start)
        Self.read(span, start..<end, number, &scanner, &entries)
        start = end + 1
      }
      number += 1
    }
    self.init(bytes, scanner, entries)
  }

  private init(_ bytes: [UInt8], _ scanner: JSONScanner, _ entries: [Entry]) {
    self.bytes = bytes
    let storage = JSONStorage(
      bytes: bytes, tape: scanner.tape, isUntyped: scanner.options.isUntyped)
    lines = entries.map { entry in
      JSONLine(
        number: entry.line,
        value: entry.value.map { JSONNode(storage: storage, index: $0) },
        trailingOffset: entry.trailingOffset, loneSurrogateOffset: entry.loneSurrogate,
        omissionOffset: entry.omission)
    }
    loneSurrogateOffset = scanner.loneSurrogate
    omissionOffset = scanner.omission
    quietTypes = scanner.quietTypes
  }

  /// How many lines of each type were left out.
  package var omittedTypes: [String: Int] {
    var types: [String: Int] = [:]
    for (offset, count) in quietTypes {
      let name = bytes[(offset + 1)...].prefix { $0 != 0x22 }
      types[String(decoding: name, as: UTF8.self), default: 0] += count
    }
    return types
  }

  /// Whether an object may begin between an offset and the end of its line.
  public func mayHoldObject(from offset: Int) -> Bool {
    JSONWords.mayHoldObject(bytes.span, from: offset)
  }

  /// The line and column of an offset.
  ///
  /// - Parameters:
  ///   - offset: An offset in the bytes.
  ///   - number: The number of its line, from 0, where it is known.
  /// - Returns: The position, from 1.
  /// - Complexity: O(*n*) in the bytes before the offset, in those of its line if that is known.
  public func position(of offset: Int, onLine number: Int? = nil) -> JSONPosition {
    if let number { return JSONPosition(of: offset, in: bytes.span, line: number + 1) }
    return JSONPosition(of: offset, in: bytes.span)
  }

  /// Whether a text whose first line is not a JSON value is still a text of lines.
  ///
  /// True if there are at least two lines with content, each begins with `{`,
  /// the first does not end in `{`, `[`, `,` or `:`, and at least half of them
  /// are complete values with nothing after them. A broken document over
  /// several lines has lines that begin otherwise, or that end in a comma.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public static func isLikely(_ bytes: [UInt8]) -> Bool {
    let span = bytes.span
    var position = 0
    if span.count >= 3, span[0] == 0xEF, span[1] == 0xBB, span[2] == 0xBF { position = 3 }
    var count = 0
    var valueCount = 0
    var scanner = JSONScanner(options: JSONOptions(mode: .tolerant), byteCount: 0)
    while true {
      position = JSONScanner.skipWhiteSpace(span, position)
      guard position < span.count else { break }
      guard span[position] == 0x7B else { return false }
      count += 1
      let lineEnd = JSONWords.lineEnd(span, from: position)
      let line = span.extracting(..<lineEnd)
      if count == 1, isContinued(line) { return false }
      scanner.tape.removeAll(keepingCapacity: true)
      // A line that is not a value is not an error here: that is what is being checked.
      if let end = try? scanner.scanValue(line, at: position),
        JSONScanner.skipWhiteSpace(line, end) == lineEnd
      {
        valueCount += 1
      }
      position = lineEnd
    }
    return count >= 2 && valueCount * 2 >= count
  }

  /// Whether a line breaks off where a document over several lines does.
  private static func isContinued(_ line: Span<UInt8>) -> Bool {
    var end = line.count
    while end > 0, line[end - 1] <= 0x20 { end -= 1 }
    guard end > 0 else { return false }
    return [0x7B, 0x5B, 0x2C, 0x3A].contains(line[end - 1])
  }

  private struct Entry {
    let line: Int
    let value: Result<Int, JSONError>
    var trailingOffset: Int?
    var loneSurrogate: Int?
    var omission: Int?
  }

  /// Skips a line with one object that is not wanted and says nothing besides.
  ///
  /// - Returns: The beginning of the next line; `nil` if the line must be read.
  private static func skip(
    _ bytes: Span<UInt8>, _ start: Int, _ scanner: inout JSONScanner
  ) -> Int? {
    guard let end = scanner.skipQuietLine(bytes, start) else { return nil }
    switch JSONScanner.byte(bytes, end) {
    case 0x0A: return end + 1
    case 0x0D where JSONScanner.byte(bytes, end + 1) == 0x0A: return end + 2
    default: return end == bytes.count ? end : nil
    }
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
            value: .failure(JSONError(error, in: bytes, path: path, line: number + 1))))
        return
      }
    }
  }

  /// Where the next value begins, and on which line.
  private struct LineCursor {
    var position: Int
    var line = 0
    /// The end of a value that is known to hold no line feed.
    private var countedEnd = 0
    /// How many more times a value may be sought beyond its line in vain.
    ///
    /// Each such search can take as long as the whole text.
    private var attempts = 16

    init(position: Int) {
      self.position = position
    }

    /// Adds the line feeds from `start` to the position.
    mutating func count(_ bytes: Span<UInt8>, from start: Int) {
      line += JSONWords.countLineFeeds(bytes, start..<position)
    }

    mutating func move(to next: Int, _ bytes: Span<UInt8>) {
      let start = max(position, countedEnd)
      position = next
      count(bytes, from: start)
    }

    /// Scans a value on its line, or over several lines if it does not end there.
    ///
    /// - Returns: The offset after the value.
    private mutating func scanValue(
      _ bytes: Span<UInt8>, with scanner: inout JSONScanner
    ) -> Result<Int, JSONError> {
      let index = scanner.tape.count
      if let end = scanner.skipLine(bytes, position) {
        countedEnd = end
        return .success(end)
      }
      do {
        let line = bytes.extracting(..<JSONWords.lineEnd(bytes, from: position))
        return .success(try scanner.scanValue(line, at: position))
      } catch {
        // What is wrong with the line is a better message than what is wrong further down.
        let path = scanner.openPath(bytes)
        scanner.tape.removeSubrange(index...)
        if error.code == .truncated, attempts > 0 {
          if let end = try? scanner.scanValue(bytes, at: position) { return .success(end) }
          attempts -= 1
          scanner.tape.removeSubrange(index...)
        }
        return .failure(JSONError(error, in: bytes, path: path, line: line + 1))
      }
    }

    mutating func read(_ bytes: Span<UInt8>, with scanner: inout JSONScanner) -> Entry {
      let number = line
      let index = scanner.tape.count
      switch scanValue(bytes, with: &scanner) {
      case .success(let end):
        var next = JSONScanner.skipWhiteSpace(bytes, end)
        var trailingOffset: Int?
        let lineEnd = JSONWords.lineEnd(bytes, from: end)
        if next < lineEnd, bytes[next] != 0x7B, bytes[next] != 0x5B {
          trailingOffset = next
          next = JSONScanner.skipWhiteSpace(bytes, lineEnd)
        }
        move(to: next, bytes)
        return Entry(line: number, value: .success(index), trailingOffset: trailingOffset)
      case .failure(let error):
        let lineEnd = JSONWords.lineEnd(bytes, from: position)
        move(to: JSONScanner.skipWhiteSpace(bytes, lineEnd), bytes)
        return Entry(line: number, value: .failure(error))
      }
    }
  }
}
