// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension ExactDecimal {
  /// Reads a number as JSON and RxNorm write it: `500`, `0.50`, `-1.5e3`.
  ///
  /// A leading plus, leading zeros and a missing zero before the point are
  /// accepted; a point without digits behind it, blanks, commas and other
  /// scripts' digits are not. Never depends on a locale.
  ///
  /// - Returns: `nil` for anything else, and for a number beyond the limits.
  public init?(_ text: some StringProtocol) {
    self.init(utf8: text.utf8)
  }

  /// Reads a number from UTF-8 bytes; the rules are those of the text form.
  public init?(utf8 bytes: some Sequence<UInt8>) {
    var bytes = bytes.makeIterator()
    var byte = bytes.next()
    var magnitude: UInt128 = 0
    var exponent = 0
    // Zeros at the end that found no room, and count only if nothing follows them.
    var zerosLeft = 0

    /// Takes the sign; true for a minus.
    func readSign() -> Bool {
      let sign = byte
      if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { byte = bytes.next() }
      return sign == UInt8(ascii: "-")
    }
    /// Takes digits, and gives how many there were; `nil` if one has no room.
    func readDigits(_ append: (UInt8) -> Bool) -> Int? {
      var count = 0
      while let digit = byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
        guard append(digit - UInt8(ascii: "0")) else { return nil }
        (count, byte) = (count + 1, bytes.next())
      }
      return count
    }
    func append(_ digit: UInt8) -> Bool {
      // Below this, one more digit makes 38 at most.
      if zerosLeft == 0, magnitude < PowersOfTen.beyondAll / 10 {
        magnitude = magnitude * 10 + UInt128(digit)
        return true
      }
      zerosLeft += 1
      return digit == 0
    }

    let isNegative = readSign()
    guard let wholeCount = readDigits(append) else { return nil }
    var scale = 0
    if byte == UInt8(ascii: ".") {
      byte = bytes.next()
      guard let count = readDigits(append), count > 0 else { return nil }
      scale = count
    } else if wholeCount == 0 {
      return nil
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      byte = bytes.next()
      let isSmall = readSign()
      let count = readDigits { digit in
        // Anything beyond is out of the limits, whatever the digits before it.
        guard exponent < 1_000_000 else { return false }
        exponent = exponent * 10 + Int(digit)
        return true
      }
      guard let count, count > 0 else { return nil }
      if isSmall { exponent.negate() }
    }
    guard byte == nil else { return nil }
    self.init(
      significand: isNegative ? -Int128(magnitude) : Int128(magnitude),
      exponent: exponent - scale + zerosLeft)
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The shortest way to write it without exponent: a leading zero, no trailing zeros.
  public var description: String {
    let value = normalized
    let sign = value.significand < 0 ? "-" : ""
    let digits = String(value.significand.magnitude)
    guard value.exponent < 0 else {
      return sign + digits + String(repeating: "0", count: value.isZero ? 0 : value.exponent)
    }
    let missing = max(0, 1 - value.exponent - digits.utf8.count)
    let padded = String(repeating: "0", count: missing) + digits
    return sign + padded.dropLast(-value.exponent) + "." + padded.suffix(-value.exponent)
  }
}
