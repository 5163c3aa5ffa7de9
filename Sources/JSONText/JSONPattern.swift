// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import CMasks

// Lines that one program writes differ in a few values and are equal, byte for
// byte, in all others:
//
//   text      {"resourceType":"Patient","id":"a1","active":true}
//   holes                                   ~~
//   pattern   {"resourceType":"Patient","id":"§","active":true}     § a string
//
// A line that fits was checked when the pattern was made, but for what stands in
// the holes: comparing it takes a tenth of the time of reading it.

/// A text of JSON in which some values may be others of their kind.
package struct JSONPattern: Sendable {
  /// What may stand in a hole.
  package enum Hole: Sendable, Hashable {
    /// The content of a string, without its quotation marks: at least one byte of UTF-8, and no
    /// escapes.
    case string
    /// An integer without a sign, of at most 15 digits.
    case number
    /// An object or array; its brackets match, nothing else is checked of what is inside.
    case container
  }

  private struct Part {
    /// The bytes before the hole.
    let text: Range<Int>
    /// The hole behind them; `nil` at the end.
    let hole: Hole?
  }

  private let text: [UInt8]
  private let parts: [Part]

  /// Makes a pattern.
  ///
  /// - Parameters:
  ///   - text: A whole value.
  ///   - holes: Where its holes are, in order.
  package init(_ text: [UInt8], holes: [(range: Range<Int>, hole: Hole)]) {
    var parts: [Part] = []
    var start = 0
    for (range, hole) in holes {
      parts.append(Part(text: start..<range.lowerBound, hole: hole))
      start = range.upperBound
    }
    parts.append(Part(text: start..<text.count, hole: nil))
    self.text = text
    self.parts = parts
  }

  /// Whether a text begins as the pattern does.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - start: Where to begin.
  ///   - places: Takes what stands in the holes.
  /// - Returns: The offset after the value; `nil` if it does not fit.
  package func match(
    _ bytes: Span<UInt8>, from start: Int, filling places: inout [Range<Int>]
  ) -> Int? {
    places.removeAll(keepingCapacity: true)
    let text = text.span
    var position = start
    for index in parts.indices {
      let part = parts[index]
      let count = part.text.count
      guard position + count <= bytes.count,
        Self.areEqual(text, part.text.lowerBound, bytes, position, count)
      else { return nil }
      position += count
      guard let hole = part.hole else { return position }
      let end =
        switch hole {
        case .string: Self.stringEnd(bytes, position)
        case .number: Self.numberEnd(bytes, position)
        case .container: Self.containerEnd(bytes, position)
        }
      guard end > position else { return nil }
      places.append(position..<end)
      position = end
    }
    return nil
  }

  // MARK: Holes

  /// Whether bytes may stand in a hole for strings.
  package static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    bytes.count > 0 && stringEnd(bytes, 0) == bytes.count
  }

  /// Whether bytes may stand in a hole for numbers.
  package static func isInteger(_ bytes: Span<UInt8>) -> Bool {
    bytes.count > 0 && numberEnd(bytes, 0) == bytes.count
  }

  /// The offset of the first byte that ends a plain string; its own if it is no UTF-8.
  @inline(__always)
  private static func stringEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var position = start
    var high: UInt64 = 0
    while position + 8 <= bytes.count {
      let word = JSONWords.load(bytes, at: position)
      let stops = JSONWords.asciiStops(word)
      if stops != 0 {
        // The bytes before the first stop.
        high |= word & ((stops & (0 &- stops)) &- 1)
        position += stops.trailingZeroBitCount >> 3
        return high & JSONWords.highBits == 0 ? position : checkedEnd(bytes, start..<position)
      }
      high |= word
      position += 8
    }
    while position < bytes.count {
      let byte = bytes[position]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
      high |= UInt64(byte)
      position += 1
    }
    return high & JSONWords.highBits == 0 ? position : checkedEnd(bytes, start..<position)
  }

  @inline(never)
  private static func checkedEnd(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    (try? UTF8Span(validating: bytes.extracting(range))) == nil
      ? range.lowerBound : range.upperBound
  }

  @inline(__always)
  private static func numberEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] &- 0x30 < 10 { position += 1 }
    let count = position - start
    if count > 15 || count > 1 && bytes[start] == 0x30 { return start }
    return position
  }

  /// The offset after a container, told by its brackets outside of strings; its own for none.
  ///
  /// A container does not run over the end of its line: a line feed is white space to JSON, but
  /// the line before it is a text of its own.
  private static func containerEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    guard start < bytes.count, bytes[start] | 0x20 == 0x7B else { return start }
    // Sound: the function reads only the bytes of the span, whose count it is told.
    let end = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe cmasks_container_end(buffer.baseAddress, buffer.count, start)
    }
    // Escapes and control characters are seldom; what holds one is found byte by byte.
    return end == start ? containerEndByByte(bytes, start) : end
  }

  @inline(never)
  private static func containerEndByByte(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var depth = 0
    var isInString = false
    var position = start
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x0A { return start }
      position += 1
      if isInString {
        if byte == 0x5C {
          if position < bytes.count, bytes[position] == 0x0A { return start }
          position += 1
        } else if byte == 0x22 {
          isInString = false
        }
      } else if byte == 0x22 {
        isInString = true
      } else if byte == 0x7B || byte == 0x5B {
        depth += 1
      } else if byte == 0x7D || byte == 0x5D {
        depth -= 1
        if depth == 0 { return position }
      }
    }
    return start
  }

  // MARK: Bytes

  /// The offset of the next line feed, or the end of the text.
  package static func lineEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    JSONWords.lineEnd(bytes, from: start)
  }

  /// A hash of a range of bytes, the same in every process.
  package static func hash(of bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    // Two chains: the next multiplication need not wait for the last one.
    var first = UInt64(truncatingIfNeeded: range.count) &* factor
    var second = ~first
    var position = range.lowerBound
    while position + 16 <= range.upperBound {
      first = (first ^ JSONWords.load(bytes, at: position)) &* factor
      first ^= first >> 32
      second = (second ^ JSONWords.load(bytes, at: position + 8)) &* factor
      second ^= second >> 29
      position += 16
    }
    while position < range.upperBound {
      first = (first ^ UInt64(bytes[position])) &* factor
      position += 1
    }
    let hash = (first ^ second &* factor) &* factor
    return hash ^ hash >> 32
  }

  /// Whether a range of bytes equals a text.
  package static func isEqual(_ bytes: Span<UInt8>, _ range: Range<Int>, _ text: [UInt8]) -> Bool {
    range.count == text.count && areEqual(text.span, 0, bytes, range.lowerBound, text.count)
  }

  @inline(__always)
  private static func areEqual(
    _ text: Span<UInt8>, _ textStart: Int, _ bytes: Span<UInt8>, _ start: Int, _ count: Int
  ) -> Bool {
    var index = 0
    while index + 8 <= count {
      if JSONWords.load(text, at: textStart + index) != JSONWords.load(bytes, at: start + index) {
        return false
      }
      index += 8
    }
    if index == count { return true }
    if count >= 8 {
      // The last eight bytes, some of them for the second time.
      return JSONWords.load(text, at: textStart + count - 8)
        == JSONWords.load(bytes, at: start + count - 8)
    }
    while index < count {
      if text[textStart + index] != bytes[start + index] { return false }
      index += 1
    }
    return true
  }
}
