// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

private import CZlib

// gzip (RFC 1952): one or more members, each a header, a deflate stream, a
// CRC-32 and the length. zlib checks all of it, but a member's check stands at
// its end: what came out before may be wrong. Zero bytes at the end are
// padding, as gzip itself takes them.

/// Why bytes are no gzip that can be read.
package enum GzipError: Error, Equatable {
  case damaged(offset: Int)
  case truncated
  case trailingBytes(offset: Int)
  case tooLarge(limit: Int)
  case outOfMemory

  /// The stable code.
  package var code: String {
    switch self {
    case .damaged: "gzip.damaged"
    case .truncated: "gzip.truncated"
    case .trailingBytes: "gzip.trailing-bytes"
    case .tooLarge: "gzip.too-large"
    case .outOfMemory: "gzip.out-of-memory"
    }
  }

  /// What was found and what was expected.
  package var message: String {
    switch self {
    case .damaged(let offset): "damaged gzip at byte \(offset), expected a whole deflate stream"
    case .truncated: "gzip ends before its end, expected a checksum and a length"
    case .trailingBytes(let offset):
      "other bytes follow the gzip at byte \(offset), expected its end or another member"
    case .tooLarge(let limit):
      "gzip holds more than \(Self.grouped(limit)) bytes, expected at most as many"
    case .outOfMemory: "there is not enough memory to inflate the gzip"
    }
  }

  /// What to do.
  package var remedy: String? {
    switch self {
    case .damaged, .truncated: "get the file again; gzip -t checks it"
    case .tooLarge: "inflate it with gzip -d, if it is what it should be"
    case .trailingBytes, .outOfMemory: nil
    }
  }

  /// A number with a comma before every third digit from its end.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.reduce(into: "") { text, index in
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digits[index])
    }
  }
}

/// Inflates gzip as it comes, a piece at a time.
///
/// Not for several threads at once: whoever shares one guards it with a lock, as
/// `FHIRLineStream` and `FHIRDocumentFile` do.
@safe
package final class GzipStream: @unchecked Sendable {
  private enum Place {
    case inMember
    /// After a member.
    case between
    /// Zero bytes after the last member, which ended at the offset.
    case padding(since: Int)
  }

  /// Below this size a high ratio of compression is no sign of ill will.
  private static let harmlessByteCount = 1 << 26
  /// More than the most repetitive of real documents reach; deflate can reach 1032.
  private static let largestRatio = 300

  // Sound: allocated in init, freed in deinit; the pointers to input and output
  // that zlib is given are set anew for each call, and it keeps neither.
  private let stream: UnsafeMutablePointer<z_stream>
  private var place = Place.inMember
  /// How many bytes were taken in.
  package private(set) var taken = 0
  /// How many bytes came out.
  private var given = 0
  /// How many bytes there are to take in, where that is known.
  private let byteCount: Int
  /// Whether more may come out of what was taken in.
  package private(set) var isPending = false

  /// Whether bytes begin as gzip does.
  package static func isGzip(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
  }

  /// Begins.
  ///
  /// - Parameter byteCount: How many bytes there are to inflate; 0 if that is not known.
  /// - Throws: If there is no memory.
  package init(of byteCount: Int = 0) throws(GzipError) {
    self.byteCount = byteCount
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // 16 + 15: a gzip header and the largest window (zlib.h, inflateInit2).
    let result = unsafe inflateInit2_(
      stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else { throw .outOfMemory }
  }

  deinit {
    unsafe _ = inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Inflates a piece.
  ///
  /// - Parameters:
  ///   - input: Compressed bytes.
  ///   - position: The first that was not taken yet; moved on.
  ///   - room: How many bytes may come out at most.
  ///   - output: Where they are added.
  /// - Throws: What is wrong with the bytes.
  package func inflate(
    _ input: [UInt8], from position: inout Int, room: Int, into output: inout [UInt8]
  ) throws(GzipError) {
    let limit = output.count + room
    while position < input.count || isPending, output.count < limit {
      switch place {
      case .inMember:
        try inflateMember(input, &position, room: limit - output.count, &output)
      case .between:
        if input[position] == 0x1F {
          unsafe _ = inflateReset(stream)
          place = .inMember
        } else if input[position] == 0 {
          place = .padding(since: taken)
        } else {
          throw .trailingBytes(offset: taken)
        }
      case .padding(let start):
        guard input[position] == 0 else { throw .trailingBytes(offset: start) }
        position += 1
        taken += 1
      }
    }
  }

  /// Whether the input may end here.
  package var isComplete: Bool {
    if case .inMember = place { false } else { true }
  }

  /// Says that the input has ended.
  package func finish() throws(GzipError) {
    if !isComplete { throw .truncated }
  }

  private func inflateMember(
    _ input: [UInt8], _ position: inout Int, room: Int, _ output: inout [UInt8]
  ) throws(GzipError) {
    let start = position
    var result = Z_OK
    var used = 0
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: min(room, 1 << 18)) { buffer, made in
      unsafe input.withUnsafeBufferPointer { bytes in
        let available = min(bytes.count - start, Int(Int32.max))
        unsafe stream.pointee.next_in = UnsafeMutablePointer(
          mutating: bytes.baseAddress.map { unsafe $0 + start })
        unsafe stream.pointee.avail_in = UInt32(available)
        unsafe stream.pointee.next_out = buffer.baseAddress
        unsafe stream.pointee.avail_out = UInt32(buffer.count)
        result = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        used = unsafe available - Int(stream.pointee.avail_in)
        made = unsafe buffer.count - Int(stream.pointee.avail_out)
      }
    }
    position += used
    taken += used
    isPending = result == Z_OK && chunk.count == min(room, 1 << 18)
    given += chunk.count
    try checkRatio()
    if output.isEmpty { output = chunk } else { output += chunk }
    switch result {
    case Z_STREAM_END: place = .between
    case Z_OK, Z_BUF_ERROR:
      if used == 0, chunk.isEmpty, position < input.count { throw .damaged(offset: taken) }
    case Z_MEM_ERROR: throw .outOfMemory
    default: throw .damaged(offset: taken)
    }
  }

  /// A few bytes may stand for gigabytes.
  private func checkRatio() throws(GzipError) {
    guard given > Self.harmlessByteCount else { return }
    let (product, isTooLarge) = max(byteCount, taken)
      .multipliedReportingOverflow(by: Self.largestRatio)
    let bound = isTooLarge ? Int.max : max(Self.harmlessByteCount, product)
    if given > bound { throw .tooLarge(limit: bound) }
  }
}
