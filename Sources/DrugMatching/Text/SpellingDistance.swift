// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// How far two words are apart, in tenths of a letter. Leaving out, adding,
// replacing or swapping a letter costs ten; a vowel for a vowel seven, a letter
// for one that sounds like it or a doubled letter five.

/// The distance of two words (optimal string alignment, weighted).
struct SpellingDistance {
  static let longestWord = 62
  private static let stride = longestWord + 2
  /// Three rows of the table, one behind the other.
  private var cells = [Int32](repeating: 0, count: 3 * stride)
  /// What each letter costs for each other one.
  private let costs = (0..<1024).map { pair in
    replacement(UInt8(pair / 32) | 0x60, UInt8(pair % 32) | 0x60)
  }

  /// The distance of two words, or `nil` if it is more than a limit.
  ///
  /// - Complexity: O(*n m*) in the lengths; without allocation.
  mutating func between(
    _ left: [UInt8], _ leftRange: Range<Int>, _ right: [UInt8], _ rightRange: Range<Int>,
    atMost limit: Int
  ) -> Int? {
    let (count, width) = (leftRange.count, rightRange.count)
    guard abs(count - width) * 5 <= limit, width <= Self.longestWord else { return nil }
    let costs = costs
    var cells = cells.mutableSpan
    return Self.measure(
      left.span.extracting(leftRange), right.span.extracting(rightRange), costs.span, &cells,
      atMost: Int32(limit))
  }

  private static func measure(
    _ left: Span<UInt8>, _ right: Span<UInt8>, _ costs: Span<Int32>,
    _ cells: inout MutableSpan<Int32>, atMost limit: Int32
  ) -> Int? {
    let (count, width) = (left.count, right.count)
    var (old, previous, current) = (0, stride, 2 * stride)
    cells[previous] = 0
    for column in 0..<width {
      cells[previous + column + 1] = cells[previous + column] + gap(right, column)
    }
    for row in 0..<count {
      let letter = left[row]
      let gap = Self.gap(left, row)
      var behind = cells[previous] + gap
      cells[current] = behind
      var best = behind
      for column in 0..<width {
        let other = right[column]
        var cost = cells[previous + column]
        if letter != other {
          cost += (letter | other) < 0x80 ? costs[Int(letter & 31) * 32 + Int(other & 31)] : 10
        }
        cost = min(cost, cells[previous + column + 1] + gap)
        cost = min(cost, behind + Self.gap(right, column))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other,
          letter != other
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

  /// The letters of a word by their sound: bit *n* where letter *n* is there, bit 32 + *n*
  /// where it is there twice.
  static func signature(_ word: [UInt8], _ range: Range<Int>) -> UInt64 {
    var bits: UInt64 = 0
    for place in range {
      let bit: UInt64 = 1 << UInt64(soundClass(word[place]) & 31)
      bits |= bits & bit == 0 ? bit : bit << 32
    }
    return bits
  }

  /// The least distance that words of two signatures can have.
  ///
  /// A vowel for a vowel costs seven and changes two bits at most, each other
  /// letter five a bit or more; words that this rules out need not be measured.
  @inline(__always)
  static func least(_ left: UInt64, _ right: UInt64) -> Int {
    let different = left ^ right
    let all = different.nonzeroBitCount
    return (all * 10 - (different & vowelBits).nonzeroBitCount * 3) / 2
  }

  private static let vowelBits: UInt64 = 0x0220_8222_0220_8222

  @inline(__always)
  private static func gap(_ word: borrowing Span<UInt8>, _ place: Int) -> Int32 {
    place > 0 && word[place] == word[place - 1] ? 5 : 10
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
