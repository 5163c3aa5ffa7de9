// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRStreams

/// The lines of a file or of standard input, a block at a time.
///
/// Memory is bounded by the block and the longest line, whatever the size; gzip is
/// told by its first bytes and inflated whole.
struct LineStream: ~Copyable {
  /// A line longer than this is an error.
  static let longestLine = 1 << 20
  private static let blockSize = 1 << 20

  /// What messages call it.
  let name: String
  private let file: OpenFile?
  private let descriptor: Int32
  private var rest: [UInt8] = []
  /// What was inflated and is not yet in ``rest``; `nil` until the first bytes were seen.
  private var inflated: ArraySlice<UInt8>?
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

  /// Goes on with standard input, of which bytes were read that are no gzip.
  init(standardInputAfter bytes: [UInt8]) {
    name = "standard input"
    descriptor = SystemCalls.standardInput
    file = nil
    rest = bytes
    inflated = []
  }

  /// The next lines without their ends; none at the end.
  mutating func next() throws(CommandFailure) -> [String] {
    var lines: [String] = []
    for line in try nextReadable() {
      guard let line else {
        throw CommandFailure(.input, "input.not-utf8", "\(name): not UTF-8, expected text")
      }
      lines.append(line)
    }
    return lines
  }

  /// The next lines, `nil` for each that is not UTF-8; none at the end.
  mutating func nextReadable() throws(CommandFailure) -> [String?] {
    var lines: [String?] = []
    while lines.isEmpty, !isAtEnd || !rest.isEmpty {
      if !isAtEnd { try readBlock() }
      lines = try takeLines()
    }
    return lines
  }

  private mutating func readBlock() throws(CommandFailure) {
    if inflated == nil { return try readFirstBlock() }
    if let block = inflated?.prefix(Self.blockSize), !block.isEmpty {
      rest += block
      inflated?.removeFirst(block.count)
      isAtEnd = inflated?.isEmpty ?? true
    } else {
      try read(upTo: Self.blockSize)
    }
  }

  /// Reads until it is known whether the bytes are gzip, and inflates them if they are.
  private mutating func readFirstBlock() throws(CommandFailure) {
    while !isAtEnd, rest.isEmpty || rest == [0x1F] { try read(upTo: Self.blockSize) }
    inflated = []
    guard GzipStream.isGzip(rest) else { return }
    while !isAtEnd, rest.count <= InputFile.defaultLimit { try read(upTo: Self.blockSize) }
    do throws(GzipError) {
      inflated = try GzipStream.inflate(rest, limit: InputFile.defaultLimit)[...]
    } catch {
      throw CommandFailure(.input, error.code, "\(name): \(error.message)", try: error.remedy)
    }
    rest = []
    isAtEnd = inflated?.isEmpty ?? true
  }

  private mutating func read(upTo count: Int) throws(CommandFailure) {
    var bytes = rest
    rest = []
    let descriptor = descriptor
    let read = try CommandFailure.reading(name) { () throws(SystemError) in
      try SystemCalls.read(descriptor, upTo: count, into: &bytes)
    }
    rest = bytes
    isAtEnd = read == 0
  }

  private mutating func takeLines() throws(CommandFailure) -> [String?] {
    var lines: [String?] = []
    var start = 0
    var end = start
    while end < rest.count {
      if rest[end] == 0x0A {
        lines.append(line(start..<end))
        start = end + 1
      }
      end += 1
    }
    if isAtEnd, start < rest.count {
      lines.append(line(start..<rest.count))
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

  private func line(_ range: Range<Int>) -> String? {
    var end = range.upperBound
    if end > range.lowerBound, rest[end - 1] == 0x0D { end -= 1 }
    var start = range.lowerBound
    if end - start >= 3, rest[start] == 0xEF, rest[start + 1] == 0xBB, rest[start + 2] == 0xBF {
      start += 3
    }
    return String(validating: rest[start..<end], as: UTF8.self)
  }
}
