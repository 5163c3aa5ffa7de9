// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

extension HandRelease {
  /// The release whose facts are the lines under `## facts` of `Tests/Fixtures/releases.txt`.
  ///
  /// A line is what a function of the release is called with; `-` is none, `@MTHSPL code` behind it
  /// another source, `~O` that it is suppressed.
  public init(_ facts: String, name: String = "RXNORM_20AA_260302F") throws {
    self.init(name: name)
    let file = Repository.root.appendingPathComponent("Tests/Fixtures/releases.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .drop { $0 != "## \(facts)" }.dropFirst().prefix { !$0.hasPrefix("## ") }
    precondition(!lines.isEmpty, "there is no release \(facts)")
    for line in lines where !line.hasPrefix("#") { add(String(line)) }
  }

  private mutating func add(_ line: String) {
    let parts = line.components(separatedBy: " ~")
    let suppress = parts.count > 1 ? parts[1] : "N"
    let halves = parts[0].components(separatedBy: " @")
    let other = halves.dropFirst().flatMap { $0.split(separator: " ").map(String.init) }
    let source = other.first ?? "RXNORM"
    let words = halves[0].split(separator: " ", maxSplits: 3).map(String.init)
    let numbers = words.map { Int($0) ?? 0 }
    switch words[0] {
    case "source": self.source(words[1], level: numbers[2])
    case "concept":
      concept(
        numbers[1], words[2], words[3], source: source, code: other.dropFirst().first,
        suppress: suppress)
    case "relation" where words[2].contains("/"):
      let names = words[2].split(separator: "/").map(String.init)
      relation(numbers[1], names[0], names[1], numbers[3], source: source)
    case "relation": relation(numbers[1], words[2], numbers[3])
    case "attribute": attribute(numbers[1], words[2], words[3], source: source, suppress: suppress)
    case "archived":
      let name = words[3].split(separator: " ", maxSplits: 1).map(String.init)
      archived(numbers[1], name[0], name[1], into: numbers[2], source: source)
    case "moved": moved(numbers[1], to: numbers[2])
    case "drug":
      let rest = words[3].split(separator: " ", maxSplits: 1).map(String.init)
      let components = rest[0].split(separator: ",").map { pair -> [Int] in
        pair.split(separator: ":").compactMap { Int($0) }
      }
      let parts = components.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
      drug(numbers[1], rest[1], form: Int(words[2]), parts)
    case "retired": retired(numbers[1], into: Int(words[2]), of: words.count > 3 ? numbers[3] : 1)
    default: preconditionFailure("no fact: \(line)")
    }
  }
}
