// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension JSONWriter {
  /// Whether a text can stand in a string as it is.
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

  /// Finds the first byte from `start` that cannot stand in a string.
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
