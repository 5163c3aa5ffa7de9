// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Names are compared without regard to case and surplus blanks: letters are
// folded (ASCII directly, others as Unicode's simple case folding does), runs
// of white space become one blank, blanks at the ends go.

/// The form of a name that two spellings share.
package enum NameKey {
  /// The key of a name.
  ///
  /// - Complexity: O(*n*) in bytes; one allocation.
  package static func of(_ name: some StringProtocol) -> [UInt8] {
    let text = String(name).utf8
    return of(text.span)
  }

  /// The key of UTF-8 bytes.
  package static func of(_ bytes: Span<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(bytes.count)
    for index in bytes.indices {
      // ASCII in one pass; to scalars only where it must be.
      if bytes[index] >= 0x80 {
        key.removeAll(keepingCapacity: true)
        appendScalars(string(of: bytes).unicodeScalars, to: &key)
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

  /// Whether two texts have the same key; allocates nothing for ASCII.
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

  private static func string(of bytes: Span<UInt8>) -> String {
    let copy = [UInt8](capacity: bytes.count) { output in
      for index in bytes.indices { output.append(bytes[index]) }
    }
    return String(decoding: copy, as: UTF8.self)
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
