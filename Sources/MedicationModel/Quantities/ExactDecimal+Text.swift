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
    var reader = DecimalReader()
    for byte in bytes {
      guard reader.accept(byte) else { return nil }
    }
    guard let number = reader.number else { return nil }
    self = number
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The shortest way to write it without exponent: a leading zero, no trailing zeros (S16).
  public var description: String {
    let normalized = normalized
    return Self.plain(normalized.significand, normalized.exponent)
  }

  /// The number with the digits it was written with, without exponent: `0.50`.
  public var writtenText: String {
    Self.plain(significand, exponent)
  }

  private static func plain(_ significand: Int128, _ exponent: Int) -> String {
    let sign = significand < 0 ? "-" : ""
    let digits = String(significand.magnitude)
    guard exponent < 0 else {
      let zeros = significand == 0 ? 0 : exponent
      return sign + digits + String(repeating: "0", count: zeros)
    }
    let missing = max(0, 1 - exponent - digits.utf8.count)
    let padded = String(repeating: "0", count: missing) + digits
    return sign + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
  }
}

/// Takes the bytes of a number one by one.
private struct DecimalReader {
  private enum Place {
    case start, sign, whole, point, fraction, exponentMark, exponentSign, exponent
  }

  private var place = Place.start
  private var isNegative = false
  private var magnitude: UInt128 = 0
  private var scale = 0
  /// Zeros at the end that found no room, and count only if nothing follows them.
  private var zerosLeft = 0
  private var exponentIsNegative = false
  private var exponent = 0

  /// Takes one byte; false if no number goes on like this.
  mutating func accept(_ byte: UInt8) -> Bool {
    switch (byte, place) {
    case (UInt8(ascii: "0")...UInt8(ascii: "9"), _):
      return acceptDigit(byte - UInt8(ascii: "0"))
    case (UInt8(ascii: "-"), .start), (UInt8(ascii: "+"), .start):
      isNegative = byte == UInt8(ascii: "-")
      place = .sign
      return true
    case (UInt8(ascii: "."), .start), (UInt8(ascii: "."), .sign), (UInt8(ascii: "."), .whole):
      place = .point
      return true
    case (UInt8(ascii: "e"), .whole), (UInt8(ascii: "E"), .whole),
      (UInt8(ascii: "e"), .fraction), (UInt8(ascii: "E"), .fraction):
      place = .exponentMark
      return true
    case (UInt8(ascii: "-"), .exponentMark), (UInt8(ascii: "+"), .exponentMark):
      exponentIsNegative = byte == UInt8(ascii: "-")
      place = .exponentSign
      return true
    default:
      return false
    }
  }

  private mutating func acceptDigit(_ digit: UInt8) -> Bool {
    switch place {
    case .start, .sign, .whole:
      place = .whole
      return append(digit)
    case .point, .fraction:
      place = .fraction
      scale += 1
      return append(digit)
    case .exponentMark, .exponentSign, .exponent:
      place = .exponent
      // Anything beyond is out of the limits, whatever the digits before it.
      guard exponent < 1_000_000 else { return false }
      exponent = exponent * 10 + Int(digit)
      return true
    }
  }

  private mutating func append(_ digit: UInt8) -> Bool {
    // Below this, one more digit makes 38 at most.
    if zerosLeft == 0, magnitude < PowersOfTen.beyondAll / 10 {
      magnitude = magnitude * 10 + UInt128(digit)
      return true
    }
    zerosLeft += 1
    return digit == 0
  }

  /// The number, if the bytes so far are one and it is within the limits.
  var number: ExactDecimal? {
    switch place {
    case .whole, .fraction, .exponent: break
    case .start, .sign, .point, .exponentMark, .exponentSign: return nil
    }
    let value = isNegative ? -Int128(magnitude) : Int128(magnitude)
    let power = (exponentIsNegative ? -exponent : exponent) - scale + zerosLeft
    return ExactDecimal(significand: value, exponent: power)
  }
}
