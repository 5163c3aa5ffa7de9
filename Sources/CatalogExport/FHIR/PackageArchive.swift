// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

private import CZlib

// The only file that calls zlib. What is unsafe in it is sound because the
// stream's memory does not move (it is allocated once), and input and output
// are lent for one call of deflate only.

/// Compresses what is written, as gzip (RFC 1952), without a time or a name.
///
/// The same bytes and the same version of zlib give the same file.
@safe final class GzipOutput {
  private static let pieceLength = 1 << 16

  private let stream: UnsafeMutablePointer<z_stream>
  private var piece = [UInt8](repeating: 0, count: GzipOutput.pieceLength)
  private(set) var byteCount = 0

  init() throws(ExportError) {
    unsafe stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // 31: a window of 32 KiB, with a gzip header of zlib's own, whose time is 0.
    let status = unsafe deflateInit2_(
      stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      unsafe stream.deallocate()
      throw .compression(status)
    }
  }

  deinit {
    unsafe _ = deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Compresses bytes; what comes out goes to `output`.
  func write(_ bytes: [UInt8], to output: ExportOutput) throws(ExportError) {
    byteCount += bytes.count
    try run(bytes, Z_NO_FLUSH, to: output)
  }

  func finish(to output: ExportOutput) throws(ExportError) {
    try run([], Z_FINISH, to: output)
  }

  private func run(
    _ bytes: [UInt8], _ flush: Int32, to output: ExportOutput
  ) throws(ExportError) {
    var consumed = 0
    while true {
      let offset = consumed
      let count = min(bytes.count - consumed, Int(Int32.max))
      let isLast = offset + count == bytes.count
      let (status, left, produced) = deflatePiece(
        bytes, offset, count, isLast ? flush : Z_NO_FLUSH)
      guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
        throw .compression(status)
      }
      consumed = offset + count - left
      if produced > 0 { try output.write(Array(piece[..<produced])) }
      if status == Z_STREAM_END { return }
      let isDone = consumed == bytes.count && produced < Self.pieceLength
      if isDone, flush != Z_FINISH { return }
    }
  }

  /// One call of deflate.
  ///
  /// - Returns: Its status, the bytes of input left, the bytes put into ``piece``.
  private func deflatePiece(
    _ bytes: [UInt8], _ offset: Int, _ count: Int, _ flush: Int32
  ) -> (status: Int32, left: Int, produced: Int) {
    unsafe bytes.withUnsafeBytes { input in
      unsafe piece.withUnsafeMutableBytes { space in
        let start = unsafe input.baseAddress?.advanced(by: offset)
          .assumingMemoryBound(to: UInt8.self)
        // zlib's interface is not const, but it only reads the input.
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: start)
        unsafe stream.pointee.avail_in = UInt32(count)
        unsafe stream.pointee.next_out = unsafe space.baseAddress?
          .assumingMemoryBound(to: UInt8.self)
        unsafe stream.pointee.avail_out = UInt32(Self.pieceLength)
        let status = unsafe deflate(stream, flush)
        return unsafe (
          status, Int(stream.pointee.avail_in),
          Self.pieceLength - Int(stream.pointee.avail_out)
        )
      }
    }
  }
}

// The header of a member of a tar archive, "ustar" of POSIX.1-1988: 512 bytes.
//
//   0 name 100 · 100 mode 8 · 108 uid 8 · 116 gid 8 · 124 size 12 · 136 mtime 12
//   148 checksum 8 · 156 type 1 · 157 link 100 · 257 "ustar\0" · 263 "00"
//   265 user 32 · 297 group 32 · 329 device 8 · 337 device 8 · 345 prefix 155
//
// Numbers are octal digits with a zero behind. Owner, group and time are zero,
// so that the same content is the same archive. A member's bytes follow, filled
// up with zeros to a multiple of 512; two blocks of zeros end the archive.

/// The header of one file in a tar archive.
enum TarHeader {
  static let blockLength = 512
  /// The largest size that eleven octal digits write.
  static let largestSize = 8 * 1024 * 1024 * 1024 - 1

  /// The 512 bytes of a header.
  ///
  /// - Parameters:
  ///   - name: A path of at most 100 bytes.
  ///   - size: The bytes of the member, at most ``largestSize``.
  /// - Returns: The header.
  static func bytes(name: String, size: Int) -> [UInt8] {
    precondition(name.utf8.count <= 100 && size <= largestSize, "checked by the caller")
    var block = [UInt8](repeating: 0, count: blockLength)
    func put(_ text: String, at start: Int) {
      for (index, byte) in text.utf8.enumerated() { block[start + index] = byte }
    }
    put(name, at: 0)
    put(octal(0o644, 7), at: 100)
    put(octal(0, 7), at: 108)
    put(octal(0, 7), at: 116)
    put(octal(size, 11), at: 124)
    put(octal(0, 11), at: 136)
    // The checksum is the sum of all bytes, taken with blanks in its own place.
    put(String(repeating: " ", count: 8), at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    let sum = block.reduce(0) { $0 + Int($1) }
    put(octal(sum, 6), at: 148)
    block[154] = 0
    return block
  }

  /// The zeros that follow a member of a size.
  static func padding(after size: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: (blockLength - size % blockLength) % blockLength)
  }

  static let end = [UInt8](repeating: 0, count: 2 * blockLength)

  private static func octal(_ number: Int, _ digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
