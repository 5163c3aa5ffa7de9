// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// `Cetafen 500MG/150MG` is a brand of two drugs where it comes from, whatever
// the release holds under that name: amounts with a slash between them say how
// many parts a product has (S15). A mass per gram (`10 mg/g`, `20 mg/1 g`) is a
// strength of one, and so is one per volume.

/// How many drugs the amounts of a text speak of.
enum StatedParts {
  /// The most amounts that stand with slashes between them; 0 if there is no such run.
  static func count(in text: String) -> Int {
    let bytes = Array(text.utf8)
    var longest = 0
    var place = 0
    while place < bytes.count {
      guard isDigit(bytes[place]), place == 0 || !isPartOfNumber(bytes[place - 1]) else {
        place += 1
        continue
      }
      let first = amount(bytes, place)
      var (hasUnit, end) = first
      var parts = 1
      while let next = behindSlash(bytes, end) {
        let other = amount(bytes, next)
        // `500/150 mg`: the last unit is that of all.
        guard other.hasUnit || !hasUnit else { break }
        parts += 1
        (hasUnit, end) = other
      }
      // `1/2 mg` is half of one.
      let isHalf =
        parts == 2 && !first.hasUnit && first.end == place + 1 && bytes[place] == UInt8(ascii: "1")
      if hasUnit, parts > 1, !isHalf { longest = max(longest, parts) }
      place = max(end, place + 1)
    }
    return longest
  }

  /// The end of a number with its unit, if that is one of a solid's strength.
  private static func amount(_ bytes: [UInt8], _ start: Int) -> (hasUnit: Bool, end: Int) {
    var end = start
    while end < bytes.count, isPartOfNumber(bytes[end]) { end += 1 }
    var unit = end
    while unit < bytes.count, bytes[unit] == 0x20 { unit += 1 }
    for name in ["mg", "mcg", "ug"] {
      let stop = unit + name.utf8.count
      guard stop <= bytes.count, zip(bytes[unit..<stop], name.utf8).allSatisfy({ $0 | 0x20 == $1 })
      else { continue }
      if stop == bytes.count || !isLetter(bytes[stop]) { return (true, stop) }
    }
    return (false, end)
  }

  /// Where the number behind a slash begins.
  private static func behindSlash(_ bytes: [UInt8], _ end: Int) -> Int? {
    var place = end
    while place < bytes.count, bytes[place] == 0x20 { place += 1 }
    guard place < bytes.count, bytes[place] == UInt8(ascii: "/") else { return nil }
    place += 1
    while place < bytes.count, bytes[place] == 0x20 { place += 1 }
    return place < bytes.count && isDigit(bytes[place]) ? place : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
  }
}
