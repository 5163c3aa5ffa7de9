// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// How far two words are apart, in tenths of a letter. Leaving out, adding,
// replacing or swapping a letter costs ten; a vowel for a vowel seven, a letter
// for one that sounds like it or a doubled letter five.

/// The distance of two words (optimal string alignment, weighted).
struct SpellingDistance {
  private var rows: [[Int]] = [[], [], []]

  /// The distance of two words, or `nil` if it is more than a limit.
  ///
  /// - Complexity: O(*n m*) in the lengths; no allocation after the first words.
  mutating func between(
    _ left: [UInt8], _ leftRange: Range<Int>, _ right: [UInt8], _ rightRange: Range<Int>,
    atMost limit: Int
  ) -> Int? {
    let (count, width) = (leftRange.count, rightRange.count)
    guard abs(count - width) * 5 <= limit else { return nil }
    for place in rows.indices where rows[place].count < width + 1 {
      rows[place] = [Int](repeating: 0, count: width + 1)
    }
    var (old, previous, current) = (0, 1, 2)
    rows[previous][0] = 0
    for column in 0..<width {
      rows[previous][column + 1] = rows[previous][column] + Self.gap(right, rightRange, column)
    }
    for row in 0..<count {
      let letter = left[leftRange.lowerBound + row]
      let gap = Self.gap(left, leftRange, row)
      rows[current][0] = rows[previous][0] + gap
      var best = rows[current][0]
      for column in 0..<width {
        let other = right[rightRange.lowerBound + column]
        var cost = rows[previous][column] + Self.replacement(letter, other)
        cost = min(cost, rows[previous][column + 1] + gap)
        cost = min(cost, rows[current][column] + Self.gap(right, rightRange, column))
        if row > 0, column > 0, letter == right[rightRange.lowerBound + column - 1],
          left[leftRange.lowerBound + row - 1] == other, letter != other
        {
          cost = min(cost, rows[old][column - 1] + 10)
        }
        rows[current][column + 1] = cost
        best = min(best, cost)
      }
      // A swap may still bring a row to two rows before.
      guard best <= limit + 10 else { return nil }
      (old, previous, current) = (previous, current, old)
    }
    let distance = rows[previous][width]
    return distance <= limit ? distance : nil
  }

  private static func gap(_ word: [UInt8], _ range: Range<Int>, _ offset: Int) -> Int {
    let place = range.lowerBound + offset
    return place > range.lowerBound && word[place] == word[place - 1] ? 5 : 10
  }

  private static func replacement(_ left: UInt8, _ right: UInt8) -> Int {
    if left == right { return 0 }
    if SpellingFold.isVowel(left), SpellingFold.isVowel(right) { return 7 }
    return soundClass(left) == soundClass(right) ? 5 : 10
  }

  /// Letters that people write for each other; each of the others is a class of its own.
  private static func soundClass(_ letter: UInt8) -> UInt8 {
    switch letter {
    case 0x63, 0x6B, 0x71: 1  // c k q
    case 0x73, 0x7A: 2  // s z
    case 0x66, 0x76: 3  // f v
    case 0x6D, 0x6E: 4  // m n
    default: letter
    }
  }
}
