// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRStreams

/// Inflates gzip whole.
///
/// What is checked here is how much comes out, since a few bytes may stand for gigabytes.
enum GzipInflation {
  /// Below this size a high ratio of compression is no sign of ill will.
  private static let harmlessByteCount = 1 << 26
  /// More than the most repetitive of real documents reach; deflate can reach 1032.
  private static let largestRatio = 300

  /// Whether bytes begin as gzip does.
  static func isGzip(_ bytes: [UInt8]) -> Bool { GzipStream.isGzip(bytes) }

  /// How much may come out of so many bytes, if they are no bomb.
  static func bound(of byteCount: Int) -> Int {
    let (product, isTooLarge) = byteCount.multipliedReportingOverflow(by: largestRatio)
    return isTooLarge ? Int.max : max(harmlessByteCount, product)
  }

  /// Inflates every member.
  ///
  /// - Parameters:
  ///   - bytes: The whole file. Zero bytes at its end are padding.
  ///   - limit: The most bytes that may come out. Beyond 64 MiB also a ratio of
  ///     more than 300 is too large: real documents do not reach it.
  /// - Returns: The bytes of all members, one after the other.
  /// - Throws: ``GzipError``; what came out until then is given up.
  static func inflate(_ bytes: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
    let bound = min(limit, bound(of: bytes.count))
    var output: [UInt8] = []
    output.reserveCapacity(min(bound, bytes.count * 8))
    let stream = try GzipStream()
    var position = 0
    while position < bytes.count || stream.isPending {
      try stream.inflate(bytes, from: &position, room: 1 << 18, into: &output)
      if output.count > bound { throw .tooLarge(limit: bound) }
    }
    try stream.finish()
    return output
  }
}
