// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Nine of ten strengths of a release are a number, one blank and one of a few
// units, perhaps with `/ML` behind it. They are read in one pass over their
// bytes; all others by the reader of every spelling, which reads these to the
// same strength and took a twentieth of the time of a first answer.

extension Strength {
  private static let units: [(letters: StaticString, unit: StrengthUnit)] = [
    ("MG", .milligram), ("MCG", .microgram), ("UNT", .unit), ("MEQ", .milliequivalent),
  ]

  /// Reads a strength that is written just as RxNorm writes most: `500 MG`, `0.5 MG/ML`.
  ///
  /// - Returns: `nil` for everything else, whatever it is.
  static func plain(_ text: String) -> Strength? {
    let bytes = text.utf8.span
    let number = numberLength(bytes)
    guard number > 0, number < bytes.count, bytes[number] == UInt8(ascii: " "),
      let value = ExactDecimal(utf8: text.utf8.prefix(number))
    else { return nil }
    for (letters, unit) in units {
      guard let end = end(of: letters, in: bytes, at: number + 1) else { continue }
      if end == bytes.count { return Strength(StrengthAmount(value, unit), text: text) }
      if Self.end(of: "/ML", in: bytes, at: end) == bytes.count {
        return Strength(
          StrengthAmount(value, unit), per: StrengthAmount(.one, .milliliter), text: text)
      }
    }
    return nil
  }

  /// How many bytes at the start are digits, with at most one point between two of them.
  private static func numberLength(_ bytes: Span<UInt8>) -> Int {
    var place = 0
    var pointCount = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "."), place > 0, pointCount == 0 {
        pointCount = 1
      } else if byte < UInt8(ascii: "0") || byte > UInt8(ascii: "9") {
        break
      }
      place += 1
    }
    return place > 0 && bytes[place - 1] == UInt8(ascii: ".") ? 0 : place
  }

  /// Where letters end that stand at a place; `nil` if they do not.
  private static func end(
    of letters: StaticString, in bytes: Span<UInt8>, at place: Int
  ) -> Int? {
    let count = letters.utf8CodeUnitCount
    guard bytes.count - place >= count else { return nil }
    let isThere = letters.withUTF8Buffer { letters in
      for index in 0..<count where unsafe bytes[place + index] != letters[index] { return false }
      return true
    }
    return isThere ? place + count : nil
  }
}
