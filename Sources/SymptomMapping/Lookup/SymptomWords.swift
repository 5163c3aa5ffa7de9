// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A symptom that words mean, and why.
public struct SymptomMatch: Sendable, Hashable {
  /// What the words are.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The identifier, the name of the Swift case or the display name of the category.
    case name
    /// A word that people or labels use for it (symptoms.tsv).
    case synonym
    /// A phrase of labels (phrases.tsv).
    case phrase
    /// A synonym or phrase among other words.
    case within
  }

  /// The symptom.
  public let symptom: SymptomCategory
  /// The direction that the words say; `nil` if they say none.
  public let direction: EffectDirection?
  /// How well the words fit; a name or synonym fits exactly.
  public let fit: EvidenceFit
  /// What the words are.
  public let kind: Kind
  /// The words that were found, in lower case.
  public let words: String
}

// The rule, each step only where the one before found nothing:
//
//   1  the category's own name: HKCategoryTypeIdentifierHeadache, headache, Headache
//   2  the whole text is a synonym or a phrase: all that have it
//   3  synonyms and phrases among the words, the longest first from the left
//
// Case, hyphens and runs of blanks are ignored. Several categories give several
// answers; none is chosen.

/// Reads words for symptoms: names, lay words, phrases of labels.
public struct SymptomWords: Sendable {
  private struct Entry {
    let match: SymptomMatch
    let notAfter: [String]
    let notBefore: [String]
  }

  private let names: [String: SymptomCategory]
  private let entries: [String: [Entry]]
  /// The most words that an entry has.
  private let longest: Int

  /// Makes a reader of the words of two tables.
  ///
  /// - Throws: MappingError for the first thing that is wrong in phrases.tsv.
  public init(_ tables: MappingTables) throws(MappingError) {
    var names: [String: SymptomCategory] = [:]
    var entries: [String: [Entry]] = [:]
    for symptom in SymptomCategory.allCases {
      for name in [symptom.rawValue, symptom.name, symptom.displayName] {
        names[Self.normal(name)] = symptom
      }
      let synonyms =
        tables.symptoms.laySynonyms(of: symptom) + tables.symptoms.clinicalSynonyms(of: symptom)
      for synonym in synonyms {
        let words = Self.normal(synonym)
        entries[words, default: []].append(
          Entry(
            match: SymptomMatch(
              symptom: symptom, direction: nil, fit: .exact, kind: .synonym, words: words),
            notAfter: [], notBefore: []))
      }
    }
    for phrase in try tables.phrases().phrases {
      let words = Self.normal(phrase.text)
      let isOneWay = phrase.direction == .decreased || phrase.direction == .increased
      entries[words, default: []].append(
        Entry(
          match: SymptomMatch(
            symptom: phrase.symptom, direction: isOneWay ? phrase.direction : nil,
            fit: phrase.fit, kind: .phrase, words: words),
          notAfter: phrase.notAfter, notBefore: phrase.notBefore))
    }
    self.names = names
    self.entries = entries
    longest = entries.keys.map { $0.split(separator: " ").count }.max() ?? 0
  }

  /// The symptoms that words mean.
  ///
  /// - Parameter text: A name, an identifier or words in English.
  /// - Returns: Each symptom once, by identifier; empty if the words name none of the 39.
  /// - Complexity: O(*w* · *l*) in the words and the length of the longest phrase.
  public func read(_ text: String) -> [SymptomMatch] {
    let whole = Self.normal(text)
    if let symptom = names[whole] {
      return [
        SymptomMatch(symptom: symptom, direction: nil, fit: .exact, kind: .name, words: whole)
      ]
    }
    if let found = entries[whole] { return Self.merged(found.map(\.match)) }
    let within = matches(within: whole.split(separator: " ").map(String.init))
    return Self.merged(within).map { match in
      SymptomMatch(
        symptom: match.symptom, direction: match.direction, fit: match.fit, kind: .within,
        words: match.words)
    }
  }

  /// Every name that a person may give a category, for suggestions: display names and synonyms.
  public var suggestions: [String] {
    Set(
      SymptomCategory.allCases.map { $0.displayName.lowercased() }
        + entries.values.joined().filter { $0.match.kind == .synonym }.map(\.match.words)
    ).sorted { $0.precedesInBytes($1) }
  }

  // MARK: Among other words

  private func matches(within words: [String]) -> [SymptomMatch] {
    var found: [SymptomMatch] = []
    var start = 0
    while start < words.count {
      var length = min(longest, words.count - start)
      var taken = 0
      while length > 0, taken == 0 {
        let span = words[start..<start + length].joined(separator: " ")
        for match in matches(of: span) where fits(match, words, start..<start + length) {
          taken = length
          found.append(match.match)
        }
        length -= 1
      }
      start += max(1, taken)
    }
    return found
  }

  private func matches(of span: String) -> [Entry] {
    if let found = entries[span] { return found }
    guard let symptom = names[span] else { return [] }
    let match = SymptomMatch(
      symptom: symptom, direction: nil, fit: .exact, kind: .name, words: span)
    return [Entry(match: match, notAfter: [], notBefore: [])]
  }

  /// Whether the words around a match leave its meaning unchanged.
  private func fits(_ entry: Entry, _ words: [String], _ span: Range<Int>) -> Bool {
    let before = words[..<span.lowerBound].joined(separator: " ")
    let after = words[span.upperBound...].joined(separator: " ")
    return !entry.notAfter.contains { word in
      before == word || before.hasSuffix(" " + word)
    }
      && !entry.notBefore.contains { word in
        after == word || after.hasPrefix(word + " ")
      }
  }

  // MARK: Text

  /// Each symptom once: the better fit, then the earlier kind.
  private static func merged(_ matches: [SymptomMatch]) -> [SymptomMatch] {
    var merged: [SymptomMatch] = []
    for symptom in SymptomCategory.allCases {
      let own = matches.filter { $0.symptom == symptom }
      guard let first = own.first else { continue }
      // Synonyms say no direction; phrases that say both, or one and none, say none.
      let directions = Set(own.filter { $0.kind != .synonym }.map(\.direction))
      let best = own.min { left, right in
        (left.fit.casePlace, left.kind.casePlace) < (right.fit.casePlace, right.kind.casePlace)
      }
      merged.append(
        SymptomMatch(
          symptom: symptom,
          direction: directions.count == 1 ? directions.first ?? nil : nil,
          fit: best?.fit ?? first.fit, kind: best?.kind ?? first.kind,
          words: best?.words ?? first.words))
    }
    return merged
  }

  /// Lower case, hyphens and other marks between words as one blank.
  private static func normal(_ text: String) -> String {
    text.lowercased().replacing("’", with: "'").split { character in
      character.isWhitespace || "-–—,;:/.!?()\u{2010}\u{2011}".contains(character)
    }.joined(separator: " ")
  }
}
