// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import FHIRStreams

/// Inflates gzip whole.
package enum GzipInflation {
  /// Whether bytes begin as gzip does.
  package static func isGzip(_ bytes: [UInt8]) -> Bool { GzipStream.isGzip(bytes) }

  /// Inflates every member.
  ///
  /// - Parameters:
  ///   - bytes: The whole file. Zero bytes at its end are padding.
  ///   - limit: The most bytes that may come out.
  /// - Returns: The bytes of all members, one after the other.
  /// - Throws: ``GzipError``; what came out until then is given up.
  package static func inflate(_ bytes: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(min(limit, bytes.count * 8))
    let stream = try GzipStream(of: bytes.count)
    var position = 0
    while position < bytes.count || stream.isPending {
      try stream.inflate(bytes, from: &position, room: 1 << 18, into: &output)
      if output.count > limit { throw .tooLarge(limit: limit) }
    }
    try stream.finish()
    return output
  }
}
