// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import EmbeddedTables

/// The word lists of Data/Matching/use-words.tsv; its README says what each is for.
enum UseWordLists: Substring {
  // What comes before, after and in place of words about a drug's use.
  case people, young, soldForYoung, withSlash, plainPossessives, ownThings, resuming, taking
  case conditionsBefore, turns, conditionsBehind, notPlanned, notPast, compounds, holdable
  case stoppable, discharges, notDrugs, doing, doingFirst

  // What is next to a phrase.
  case patients, pronouns, articles, plain, sources, telling, adverbEnds, adverbs, asking
  case otherThings, replacing, routes, meals, joints, closers, orderClosers, denialClosers
  case prepositions, times, hours, frequencies, spans, months, beforeYears, giving, places
  case undenied, allergyDrugs

  // What a word that is no name of the record's drug is known to be.
  case stems, noSubstances, substances, drugs, things

  private static let lists: [Self: Set<String>] =
    EmbeddedFolder.matching.rows(of: "use-words.tsv").reduce(into: [:]) { lists, row in
      guard row.count == 2, let list = Self(rawValue: row[0]) else { return }
      lists[list, default: []].formUnion(row[1].split(separator: " ").map(String.init))
    }

  var words: Set<String> { Self.lists[self] ?? [] }

  func contains(_ word: String) -> Bool { words.contains(word) }

  // MARK: Words of several lists

  /// Whether a word names a stretch of time.
  static func isSpan(_ word: String) -> Bool { spans.contains(word) || months.contains(word) }

  /// Whether a word is known to name another drug, a class of drugs, or no drug at all.
  static func isOther(_ word: String) -> Bool {
    isSubstance(word) || drugs.contains(word) || things.contains(word)
  }

  /// Whether a word names a substance, by its own name or by the stem of its kind.
  static func isSubstance(_ word: String) -> Bool {
    if substances.contains(word) { return true }
    guard word.utf8.count > 5, !noSubstances.contains(word) else { return false }
    return word.hasPrefix("cef") || word.hasPrefix("ceph") || word.hasPrefix("sulfa")
      || stems.words.contains { word.hasSuffix($0) }
  }
}
