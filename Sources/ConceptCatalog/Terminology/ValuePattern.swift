// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The regular expressions of value set filters. They come from documents, so a match must
// never take longer than the text times the pattern: all states are followed at once
// (Thompson, 1968), nothing is tried again. What is not read here, back references and
// look-around for example, makes the filter not computable instead of wrong.
//
//   a|b  ab  a* a+ a? a{2,3}  ( ) (?: )  .  [a-z] [^a]  \d \w \s \D \W \S  \.  ^ $  (?i)

/// A regular expression that a whole text must match.
struct ValuePattern {
  private enum Step {
    case one(ScalarSet)
    case split(Int, Int)
    case jump(Int)
    case begin
    case end
    case match
  }

  private var steps: [Step] = []
  /// More steps than a filter of a person needs; counted repetition could ask for billions.
  private static let stepLimit = 20_000

  /// Reads a pattern; `nil` if it uses something that is not read here.
  init?(_ pattern: String) {
    var reader = PatternReader(pattern)
    guard let tree = reader.read() else { return nil }
    guard append(tree) else { return nil }
    steps.append(.match)
  }

  /// Whether the whole text matches.
  func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var current: [Int] = []
    var marks = [Int](repeating: -1, count: steps.count)
    add(0, at: 0, of: scalars.count, to: &current, &marks)
    for (place, scalar) in scalars.enumerated() {
      var next: [Int] = []
      for step in current {
        if case .one(let set) = steps[step], set.contains(scalar) {
          add(step + 1, at: place + 1, of: scalars.count, to: &next, &marks)
        }
      }
      current = next
      if current.isEmpty { return false }
    }
    return current.contains { step in
      if case .match = steps[step] { return true }
      return false
    }
  }

  /// Adds a step and those that it leads to without reading.
  private func add(
    _ step: Int, at place: Int, of count: Int, to list: inout [Int], _ marks: inout [Int]
  ) {
    var open = [step]
    while let step = open.popLast() {
      if marks[step] == place { continue }
      marks[step] = place
      switch steps[step] {
      case .jump(let target): open.append(target)
      case .split(let first, let second): open += [second, first]
      case .begin: if place == 0 { open.append(step + 1) }
      case .end: if place == count { open.append(step + 1) }
      case .one, .match: list.append(step)
      }
    }
  }

  private mutating func append(_ tree: PatternTree) -> Bool {
    guard steps.count < Self.stepLimit else { return false }
    switch tree {
    case .empty: return true
    case .one(let set): steps.append(.one(set))
    case .begin: steps.append(.begin)
    case .end: steps.append(.end)
    case .sequence(let parts):
      for part in parts where !append(part) { return false }
    case .either(let first, let second):
      let split = steps.count
      steps.append(.match)
      guard append(first) else { return false }
      let jump = steps.count
      steps.append(.match)
      steps[split] = .split(split + 1, steps.count)
      guard append(second) else { return false }
      steps[jump] = .jump(steps.count)
    case .repeated(let part, let least, let most):
      for _ in 0..<least where !append(part) { return false }
      guard let most else { return appendStar(part) }
      for _ in least..<max(least, most) {
        let split = steps.count
        steps.append(.match)
        guard append(part) else { return false }
        steps[split] = .split(split + 1, steps.count)
      }
    }
    return steps.count < Self.stepLimit
  }

  private mutating func appendStar(_ part: PatternTree) -> Bool {
    let split = steps.count
    steps.append(.match)
    guard append(part) else { return false }
    steps.append(.jump(split))
    steps[split] = .split(split + 1, steps.count)
    return true
  }
}

/// What one scalar of a text may be.
struct ScalarSet {
  var ranges: [ClosedRange<UInt32>]
  var isNegated = false
  var ignoresCase = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var isIn = holds(scalar.value)
    if !isIn, ignoresCase {
      let properties = scalar.properties
      for other in [properties.lowercaseMapping, properties.uppercaseMapping] {
        if other.unicodeScalars.count == 1, let first = other.unicodeScalars.first {
          isIn = isIn || holds(first.value)
        }
      }
    }
    return isIn != isNegated
  }

  private func holds(_ value: UInt32) -> Bool { ranges.contains { $0.contains(value) } }

  static let any = ScalarSet(ranges: [0x0A...0x0A, 0x0D...0x0D], isNegated: true)
  static let digits = ScalarSet(ranges: [0x30...0x39])
  static let letters = ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let blanks = ScalarSet(ranges: [0x09...0x0D, 0x20...0x20])
}

/// A pattern as it was read.
indirect enum PatternTree {
  case empty
  case one(ScalarSet)
  case begin
  case end
  case sequence([PatternTree])
  case either(PatternTree, PatternTree)
  case repeated(PatternTree, least: Int, most: Int?)
}

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
