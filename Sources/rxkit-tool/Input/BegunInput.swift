// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRStreams
import JSONText

/// Standard input of which enough was read to tell what it is.
struct BegunInput {
  /// What the first bytes say.
  enum Kind {
    /// Words, one a line.
    case words
    /// JSON objects, one a line, the first of which is no FHIR resource.
    case objects
    /// Anything that has to be seen whole: one JSON value over several lines, an
    /// array, XML, FHIR, gzip.
    case whole
  }

  /// The bytes that were read.
  private(set) var bytes: [UInt8] = []
  private(set) var isAtEnd = false

  private static let blockSize = 1 << 16

  /// Reads until the first line that is not empty is complete.
  init() throws(CommandFailure) {
    while !isAtEnd, !hasFirstLine, bytes.count < LineStream.longestLine {
      try readBlock()
    }
  }

  private mutating func readBlock() throws(CommandFailure) {
    var bytes = bytes
    self.bytes = []
    let count = try CommandFailure.reading("standard input") { () throws(SystemError) in
      try SystemCalls.read(SystemCalls.standardInput, upTo: Self.blockSize, into: &bytes)
    }
    self.bytes = bytes
    isAtEnd = count == 0
  }

  /// Reads the rest, all of it.
  consuming func whole() throws(CommandFailure) -> InputFile {
    var input = self
    while !input.isAtEnd {
      try input.readBlock()
      try InputFile.check(input.bytes.count, limit: InputFile.defaultLimit, name: "standard input")
    }
    return try InputFile(name: "standard input", raw: input.bytes)
  }

  /// The first line that is not empty, without the byte order mark and blanks before it.
  private var firstLine: ArraySlice<UInt8> {
    let line = ByteOrderMark.dropped(from: bytes).drop { $0 <= 0x20 }
    return line.prefix { $0 != 0x0A }
  }

  private var hasFirstLine: Bool { firstLine.endIndex < bytes.endIndex }

  /// What it is.
  var kind: Kind {
    if GzipStream.isGzip(bytes) { return .whole }
    switch firstLine.first {
    case 0x7B: break
    case 0x5B, 0x3C: return .whole
    default: return .words
    }
    guard let document = try? JSONDocument(Array(firstLine)), case .nothing = document.trailing,
      document.root["resourceType"] == nil, document.root["resource"] == nil
    else { return .whole }
    return .objects
  }
}

/// The mark that programs write before UTF-8, which is no part of the text.
enum ByteOrderMark {
  /// A text without the mark before it.
  static func dropped(from bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
  }
}
