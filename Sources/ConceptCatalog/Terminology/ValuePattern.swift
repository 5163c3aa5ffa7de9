// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The regular expressions of value set filters. They come from documents, so a match must
// never take longer than the text times the pattern: all states are followed in parallel
// (Thompson, 1968), without backtracking. Unsupported syntax, such as back references and
// look-around, makes the filter not computable instead of wrong.
//
//   a|b  ab  a* a+ a? a{2,3}  ( ) (?: )  .  [a-z] [^a]  \d \w \s \D \W \S  \.  ^ $  (?i)

/// A regular expression that a whole text must match.
struct ValuePattern {
  /// Jumps and splits count from their own place.
  fileprivate enum Step {
    case one(ScalarSet)
    case split(Int)
    case jump(Int)
    case begin, end, match
  }

  private let steps: [Step]

  /// Reads a pattern; `nil` if it uses something that is not read here.
  init?(_ pattern: String) {
    var reader = PatternReader(pattern)
    guard let steps = reader.read() else { return nil }
    self.steps = steps + [.match]
  }

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
      case .jump(let distance): open.append(step + distance)
      case .split(let distance): open += [step + distance, step + 1]
      case .begin: if place == 0 { open.append(step + 1) }
      case .end: if place == count { open.append(step + 1) }
      case .one, .match: list.append(step)
      }
    }
  }
}

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

/// Reads the text of a regular expression.
private struct PatternReader {
  typealias Steps = [ValuePattern.Step]

  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var depth = 0
  private var ignoresCase = false
  /// Deeper nesting than a person writes.
  private static let depthLimit = 50
  private static let repeatLimit = 1000
  /// More steps than a filter of a person needs; counted repetition could ask for billions.
  private static let stepLimit = 20_000

  init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

  /// Reads the whole text; `nil` if some of it is not understood.
  mutating func read() -> Steps? {
    guard let steps = readEither(), place == scalars.count else { return nil }
    return steps
  }

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    return true
  }

  private mutating func readEither() -> Steps? {
    guard var steps = readSequence() else { return nil }
    while take("|") {
      guard let other = readSequence() else { return nil }
      steps = [.split(steps.count + 2)] + steps + [.jump(other.count + 1)] + other
    }
    return steps
  }

  private mutating func readSequence() -> Steps? {
    var steps: Steps = []
    while let scalar = next, scalar != "|", scalar != ")" {
      guard let part = readRepeated(), steps.count + part.count < Self.stepLimit else { return nil }
      steps += part
    }
    return steps
  }

  private mutating func readRepeated() -> Steps? {
    guard var steps = readOne() else { return nil }
    while let scalar = next {
      var (least, most): (Int, Int?) = (0, nil)
      switch scalar {
      case "*": place += 1
      case "+":
        place += 1
        least = 1
      case "?":
        place += 1
        most = 1
      case "{":
        guard let count = readCount() else { return nil }
        (least, most) = count
      default: return steps
      }
      // Greed does not matter where the whole text must match.
      if scalar != "{" { _ = take("?") }
      guard let repeated = Self.repeated(steps, least, most) else { return nil }
      steps = repeated
    }
    return steps
  }

  private static func repeated(_ part: Steps, _ least: Int, _ most: Int?) -> Steps? {
    guard (part.count + 2) * max(least, most ?? 0, 1) < stepLimit else { return nil }
    var steps: Steps = []
    for _ in 0..<least { steps += part }
    guard let most else {
      return steps + [.split(part.count + 2)] + part + [.jump(-part.count - 1)]
    }
    for _ in least..<max(least, most) { steps += [.split(part.count + 1)] + part }
    return steps
  }

  private mutating func readCount() -> (least: Int, most: Int?)? {
    place += 1
    guard let least = readNumber() else { return nil }
    var most: Int? = least
    if take(",") { most = next == "}" ? nil : readNumber() }
    guard take("}"), most.map({ $0 >= least }) ?? true else { return nil }
    return (least, most)
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

  private mutating func readOne() -> Steps? {
    guard let scalar = next else { return nil }
    place += 1
    switch scalar {
    case "(": return readGroup()
    case "[": return readSet().map { [.one($0)] }
    case ".": return [.one(.any)]
    case "^": return [.begin]
    case "$": return [.end]
    case "\\": return readEscape().map { [.one(cased($0))] }
    case "*", "+", "?", "{": return nil
    default: return [.one(cased(ScalarSet(ranges: [scalar.value...scalar.value])))]
    }
  }

  private func cased(_ set: ScalarSet) -> ScalarSet {
    var set = set
    set.ignoresCase = ignoresCase
    return set
  }

  private mutating func readGroup() -> Steps? {
    if take("?") {
      if take("i") {
        // From here on, as in Java and in the filters that were met.
        guard take(")") else { return nil }
        ignoresCase = true
        return []
      }
      guard take(":") else { return nil }
    }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit, let steps = readEither(), take(")") else { return nil }
    return steps
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
