// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport

/// The small release, whose facts are the lines of `Fixtures/small-release.txt`.
enum SmallRelease {
  private static let lines = Result {
    String(decoding: try Resolvers.fixture("small-release.txt"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// The release; the name decides whether it counts as NLM's own.
  static func make(name: String = "RXNORM_20AA_260302F") throws -> HandRelease {
    var release = HandRelease(name: name)
    release.moved(9, to: 9)
    for line in try lines.get() where !line.hasPrefix("#") { add(line, to: &release) }
    return release
  }

  /// `@MTHSPL code` is another source, `~O` that it is suppressed.
  private static func add(_ line: String, to release: inout HandRelease) {
    let parts = line.components(separatedBy: " ~")
    let suppress = parts.count > 1 ? parts[1] : "N"
    let source = parts[0].components(separatedBy: " @")
    let words = source[0].split(separator: " ", maxSplits: 3).map(String.init)
    let numbers = words.map { Int($0) ?? 0 }
    switch words[0] {
    case "concept" where source.count > 1:
      let other = source[1].split(separator: " ").map(String.init)
      release.concept(numbers[1], words[2], words[3], source: other[0], code: other[1])
    case "concept": release.concept(numbers[1], words[2], words[3], suppress: suppress)
    case "relation": release.relation(numbers[1], words[2], numbers[3])
    case "attribute": release.attribute(numbers[1], words[2], words[3], suppress: suppress)
    case "archived":
      let name = words[3].split(separator: " ", maxSplits: 1).map(String.init)
      release.archived(numbers[1], name[0], name[1], into: numbers[2])
    default: release.retired(numbers[1], into: Int(words[2]), of: numbers[3])
    }
  }
}
