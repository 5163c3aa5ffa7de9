// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension SectionReader {
  /// Whether words stand in a bracket that enumerates, right behind another term, what the figure behind
  /// it is of: `abdominal pain (discomfort, distension, pain upper) [60%]`.
  func isPart(_ words: Range<Int>, of terms: [Range<Int>]) -> Bool {
    guard sentence[words.lowerBound].depth > 0 else { return false }
    var start = words.lowerBound
    while start > 0, !sentence[start].marks.contains(.opening) { start -= 1 }
    guard sentence[start].marks == .opening, terms.contains(where: { $0.upperBound == start })
    else { return false }
    // A bracket begins where the one before it has closed.
    let end = (start + 1..<sentence.count).first {
      sentence[$0].depth == 0 || sentence[$0].marks.contains(.closing)
    }
    guard let end, sentence[end].isNumber, sentence[end].marks.contains(.opening),
      sentence.marks(behind: end).contains(.percent)
    else { return false }
    let commas = (start..<end).dropFirst().count { sentence[$0].marks.contains(.comma) }
    // `(rarely severe, with cough)`, `(5%, 3%)` enumerate no terms.
    return commas > 1
      && (start..<end).allSatisfy { place in
        !sentence[place].isNumber
          && sentence[place].cues.isDisjoint(with: [.with, .effect, .auxiliary, .who, .which])
      }
  }
}
