// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// Bytes eight at a time.
//
// `unsafe` here: words are loaded from inside of a span only, and each place
// is compared with the span's count before.

/// Hashing, comparing and copying of strings while building.
///
/// Not the hash of the file: numbers given out by it leave no trace there.
enum WordHash {
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inline(__always)
  static func of(_ text: Span<UInt8>) -> UInt64 {
    let count = text.count
    var hash = UInt64(truncatingIfNeeded: count) &* factor
    if count < 8 {
      hash = mix(hash, partialWord(text))
    } else {
      var place = 0
      while place <= count &- 8 {
        hash = mix(hash, word(text, at: place))
        place &+= 8
      }
      // The last eight bytes, some of them for the second time.
      hash = mix(hash, word(text, at: count &- 8))
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
      first = partialWord(text)
    } else {
      first = word(text, at: 0)
      // The bytes from the eighth on, which are the last of those that end the text.
      if count > 8 { second |= word(text, at: count &- 8) >> UInt64((16 &- count) &* 8) }
    }
    let mixed = (first ^ second) &* factor
    return (first, second, Int(truncatingIfNeeded: mixed >> 48))
  }

  /// Whether a part of bytes, from a place on, is a text.
  @inline(__always)
  static func areEqual(_ bytes: Span<UInt8>, from start: Int, _ text: Span<UInt8>) -> Bool {
    let count = text.count
    guard start >= 0, count <= bytes.count &- start else { return false }
    if count < 8 {
      return partialWord(bytes.extracting(start..<start + count)) == partialWord(text)
    }
    var place = 0
    while place <= count &- 8 {
      if word(bytes, at: start &+ place) != word(text, at: place) { return false }
      place &+= 8
    }
    return word(bytes, at: start &+ count &- 8) == word(text, at: count &- 8)
  }

  /// The first eight bytes as a big-endian number, zeros behind fewer.
  @inline(__always)
  static func head(of text: Span<UInt8>) -> UInt64 {
    text.count < 8 ? partialWord(text).byteSwapped : word(text, at: 0).byteSwapped
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

  /// Eight bytes as a little-endian number.
  @inline(__always)
  private static func word(_ text: Span<UInt8>, at place: Int) -> UInt64 {
    precondition(place >= 0 && place <= text.count &- 8, "word out of bounds")
    return UInt64(
      littleEndian: unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// Fewer than eight bytes as a little-endian number.
  @inline(__always)
  private static func partialWord(_ text: Span<UInt8>) -> UInt64 {
    let count = text.count
    if count >= 4 {
      let low = unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let high = unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      return UInt64(UInt32(littleEndian: low))
        | UInt64(UInt32(littleEndian: high)) << UInt64((count &- 4) &* 8)
    }
    var word: UInt64 = 0
    var place = count &- 1
    while place >= 0 {
      word = word << 8 | UInt64(text[place])
      place &-= 1
    }
    return word
  }
}
