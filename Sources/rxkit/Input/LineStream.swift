// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The lines of a file or of standard input, a block at a time.
///
/// Memory is bounded by the block and the longest line, whatever the size.
struct LineStream: ~Copyable {
  /// A line longer than this is an error.
  static let longestLine = 1 << 20
  private static let blockSize = 1 << 20

  /// What messages call it.
  let name: String
  private let file: OpenFile?
  private let descriptor: Int32
  private var rest: [UInt8] = []
  private var isAtEnd = false

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(CommandFailure) {
    if path == "-" {
      name = "standard input"
      descriptor = SystemCalls.standardInput
      file = nil
    } else {
      name = path
      let opened = try CommandFailure.reading(path) { () throws(SystemError) in
        try SystemCalls.openForReading(path)
      }
      descriptor = opened.descriptor
      file = consume opened
    }
  }

  /// The next lines without their ends; none at the end.
  ///
  /// - Throws: Why it cannot be read; `input.line-too-long`; `input.not-utf8`.
  mutating func next() throws(CommandFailure) -> [String] {
    var lines: [String] = []
    while lines.isEmpty, !isAtEnd || !rest.isEmpty {
      if !isAtEnd {
        var bytes = rest
        let descriptor = descriptor
        let count = try CommandFailure.reading(name) { () throws(SystemError) in
          try SystemCalls.read(descriptor, upTo: Self.blockSize, into: &bytes)
        }
        rest = bytes
        isAtEnd = count == 0
      }
      lines = try takeLines()
    }
    return lines
  }

  private mutating func takeLines() throws(CommandFailure) -> [String] {
    var lines: [String] = []
    var start = 0
    var end = start
    while end < rest.count {
      if rest[end] == 0x0A {
        lines.append(try line(start..<end))
        start = end + 1
      }
      end += 1
    }
    if isAtEnd, start < rest.count {
      lines.append(try line(start..<rest.count))
      start = rest.count
    }
    rest.removeFirst(start)
    guard rest.count <= Self.longestLine else {
      throw CommandFailure(
        .input, "input.line-too-long",
        "\(name): a line of more than \(Self.longestLine) bytes, expected shorter ones")
    }
    return lines
  }

  private func line(_ range: Range<Int>) throws(CommandFailure) -> String {
    var end = range.upperBound
    if end > range.lowerBound, rest[end - 1] == 0x0D { end -= 1 }
    var start = range.lowerBound
    if end - start >= 3, rest[start] == 0xEF, rest[start + 1] == 0xBB, rest[start + 2] == 0xBF {
      start += 3
    }
    guard let text = String(validating: rest[start..<end], as: UTF8.self) else {
      throw CommandFailure(.input, "input.not-utf8", "\(name): not UTF-8, expected text")
    }
    return text
  }
}
