// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// How unlike two words are. Two figures for each pair:
//
//   distance  the least count of letters left out, put in, changed, or swapped
//             with a neighbour (optimal string alignment)
//   cost      the same edits, each weighed by how easily it is made: 10 a letter,
//             less for a vowel for a vowel, for letters that sound alike, for one
//             of two equal letters, for two that are swapped, and more at the
//             first letter, which people seldom get wrong
//
// The distance decides what is near at all, the cost in which order.

/// Compares a word with others, reusing its rows.
struct EditCost {
  static let letter = 10

  private var rows: [[Int]] = [[], [], []]

  /// The cost and distance of turning one word into another.
  ///
  /// - Returns: `nil` if the distance is above the limit.
  mutating func compare(
    _ left: Span<UInt8>, _ right: Span<UInt8>, limit: Int
  ) -> (cost: Int, distance: Int)? {
    guard abs(left.count - right.count) <= limit,
      let distance = distance(left, right, limit: limit)
    else { return nil }
    if distance == 0 { return (0, 0) }
    return (cost(left, right), distance)
  }

  /// The distance, in a band along the diagonal; `nil` above the limit.
  private mutating func distance(
    _ left: Span<UInt8>, _ right: Span<UInt8>, limit: Int
  ) -> Int? {
    let width = right.count + 1
    let far = limit + 1
    reset(width, to: far)
    for column in 0...min(right.count, limit) { rows[1][column] = column }
    for row in left.indices {
      let low = max(0, row + 1 - limit)
      let high = min(right.count, row + 1 + limit)
      for column in max(0, low - 1)..<width where column < low || column > high {
        rows[2][column] = far
        if column > high { break }
      }
      if low == 0 { rows[2][0] = row + 1 }
      var least = low == 0 ? row + 1 : far
      for column in max(1, low)..<max(max(1, low), high + 1) {
        let letter = right[column - 1]
        var value = rows[1][column - 1] + (left[row] == letter ? 0 : 1)
        value = min(value, rows[1][column] + 1, rows[2][column - 1] + 1)
        if row > 0, column > 1, left[row] == right[column - 2], left[row - 1] == letter {
          value = min(value, rows[0][column - 2] + 1)
        }
        rows[2][column] = min(value, far)
        least = min(least, value)
      }
      if least > limit { return nil }
      rows.swapAt(0, 1)
      rows.swapAt(1, 2)
    }
    let distance = rows[1][right.count]
    return distance <= limit ? distance : nil
  }

  private mutating func reset(_ width: Int, to value: Int) {
    for place in rows.indices {
      if rows[place].count < width {
        rows[place] = [Int](repeating: value, count: width)
      } else {
        for column in 0..<width { rows[place][column] = value }
      }
    }
  }

  /// The weighed cost.
  private mutating func cost(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    let width = right.count + 1
    reset(width, to: 0)
    for column in 1..<width {
      rows[1][column] = rows[1][column - 1] + Self.gap(right, column - 1)
    }
    for row in left.indices {
      rows[2][0] = rows[1][0] + Self.gap(left, row)
      for column in 1..<width {
        var value =
          rows[1][column - 1]
          + Self.change(left[row], right[column - 1], isFirst: row == 0 && column == 1)
        value = min(value, rows[1][column] + Self.gap(left, row))
        value = min(value, rows[2][column - 1] + Self.gap(right, column - 1))
        if row > 0, column > 1, left[row] == right[column - 2], left[row - 1] == right[column - 1] {
          value = min(value, rows[0][column - 2] + Self.swap)
        }
        rows[2][column] = value
      }
      rows.swapAt(0, 1)
      rows.swapAt(1, 2)
    }
    return rows[1][width - 1]
  }

  // MARK: Weights

  private static let swap = 8
  private static let alike = 6
  private static let vowel = 7
  private static let doubled = 5
  private static let firstLetter = 14

  /// A letter too many or too few: little for one of two equal ones.
  private static func gap(_ word: Span<UInt8>, _ place: Int) -> Int {
    if place == 0 { return firstLetter }
    let letter = word[place]
    if word[place - 1] == letter { return doubled }
    // th, ph, rh, ch and a final e are heard without them.
    if letter == UInt8(ascii: "h") || letter == UInt8(ascii: "e") && place == word.count - 1 {
      return vowel
    }
    return Self.letter
  }

  private static func change(_ left: UInt8, _ right: UInt8, isFirst: Bool) -> Int {
    if left == right { return 0 }
    if isFirst { return soundsAlike(left, right) ? letter : firstLetter }
    if soundsAlike(left, right) { return alike }
    if isVowel(left), isVowel(right) { return vowel }
    return letter
  }

  private static func isVowel(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"), UInt8(ascii: "y"):
      true
    default: false
    }
  }

  private static func soundsAlike(_ left: UInt8, _ right: UInt8) -> Bool {
    let (low, high) = left < right ? (left, right) : (right, left)
    return switch (low, high) {
    case (UInt8(ascii: "i"), UInt8(ascii: "y")), (UInt8(ascii: "c"), UInt8(ascii: "k")),
      (UInt8(ascii: "s"), UInt8(ascii: "z")), (UInt8(ascii: "c"), UInt8(ascii: "s")),
      (UInt8(ascii: "m"), UInt8(ascii: "n")), (UInt8(ascii: "v"), UInt8(ascii: "w")),
      (UInt8(ascii: "f"), UInt8(ascii: "v")), (UInt8(ascii: "x"), UInt8(ascii: "z")),
      (UInt8(ascii: "b"), UInt8(ascii: "p")), (UInt8(ascii: "d"), UInt8(ascii: "t")),
      (UInt8(ascii: "0"), UInt8(ascii: "o")), (UInt8(ascii: "1"), UInt8(ascii: "l")):
      true
    default: false
    }
  }
}
