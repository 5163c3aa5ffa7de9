// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import FHIRStreams

/// Bytes of a file or of standard input, whole.
package struct InputFile: Sendable {
  /// The default limit: 4 GiB.
  package static let defaultLimit = 1 << 32

  /// What messages call it: the path as it was given, or `standard input`.
  package let name: String
  /// The bytes, decompressed if they were gzip.
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Reads a file, or standard input for `-`, and inflates it if it is gzip.
  ///
  /// Gzip is detected by its first bytes, not by its name.
  package static func read(_ path: String, limit: Int = defaultLimit) throws -> InputFile {
    var stream = try ByteStream(path, checksFirst: false)
    return try InputFile(restOf: &stream, limit: limit)
  }

  /// Reads what is left of a stream, after the bytes that were read of it before.
  package init(
    restOf stream: inout ByteStream, after read: [UInt8] = [], limit: Int = defaultLimit
  ) throws {
    var bytes = read
    // One byte more than the size, so that a file of that size needs one
    // read and the end is seen; what grows meanwhile is read on.
    var piece = min(stream.byteCount ?? 1 << 16, limit) + 1
    var known = -1
    while bytes.count > known {
      guard bytes.count <= limit else { throw CommandFailure.tooLarge(stream, limit) }
      known = bytes.count
      bytes = try stream.read(after: bytes, upTo: piece)
      piece = max(1 << 16, known)
    }
    self.init(name: stream.name, bytes: bytes)
  }
}

extension FHIRStreamError: CommandError {
  package var failure: CommandFailure {
    var failure = CommandFailure(.input, code, message, try: remedy)
    failure.voidsOutput = voidsWhatWasRead
    return failure
  }
}

extension CommandFailure {
  /// An input has more bytes than it may.
  fileprivate static func tooLarge(_ stream: ByteStream, _ limit: Int) -> CommandFailure {
    if stream.isGzip == true {
      let error = GzipError.tooLarge(limit: limit)
      return CommandFailure(
        .input, error.code, "\(stream.name): \(error.message)", try: error.remedy)
    }
    return CommandFailure(
      .input, "input.too-large",
      "\(stream.name): more than \(DisplayText.grouped(limit)) bytes, expected at most as many")
  }
}
