// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import MedicationModel

@Suite("Name-based UUIDs")
struct NameBasedUUIDTests {
  static let dnsNamespace = NameBasedUUID(wellKnown: [
    0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8,
  ])

  /// The first is the example of RFC 9562, appendix A.4; the others are of Python's uuid module.
  @Test(
    "The examples of RFC 9562 and of another program come out",
    arguments: [
      ("www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
      ("www.widgets.com", "21f7f8de-8051-5b89-8680-0195ef798b6a"),
      ("python.org", "886313e1-3b8a-5372-9b90-0c9aee199e5d"),
    ])
  func examples(_ name: String, _ expected: String) {
    #expect(NameBasedUUID(name: name.utf8, in: Self.dnsNamespace).description == expected)
  }

  @Test("The namespace of hand-made identifiers is the documented one")
  func namespace() {
    #expect(
      HealthConceptIdentifier.userEnteredNamespace.description
        == "f7438fa1-4203-5e16-ab5f-f752033cdb4d")
  }

  /// Messages of FIPS 180-4's examples (CSRC), and lengths around a block, from Python's hashlib.
  static let digests: [(message: String, digest: String)] = [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    (String(repeating: "a", count: 55), "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
    (String(repeating: "a", count: 56), "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
    (String(repeating: "a", count: 63), "03f09f5b158a7a8cdad920bddc29b81c18a551f5"),
    (String(repeating: "a", count: 64), "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
    (String(repeating: "a", count: 1000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
  ]

  @Test("SHA-1 gives the digests of FIPS 180-4", arguments: digests)
  func sha1(_ message: String, _ digest: String) {
    let bytes = SHA1.digest(of: Array(message.utf8))
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(text == digest)
  }
}
