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
    var key: [UInt8] = []
    key.reserveCapacity(name.utf8.count)
    append(name.utf8, to: &key) { name.unicodeScalars }
    return key
  }

  /// The key of UTF-8 bytes.
  static func of(bytes: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(bytes.count)
    append(bytes, to: &key) { String(decoding: bytes, as: UTF8.self).unicodeScalars }
    return key
  }

  /// Folds ASCII in one pass and turns to scalars only where it must.
  private static func append<Scalars: Sequence<Unicode.Scalar>>(
    _ bytes: some Sequence<UInt8>, to key: inout [UInt8], scalars: () -> Scalars
  ) {
    for byte in bytes {
      if byte >= 0x80 {
        key.removeAll(keepingCapacity: true)
        appendScalars(scalars(), to: &key)
        break
      }
      appendASCII(byte, to: &key)
    }
    if key.last == 0x20 { key.removeLast() }
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
