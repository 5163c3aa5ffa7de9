// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// How far two words are apart, in tenths of a letter. Leaving out, adding,
// replacing or swapping a letter costs ten; a vowel for a vowel seven, a letter
// for one that sounds like it or a doubled letter five.

/// The distance of two words (optimal string alignment, weighted).
struct SpellingDistance {
  /// The longest word that is measured.
  static let longestWord = 62
  private static let stride = longestWord + 2
  /// Three rows of the table, one behind the other.
  private var cells = [Int32](repeating: 0, count: 3 * stride)

  /// The distance of two words, or `nil` if it is more than a limit.
  ///
  /// - Complexity: O(*n m*) in the lengths; without allocation.
  mutating func between(
    _ left: [UInt8], _ leftRange: Range<Int>, _ right: [UInt8], _ rightRange: Range<Int>,
    atMost limit: Int
  ) -> Int? {
    let (count, width) = (leftRange.count, rightRange.count)
    guard abs(count - width) * 5 <= limit, width <= Self.longestWord else { return nil }
    let limit = Int32(limit)
    var (old, previous, current) = (0, Self.stride, 2 * Self.stride)
    cells[previous] = 0
    for column in 0..<width {
      cells[previous + column + 1] =
        cells[previous + column] + Self.gap(right, rightRange, column)
    }
    for row in 0..<count {
      let letter = left[leftRange.lowerBound + row]
      let gap = Self.gap(left, leftRange, row)
      var behind = cells[previous] + gap
      cells[current] = behind
      var best = behind
      for column in 0..<width {
        let other = right[rightRange.lowerBound + column]
        var cost = cells[previous + column] + Self.replacement(letter, other)
        cost = min(cost, cells[previous + column + 1] + gap)
        cost = min(cost, behind + Self.gap(right, rightRange, column))
        if row > 0, column > 0, letter == right[rightRange.lowerBound + column - 1],
          left[leftRange.lowerBound + row - 1] == other, letter != other
        {
          cost = min(cost, cells[old + column - 1] + 10)
        }
        cells[current + column + 1] = cost
        behind = cost
        best = min(best, cost)
      }
      // A swap may still bring a row to two rows before.
      guard best <= limit + 10 else { return nil }
      (old, previous, current) = (previous, current, old)
    }
    let distance = cells[previous + width]
    return distance <= limit ? Int(distance) : nil
  }

  /// The consonants of a word by their sound, one bit each.
  ///
  /// Leaving out, adding or replacing a letter at the cost of ten changes at most
  /// two bits, what costs less changes none: words whose bits differ in more than
  /// the limit allows need not be measured.
  static func consonants(_ word: [UInt8], _ range: Range<Int>) -> UInt32 {
    var bits: UInt32 = 0
    for place in range where !SpellingFold.isVowel(word[place]) {
      bits |= 1 << UInt32(soundClass(word[place]) & 31)
    }
    return bits
  }

  private static func gap(_ word: [UInt8], _ range: Range<Int>, _ offset: Int) -> Int32 {
    let place = range.lowerBound + offset
    return place > range.lowerBound && word[place] == word[place - 1] ? 5 : 10
  }

  private static func replacement(_ left: UInt8, _ right: UInt8) -> Int32 {
    if left == right { return 0 }
    if SpellingFold.isVowel(left), SpellingFold.isVowel(right) { return 7 }
    return soundClass(left) == soundClass(right) ? 5 : 10
  }

  /// Letters that people write for each other; each of the others is a class of its own.
  private static func soundClass(_ letter: UInt8) -> UInt8 {
    switch letter {
    case 0x63, 0x6B, 0x71: 0x63  // c k q
    case 0x73, 0x7A: 0x73  // s z
    case 0x66, 0x76: 0x66  // f v
    case 0x6D, 0x6E: 0x6D  // m n
    default: letter
    }
  }
}
