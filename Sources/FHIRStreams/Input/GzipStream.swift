// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

private import CDeflate
private import CZlib

// gzip (RFC 1952): one or more members, each a header, a deflate stream, a
// CRC-32 and the length. zlib checks all of it, but a member's check is at
// its end: what came out before may be wrong. Zero bytes at the end are
// padding, as gzip itself takes them.

/// Why bytes are not gzip that can be read.
package struct GzipError: Error, Equatable {
  /// The stable code.
  package let code: String
  /// What was found and what was expected.
  package let message: String
  /// What to do.
  package var remedy: String?

  package static func damaged(offset: Int) -> GzipError {
    GzipError(
      code: "gzip.damaged",
      message: "damaged gzip at byte \(offset), expected a whole deflate stream",
      remedy: "get the file again; gzip -t checks it")
  }

  package static let truncated = GzipError(
    code: "gzip.truncated", message: "gzip ends before its end, expected a checksum and a length",
    remedy: "get the file again; gzip -t checks it")

  package static func trailingBytes(offset: Int) -> GzipError {
    GzipError(
      code: "gzip.trailing-bytes",
      message: "other bytes follow the gzip at byte \(offset), expected its end or another member")
  }

  package static func tooLarge(limit: Int) -> GzipError {
    // A comma before every third digit from the end.
    let digits = Array(String(limit))
    let grouped = digits.indices.reduce(into: "") { text, index in
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digits[index])
    }
    return GzipError(
      code: "gzip.too-large",
      message: "gzip holds more than \(grouped) bytes, expected at most as many",
      remedy: "inflate it with gzip -d, if it is what it should be")
  }

  package static let outOfMemory = GzipError(
    code: "gzip.out-of-memory", message: "there is not enough memory to inflate the gzip")
}

/// Inflates gzip as it comes, a piece at a time.
///
/// Not for several threads at once: `FHIRLineStream` and `FHIRDocumentFile` lock theirs.
@safe
package final class GzipStream: @unchecked Sendable {
  private enum Place {
    case inMember
    /// After a member.
    case between
    /// Zero bytes after the last member, which ended at the offset.
    case padding(since: Int)
  }

  /// Below this size a high compression ratio does not suggest an attack.
  private static let harmlessByteCount = 1 << 26
  /// More than the most repetitive of real documents reach; deflate can reach 1032.
  private static let largestRatio = 300

  // Sound: allocated in init, freed in deinit; the pointers to input and output
  // that zlib is given are set anew for each call, and it keeps neither.
  private let stream: UnsafeMutablePointer<z_stream>
  private var place = Place.inMember
  /// How many bytes were taken in.
  package private(set) var taken = 0
  private var given = 0
  /// How many bytes there are to take in, where that is known.
  private let byteCount: Int
  /// Whether more may come out of what was taken in.
  package private(set) var isPending = false

  /// Whether bytes begin as gzip does.
  package static func isGzip(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
  }

  /// Begins to inflate `byteCount` bytes; 0 if their number is not known.
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

  /// Inflates compressed bytes from `position` on, which is advanced, and adds at most `room` bytes
  /// to `output`.
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

  /// A few bytes may become gigabytes.
  private func checkRatio() throws(GzipError) {
    guard given > Self.harmlessByteCount else { return }
    let (product, isTooLarge) = max(byteCount, taken)
      .multipliedReportingOverflow(by: Self.largestRatio)
    let bound = isTooLarge ? Int.max : max(Self.harmlessByteCount, product)
    if given > bound { throw .tooLarge(limit: bound) }
  }
}

extension GzipStream {
  /// The most bytes that may come out of a gzip that is inflated at once.
  private static let wholeLimit = 1 << 24

  /// Inflates a small gzip of one member at once.
  ///
  /// libdeflate inflates twice as fast as zlib, but only what is in memory as a whole, into memory
  /// of a known size. Sound: it reads and writes the two buffers that it is given with their sizes,
  /// and its state is freed on return.
  ///
  /// - Returns: `nil` for any other gzip, which a stream reads, and for one that is damaged, of which
  ///   a stream says what is wrong.
  static func inflateMember(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 18 else { return nil }
    // The length, which a member ends with (RFC 1952).
    let size = (1...4).reduce(0) { $0 << 8 | Int(bytes[bytes.count - $1]) }
    guard size > 0, size <= wholeLimit, let state = unsafe libdeflate_alloc_decompressor() else {
      return nil
    }
    defer { unsafe libdeflate_free_decompressor(state) }
    var isWhole = false
    let inflated = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, made in
      unsafe bytes.withUnsafeBufferPointer { input in
        var (used, written) = (0, 0)
        let result = unsafe libdeflate_gzip_decompress_ex(
          state, input.baseAddress, input.count, buffer.baseAddress, size, &used, &written)
        isWhole = result == LIBDEFLATE_SUCCESS && used == input.count && written == size
        made = isWhole ? size : 0
      }
    }
    return isWhole ? inflated : nil
  }
}
