// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The names that were collected so far, findable by their words before they are sorted.
struct NameLookup {
  private let rows: [LexiconBuilder.Row]
  private let targets: [Lexicon.Target]
  private let heads: [Int32]
  private let next: [Int32]

  init(_ rows: [LexiconBuilder.Row], _ targets: [Lexicon.Target]) {
    (self.rows, self.targets) = (rows, targets)
    var size = 1 << 8
    while size < rows.count { size *= 2 }
    var heads = [Int32](repeating: -1, count: size)
    var next = [Int32](repeating: -1, count: rows.count)
    for place in rows.indices.reversed() {
      let slot = Int(truncatingIfNeeded: rows[place].sum.words) & (size - 1)
      next[place] = heads[slot]
      heads[slot] = Int32(place)
    }
    (self.heads, self.next) = (heads, next)
  }

  /// What the words of a sum stand for by names of one origin, in the order of the names.
  func targets(of sum: NameSum, _ origin: Lexicon.Origin) -> [Lexicon.Target] {
    var found: [Lexicon.Target] = []
    var place = heads[Int(truncatingIfNeeded: sum.words) & (heads.count - 1)]
    while place >= 0 {
      let row = rows[Int(place)]
      place = next[Int(place)]
      guard row.sum == sum, row.origin == origin else { continue }
      for target in targets[Int(row.firstTarget)..<Int(row.firstTarget + row.targetCount)]
      where !found.contains(target) {
        found.append(target)
      }
    }
    return found
  }
}
