// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// `Cetafen 500MG/150MG` is a brand of two drugs where it comes from, whatever
// the release holds under that name: amounts with a slash, plus or hyphen between
// them say how many parts a product has. A mass per gram (`10 mg/g`, `20 mg/1 g`)
// is a strength of one, and so is one per volume. A hyphen may also be in a range of
// doses (`325-650 mg`).

/// How many drugs the amounts of a text refer to.
enum StatedParts {
  /// A number with what is behind it.
  private struct Amount {
    let value: Double
    /// Whether a unit of a solid's strength is behind the number.
    let hasUnit: Bool
    let end: Int
  }

  /// The most amounts that are joined as parts of one product; 0 if there is no such run.
  static func count(in text: String) -> Int {
    let bytes = Array(text.utf8)
    var longest = 0
    var place = 0
    while place < bytes.count {
      guard isDigit(bytes[place]), !isPartOfWord(bytes, place) else {
        place += 1
        continue
      }
      var amounts = [amount(bytes, place)]
      var hasHyphen = false
      while let last = amounts.last, let joint = joint(bytes, last.end) {
        // `B12 - 500 mcg`, `#30 - 10 mg`: a dash between two things.
        if joint.isHyphen, !last.hasUnit, joint.isSpaced { break }
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

  /// Two numbers of one unit, the second up to twice the first: `325-650 mg`, not `20-12.5 mg`, not
  /// `10-40 mg`, and not `10 mg-20 mg`, which is how products are written.
  private static func isRange(_ amounts: [Amount]) -> Bool {
    amounts.count == 2 && !amounts[0].hasUnit && amounts[0].value <= amounts[1].value
      && amounts[1].value <= 2 * amounts[0].value
  }

  /// The number at a place, with its unit if that is one of a solid's strength.
  private static func amount(_ bytes: [UInt8], _ start: Int) -> Amount {
    var end = start
    while end < bytes.count, isPartOfNumber(bytes[end]) { end += 1 }
    // A comma before three digits parts thousands, another one is a decimal point.
    let parts = bytes[start..<end].split(separator: UInt8(ascii: ","))
    let isGrouped = parts.dropFirst().allSatisfy { $0.count == 3 }
    let digits = parts.joined(separator: isGrouped ? [] : [UInt8(ascii: ".")])
    let value = Double(String(decoding: Array(digits), as: UTF8.self)) ?? 0
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
  private static func joint(
    _ bytes: [UInt8], _ end: Int
  ) -> (next: Int, isHyphen: Bool, isSpaced: Bool)? {
    var place = afterBlanks(bytes, end)
    guard place < bytes.count else { return nil }
    let isSpaced = place > end
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
    return place < bytes.count && isDigit(bytes[place]) ? (place, isHyphen, isSpaced) : nil
  }

  /// Whether a digit belongs to a number or a name before it: `B12`, `B-12`, `#30`.
  private static func isPartOfWord(_ bytes: [UInt8], _ place: Int) -> Bool {
    guard place > 0 else { return false }
    let before = bytes[place - 1]
    if isPartOfNumber(before) || isLetter(before) || before == UInt8(ascii: "#") { return true }
    return before == UInt8(ascii: "-") && place > 1 && isLetter(bytes[place - 2])
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
