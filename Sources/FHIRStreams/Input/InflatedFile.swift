// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The bytes of a file or of standard input for other modules, inflated if they are gzip.
package struct InflatedFile: Sendable {
  private var stream: ByteStream

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - checksFirst: Whether a gzip is checked before it is read; `false` only for whoever uses
  ///     nothing before the end was read without an error.
  /// - Throws: Why it cannot be opened.
  package init(_ path: String, checksFirst: Bool = true) throws(FHIRStreamError) {
    stream = ByteStream(try StreamFile(path), checksFirst: checksFirst)
  }

  /// Reads at most so many bytes; none at the end.
  package mutating func next(upTo count: Int) throws(FHIRStreamError) -> [UInt8] {
    try stream.read(after: EmptyCollection(), upTo: count)
  }
}
