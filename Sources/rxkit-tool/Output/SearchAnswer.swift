// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import JSONText
import MedicationModel
import MedicationResolver

/// What one query of `rxkit search` found.
struct SearchAnswer {
  /// What is compared with the query.
  enum Way {
    /// Words of names and their beginnings.
    case words
    /// Whole names.
    case whole(NameMatching)
    /// Drug words and names that are spelled alike.
    case spelling

    /// The word for it in JSON.
    var name: String {
      switch self {
      case .words: "words"
      case .whole(let matching): matching.rawValue
      case .spelling: "spelling"
      }
    }
  }

  /// A concept, how it matched, and the name that did.
  struct Row {
    let concept: Concept
    let match: String
    let name: String
  }

  let query: String
  let way: Way
  let release: ReleaseIdentity
  private(set) var rows: [Row] = []
  private(set) var suggestions: [SpellingSuggestion] = []
  /// Suggestions that were not asked for, where nothing was found.
  private(set) var unasked: [SpellingSuggestion] = []
  private(set) var totalCount: Int?
  private(set) var hasMore = false

  /// Suggestions that are shown unasked.
  private static let unaskedLimit = 3

  init(
    _ query: String, _ way: Way, in catalog: Catalog, filter: SearchFilter, limit: Int,
    offset: Int
  ) {
    self.query = query
    self.way = way
    release = catalog.release
    switch way {
    case .words:
      let results = catalog.search(query, filter: filter, limit: limit, offset: offset)
      rows = results.hits.map {
        Row(concept: $0.concept, match: $0.step.rawValue, name: $0.matchedName)
      }
      totalCount = results.totalCount
      hasMore = results.hasMore
    case .whole(let matching):
      let all = catalog.matches(named: query, by: matching).filter { filter.admits($0.concept) }
      rows = all.dropFirst(offset).prefix(limit).map {
        Row(concept: $0.concept, match: $0.kind.rawValue, name: $0.name)
      }
      totalCount = all.count
      hasMore = all.dropFirst(offset).count > limit
    case .spelling:
      // One more than is shown tells whether there are more.
      let all = catalog.spellingSuggestions(for: query, limit: max(1, limit))
      suggestions = Array(all.dropFirst(offset).prefix(limit))
      hasMore = all.dropFirst(offset).count > limit
    }
    if case .words = way, rows.isEmpty, offset == 0 {
      unasked = Array(
        catalog.spellingSuggestions(for: query, limit: Self.unaskedLimit)
          .prefix(Self.unaskedLimit))
    }
  }

  /// Whether there is anything.
  var isFound: Bool { rowCount > 0 }

  /// How many rows there are.
  var rowCount: Int { rows.count + suggestions.count }

  // MARK: Output

  /// The rows of answers to one way of asking.
  static func table(
    of answers: [SearchAnswer], _ way: Way, showsQuery: Bool = true
  ) -> Table {
    let first = showsQuery ? "query" : nil
    let isSpelling = if case .spelling = way { true } else { false }
    var table =
      isSpelling
      ? Table(of: suggestionColumns, after: first) : Table(of: hitColumns, after: first)
    for answer in answers {
      let query = showsQuery ? answer.query : nil
      for row in answer.rows { table.append(row, hitColumns, after: query) }
      for row in answer.suggestions { table.append(row, suggestionColumns, after: query) }
    }
    return table
  }

  /// A number from 0 to 1 with three digits.
  private static func decimal(_ number: Double) -> String {
    let thousandths = Int((number * 1000).rounded())
    let digits = String(thousandths % 1000)
    let zeros = String(repeating: "0", count: 3 - digits.utf8.count)
    return "\(thousandths / 1000).\(zeros)\(digits)"
  }
}

extension SpellingSuggestion.Kind: FieldValue {}

extension SearchAnswer: Shaped {
  private static let matches =
    SearchHit.Step.allCases.map(\.rawValue) + NameMatchKind.allCases.map(\.rawValue)

  private static let hit = Shape<Row>("hit") {
    Concept.reference.fields { $0.concept }
    Field("status") { $0.concept.status }
    Field("prescribable") { $0.concept.isPrescribable }
    Field(
      "match",
      "How the name matched: by words (the first five) or as a whole (the last four); "
        + "normalized-other-salt: the names do not say the same salt.", .word(matches)
    ) { $0.match }
    Field(
      "matchedName", "The name that matched.", .name,
      cell: { $0.name == $0.concept.name ? nil : $0.name }
    ) { $0.name }
  }

  private static let suggestion = Shape<SpellingSuggestion>("suggestion") {
    Field("text", "", .name, column: "suggestion") { $0.text }
    Field("replaces", "The part of the query in whose place it would stand.", column: "for") {
      $0.replaces
    }
    Field(
      "kind",
      "The same letters with other blanks; one of at most three drug words that begin so; or "
        + "other letters."
    ) { $0.kind }
    Field("distance", "Letters left out, put in, changed or swapped.") { $0.distance }
    Field("likeness") { ShareText(decimal($0.likeness)) }
    Field(
      "concepts",
      "Substances and brands of this name; empty for a word that is only part of names.",
      each: Concept.reference
    ) { $0.concepts }
  }

  private static let hitColumns =
    hit["rxcui", "tty", "status", "prescribable", "match", "name", "matchedName"]
  private static let suggestionColumns =
    suggestion["text", "replaces", "kind", "distance", "likeness"] + [
      Field("rxcui") { $0.concepts.map(\.code) }, Field("tty") { $0.concepts.map(\.termType) },
    ]

  static let shape = Shape<Self>("search") {
    Field.version(1)
    Field("query", "As it was given.") { $0.query }
    Field(
      "by", "What was compared: words of names, whole names in one of four ways, or spellings.",
      .word(["words"] + NameMatching.allCases.map(\.rawValue) + ["spelling"])
    ) { $0.way.name }
    Field("total", "How many concepts there are in all; null where they were not counted.") {
      $0.totalCount
    }
    Field("more", "Whether there are more behind the last one.") { $0.hasMore }
    Field("concepts", "The likeliest first; whole names by code.", each: hit) { $0.rows }
    Field(
      "suggestions",
      "Spellings, requested or because nothing was found. Never a correction.", each: suggestion
    ) { $0.suggestions + $0.unasked }
    Field("release") { $0.release }
  }
}
