// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What a search found.
public struct SearchResults: Sendable {
  /// The concepts, the likeliest first.
  public let hits: [SearchHit]
  /// How many there are in all; `nil` with a filter, where only some were looked at.
  public let totalCount: Int?
  /// Whether there are more behind the last one.
  public let hasMore: Bool
}

/// A concept that a search found.
public struct SearchHit: Sendable {
  /// How well the words fit, the best first.
  public enum Step: String, Sendable, CaseIterable {
    /// The text is a name of the concept, which is active.
    case wholeName = "whole-name"
    /// Every word is a whole word, and a name begins with the first one.
    case wholeFromBeginning = "whole-from-beginning"
    /// Every word is a whole word of a name.
    case whole
    /// A name begins with the first word or with a longer one.
    case fromBeginning = "from-beginning"
    /// Every word is the beginning of a word of a name.
    case within
  }

  /// The concept.
  public let concept: Concept
  /// How well the words fit.
  public let step: Step
  let query: SearchQuery

  /// The name that has the words: the main name if it has them all.
  ///
  /// Else the first name, in the order of use, with the most of them. Made when it is asked for.
  public var matchedName: String {
    let main = concept.name
    var list = WordScan()
    var best = main
    var bestCount = count(in: main, &list)
    if bestCount == query.words.count { return main }
    for name in concept.names where name.suppress == "N" && name.isFree {
      let text = name.text
      let count = count(in: text, &list)
      if count > bestCount { (best, bestCount) = (text, count) }
      if bestCount == query.words.count { break }
    }
    return best
  }

  /// How many words of the query a name has.
  private func count(in name: String, _ list: inout WordScan) -> Int {
    let bytes = name.utf8
    list.scan(bytes.span)
    return query.words.count { word in
      (0..<list.count).contains { index in
        guard (list.kinds[index] == .number) == word.isNumber else { return false }
        let own = list.bytes[list.range(index)]
        return word.isPrefix ? own.starts(with: word.bytes) : own.elementsEqual(word.bytes)
      }
    }
  }
}

extension Name {
  /// Whether it may be shown without asking for its source's licence (S36).
  var isFree: Bool {
    sourceIndex == 0
      || file.word(.sources, Int(sourceIndex), SourceField.restriction) == 0
  }
}
