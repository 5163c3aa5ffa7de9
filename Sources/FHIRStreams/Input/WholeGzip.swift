// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

private import CDeflate

// libdeflate inflates twice as fast as zlib, but only what is in memory as a
// whole, into memory of a known size. `unsafe` here: it reads and writes the two
// buffers that it is given with their sizes, and its state is freed on return.

/// Inflates a small gzip at once.
enum WholeGzip {
  /// The most bytes that may come out.
  private static let sizeLimit = 1 << 24

  /// Returns what a gzip of one member holds.
  ///
  /// - Parameter bytes: The gzip.
  /// - Returns: `nil` for any other gzip, and for one that is damaged: `GzipStream` reads the
  ///   former and says what is wrong with the latter.
  static func inflate(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 18 else { return nil }
    // The length, which a member ends with (RFC 1952).
    let size = (1...4).reduce(0) { $0 << 8 | Int(bytes[bytes.count - $1]) }
    guard size > 0, size <= sizeLimit, let state = unsafe libdeflate_alloc_decompressor() else {
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
