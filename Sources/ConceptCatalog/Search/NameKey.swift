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
  static func of(_ bytes: Span<UInt8>) -> [UInt8] {
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

  /// The hash of the key of UTF-8 bytes.
  static func hash(of bytes: Span<UInt8>) -> UInt64 { KeyHash.of(of(bytes)) }

  /// Whether the key of UTF-8 bytes is a certain one; allocates nothing for ASCII.
  static func isKey(_ key: Span<UInt8>, of bytes: Span<UInt8>) -> Bool {
    var place = 0
    var isBlankOpen = false
    for index in bytes.indices {
      let byte = bytes[index]
      if byte >= 0x80 {
        let other = of(bytes)
        return isSame(other.span, key)
      }
      if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
        isBlankOpen = place > 0
        continue
      }
      if isBlankOpen {
        guard place < key.count, key[place] == 0x20 else { return false }
        place += 1
        isBlankOpen = false
      }
      let folded = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
      guard place < key.count, key[place] == folded else { return false }
      place += 1
    }
    return place == key.count
  }

  private static func isSame(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
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
