// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Names are compared without regard to case and surplus blanks: letters are
// folded (ASCII directly, others as Unicode's simple case folding does), runs
// of white space become one blank, blanks at the ends go.

/// The form of a name that two spellings share.
package enum NameKey {
  package static func of(_ name: some StringProtocol) -> [UInt8] {
    let text = String(name).utf8
    return of(text.span)
  }

  package static func of(_ bytes: Span<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(bytes.count)
    for index in bytes.indices {
      // ASCII in one pass; to scalars only where it must be.
      if bytes[index] >= 0x80 {
        key.removeAll(keepingCapacity: true)
        appendScalars(String(utf8: bytes).unicodeScalars, to: &key)
        break
      }
      appendASCII(bytes[index], to: &key)
    }
    if key.last == 0x20 { key.removeLast() }
    return key
  }

  /// The hash of the key of UTF-8 bytes; allocates nothing for ASCII.
  @inline(__always)
  package static func hash(of bytes: Span<UInt8>) -> UInt64 {
    TextWords.plainKeyHash(bytes) ?? hashByByte(of: bytes)
  }

  @inline(never)
  private static func hashByByte(of bytes: Span<UInt8>) -> UInt64 {
    var hash = KeyHash()
    var place = 0
    while true {
      let byte = nextByte(of: bytes, &place)
      if byte == end { return hash.value }
      if byte == beyondASCII { return KeyHash.of(of(bytes)) }
      hash.add(UInt8(truncatingIfNeeded: byte))
    }
  }

  static func isShared(by left: Span<UInt8>, and right: Span<UInt8>) -> Bool {
    var leftPlace = 0
    var rightPlace = 0
    while true {
      let byte = nextByte(of: left, &leftPlace)
      let other = nextByte(of: right, &rightPlace)
      if byte == beyondASCII || other == beyondASCII { break }
      if byte != other { return false }
      if byte == end { return true }
    }
    let key = of(left)
    let otherKey = of(right)
    return TextWords.areSame(key.span, otherKey.span)
  }

  private static let end = -1
  private static let beyondASCII = -2

  /// The next byte of the key of ASCII text, or one of the two numbers above.
  @inline(__always)
  private static func nextByte(of text: Span<UInt8>, _ place: inout Int) -> Int {
    guard place < text.count else { return end }
    var byte = text[place]
    if isBlank(byte) {
      let isLeading = place == 0
      repeat { place &+= 1 } while place < text.count && isBlank(text[place])
      guard place < text.count else { return end }
      if !isLeading { return 0x20 }
      byte = text[place]
    }
    if byte >= 0x80 { return beyondASCII }
    place &+= 1
    return Int(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
  }

  @inline(__always)
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
  }

  private static func appendASCII(_ byte: UInt8, to key: inout [UInt8]) {
    switch byte {
    case 0x41...0x5A: key.append(byte | 0x20)
    case 0x09...0x0D, 0x20:
      if let last = key.last, last != 0x20 { key.append(0x20) }
    default: key.append(byte)
    }
  }

  private static func appendScalars(_ scalars: some Sequence<Unicode.Scalar>, to key: inout [UInt8])
  {
    for scalar in scalars {
      if scalar.isASCII {
        appendASCII(UInt8(scalar.value), to: &key)
      } else if scalar.properties.isWhitespace {
        appendASCII(0x20, to: &key)
      } else {
        key.append(contentsOf: String(folded(scalar)).utf8)
      }
    }
  }

  /// Simple case folding, by way of upper case: `Σ`, `σ` and `ς` are one
  /// letter, and so are both signs for micro, but `ß` is not `ss`.
  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    // The dotless i has I as its capital and is yet another letter than i.
    if scalar == "\u{131}" { return scalar }
    let capital = single(scalar.properties.uppercaseMapping) ?? scalar
    return single(capital.properties.lowercaseMapping) ?? capital
  }

  private static func single(_ text: String) -> Unicode.Scalar? {
    let scalars = text.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}

// Text, eight bytes at a time. The number of steps depends on the length alone,
// not on the bytes, so that the processor can start the next look-up while it
// waits for them: with a comparison that ends at the first difference a look-up
// by name took twice as long.
//
// Why it is sound: every load is of eight bytes within the span, as `word(_:_:)`
// checks, or of four, whose places are said.

/// Eight bytes of a text as a number, the first one lowest.
package enum TextWords {
  @inlinable @inline(__always)
  package static func word(_ text: Span<UInt8>, _ offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= text.count &- 8, "no eight bytes there")
    return unsafe UInt64(
      littleEndian: text.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The bytes behind the last whole group of eight, zeros above them.
  @inlinable @inline(__always)
  package static func tail(_ text: Span<UInt8>) -> UInt64 {
    let count = text.count & 7
    if count == 0 { return 0 }
    if text.count >= 8 { return word(text, text.count &- 8) >> UInt64((8 &- count) &* 8) }
    if count >= 4 {
      // Both are within the text: it has four bytes or more.
      let low = unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let high = unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      return UInt64(UInt32(littleEndian: low))
        | UInt64(UInt32(littleEndian: high)) << UInt64((count &- 4) &* 8)
    }
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(text[index]) << UInt64(index &* 8) }
    return word
  }

  @inlinable @inline(__always)
  package static func areSame(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    var difference = tail(left) ^ tail(right)
    var offset = 0
    while offset <= left.count &- 8 {
      difference |= word(left, offset) ^ word(right, offset)
      offset &+= 8
    }
    return difference == 0
  }

  /// The hash of the key of a text in plain spelling: ASCII, single blanks between words; else `nil`.
  @inline(__always)
  static func plainKeyHash(_ text: Span<UInt8>) -> UInt64? {
    guard text.count > 0, text[text.count &- 1] != 0x20 else { return nil }
    var state: UInt64 = 0
    // As if a blank preceded the text, so that one at its start is a second one.
    var blankBefore: UInt64 = 0x80
    var oddities: UInt64 = 0
    var offset = 0
    while offset <= text.count &- 8 {
      let group = word(text, offset)
      oddities |= oddBits(group, &blankBefore)
      state = KeyHash.mix(state, folded(group))
      offset &+= 8
    }
    let rest = text.count & 7
    if rest > 0 {
      let group = tail(text)
      // Letters stand in for the bytes that are not there.
      oddities |= oddBits(group | ones &* 0x61 << UInt64(rest &* 8), &blankBefore)
      state = KeyHash.mix(state, folded(group))
    }
    return oddities == 0 ? KeyHash.finish(state ^ UInt64(text.count)) : nil
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Bits that are set where a byte is no ASCII, below a blank, or a blank behind one.
  @inline(__always)
  private static func oddBits(_ group: UInt64, _ blankBefore: inout UInt64) -> UInt64 {
    // Of bytes below 0x80 each addition stays within its byte; others are odd anyway.
    let low = group & ~highBits
    let control = ~(low &+ ones &* 0x60) & highBits
    let blank = ~((low ^ ones &* 0x20) &+ ones &* 0x7F) & highBits
    let second = blank & (blank << 8 | blankBefore)
    blankBefore = blank >> 56
    return (group & highBits) | control | second
  }

  /// Capital letters made small.
  @inline(__always)
  private static func folded(_ group: UInt64) -> UInt64 {
    let fromA = group &+ ones &* (0x80 - 0x41)
    let beyondZ = group &+ ones &* (0x80 - 0x5B)
    return group | (fromA & ~beyondZ & highBits) >> 2
  }
}
