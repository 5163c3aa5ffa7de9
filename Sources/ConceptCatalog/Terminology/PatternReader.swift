// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Reads the text of a regular expression.
struct PatternReader {
  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var depth = 0
  private var ignoresCase = false
  /// Deeper nesting than a person writes.
  private static let depthLimit = 50
  private static let repeatLimit = 1000

  init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

  /// Reads the whole text; `nil` if some of it is not understood.
  mutating func read() -> PatternTree? {
    guard let tree = readEither(), place == scalars.count else { return nil }
    return tree
  }

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    return true
  }

  private mutating func readEither() -> PatternTree? {
    guard var tree = readSequence() else { return nil }
    while take("|") {
      guard let other = readSequence() else { return nil }
      tree = .either(tree, other)
    }
    return tree
  }

  private mutating func readSequence() -> PatternTree? {
    var parts: [PatternTree] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      guard let part = readRepeated() else { return nil }
      parts.append(part)
    }
    return parts.isEmpty ? .empty : .sequence(parts)
  }

  private mutating func readRepeated() -> PatternTree? {
    guard var tree = readOne() else { return nil }
    while let scalar = next {
      switch scalar {
      case "*": tree = .repeated(tree, least: 0, most: nil)
      case "+": tree = .repeated(tree, least: 1, most: nil)
      case "?": tree = .repeated(tree, least: 0, most: 1)
      case "{":
        guard let counted = readCount(of: tree) else { return nil }
        tree = counted
        continue
      default: return tree
      }
      place += 1
      // Greed does not matter where the whole text must match.
      _ = take("?")
    }
    return tree
  }

  private mutating func readCount(of tree: PatternTree) -> PatternTree? {
    place += 1
    guard let least = readNumber() else { return nil }
    var most: Int? = least
    if take(",") { most = next == "}" ? nil : readNumber() }
    guard take("}"), most.map({ $0 >= least }) ?? true else { return nil }
    return .repeated(tree, least: least, most: most)
  }

  private mutating func readNumber() -> Int? {
    var number = 0
    let start = place
    while let digit = next, ("0"..."9").contains(digit), number <= Self.repeatLimit {
      number = number * 10 + Int(digit.value - 0x30)
      place += 1
    }
    return place > start && number <= Self.repeatLimit ? number : nil
  }

  private mutating func readOne() -> PatternTree? {
    guard let scalar = next else { return nil }
    place += 1
    switch scalar {
    case "(": return readGroup()
    case "[": return readSet().map { .one($0) }
    case ".": return .one(.any)
    case "^": return .begin
    case "$": return .end
    case "\\": return readEscape().map { .one(cased($0)) }
    case "*", "+", "?", "{": return nil
    default: return .one(cased(ScalarSet(ranges: [scalar.value...scalar.value])))
    }
  }

  private func cased(_ set: ScalarSet) -> ScalarSet {
    var set = set
    set.ignoresCase = ignoresCase
    return set
  }

  private mutating func readGroup() -> PatternTree? {
    if take("?") {
      if take("i") {
        // From here on, as in Java and in the filters that were met.
        guard take(")") else { return nil }
        ignoresCase = true
        return .empty
      }
      guard take(":") else { return nil }
    }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit, let tree = readEither(), take(")") else { return nil }
    return tree
  }

  private mutating func readEscape() -> ScalarSet? {
    guard let scalar = next else { return nil }
    place += 1
    switch scalar {
    case "d": return .digits
    case "w": return .letters
    case "s": return .blanks
    case "D", "W", "S":
      var set: ScalarSet = scalar == "D" ? .digits : scalar == "W" ? .letters : .blanks
      set.isNegated = true
      return set
    case "t": return ScalarSet(ranges: [9...9])
    case "n": return ScalarSet(ranges: [10...10])
    case "r": return ScalarSet(ranges: [13...13])
    default:
      // Other letters and digits mean something that is not read here.
      let isSign = !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar)
      return isSign ? ScalarSet(ranges: [scalar.value...scalar.value]) : nil
    }
  }

  private mutating func readSet() -> ScalarSet? {
    var set = ScalarSet(ranges: [], isNegated: take("^"), ignoresCase: ignoresCase)
    var isFirst = true
    while let scalar = next, scalar != "]" || isFirst {
      isFirst = false
      place += 1
      var low = scalar.value
      if scalar == "\\" {
        guard let part = readEscape(), !part.isNegated else { return nil }
        set.ranges += part.ranges
        guard part.ranges.count == 1, let only = part.ranges.first, only.count == 1 else {
          continue
        }
        low = only.lowerBound
      } else if scalar == "[" {
        return nil
      }
      if next == "-", place + 1 < scalars.count, scalars[place + 1] != "]" {
        let high = scalars[place + 1]
        guard high != "\\", high.value >= low else { return nil }
        place += 2
        set.ranges.append(low...high.value)
      } else {
        set.ranges.append(low...low)
      }
    }
    return take("]") ? set : nil
  }
}
