// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A UUID of version 5: the SHA-1 of a name within a namespace (RFC 9562, section 5.5).
package struct NameBasedUUID: Hashable, Sendable {
  /// The sixteen bytes, most significant first.
  package let bytes: [UInt8]

  /// The namespace of URLs, `6ba7b811-9dad-11d1-80b4-00c04fd430c8` (RFC 9562, section 6.6).
  package static let urlNamespace = NameBasedUUID(
    wellKnown: [
      0x6B, 0xA7, 0xB8, 0x11, 0x9D, 0xAD, 0x11, 0xD1,
      0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8,
    ])

  /// Keeps the bytes of a UUID that a standard names.
  package init(wellKnown bytes: [UInt8]) {
    precondition(bytes.count == 16, "a UUID has 16 bytes")
    self.bytes = bytes
  }

  /// Makes the UUID of a name.
  package init(name: some Sequence<UInt8>, in namespace: NameBasedUUID) {
    var bytes = Array(SHA1.digest(of: namespace.bytes + Array(name)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50  // version 5
    bytes[8] = bytes[8] & 0x3F | 0x80  // the variant of RFC 9562
    self.bytes = bytes
  }
}

extension NameBasedUUID: CustomStringConvertible {
  /// The UUID in lower case, as RFC 9562 writes it.
  package var description: String { bytes.textOfUUID(uppercase: false) }
}

extension [UInt8] {
  /// The sixteen bytes of a UUID in groups of hexadecimal digits.
  func textOfUUID(uppercase: Bool) -> String {
    var text = ""
    for (index, byte) in enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      if byte < 0x10 { text += "0" }
      text += String(byte, radix: 16, uppercase: uppercase)
    }
    return text
  }
}

/// The hash function of version 5 UUIDs (FIPS 180-4, section 6.1).
///
/// Used only for naming: SHA-1 does not resist forgery and protects nothing here.
enum SHA1 {
  /// Returns the twenty bytes of the digest.
  static func digest(of message: [UInt8]) -> [UInt8] {
    var state: (UInt32, UInt32, UInt32, UInt32, UInt32) =
      (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
    let padded = padding(message)
    for start in stride(from: 0, to: padded.count, by: 64) {
      addBlock(padded[start..<start + 64], to: &state)
    }
    return [state.0, state.1, state.2, state.3, state.4].flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  /// The message, a one bit, zeros, and the count of bits in 64 bits (section 5.1.1).
  private static func padding(_ message: [UInt8]) -> [UInt8] {
    var padded = message
    padded.append(0x80)
    while padded.count % 64 != 56 { padded.append(0) }
    let bitCount = UInt64(message.count) &* 8
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    return padded
  }

  private static func addBlock(
    _ block: ArraySlice<UInt8>, to state: inout (UInt32, UInt32, UInt32, UInt32, UInt32)
  ) {
    var words: [UInt32] = []
    words.reserveCapacity(80)
    for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
      words.append(block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    for index in 16..<80 {
      words.append(
        rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1))
    }
    var (a, b, c, d, e) = state
    for (index, word) in words.enumerated() {
      let (mix, constant): (UInt32, UInt32) =
        switch index {
        case 0..<20: (b & c | ~b & d, 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = rotated(a, by: 5) &+ mix &+ e &+ constant &+ word
      (a, b, c, d, e) = (next, a, rotated(b, by: 30), c, d)
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
