// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// `unsafe` here: the memory of a span is copied while it is lent, to where there is room.

/// Hashing and copying of strings while building.
///
/// Not the hash of the file: numbers given out by it leave no trace there.
enum WordHash {
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inline(__always)
  static func of(_ text: Span<UInt8>) -> UInt64 {
    let count = text.count
    var hash = UInt64(truncatingIfNeeded: count) &* factor
    if count < 8 {
      hash = mix(hash, TextWords.tail(text))
    } else {
      var place = 0
      while place <= count &- 8 {
        hash = mix(hash, TextWords.word(text, place))
        place &+= 8
      }
      // The last eight bytes, some of them for the second time.
      hash = mix(hash, TextWords.word(text, count &- 8))
    }
    return hash ^ (hash >> 29)
  }

  /// A text of at most 15 bytes as two words, its length included, and a number to find it by.
  @inline(__always)
  static func shortText(_ text: Span<UInt8>) -> (first: UInt64, second: UInt64, place: Int)? {
    let count = text.count
    guard count < 16 else { return nil }
    var first: UInt64 = 0
    var second = UInt64(truncatingIfNeeded: count) << 56
    if count < 8 {
      first = TextWords.tail(text)
    } else {
      first = TextWords.word(text, 0)
      second |= TextWords.tail(text)
    }
    let mixed = (first ^ second) &* factor
    return (first, second, Int(truncatingIfNeeded: mixed >> 48))
  }

  /// The first eight bytes as a big-endian number, zeros behind fewer.
  @inline(__always)
  static func head(of text: Span<UInt8>) -> UInt64 {
    (text.count < 8 ? TextWords.tail(text) : TextWords.word(text, 0)).byteSwapped
  }

  @inline(__always)
  static func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
    unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  @inline(__always)
  static func append(_ text: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    let count = text.count
    precondition(count <= output.freeCapacity, "no room for a text")
    unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
      unsafe text.withUnsafeBufferPointer { source in
        let target = unsafe UnsafeMutableBufferPointer(
          rebasing: buffer[initialized..<initialized + count])
        _ = unsafe target.update(fromContentsOf: source)
      }
      initialized += count
    }
  }

  @inline(__always)
  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: factor)
    return product.high ^ product.low &+ word
  }
}
