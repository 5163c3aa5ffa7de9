// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import FHIRStreams

@Suite("Searching bytes")
struct ByteSearchTests {
  @Test(
    "Line feeds are counted as one by one, whatever stands beside them",
    arguments: [0, 1, 7, 8, 9, 2039, 2040, 2041, 5000])
  func lineFeeds(length: Int) {
    // Every byte value, those that differ from a line feed in one bit among them.
    let mixed = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 256) }
    for bytes in [mixed, Array(repeating: 0x0A, count: length), mixed.map { $0 & 0x8B }] {
      #expect(ByteSearch.lineFeeds(in: bytes[...]) == bytes.count { $0 == 0x0A })
      let inner = bytes.dropFirst(3)
      #expect(ByteSearch.lineFeeds(in: inner) == inner.count { $0 == 0x0A })
    }
  }
}
