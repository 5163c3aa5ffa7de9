// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Numbers different texts in the order in which they come, from 0 on.
///
/// Open addressing over hashes of 64 bits, at most half full; equal hashes are compared byte by
/// byte. Texts are kept one behind the other, so that a new one allocates nothing of its own.
package struct KeyTable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var hashes: [UInt64] = []
  /// The number of a text plus one; 0 for a free place.
  ///
  /// The size is a power of two.
  private var places = [UInt32](repeating: 0, count: 256)

  package init() {}

  /// How many texts there are.
  package var count: Int { ends.count }

  /// About how much memory they take.
  package var byteCount: Int { bytes.count + 16 * ends.count + 4 * places.count }

  /// A text by its number; `nil` if it is not UTF-8.
  package func text(_ number: Int) -> String? {
    String(validating: bytes[start(of: number)..<ends[number]], as: UTF8.self)
  }

  private func start(of number: Int) -> Int { number == 0 ? 0 : ends[number - 1] }

  /// The number of a text, which is new if it equals ``count`` before the call.
  package mutating func number(of text: Span<UInt8>) -> Int {
    let hash = Self.hash(of: text)
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[place] != 0 {
      let number = Int(places[place]) - 1
      if hashes[number] == hash, isEqual(number, text) { return number }
      place = (place + 1) & (places.count - 1)
    }
    for place in text.indices { bytes.append(text[place]) }
    ends.append(bytes.count)
    hashes.append(hash)
    places[place] = UInt32(ends.count)
    if ends.count * 2 > places.count { grow() }
    return ends.count - 1
  }

  private func isEqual(_ number: Int, _ text: Span<UInt8>) -> Bool {
    let start = start(of: number)
    guard ends[number] - start == text.count else { return false }
    for place in text.indices where bytes[start + place] != text[place] { return false }
    return true
  }

  private mutating func grow() {
    places = [UInt32](repeating: 0, count: places.count * 4)
    for (number, hash) in hashes.enumerated() {
      var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
      while places[place] != 0 { place = (place + 1) & (places.count - 1) }
      places[place] = UInt32(number + 1)
    }
  }

  /// FNV-1a, with its bits spread at the end.
  private static func hash(of text: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for place in text.indices { hash = (hash ^ UInt64(text[place])) &* 0x100_0000_01B3 }
    hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    return hash ^ hash >> 29
  }
}
