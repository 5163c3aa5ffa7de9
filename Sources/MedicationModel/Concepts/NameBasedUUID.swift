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
  package var description: String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { text += "-" }
      if byte < 0x10 { text += "0" }
      text += String(byte, radix: 16)
    }
    return text
  }
}
