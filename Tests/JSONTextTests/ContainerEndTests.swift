// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CMasks
import TestSupport
import Testing

/// Where a container ends, told from 64 bytes at a time and byte by byte.
@Suite("Ends of containers")
struct ContainerEndTests {
  /// What the header of the function says of it: nothing is told behind an escape or a control
  /// character that stands before the end.
  static func end(_ bytes: [UInt8], _ start: Int) -> Int {
    var depth = 0
    var isInString = false
    for position in start..<bytes.count {
      let byte = bytes[position]
      if byte < 0x20 || byte == UInt8(ascii: "\\") { return start }
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
      if isInString { continue }
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { return position + 1 }
    }
    return start
  }

  @Test("Both agree on texts of brackets, strings, escapes and line feeds, whole and cut")
  func agree() {
    var random = SeededGenerator(seed: 11)
    var (told, untold) = (0, 0)
    for _ in 0..<4000 {
      let length = 1 + random.below(200)
      // Few of what ends the telling, so that many ends are told.
      let foreign = random.below(3) == 0
      let letters = Array((foreign ? #"xx[]{}"" \#n\xxxxxxx"# : #"xxxxx[]{}"" "#).utf8)
      var bytes = (0..<length).map { _ in letters[random.below(letters.count)] }
      let start = random.below(length)
      bytes[start] = UInt8(ascii: random.below(2) == 0 ? "[" : "{")
      // What often stands right behind a container: the end of its line.
      bytes += Array("]\"}\n{\"a\":1}".utf8)
      let expected = Self.end(bytes, start)
      if expected == start { untold += 1 } else { told += 1 }
      let found = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe cmasks_container_end(buffer.baseAddress, buffer.count, start)
      }
      #expect(found == expected, "\(String(decoding: bytes, as: UTF8.self)) from \(start)")
    }
    #expect(told > 1000 && untold > 500, "\(told) and \(untold)")
  }
}
