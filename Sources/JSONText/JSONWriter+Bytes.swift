// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// How strings and members become bytes.

extension JSONWriter {
  /// Whether a text is allowed in a string as it is.
  @inline(__always)
  static func isPlain(_ text: Span<UInt8>) -> Bool {
    guard text.count >= 8 else { return firstEscape(text, from: 0) == text.count }
    var position = 0
    while position + 8 <= text.count {
      if JSONWords.asciiStops(JSONWords.load(text, at: position)) != 0 { return false }
      position += 8
    }
    // The last eight bytes, some of them for the second time.
    return JSONWords.asciiStops(JSONWords.load(text, at: text.count - 8)) == 0
  }

  /// Appends a string in quotation marks; only what JSON forbids is escaped.
  static func appendQuoted(_ text: Span<UInt8>, to output: inout [UInt8]) {
    output.append(0x22)
    var start = 0
    while start < text.count {
      let stop = firstEscape(text, from: start)
      if stop > start {
        let run = text.extracting(start..<stop)
        // Sound: the buffer is used inside the closure only, to copy it.
        unsafe run.withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
      }
      if stop < text.count { appendEscape(text[stop], to: &output) }
      start = stop + 1
    }
    output.append(0x22)
  }

  /// Finds the first byte from `start` that is not allowed in a string.
  @inline(__always)
  private static func firstEscape(_ text: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position + 8 <= text.count {
      let stops = JSONWords.asciiStops(JSONWords.load(text, at: position))
      if stops != 0 { return position + stops.trailingZeroBitCount >> 3 }
      position += 8
    }
    while position < text.count {
      let byte = text[position]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { return position }
      position += 1
    }
    return position
  }

  private static func appendEscape(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(0x5C)
    switch byte {
    case 0x22, 0x5C: output.append(byte)
    case 0x08: output.append(0x62)
    case 0x0C: output.append(0x66)
    case 0x0A: output.append(0x6E)
    case 0x0D: output.append(0x72)
    case 0x09: output.append(0x74)
    default:
      output.append(contentsOf: [0x75, 0x30, 0x30])
      output.append(hexadecimal(byte >> 4))
      output.append(hexadecimal(byte & 0xF))
    }
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? 0x30 + digit : 0x61 + digit - 10
  }
}

// A comma, a name, a colon and a value go into the buffer in one step: a record
// has a hundred and more members, and a step for each part took longer than the
// bytes. Sound: room for all parts is reserved first, each part is copied behind
// the last one, and the count that is reported is their sum.

extension [UInt8] {
  /// Appends `,"name":` and a value; only the value if there is no name.
  ///
  /// - Parameters:
  ///   - name: A name that needs no escapes.
  ///   - hasComma: Whether there is a comma before it.
  ///   - value: The bytes of the value, which need no escapes either.
  ///   - isQuoted: Whether the value is a string.
  @inline(__always)
  mutating func appendMember(
    _ name: UnsafeBufferPointer<UInt8>?, hasComma: Bool, _ value: UnsafeBufferPointer<UInt8>,
    isQuoted: Bool
  ) {
    let nameCount = unsafe name?.count ?? 0
    append(addingCapacity: nameCount + value.count + 6) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        guard var next = buffer.baseAddress else { return }
        let start = unsafe next
        if hasComma {
          unsafe next.pointee = 0x2C
          unsafe next += 1
        }
        if let name = unsafe name, let letters = name.baseAddress {
          unsafe next.pointee = 0x22
          unsafe (next + 1).update(from: letters, count: nameCount)
          unsafe next += nameCount + 1
          unsafe next[0] = 0x22
          unsafe next[1] = 0x3A
          unsafe next += 2
        }
        if isQuoted {
          unsafe next.pointee = 0x22
          unsafe next += 1
        }
        if let letters = value.baseAddress {
          unsafe next.update(from: letters, count: value.count)
          unsafe next += value.count
        }
        if isQuoted {
          unsafe next.pointee = 0x22
          unsafe next += 1
        }
        count = unsafe next - start
      }
    }
  }
}
