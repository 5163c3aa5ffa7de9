// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// How far two words are apart, in tenths of a letter. Leaving out, adding,
// replacing or swapping a letter costs ten; a vowel for a vowel seven, a letter
// for one that sounds like it or a doubled letter five.

/// The distance of two words (optimal string alignment, weighted), reusing its rows.
package struct SpellingDistance: Sendable {
  package static let letter = 10
  private static let longestWord = 126
  private static let stride = longestWord + 2
  /// Three rows of the table, one behind the other.
  private var cells = [Int32](repeating: 0, count: 3 * stride)
  /// What each letter costs for each other one.
  private let costs: [Int32]
  private let doubled: Int32

  /// Begins; without weights each letter costs ten.
  package init(isWeighted: Bool = true) {
    costs = (0..<1024).map { pair in
      let (left, right) = (UInt8(pair / 32) | 0x60, UInt8(pair % 32) | 0x60)
      return isWeighted ? Self.replacement(left, right) : 10
    }
    doubled = isWeighted ? 5 : 10
  }

  /// The distance of two words, or `nil` if it is more than a limit.
  ///
  /// - Complexity: O(*n m*) in the lengths; without allocation.
  package mutating func between(
    _ left: Span<UInt8>, _ right: Span<UInt8>, atMost limit: Int
  ) -> Int? {
    guard abs(left.count - right.count) * Int(doubled) <= limit, right.count <= Self.longestWord
    else { return nil }
    let (costs, doubled) = (costs, doubled)
    var cells = cells.mutableSpan
    return Self.measure(left, right, costs.span, doubled, &cells, atMost: Int32(limit))
  }

  private static func measure(
    _ left: Span<UInt8>, _ right: Span<UInt8>, _ costs: Span<Int32>, _ doubled: Int32,
    _ cells: inout MutableSpan<Int32>, atMost limit: Int32
  ) -> Int? {
    let (count, width) = (left.count, right.count)
    var (old, previous, current) = (0, stride, 2 * stride)
    cells[previous] = 0
    for column in 0..<width {
      cells[previous + column + 1] = cells[previous + column] + gap(right, column, doubled)
    }
    for row in 0..<count {
      let letter = left[row]
      let gap = Self.gap(left, row, doubled)
      var behind = cells[previous] + gap
      cells[current] = behind
      var best = behind
      for column in 0..<width {
        let other = right[column]
        var cost = cells[previous + column]
        if letter != other {
          // Only letters can sound alike.
          let areLetters = letter & other >= 0x60 && (letter | other) < 0x80
          cost += areLetters ? costs[Int(letter & 31) * 32 + Int(other & 31)] : 10
        }
        cost = min(cost, cells[previous + column + 1] + gap)
        cost = min(cost, behind + Self.gap(right, column, doubled))
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

  @inline(__always)
  private static func gap(_ word: borrowing Span<UInt8>, _ place: Int, _ doubled: Int32) -> Int32 {
    place > 0 && word[place] == word[place - 1] ? doubled : 10
  }

  private static func replacement(_ left: UInt8, _ right: UInt8) -> Int32 {
    if left == right { return 0 }
    if isVowel(left), isVowel(right) { return 7 }
    return soundClass(left) == soundClass(right) ? 5 : 10
  }

  package static func isVowel(_ letter: UInt8) -> Bool {
    switch letter {
    case 0x61, 0x65, 0x69, 0x6F, 0x75, 0x79: true
    default: false
    }
  }

  /// Letters that people write for each other; each of the others is a class of its own.
  package static func soundClass(_ letter: UInt8) -> UInt8 {
    switch letter {
    case 0x63, 0x6B, 0x71: 0x63  // c k q
    case 0x73, 0x7A: 0x73  // s z
    case 0x66, 0x76: 0x66  // f v
    case 0x6D, 0x6E: 0x6D  // m n
    default: letter
    }
  }
}
