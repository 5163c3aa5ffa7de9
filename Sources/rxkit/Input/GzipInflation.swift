// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

private import CZlib

// gzip (RFC 1952): one or more members, each a header, a deflate stream, a
// CRC-32 and the length. zlib checks all of it; what is checked here besides
// is how much comes out, since a few bytes may stand for gigabytes.

/// Why bytes are no gzip that can be read.
enum GzipError: Error, Equatable {
  case damaged(offset: Int)
  case truncated
  case trailingBytes(offset: Int)
  case tooLarge(limit: Int)
  case outOfMemory

  /// The stable code.
  var code: String {
    switch self {
    case .damaged: "gzip.damaged"
    case .truncated: "gzip.truncated"
    case .trailingBytes: "gzip.trailing-bytes"
    case .tooLarge: "gzip.too-large"
    case .outOfMemory: "gzip.out-of-memory"
    }
  }

  /// What was found and what was expected.
  var message: String {
    switch self {
    case .damaged(let offset): "damaged gzip at byte \(offset), expected a whole deflate stream"
    case .truncated: "gzip ends before its end, expected a checksum and a length"
    case .trailingBytes(let offset):
      "other bytes follow the gzip at byte \(offset), expected its end or another member"
    case .tooLarge(let limit):
      "gzip holds more than \(DisplayText.grouped(limit)) bytes, expected at most as many"
    case .outOfMemory: "there is not enough memory to inflate the gzip"
    }
  }

  /// What to do.
  var remedy: String? {
    switch self {
    case .damaged, .truncated: "get the file again; gzip -t checks it"
    case .tooLarge: "inflate it with gzip -d, if it is what it should be"
    case .trailingBytes, .outOfMemory: nil
    }
  }
}

/// Inflates gzip.
enum GzipInflation {
  /// Below this size a high ratio of compression is no sign of ill will.
  private static let harmlessByteCount = 1 << 26
  /// More than the most repetitive of real documents reach; deflate can reach 1032.
  private static let largestRatio = 300

  /// Whether bytes begin as gzip does.
  static func isGzip(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
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
    let byRatio = max(
      harmlessByteCount, bytes.count.multipliedReportingOverflow(by: largestRatio).partialValue)
    let bound = min(limit, byRatio)
    var output: [UInt8] = []
    output.reserveCapacity(min(bound, bytes.count * 8))
    var position = 0
    repeat {
      position = try inflateMember(bytes, from: position, bound: bound, into: &output)
      if bytes[position...].allSatisfy({ $0 == 0 }) { return output }
      guard bytes.count - position >= 2, bytes[position] == 0x1F, bytes[position + 1] == 0x8B else {
        throw .trailingBytes(offset: position)
      }
    } while true
  }

  /// Inflates the member that begins at a position.
  ///
  /// - Returns: The position after it.
  private static func inflateMember(
    _ bytes: [UInt8], from start: Int, bound: Int, into output: inout [UInt8]
  ) throws(GzipError) -> Int {
    // 16 + 15: a gzip header and the largest window (zlib.h, inflateInit2).
    var stream = unsafe z_stream()
    let version = ZLIB_VERSION
    guard unsafe inflateInit2_(&stream, 31, version, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .outOfMemory }
    defer { unsafe _ = inflateEnd(&stream) }

    var position = start
    while true {
      let (result, used, made) = unsafe step(&stream, bytes, position, into: &output)
      position += used
      if output.count > bound { throw .tooLarge(limit: bound) }
      switch result {
      case Z_STREAM_END: return position
      case Z_OK, Z_BUF_ERROR:
        if used == 0, made == 0 {
          throw position == bytes.count ? .truncated : .damaged(offset: position)
        }
      case Z_MEM_ERROR: throw .outOfMemory
      default: throw .damaged(offset: position)
      }
    }
  }

  /// One call of zlib: as much input as it takes, at most 256 KiB of output.
  private static func step(
    _ stream: inout z_stream, _ bytes: [UInt8], _ position: Int, into output: inout [UInt8]
  ) -> (result: Int32, used: Int, made: Int) {
    var result = Z_OK
    var used = 0
    // The pointers are valid within the two closures, and zlib keeps neither:
    // both are set anew before each call.
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, made in
      unsafe bytes.withUnsafeBufferPointer { input in
        let available = min(input.count - position, Int(Int32.max))
        unsafe stream.next_in = UnsafeMutablePointer(
          mutating: input.baseAddress.map { unsafe $0 + position })
        unsafe stream.avail_in = UInt32(available)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = UInt32(buffer.count)
        result = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
        used = unsafe available - Int(stream.avail_in)
        made = unsafe buffer.count - Int(stream.avail_out)
      }
    }
    output.append(contentsOf: chunk)
    return (result, used, chunk.count)
  }
}
