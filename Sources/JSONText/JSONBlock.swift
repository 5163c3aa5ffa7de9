// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import CMasks

/// 64 bytes of a text as bit masks: bit i stands for byte i.
enum JSONBlock {
  static let size = 64

  /// Returns the masks of the up to 64 bytes at an offset, as if blanks followed the text.
  @inline(__always)
  static func masks(of bytes: Span<UInt8>, at offset: Int) -> CMasksJSON {
    if bytes.count - offset >= size {
      // Sound: the 64 bytes that the C function reads lie within the span, as was just checked.
      return unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe cmasks_json(buffer.baseAddress.unsafelyUnwrapped + offset)
      }
    }
    return masksOfTail(bytes, at: offset)
  }

  @inline(never)
  private static func masksOfTail(_ bytes: Span<UInt8>, at offset: Int) -> CMasksJSON {
    var block = InlineArray<64, UInt8>(repeating: 0x20)
    for index in offset..<bytes.count { block[index - offset] = bytes[index] }
    let span = block.span
    // Sound: the block has 64 bytes.
    return unsafe span.withUnsafeBufferPointer { buffer in
      unsafe cmasks_json(buffer.baseAddress.unsafelyUnwrapped)
    }
  }

  /// Sets every bit that has an odd number of set bits at or below it: what stands between quotes.
  @inline(__always)
  static func prefixParity(_ bits: UInt64) -> UInt64 {
    var bits = bits
    bits ^= bits << 1
    bits ^= bits << 2
    bits ^= bits << 4
    bits ^= bits << 8
    bits ^= bits << 16
    bits ^= bits << 32
    return bits
  }
}
