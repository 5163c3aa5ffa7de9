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
  ///
  /// - Complexity: O(*n* · *m*) in scalars of the text and steps of the pattern.
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
