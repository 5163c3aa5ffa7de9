// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// `Cetafen 500MG/150MG` is a brand of two drugs where it comes from, whatever
// the release holds under that name: amounts with a slash, plus or hyphen between
// them say how many parts a product has (S15). A mass per gram (`10 mg/g`, `20 mg/1 g`)
// is a strength of one, and so is one per volume. A hyphen may also stand in a range of
// doses (`325-650 mg`).

/// How many drugs the amounts of a text speak of.
enum StatedParts {
  /// A number with what is behind it.
  private struct Amount {
    let value: Double
    /// Whether a unit of a solid's strength is behind the number.
    let hasUnit: Bool
    let end: Int
  }

  /// The most amounts that stand joined as parts of one product; 0 if there is no such run.
  static func count(in text: String) -> Int {
    let bytes = Array(text.utf8)
    var longest = 0
    var place = 0
    while place < bytes.count {
      guard isDigit(bytes[place]), place == 0 || !isPartOfNumber(bytes[place - 1]) else {
        place += 1
        continue
      }
      var amounts = [amount(bytes, place)]
      var hasHyphen = false
      while let last = amounts.last, let joint = joint(bytes, last.end) {
        let other = amount(bytes, joint.next)
        // `500/150 mg`: the last unit is that of all.
        guard other.hasUnit || !last.hasUnit else { break }
        hasHyphen = hasHyphen || joint.isHyphen
        amounts.append(other)
      }
      if amounts.last?.hasUnit == true, !isHalf(amounts), !(hasHyphen && isRange(amounts)) {
        longest = max(longest, amounts.count)
      }
      place = max(amounts.last?.end ?? place, place + 1)
    }
    return longest > 1 ? longest : 0
  }

  /// `1/2 mg` is half of one.
  private static func isHalf(_ amounts: [Amount]) -> Bool {
    amounts.count == 2 && !amounts[0].hasUnit && amounts[0].value == 1
  }

  /// Two numbers of one unit, the second a little larger: `325-650 mg`, not `20-12.5 mg`, not
  /// `5-325 mg`, and not `10 mg-40 mg`, which is how products are written.
  private static func isRange(_ amounts: [Amount]) -> Bool {
    amounts.count == 2 && !amounts[0].hasUnit && amounts[0].value <= amounts[1].value
      && amounts[1].value <= 10 * amounts[0].value
  }

  /// The number at a place, with its unit if that is one of a solid's strength.
  private static func amount(_ bytes: [UInt8], _ start: Int) -> Amount {
    var end = start
    while end < bytes.count, isPartOfNumber(bytes[end]) { end += 1 }
    let digits = bytes[start..<end].filter { $0 != UInt8(ascii: ",") }
    let value = Double(String(decoding: digits, as: UTF8.self)) ?? 0
    let unit = afterBlanks(bytes, end)
    for name in ["mg", "mcg", "ug"] {
      let stop = unit + name.utf8.count
      guard stop <= bytes.count, zip(bytes[unit..<stop], name.utf8).allSatisfy({ $0 | 0x20 == $1 })
      else { continue }
      if stop == bytes.count || !isLetter(bytes[stop]) {
        return Amount(value: value, hasUnit: true, end: stop)
      }
    }
    return Amount(value: value, hasUnit: false, end: end)
  }

  /// The sign behind an amount that joins it to a further number, and where that begins.
  private static func joint(_ bytes: [UInt8], _ end: Int) -> (next: Int, isHyphen: Bool)? {
    var place = afterBlanks(bytes, end)
    guard place < bytes.count else { return nil }
    let isHyphen: Bool
    switch bytes[place] {
    case UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "&"):
      (isHyphen, place) = (false, place + 1)
    case UInt8(ascii: "-"): (isHyphen, place) = (true, place + 1)
    // The hyphens and dashes of General Punctuation, U+2010 to U+2015.
    case 0xE2
    where place + 2 < bytes.count && bytes[place + 1] == 0x80
      && (0x90...0x95).contains(bytes[place + 2]):
      (isHyphen, place) = (true, place + 3)
    default: return nil
    }
    place = afterBlanks(bytes, place)
    return place < bytes.count && isDigit(bytes[place]) ? (place, isHyphen) : nil
  }

  private static func afterBlanks(_ bytes: [UInt8], _ start: Int) -> Int {
    var place = start
    while place < bytes.count, bytes[place] == 0x20 { place += 1 }
    return place
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
  }
}
