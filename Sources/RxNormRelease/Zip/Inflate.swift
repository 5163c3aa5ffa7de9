// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Decompression, by libdeflate as a whole and by zlib piece by piece.
//
// `unsafe` here: both libraries read and write only the buffers they are given
// with their sizes; zlib's state is one allocation that never moves (it keeps
// a pointer to itself) and is ended once.

private import CDeflate
private import CZlib

/// Why deflated data cannot be had.
enum InflateFailure: Error {
  /// They are no deflate stream, or end too early.
  case damaged
  /// They are shorter than they should be.
  case short
  /// They are longer than they should be.
  case long
  /// They end before their space does.
  case trailing
  /// There is no memory for them.
  case memory
}

/// Returns data of a known size, decompressed as a whole.
func inflated(_ input: Span<UInt8>, size: Int) throws(InflateFailure) -> ByteStore {
  let store: ByteStore
  do { store = try anonymousMemory(count: size) } catch { throw .memory }
  let failure = unsafe store.fill { target in
    unsafe inflate(input, into: target.baseAddress, size)
  }
  if let failure { throw failure }
  return store
}

/// Returns data of a known size, which should be small, decompressed into an array.
func inflatedArray(_ input: Span<UInt8>, size: Int) throws(InflateFailure) -> [UInt8] {
  var failure: InflateFailure?
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
    failure = unsafe inflate(input, into: target.baseAddress, size)
    // Without a failure all of them were written.
    count = failure == nil ? size : 0
  }
  if let failure { throw failure }
  return bytes
}

/// Decompresses to an address that has room for so many bytes.
private func inflate(
  _ input: Span<UInt8>, into target: UnsafeMutableRawPointer?, _ size: Int
) -> InflateFailure? {
  guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return .memory }
  defer { unsafe libdeflate_free_decompressor(decompressor) }
  var used = 0
  let result = unsafe input.withUnsafeBufferPointer { source in
    unsafe libdeflate_deflate_decompress_ex(
      decompressor, source.baseAddress, source.count, target, size, &used, nil)
  }
  switch result {
  case LIBDEFLATE_SUCCESS: return used == input.count ? nil : .trailing
  case LIBDEFLATE_SHORT_OUTPUT: return .short
  case LIBDEFLATE_INSUFFICIENT_SPACE: return .long
  default: return .damaged
  }
}

/// Returns the CRC-32 of bytes that follow others.
func checksum(_ bytes: Span<UInt8>, after previous: UInt32 = 0) -> UInt32 {
  unsafe bytes.withUnsafeBufferPointer { buffer in
    unsafe libdeflate_crc32(previous, buffer.baseAddress, buffer.count)
  }
}

/// Decompresses piece by piece.
///
/// Not for several threads at once: it belongs to the one value that reads with it.
@safe final class InflateStream: @unchecked Sendable {
  /// zlib counts what is left in 32 bits.
  private static let largestPiece = 1 << 30

  private let stream: UnsafeMutablePointer<z_stream>
  private let input: ByteSlice
  /// How many bytes of the input were used.
  private(set) var position = 0
  private(set) var isAtEnd = false

  init(_ input: ByteSlice) throws(InflateFailure) {
    self.input = input
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // Negative: deflate data without zlib's own header, as zip has them.
    let version = unsafe zlibVersion()
    let size = unsafe CInt(MemoryLayout<z_stream>.size)
    guard unsafe inflateInit2_(stream, -15, version, size) == Z_OK else {
      throw .memory
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Decompresses into an array from an index on.
  ///
  /// - Returns: How many bytes were written; fewer than fit only at the end.
  func read(into output: inout [UInt8], from start: Int) throws(InflateFailure) -> Int {
    var filled = start
    while filled < output.count, !isAtEnd {
      let piece = position..<min(position + Self.largestPiece, input.count)
      let (status, read, written) = step(piece, into: &output, from: filled)
      position += read
      filled += written
      switch status {
      case Z_STREAM_END: isAtEnd = true
      case Z_OK where read + written > 0: break
      case Z_MEM_ERROR: throw .memory
      default: throw .damaged
      }
    }
    if isAtEnd, position < input.count { throw .trailing }
    return filled - start
  }

  private func step(
    _ piece: Range<Int>, into output: inout [UInt8], from start: Int
  ) -> (status: CInt, read: Int, written: Int) {
    let source = ByteSlice(input, piece)
    let bytes = source.bytes
    return unsafe bytes.withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        let room = min(target.count - start, Self.largestPiece)
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(source.count)
        unsafe stream.pointee.next_out = target.baseAddress.map { unsafe $0 + start }
        unsafe stream.pointee.avail_out = UInt32(room)
        let status = unsafe inflate(stream, Z_NO_FLUSH)
        let read = unsafe source.count - Int(stream.pointee.avail_in)
        return unsafe (status, read, room - Int(stream.pointee.avail_out))
      }
    }
  }
}
