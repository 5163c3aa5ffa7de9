// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRStreams

/// Bytes of a file or of standard input, whole.
package struct InputFile: Sendable {
  /// The limit when none is asked for: 4 GiB.
  package static let defaultLimit = 1 << 32

  /// What messages call it: the path as it was given, or `standard input`.
  package let name: String
  /// The bytes, decompressed if they were gzip.
  package let bytes: [UInt8]

  /// Reads a file, or standard input for `-`, and inflates it if it is gzip.
  ///
  /// Whether it is gzip is told by its first bytes, not by its name.
  package static func read(
    _ path: String, limit: Int = defaultLimit
  ) throws(CommandFailure) -> InputFile {
    let name = path == "-" ? "standard input" : path
    let raw: [UInt8]
    if path == "-" {
      raw = try read(SystemCalls.standardInput, name: name, limit: limit)
    } else {
      let file = try CommandFailure.reading(path) { () throws(SystemError) in
        try SystemCalls.openForReading(path)
      }
      raw = try read(file.descriptor, name: name, limit: limit)
    }
    return try InputFile(name: name, raw: raw, limit: limit)
  }

  /// Takes bytes as they came, and inflates them if they are gzip.
  package init(name: String, raw: [UInt8], limit: Int = defaultLimit) throws(CommandFailure) {
    self.name = name
    guard GzipStream.isGzip(raw) else {
      bytes = raw
      return
    }
    do throws(GzipError) {
      bytes = try GzipStream.inflate(raw, limit: limit)
    } catch {
      throw CommandFailure(.input, error.code, "\(name): \(error.message)", try: error.remedy)
    }
  }

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Throws if an input has more bytes than it may.
  package static func check(_ count: Int, limit: Int, name: String) throws(CommandFailure) {
    guard count > limit else { return }
    throw CommandFailure(
      .input, "input.too-large",
      "\(name): more than \(DisplayText.grouped(limit)) bytes, expected at most as many")
  }

  private static func read(
    _ descriptor: Int32, name: String, limit: Int
  ) throws(CommandFailure) -> [UInt8] {
    let status = try CommandFailure.reading(name) { () throws(SystemError) in
      try SystemCalls.status(of: descriptor)
    }
    if status.kind == .folder {
      throw CommandFailure(.input, "input.is-folder", "\(name): a folder, expected a file")
    }
    var bytes: [UInt8] = []
    // One byte more than the size, so that a file of that size needs one
    // read and the end is seen; what grows meanwhile is read on.
    var piece = status.kind == .regular ? min(status.byteCount, limit) + 1 : 1 << 16
    while true {
      let count = try CommandFailure.reading(name) { () throws(SystemError) in
        try SystemCalls.readBytes(descriptor, upTo: piece, into: &bytes)
      }
      if count == 0 { return bytes }
      try check(bytes.count, limit: limit, name: name)
      piece = 1 << 16
    }
  }
}
