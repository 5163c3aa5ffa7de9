// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// A drug word or name that may have been meant; never a correction.
public struct SpellingSuggestion: Sendable {
  /// What the suggestion rests on.
  public enum Kind: String, Sendable, CaseIterable {
    /// The same letters with other blanks and marks: `vitaminD`, `abira terone`.
    case spacing
    /// One of at most three drug words that begin so: `benaz`.
    case beginning
    /// Letters left out, put in, changed or swapped.
    case spelling
  }

  /// The name or word that is suggested, as the release writes it.
  public let text: String
  /// The part of the text that it would replace.
  public let replaces: String
  /// What it rests on.
  public let kind: Kind
  /// Letters left out, put in, changed, or swapped with a neighbour.
  public let distance: Int
  /// From 1 for the same letters down to 0 for nothing in common.
  public let likeness: Double
  /// The substances and brands of this name; empty where it is only a word of names.
  public let concepts: [Concept]
}

extension Catalog {
  /// Names and words of drugs that a misspelled text may have meant, the likeliest first.
  ///
  /// The text as a whole is compared first. Where nothing is near, each of its
  /// words that no name has is compared for itself. A text that is a name of the
  /// catalog needs no suggestion and gets none. A catalog without search index has
  /// none either; see ``Catalog/require(_:)``.
  ///
  /// - Parameters:
  ///   - text: A word, a name, or more.
  ///   - limit: How many at most for one part of the text; equally likely ones come too.
  /// - Returns: Suggestions, marked with what they rest on. Several near ones are all
  ///   returned: which was meant is not decided here.
  public func spellingSuggestions(for text: String, limit: Int = 10) -> [SpellingSuggestion] {
    let spelling = SpellingSuggestionIndex(self)
    guard limit > 0, concepts(named: text, comparing: .normalized).isEmpty else { return [] }
    let whole = suggestions(for: text, spelling, limit: limit)
    if !whole.isEmpty { return whole }
    let index = SearchIndex(file)
    var list = WordScan()
    list.scan(text)
    guard list.count > 1 else { return [] }
    var found: [SpellingSuggestion] = []
    for place in 0..<list.count where list.kinds[place] == .letters {
      let word = list.word(place)
      guard word.count >= 4, index.words(beginningWith: word).isEmpty else { continue }
      found += suggestions(for: list.text(place), spelling, limit: limit)
    }
    return found
  }

  private func suggestions(
    for part: String, _ spelling: SpellingSuggestionIndex, limit: Int
  ) -> [SpellingSuggestion] {
    let word = SpellingSuggestionIndex.squeezed(part)
    var found: [SpellingSuggestion] = []
    for match in words(beginningWith: word, spelling) {
      found.append(suggestion(match, .beginning, for: part, length: word.count))
    }
    for match in spelling.matches(nearWord: word, limit: limit) {
      // The same letters: the text is known, and written with other blanks.
      if match.distance == 0, match.name == nil { continue }
      if found.contains(where: { $0.text == match.name ?? match.text }) { continue }
      found.append(
        suggestion(
          match, match.distance == 0 ? .spacing : .spelling, for: part, length: word.count))
    }
    return found
  }

  private func suggestion(
    _ match: SpellingMatch, _ kind: SpellingSuggestion.Kind, for part: String, length: Int
  ) -> SpellingSuggestion {
    let text = match.name ?? match.text
    let longest = max(length, match.text.utf8.count, 1)
    let cost = kind == .beginning ? (longest - length) * SpellingDistance.letter / 2 : match.cost
    return SpellingSuggestion(
      text: text, replaces: part, kind: kind, distance: match.distance,
      likeness: max(0, 1 - Double(cost) / Double(SpellingDistance.letter * longest)),
      concepts: concepts(named: text, comparing: .normalized).filter { concept in
        switch concept.termType {
        case .ingredient, .preciseIngredient, .multipleIngredients, .brandName: true
        default: false
        }
      })
  }

  /// The drug words that begin with at least four letters, if they are few.
  private func words(
    beginningWith word: [UInt8], _ spelling: SpellingSuggestionIndex
  ) -> [SpellingMatch] {
    guard word.count >= 4 else { return [] }
    let index = SearchIndex(file)
    let range = index.words(beginningWith: word)
    guard range.count <= 64 else { return [] }
    let found = range.compactMap { place in
      spelling.exactMatch(String(decoding: index.text(place), as: UTF8.self))
    }
    // A whole word is not a beginning.
    guard found.count <= 3, !found.contains(where: { $0.text.utf8.count == word.count }) else {
      return []
    }
    return found.sorted { $0.rank < $1.rank }
  }
}
