// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The bytes of a file or of standard input for other modules, inflated if they are gzip.
package struct InflatedFile: Sendable {
  private var stream: ByteStream

  /// Opens a file; `-` is standard input.
  package init(_ path: String) throws(FHIRStreamError) {
    stream = ByteStream(try StreamFile(path))
  }

  /// Reads at most so many bytes; none at the end.
  package mutating func next(upTo count: Int) throws(FHIRStreamError) -> [UInt8] {
    try stream.read(after: EmptyCollection(), upTo: count)
  }
}
