// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What a cell of an arm says: how many had the reaction, as printed.
struct CellFigure: Sendable, Hashable {
  /// The percentage as printed, without the sign (`3.0`, `<1`).
  var percent: String?
  var count: Int?

  /// What the numbers of a column are.
  enum Measure: Sendable, Hashable {
    case percent, count, countAndPercent, other
  }

  /// A number of a cell.
  struct Number: Sendable, Hashable {
    var text: String
    var isBelow = false
    var hasSign = false
    var isBracketed = false

    /// The number in thousandths; `nil` if it is longer than a figure of a table can be.
    var thousandths: Int? { FixedPoint.thousandths(text) }

    var printed: String { isBelow ? "<" + text : text }

    var isWhole: Bool { !text.utf8.contains(UInt8(ascii: ".")) }
  }
}

/// The kinds of cells in the columns of arms.
enum CellContent: Sendable, Hashable {
  case empty
  /// A sign that there is no figure (`-`, `NA`).
  case dash
  case numbers([CellFigure.Number])
  case text

  init(_ cell: String) {
    self = cell.isEmpty ? .empty : Self.read(CellTokens(cell).tokens)
  }

  /// Whether a text has a word too long to be a figure, alone or among others.
  static func hasLongWord(_ text: String) -> Bool {
    var letters = 0
    return text.utf8.contains { byte in
      letters = (byte | 0x20) &- 0x61 < 26 ? letters + 1 : 0
      return letters > longestNoFigure
    }
  }

  var isNumeric: Bool { !numbers.isEmpty }
  var numbers: [CellFigure.Number] { if case .numbers(let numbers) = self { numbers } else { [] } }

  private static let noFigure: Set<String> = ["na", "nr", "nd", "ne", "none", "nil"]
  private static let longestNoFigure = noFigure.lazy.map(\.utf8.count).max() ?? 0

  private static func read(_ tokens: [CellTokens.Token]) -> CellContent {
    guard tokens.contains(where: { $0.kind == .number }) else {
      let words = tokens.filter { $0.kind == .word }.map(\.text)
      let isDash = words.isEmpty || noFigure.contains(words.joined())
      return isDash ? .dash : .text
    }
    var numbers: [CellFigure.Number] = []
    var depth = 0
    var isBelow = false
    var isSlash = false
    var isSigned = false
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .number:
        // `12/100 (12%)`: the number behind the slash is the size of the arm.
        if isSlash {
          isSlash = false
          continue
        }
        numbers.append(
          CellFigure.Number(
            text: token.text, isBelow: isBelow, hasSign: isSigned, isBracketed: depth > 0))
        isBelow = false
        isSigned = false
      case .word:
        // A letter behind a number is the mark of a footnote.
        guard token.text.count == 1, index > 0, index == tokens.count - 1 else { return .text }
      case .sign:
        switch token.text {
        case "(", "[": depth += 1
        case ")", "]": depth -= 1
        case "%":
          // `% 28`: the sign may precede its number.
          if numbers.isEmpty { isSigned = true } else { numbers[numbers.count - 1].hasSign = true }
        case "<": isBelow = true
        case "/":
          // `12/100` and `12% (12/100)`.
          guard numbers.count == depth + 1 else { return .text }
          isSlash = true
        case ".", "#", ",": guard index == tokens.count - 1 else { return .text }
        default: return .text
        }
      }
    }
    switch numbers.count {
    case 1: return .numbers(numbers)
    // `10 5` are the figures of two reactions whose lines ran together.
    case 2 where numbers[1].isBracketed && !numbers[0].isBracketed: return .numbers(numbers)
    case 3 where numbers[1].isBracketed && !numbers[0].isBracketed:
      return .numbers(Array(numbers.prefix(2)))
    default: return .text
    }
  }
}

extension CellFigure {
  /// Reads the numbers of a cell by what its column holds.
  init(_ numbers: [Number], measure: Measure?, size: Int?) {
    percent = nil
    count = nil
    guard let first = numbers.first else { return }
    guard numbers.count > 1 else {
      readOne(first, measure)
      return
    }
    let second = numbers[1]
    let isReversed: Bool
    if second.hasSign != first.hasSign {
      isReversed = first.hasSign
    } else if let size, size > 0 {
      let isUsual = Self.agrees(count: first, percent: second, size)
      let isTurned = Self.agrees(count: second, percent: first, size)
      isReversed = isTurned && !isUsual || (!isUsual && !first.isWhole)
    } else {
      isReversed = !first.isWhole
    }
    if isReversed {
      percent = first.printed
      count = second.isWhole && !second.hasSign && measure != .percent ? Int(second.text) : nil
    } else {
      percent = second.printed
      count = first.isBelow ? nil : Int(first.text)
    }
  }

  private mutating func readOne(_ number: Number, _ measure: Measure?) {
    let isZero = number.thousandths == 0
    if number.hasSign {
      percent = number.printed
      return
    }
    switch measure {
    case .count: count = Int(number.text)
    case .countAndPercent:
      // A lone number is the count; none of none is no percentage but zero.
      if number.isWhole, !isZero, !number.isBracketed {
        count = Int(number.text)
      } else {
        percent = number.printed
        count = isZero ? 0 : nil
      }
    case .percent, nil: percent = number.printed
    case .other: break
    }
  }

  static func agrees(count: Number, percent: Number, _ size: Int) -> Bool {
    guard count.isWhole, let value = Int(count.text), let printed = percent.thousandths,
      size > 0, value <= 10_000_000
    else { return false }
    let exact = value * 100_000 / size
    // Half a unit of the last digit, and half a percent for an arm that lost a few.
    let slack = (percent.isWhole ? 500 : 50) + 500
    return percent.isBelow ? exact <= printed + slack : abs(exact - printed) <= slack
  }
}

/// Numbers with up to three decimals as integers.
enum FixedPoint {
  static func thousandths(_ text: String) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, whole.count <= 9, let number = Int(whole)
    else { return nil }
    guard parts.count == 2 else { return number * 1000 }
    var digits = parts[1].prefix(3)
    while digits.count < 3 { digits += "0" }
    guard let fraction = Int(digits) else { return nil }
    return number * 1000 + fraction
  }
}
